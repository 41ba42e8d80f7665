// Popups, dialogs and pointer strokes: what closes them, where the focus goes, and what a cancelled one leaves.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { boxAtRest, expect, expectNoViolations, open, openExpectations, openLink, openMore, showDoors, test } from "./fixtures.mjs";
import { button } from "./places.mjs";

const ADD = `.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = iota(0, 4)
.set VAL = iota(1, 1)
.surface BUF buffer ud = [10; 8]
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 V0.0
.expect BUF = 11 12 13 14 15 16 17 18
.expect VAL = [99; 8]
`;

const panels = (page) => page.locator(".popup-panel");
const shown = (page) => page.locator(".printed-text");
/** A place in the gap between lanes and memory where no wire ends. */
const CORNER = { position: { x: 4, y: 4 } };
const toggle = (page, lane) => page.getByRole("switch", { name: `lane ${lane} on` });

test("a popup closes on a press elsewhere, excludes others, keeps a refused mask in sight, and fits in the window", async ({ page }) => {
  await test.step("a popup closes on a press elsewhere, and one excludes the other", async () => {
    await open(page);
    // The menu of a row, by the context menu of its name.
    await page.locator(".bank .format-menu").first().click({ button: "right" });
    await expect(panels(page)).toHaveCount(1);
    await page.locator(".gap").click(CORNER);
    await expect(panels(page)).toHaveCount(0);
    await button(page, "Order of lanes").click();
    await button(page, "Share").click();
    await expect(panels(page)).toHaveCount(1);
    await expect(page.getByRole("group", { name: "Share" })).toBeVisible();
    await page.locator(".sentence").click();
    await expect(panels(page)).toHaveCount(0);
  });
  await test.step("a refused mask stays in sight when the menu loses the focus", async () => {
    await button(page, "8 lanes mask 0xff").click();
    await page.getByRole("textbox", { name: "dispatch mask" }).fill("0x1ff");
    await page.locator(".gap").click(CORNER);
    await expect(panels(page).getByRole("alert")).toBeVisible();
    await page.locator(".gap").click(CORNER);
    await expect(panels(page)).toHaveCount(0);
  });
  await test.step("a popup of the stage has its own type size and fits in the window", async () => {
    for (const [width, height] of [[2560, 1440], [390, 844]]) {
      await page.setViewportSize({ width, height });
      await page.locator(".surface").first().hover();
      await button(page, "Fill BUF").click();
      const panel = panels(page);
      await expect(panel).toBeInViewport({ ratio: 1 });
      const sizes = await panel.evaluate((it) => [it, document.documentElement].map((of) => getComputedStyle(of).fontSize));
      expect(sizes[0]).toBe(sizes[1]);
      for (const command of await panel.getByRole("button").all()) await expect(command).toBeInViewport({ ratio: 1 });
      expect(await panel.evaluate((it) => it.scrollWidth - it.clientWidth)).toBeLessThanOrEqual(0);
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);
      await expect(button(page, "Fill BUF")).toBeFocused();
    }
  });
});

test("a filling that the run refuses later is shown with its reason", async ({ page }) => {
  // Each lane goes through as many iterations as its element says.
  const loop = `.lanes 8 active=0b1
.decl N v_type=G type=ud num_elts=8 align=GRF
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set N = [3000; 8]
.set OFF = [0; 8]
.surface BUF buffer ud = 0
.semantics dword_atomic {
  foreach_active (i) {
    for (UD k = 0; k < src0[i]; ++k) {
      T old = surface[element_offset[i]];
    }
  }
}
dword_atomic.add (M1, 8) BUF OFF.0 N.0 V0.0 V0.0
`;
  await open(page, `./#${scenarioLink(loop)}`);
  await page.getByRole("tab", { name: "Instruction" }).click();
  await button(page, "Fill N").click();
  await page.getByRole("textbox", { name: "With" }).fill("4000000000");
  await page.keyboard.press("Enter");
  await expect(panels(page).getByRole("alert")).toBeVisible({ timeout: 30_000 });
  await expect(shown(page)).toContainText(".set N = [3000; 8]");
});

