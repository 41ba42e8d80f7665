// From an empty text to a scenario that runs, with the page's own help and few presses. Keys and clicks count; typed numbers do
// not.

import { expect, expectNoViolations, open, parkPointer, test } from "./fixtures.mjs";
import { completions } from "./places.mjs";

const editor = (page) => page.locator(".cm-content");
const chosen = (page) => completions(page).locator("[aria-selected]");

/** Counts a user's presses. */
function counted(page) {
  const presses = {
    count: 0,
    async key(name) {
      presses.count += 1;
      await page.keyboard.press(name);
    },
    /** Each letter is a press. */
    async letters(text) {
      for (const letter of text) await presses.key(letter);
    },
    async number(text) {
      await page.keyboard.type(text);
    },
    async click(locator) {
      presses.count += 1;
      await locator.click();
    },
    /** Accepts the selected completion, which must be this one. */
    async take(label) {
      await expect(chosen(page)).toContainText(label);
      // The list ignores keys in its first moment, so that it takes no key that was meant for the text.
      await page.waitForTimeout(100);
      await presses.key("Enter");
    },
  };
  return presses;
}

/** Deletes the text in the editor. */
async function empty(page) {
  await page.locator("#editor").click();
  await expect(editor(page)).toBeFocused();
  await parkPointer(page);
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await expect(editor(page)).toHaveText("Type dw for an instruction, or a dot for a directive");
}

/** Opens the editor with an empty text. */
async function openEmpty(page) {
  await open(page);
  await empty(page);
}

const undo = (page) => page.getByRole("button", { name: "undo" });

test("four lanes add to memory within 25 presses, from the first example and from an empty text", async ({ page }) => {
  await open(page);
  const press = counted(page);
  await press.click(page.locator("#editor"));
  await expect(editor(page)).toBeFocused();
  await parkPointer(page);
  await press.key("ControlOrMeta+A");
  await press.key("Delete");
  await press.letters("dw");
  await press.take("dword_atomic");
  await press.take("add");
  await press.take("M1");
  await press.number("4");
  await press.take("4");
  await press.take("BUF");
  await press.take("OFFSET");
  await press.take("SRC0");
  await press.take("DST");
  await expect(editor(page)).toContainText("dword_atomic.add (M1, 4) BUF OFFSET.0 SRC0.0 V0.0 DST.0");
  await expect(page.getByText("No problems.")).toBeVisible();
  // After the last placeholder, the caret is at the end of the line.
  await page.keyboard.type(" // done");
  await expect(editor(page)).toContainText("DST.0 // done");
  expect(press.count).toBeLessThanOrEqual(25);
});

test("names and predicates are declared, and a list shows all masks", async ({ page }) => {
  await test.step("a predicate is declared and used within 8 presses", async () => {
    await openEmpty(page);
    const line = counted(page);
    await line.letters("add");
    await line.take("add");
    await line.key("Escape");
    await line.key("Escape");
    const press = counted(page);
    await press.key("Home");
    await press.key("(");
    await press.take("P1");
    await expect(editor(page)).toContainText("(P1) add (M1, 8)");
    await expect(editor(page)).toContainText(".decl P1 v_type=P num_elts=8");
    expect(press.count).toBeLessThanOrEqual(8);
    // One undo reverts both edits.
    await undo(page).click();
    await expect(editor(page)).not.toContainText("P1");
  });
  await test.step("one fix declares a typed name, and one undo removes it", async () => {
    await empty(page);
    await page.keyboard.type("mov (M1, 4) ");
    await expect(completions(page)).toBeVisible();
    await page.keyboard.type("SUM(0,0)<1> 0x7:ud");
    const declare = page.getByRole("button", { name: "declare SUM" });
    await declare.click();
    await expect(editor(page)).toContainText(".decl SUM v_type=G type=ud num_elts=4 align=GRF");
    await expect(page.getByText("No problems.")).toBeVisible();
    await undo(page).click();
    await expect(editor(page)).toHaveText("mov (M1, 4) SUM(0,0)<1> 0x7:ud");
    await expect(declare).toBeVisible();
    await expectNoViolations(page);
  });
  await test.step("a list shows all masks, and closes without a change", async () => {
    await empty(page);
    await page.keyboard.type("add ");
    const labels = completions(page).locator(".cm-completionLabel");
    await expect(labels.first()).toHaveText("(M1, 8)");
    await expect(labels.filter({ hasText: "(M5_NM, 16)" })).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(page.locator(".cm-tooltip-autocomplete")).toHaveCount(0);
    await expect(editor(page)).toHaveText("add ");
  });
});

