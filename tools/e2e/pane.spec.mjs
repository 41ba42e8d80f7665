// The scenario's text before, during and after the load of the editor.

import { exampleLink } from "../lib/link.mjs";
import { boxAtRest, expect, expectNoViolations, open, parkPointer, reload, started, test } from "./fixtures.mjs";
import { hold } from "./places.mjs";

const EDITOR = "**/editor*.js";
const plain = (page) => page.locator(".plain-field");
const box = (page) => page.getByRole("textbox", { name: "scenario text" });
const runs = (page) => page.evaluate(() => Number(document.documentElement.dataset.run));

/** Opens the page and holds the editor's module back until the returned function is called. */
async function openWithoutEditor(page) {
  const release = await hold(page, EDITOR);
  await page.goto("./");
  await started(page);
  return release;
}

/** Returns each coloured word with its position and width. */
const places = (page, selector) =>
  page.evaluate((lines) => {
    return [...document.querySelectorAll(lines)].flatMap((line) =>
      [...line.querySelectorAll("[class*=tok-]")].map((word) => {
        const { x, y, width } = word.getBoundingClientRect();
        return { word: word.textContent, x, y, width };
      }),
    );
  }, selector);

/** Returns whether the same word was at the same place. The editor estimates the heights of lines out of sight to a tenth of a pixel. */
const isIn = (before) => (now) =>
  before.some((was) => was.word === now.word && ["x", "y", "width"].every((key) => Math.abs(was[key] - now[key]) < 0.5));

for (const width of [1440, 820, 390]) {
  test(`the editor arrives without moving anything, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const release = await openWithoutEditor(page);
    await plain(page).scrollIntoViewIfNeeded();
    await plain(page).hover();
    await expect(page.locator(".plain-number").last()).toBeVisible();
    const before = await places(page, ".plain-line");
    const numbers = await page.locator(".plain-number").last().boundingBox();
    expect(before.length).toBeGreaterThan(20);
    release();
    await expect(page.locator(".cm-editor")).toBeVisible();
    await expect(plain(page)).toHaveCount(0);
    // The editor draws only lines in sight.
    const moved = async () => (await places(page, ".cm-line")).filter((place) => !isIn(before)(place));
    await expect.poll(moved).toEqual([]);
    expect((await places(page, ".cm-line")).length).toBeGreaterThan(5);
    // The gutter redraws its numbers while it measures.
    const number = async () => (await page.locator(".cm-lineNumbers .cm-gutterElement").last().boundingBox()) ?? { x: 0, width: 0 };
    const off = async () => Math.abs((await number()).x + (await number()).width - numbers.x - numbers.width);
    await expect.poll(off).toBeLessThan(1);
  });
}

test("a click sets the caret, and no typed text is lost while the editor loads", async ({ page }) => {
  const release = await openWithoutEditor(page);
  await page.locator(".plain-line", { hasText: ".lanes" }).first().evaluate((line) => line.scrollIntoView({ block: "center" }));
  const word = await boxAtRest(page.locator(".plain-line .tok-directive", { hasText: ".lanes" }));
  await page.mouse.click(word.x + word.width - 1, word.y + word.height / 2);
  await parkPointer(page);
  await page.keyboard.type("ab");
  await expect(page.locator(".plain-line", { hasText: ".lanesab" })).toHaveCount(1);
  release();
  await expect(page.locator(".cm-editor.cm-focused")).toBeVisible();
  await page.keyboard.type("cd");
  await expect(page.locator(".cm-line", { hasText: ".lanesabcd" })).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(page.locator(".cm-line", { hasText: ".lanesab" })).toHaveCount(0);
  await expect(page.locator(".cm-line", { hasText: ".lanes" })).not.toHaveCount(0);
});

test("the editor folds the declarations of an example until a reader opens them, and no text of the user's own", async ({ page }) => {
  const release = await openWithoutEditor(page);
  const folded = page.locator(".plain-fold, #editor .cm-foldPlaceholder");
  await expect(folded).toHaveText("4 declarations");
  await expect(page.locator(".plain-line", { hasText: ".decl" })).toHaveCount(0);
  // A press below the fold reaches the line in sight.
  const line = await boxAtRest(page.locator(".plain-line", { hasText: ".surface BUF" }));
  await page.mouse.click(line.x + 40, line.y + 8);
  await parkPointer(page);
  await expect(page.locator(".plain-line", { hasText: ".decl" })).toHaveCount(4);
  await page.keyboard.type("7");
  await expect(page.locator(".plain-line", { hasText: "40" }).first()).toContainText("= 10 20 30 407");
  await page.keyboard.press("Backspace");
  release();
  await expect(page.locator(".cm-editor")).toBeVisible();
  await expect(folded).toHaveCount(0);

  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByRole("button", { name: /^Drawing tickets/ }).click();
  await expect(folded).toHaveText(/^\d declarations$/);
  await folded.click();
  await expect(page.locator(".cm-line", { hasText: ".decl" })).not.toHaveCount(0);
  await page.goto(`./#${exampleLink("02-tickets")}`);
  await reload(page);
  await expect(page.locator(".cm-editor")).toBeVisible();
  await expect(folded).toHaveCount(0);
});

