// The controls of the page: their number, their size for fingers, and the panes beside the stage.

import { exampleLink } from "../lib/link.mjs";
import { boxAtRest, expect, expectNoViolations, kept, open, openLink, reload, test } from "./fixtures.mjs";
import { button } from "./places.mjs";

const CONTROLS = "button, select, input, textarea, a[href], summary, [role=separator], [contenteditable=true]";
/** Groups that are one Tab stop each: lanes, cells, names of rows, numbers and folds of lines. */
const GROUPS = ".lane-table, .surface-cells, .row-name, .code-number, .code-fold, .plain-number, .badge";

/** Returns the visible controls outside of these groups, in words. */
const controls = (page) =>
  page.evaluate(
    ([controls, groups]) =>
      [...document.querySelectorAll(controls)]
        .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !control.matches(".skip") && !control.closest(groups))
        .map((control) => control.getAttribute("aria-label") ?? (control.textContent.trim().slice(0, 40) || control.title)),
    [CONTROLS, GROUPS],
  );

test("a first visit shows few controls", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const shown = await controls(page);
  console.log(`${shown.length} controls on a first visit: ${shown.join(", ")}`);
  expect(shown.length).toBeGreaterThan(15);
  expect(shown.length).toBeLessThanOrEqual(30);
});

test("targets are large enough for a finger, and the picture fits beside them", async ({ browser, baseURL }) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 820, height: 1180 }]) {
    const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true, viewport });
    const page = await context.newPage();
    await open(page);
    const sizes = await page.evaluate(
      ([controls, groups]) =>
        [...document.querySelectorAll(controls)]
          .filter((control) => control.checkVisibility() && !control.matches(".skip, .splitter") && !control.closest(groups))
          .map((control) => [control.getAttribute("aria-label") ?? control.textContent.trim(), control.getBoundingClientRect().toJSON()]),
      [CONTROLS, GROUPS],
    );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.filter(([, { width, height }]) => width < 40 || height < 40)).toEqual([]);
    // Safari magnifies the page around a field with text below 16 px.
    const smallFields = () =>
      page
        .locator("select, textarea, input:not([type=checkbox], [type=radio], [type=range]), .cm-editor")
        .evaluateAll((fields) => fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML));
    await button(page, "Order of lanes").click();
    await button(page, "Random").click();
    expect(await smallFields()).toEqual([]);
    await page.getByRole("tab", { name: "Outcomes" }).click();
    expect(await smallFields()).toEqual([]);
    // They take no room from the picture.
    for (const name of ["30-two-halves", "35-image-floats", "puzzle-12-compaction"]) {
      await openLink(page, exampleLink(name));
      await page.getByRole("slider").press("End");
      const more = () => page.locator(".stage-body").evaluate((body) => body.scrollHeight - body.clientHeight);
      await expect.poll(more, name).toBe(0);
    }
    await context.close();
  }
});

const splitter = (page, name) => page.getByRole("separator", { name: `Width of the ${name}` });
/** Returns the width of a part of the page; `undefined` while it is not laid out. */
const width = async (page, part) => {
  const box = await page.locator(part).boundingBox();
  return box ? Math.round(box.width) : undefined;
};

test("panes are dragged, moved by keys, and remembered", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  const { x, y } = await boxAtRest(splitter(page, "scenario"));
  await page.mouse.move(x + 4, y + 200);
  await page.mouse.down();
  await page.mouse.move(500, y + 200, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => width(page, ".left")).toBe(500);
  const inspector = splitter(page, "inspector");
  await inspector.focus();
  await page.keyboard.press("End");
  await expect(inspector).toHaveAttribute("aria-valuenow", "45");
  await page.keyboard.press("Home");
  await expect(inspector).toHaveAttribute("aria-valuenow", "12");
  await page.keyboard.press("ArrowLeft");
  await expect(inspector).toHaveAttribute("aria-valuenow", "14");
  const narrow = await page.evaluate(() => Math.round(0.14 * innerWidth));
  await expect.poll(() => width(page, ".tabs")).toBe(narrow);
  // The keys move the splitter, not the run.
  await expect(page.locator("input[type=range]")).toHaveValue("0");
  await expect.poll(async () => (await kept(page)).panes?.inspector?.width).toBe(140);
  await reload(page);
  await expect.poll(() => width(page, ".left")).toBe(500);
  await expect.poll(() => width(page, ".tabs")).toBe(narrow);
  const edge = await boxAtRest(splitter(page, "scenario"));
  await page.mouse.move(edge.x + 4, y + 200);
  await page.mouse.down();
  await page.mouse.move(20, y + 200, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Scenario", exact: true })).toBeFocused();
});

test("panes close and open by click and key, and open if their content is needed", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await splitter(page, "scenario").click();
  const strip = page.getByRole("button", { name: "Scenario", exact: true });
  await expect(strip).toBeFocused();
  await expect.poll(() => width(page, ".left")).toBe(34);
  await splitter(page, "inspector").focus();
  await page.keyboard.press("Enter");
  const inspector = page.getByRole("button", { name: "Inspector", exact: true });
  await expect(inspector).toBeFocused();
  await expectNoViolations(page);
  await expect.poll(async () => (await kept(page)).panes).toMatchObject({ editor: { is_closed: true }, inspector: { is_closed: true } });
  await reload(page);
  await expect(strip).toBeVisible();
  await inspector.press("Enter");
  await expect(splitter(page, "inspector")).toBeFocused();
  await page.getByRole("link", { name: "Skip to the editor" }).press("Enter");
  await expect(page.locator(".cm-content")).toBeFocused();
});

test("a list sets the format of all numbers, a context menu that of a row or a surface", async ({ page }) => {
  // Pairs of halves.
  await open(page, `./#${exampleLink("30-two-halves")}&c=15`);
  const cell = page.locator("#cell-0-0 .cell-value");
  const old = page.locator("#lane-0-old");
  await expect(cell).toHaveText("{1.0, 2.0}");
  await expect(old).toHaveText("{1.0, 2.0}");
  await page.getByRole("combobox", { name: "number format" }).selectOption("Hex");
  await expect(cell).toHaveText("0x40003c00");
  await expect(old).toHaveText("0x40003c00");
  // By pointer: the row of old values.
  await page.getByRole("button", { name: "old", exact: true }).click({ button: "right" });
  const menu = page.getByRole("group", { name: "Numbers of old" });
  await menu.getByRole("button", { name: "Unsigned" }).click();
  await expect(old).toHaveText("1073757184");
  await expect(cell).toHaveText("0x40003c00");
  // By keyboard: the surface.
  const more = page.getByRole("button", { name: "Numbers of 0", exact: true });
  await more.focus();
  await page.keyboard.press("Enter");
  await expectNoViolations(page);
  await page.getByRole("group", { name: "Numbers of 0" }).getByRole("button", { name: "Auto" }).click();
  await expect(more).toBeFocused();
  await expect(cell).toHaveText("{1.0, 2.0}");
  await reload(page);
  await expect(cell).toHaveText("{1.0, 2.0}");
  await expect(old).toHaveText("1073757184");
  await page.getByRole("button", { name: "old", exact: true }).click({ button: "right" });
  await menu.getByRole("button", { name: /^Default/ }).click();
  await expect(old).toHaveText("0x40003c00");
});