test("a line of another instruction set names its set, and Tab visits its placeholders", async ({ page }) => {
  await openEmpty(page);
  const press = counted(page);
  await press.letters("sua");
  await press.take("SUATOM");
  await press.take("D");
  await press.number("1D");
  await press.take("1D");
  await press.take("ADD");
  await expect(chosen(page)).toContainText("R4");
  // The content of a placeholder may stay.
  await press.key("Tab");
  await expect(chosen(page)).toContainText("[R8]");
  await press.key("Shift+Tab");
  for (const place of ["R4", "[R8]", "R12", "0x0"]) await press.take(place);
  await expect(editor(page)).toContainText(".isa sass sm=52");
  await expect(editor(page)).toContainText("SUATOM.D.1D.ADD R4, [R8], R12, 0x0;");
  await expect(page.getByText("No problems.")).toBeVisible();
});

test("New starts with an instruction that runs or with an empty text, and undo restores the text", async ({ page }) => {
  await open(page);
  const menu = page.getByRole("button", { name: "New", exact: true });
  await menu.click();
  const dialog = page.getByRole("dialog", { name: "New scenario" });
  await expectNoViolations(page, "dialog[open]");
  await dialog.getByRole("button", { name: /^gather4_scaled/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(".plain-view, .cm-content")).toContainText("gather4_scaled.R (M1, 8) BUF 0x0:ud OFFSET.0 DST.0");
  await expect(page.getByText("No problems.")).toBeVisible();
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await undo(page).click();
  await expect(editor(page)).toContainText("dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
  await expect(editor(page)).not.toContainText("gather4_scaled");

  await menu.click();
  await dialog.getByRole("button", { name: /^An empty text/ }).click();
  await expect(editor(page)).toContainText("Type dw for an instruction");
  await expect(editor(page)).toBeFocused();
  await expect(page.getByRole("heading", { name: "The text is empty" })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Open an example" }).click();
  await expect(page.getByRole("dialog", { name: "Examples" })).toBeVisible();
});

test("words have help in the text and in the reference, at 390 and 1440 px", async ({ page }) => {
  await open(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await page.locator("#editor").click();
    await expect(editor(page)).toBeFocused();
    await page.locator(".tok-directive", { hasText: ".lanes" }).click();
    await parkPointer(page);
    await page.keyboard.press("F1");
    const field = page.getByRole("searchbox", { name: "Search" });
    await expect(field).toBeFocused();
    await expect(field).toBeInViewport();
    await expect(field).toHaveValue(".lanes");
    const panel = page.getByRole("dialog", { name: "Reference" });
    await expect(panel).toContainText("The number of lanes that are dispatched, and which of them are on.");
    await field.fill("clamp");
    await expect(panel).toContainText("The number, limited to the range between two others.");
    await expect(panel.locator("dt")).toHaveCount(1);
    await field.fill("no such word");
    await expect(panel).toContainText("No matches.");
    await field.fill("");
    for (const heading of ["Instructions", "Directives", "Execution masks", "Builtins of the notation"]) {
      await expect(panel.getByRole("heading", { name: heading, exact: true })).toHaveCount(1);
    }
    await expectNoViolations(page, "dialog[open]");
    await page.keyboard.press("Escape");
    await expect(editor(page)).toBeFocused();

    await page.locator(".tok-mnemonic").first().hover();
    await expect(page.locator(".cm-word")).toContainText("atomically, and returns the old value");
    await parkPointer(page);
    await expect(page.locator(".cm-word")).toHaveCount(0);
  }
});