test("the keyboard reaches the text and leaves it", async ({ page }) => {
  const release = await openWithoutEditor(page);
  await plain(page).focus();
  await page.keyboard.press("Tab");
  await expect(plain(page)).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(plain(page)).toBeFocused();
  release();
  await expect(page.locator(".cm-content")).toBeFocused();
});

test("edits by panels before the editor is loaded are undone step by step", async ({ page }) => {
  const release = await openWithoutEditor(page);
  const lanes = page.getByRole("switch");
  const first = await lanes.nth(0).getAttribute("aria-checked");
  for (const lane of [0, 1, 2]) await lanes.nth(lane).click();
  await expect(lanes.nth(0)).not.toHaveAttribute("aria-checked", first);
  await expect(plain(page)).toHaveCount(1);
  const undo = page.getByRole("button", { name: "undo" });
  await undo.click();
  await undo.click();
  release();
  await expect(page.locator(".cm-editor")).toBeVisible();
  await expect(lanes.nth(1)).toHaveAttribute("aria-checked", "true");
  await expect(lanes.nth(0)).not.toHaveAttribute("aria-checked", first);
  await undo.click();
  await expect(lanes.nth(0)).toHaveAttribute("aria-checked", first);
  await page.getByRole("button", { name: "redo" }).click();
  await expect(lanes.nth(0)).not.toHaveAttribute("aria-checked", first);
});

test("a click on a problem in the list goes there in the plain text", async ({ page }) => {
  const release = await openWithoutEditor(page);
  await plain(page).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n.lanes 99");
  await page.locator(".diagnostic-place").first().click();
  await expect(plain(page)).toBeFocused();
  await expect.poll(() => plain(page).evaluate((field) => field.selectionEnd - field.selectionStart)).toBeGreaterThan(0);
  release();
  await expect(page.locator(".cm-lint-marker-error")).not.toHaveCount(0);
});

test("an embed fetches no editor before its text has the focus", async ({ page }) => {
  const asked = [];
  page.on("request", (request) => /editor-.*\.js$/.test(request.url()) && asked.push(request.url()));
  await open(page, "./embed.html?size=full&editable");
  // A text under the pointer fetches the editor, because a reader may be about to edit it.
  await page.locator(".stage-body").hover();
  await page.waitForLoadState("networkidle");
  expect(asked).toEqual([]);
  await box(page).focus();
  await expect(page.locator(".cm-content")).toBeFocused();
});

test("the plain text has no accessibility violation", async ({ page }) => {
  const release = await openWithoutEditor(page);
  await expectNoViolations(page);
  await expect(plain(page)).toHaveCount(1);
  release();
  await expect(plain(page)).toHaveCount(0);
});

test.describe("where the editor cannot be fetched", () => {
  test.use({ mayFail: true });

  test("the plain field works without the editor", async ({ page }) => {
    await page.route(EDITOR, (route) => route.abort());
    await page.goto("./");
    await started(page);
    const before = await runs(page);
    await plain(page).click();
    await parkPointer(page);
    await page.keyboard.press("Control+End");
    await page.keyboard.type("\n// ok\n.lanes 8");
    await expect.poll(() => runs(page)).toBeGreaterThan(before);
    await expect(page.locator(".plain-line .tok-comment").last()).toHaveText("// ok");
    await expect(box(page)).toHaveValue(/\/\/ ok\n\.lanes 8$/);
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: "An empty text" }).click();
    await expect(box(page)).toHaveValue("");
    await page.getByRole("button", { name: "undo" }).click();
    await expect(box(page)).toHaveValue(/\/\/ ok\n\.lanes 8$/);
    await page.getByRole("button", { name: "redo" }).click();
    await expect(box(page)).toHaveValue("");
  });
});