test("a cancelled stroke changes nothing, and neither a painted stroke nor a drag swallows a key", async ({ page }) => {
  await test.step("a cancelled stroke changes nothing, and a painted stroke swallows no key", async () => {
    await open(page, `./#${scenarioLink(ADD)}`);
    const at = async (lane) => {
      const { x, y, width, height } = await boxAtRest(toggle(page, lane));
      return [x + width / 2, y + height / 2];
    };
    await page.mouse.move(...(await at(2)));
    await page.mouse.down();
    await expect(toggle(page, 2)).not.toBeChecked();
    await page.evaluate(() => dispatchEvent(new PointerEvent("pointercancel", { bubbles: true, pointerId: 1 })));
    await expect(toggle(page, 2)).toBeChecked();
    // After a real one, no click follows.
    await page.locator(".gap").hover(CORNER);
    await page.mouse.up();
    await button(page, "Step").click();
    await expect(shown(page)).not.toContainText("active=");
    // Paints lanes 4 to 7 and ends elsewhere.
    await page.mouse.move(...(await at(4)));
    await page.mouse.down();
    for (const lane of [5, 6, 7]) await page.mouse.move(...(await at(lane)));
    await page.mouse.up();
    await expect(shown(page)).toContainText("active=0b0000_1111");
    await toggle(page, 4).focus();
    await page.keyboard.press("Space");
    await expect(toggle(page, 4)).toBeChecked();
  });
  await test.step("a cell opens by key after a drag in its queue", async () => {
    await openLink(page, exampleLink("01-collision"));
    const badges = page.locator("#cell-0-0 .badge");
    await badges.nth(3).hover();
    await page.mouse.down();
    await badges.nth(0).hover();
    await page.locator(".gap").hover(CORNER);
    await page.mouse.up();
    await expect(shown(page)).toContainText(".order 7");
    await page.locator("#cell-0-1 .cell-button").focus();
    await page.keyboard.press("Enter");
    await expect(page.locator(".cell-field input")).toBeFocused();
  });
});

test("a prediction has the focus, the list of failures leaves the cells in sight, and the stops say that none follows", async ({ page }) => {
  await test.step("a prediction has the focus, and leaving it returns the focus", async () => {
    await open(page, `./#${scenarioLink(ADD)}`);
    await showDoors(page);
    const door = button(page, "the end");
    await door.click();
    await expect(page.getByRole("heading", { name: "How does the run end?" })).toBeVisible();
    await expect(page.locator(".quiz-list input").first()).toBeFocused();
    await expect(page.locator(".position")).toContainText("start; the run is hidden");
    await button(page, "Show the answers").click();
    await expect(button(page, "Try again")).toBeFocused();
    await page.locator(".quiz").getByRole("button", { name: "Close" }).click();
    // The run is at its end, where nothing is left to predict.
    await expect(door).toHaveCount(0);
    await expect(page.locator(".stage-body")).toBeFocused();
  });
  await test.step("the list of failures leaves the cells in sight, and a passed line is not red", async () => {
    await openExpectations(page);
    const panel = page.locator(".popup-panel");
    const list = await boxAtRest(panel);
    const cell = await page.locator("#cell-0-7").boundingBox();
    expect(list.x).toBeGreaterThanOrEqual(cell.x + cell.width - 1);
    const colour = (name) => page.locator(`li.${name} .verdict-word`).evaluate((it) => getComputedStyle(it).color);
    expect(await colour("holds")).not.toBe(await colour("fails"));
    await expectNoViolations(page, ".popup-panel");
  });
  await page.keyboard.press("Escape");
  await test.step("the stops say that none follows", async () => {
    await openLink(page, exampleLink("01-collision"));
    await openMore(page);
    await page.getByRole("textbox", { name: "Run until" }).fill("new > 20");
    const said = page.locator("#until-says");
    await expect(said).toHaveText(/^\d+ stops$/);
    const count = Number.parseInt(await said.textContent(), 10);
    for (let stop = 0; stop < count; stop += 1) await page.keyboard.press("Enter");
    await expect(said).toHaveText(`${count} stops, none after this step`);
  });
});

test("a dialog focuses its first field, and no former search is in it", async ({ page }) => {
  await open(page);
  await button(page, "Examples").click();
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toBeFocused();
  await page.keyboard.type("queue");
  const close = page.locator(".gallery").getByRole("button", { name: "close" });
  await close.click();
  await button(page, "Examples").click();
  await page.keyboard.type("min");
  await expect(search).toHaveValue("min");
  await close.click();
  await button(page, "Share").click();
  await button(page, "Embed").click();
  await expect(page.locator(".embed-dialog").getByRole("button", { name: "Copy", exact: true })).toBeInViewport({ ratio: 1 });
});

test("the explanation of a word closes when one types", async ({ page }) => {
  await open(page);
  await page.getByRole("textbox", { name: "scenario text" }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.locator(".cm-line", { hasText: ".isa visa" }).locator("span").first().hover();
  await expect(page.locator(".cm-tooltip-hover")).toBeVisible();
  await page.keyboard.type("/");
  await expect(page.locator(".cm-tooltip-hover")).toHaveCount(0);
});
