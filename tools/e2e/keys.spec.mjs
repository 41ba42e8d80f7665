// The keys of the page: their effect depends on the focus, and a hint names a key that works there.

import { expect, open, openInterpretations, openMore, parkPointer, test } from "./fixtures.mjs";
import { button } from "./places.mjs";

const position = (page) => page.locator("input[type=range]");
const hint = (page) => page.locator(".narration .sentence kbd");

test("keys have an effect that depends on the focus, and the hint names a key that steps", async ({ page }) => {
  await open(page);
  await test.step("if arrow keys have another use, the hint names a key that steps", async () => {
    await expect(hint(page)).toHaveText("→");
    // The editor is loaded after a click.
    await page.locator("#editor").click();
    await expect(page.locator(".cm-content")).toBeFocused();
    await parkPointer(page);
    const places = [
      page.getByRole("combobox", { name: "step size" }),
      page.getByRole("combobox", { name: "theme" }),
      page.getByRole("tab", { name: "Semantics" }),
      page.getByRole("switch").first(),
      page.locator("#cell-0-0 .cell-button"),
      page.locator(".cm-content"),
    ];
    for (const place of places) {
      await place.focus();
      await expect(hint(page)).toHaveText("F10");
      await page.keyboard.press("F10");
      await expect(position(page)).not.toHaveValue("0");
      await page.keyboard.press("F8");
      await expect(position(page)).toHaveValue("0");
    }
    await button(page, "Step").focus();
    await expect(hint(page)).toHaveText("→");
  });
  await test.step("arrow keys step after a click on a button", async () => {
    await button(page, "Step").click();
    await button(page, "Step").click();
    await expect(position(page)).toHaveValue("2");
    await button(page, "step back").click();
    await expect(position(page)).toHaveValue("1");
    await page.keyboard.press("ArrowLeft");
    await expect(position(page)).toHaveValue("0");
  });
  await test.step("arrow keys choose in a radio group and do not step", async () => {
    await openInterpretations(page);
    const group = page.locator("fieldset.reading").first();
    const radios = group.getByRole("radio");
    await radios.first().focus();
    await page.keyboard.press("ArrowDown");
    await expect(radios.nth(1)).toBeChecked();
    await page.keyboard.press("ArrowRight");
    await expect(position(page)).toHaveValue("0");
  });
  await test.step("the search of the reference is typed letter by letter", async () => {
    await button(page, "Reference").click();
    const field = page.getByRole("searchbox", { name: "Search" });
    await expect(field).toBeFocused();
    await page.keyboard.type("predicate");
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("predicate");
    await expect(position(page)).toHaveValue("0");
  });
});

test("undo and redo work outside of text fields", async ({ page }) => {
  await open(page);
  const editor = page.locator("#editor");
  await page.getByRole("switch", { name: "lane 0 on" }).click();
  await expect(editor).toContainText("active=0b1111_1110");
  await page.keyboard.press("Control+z");
  await expect(editor).toContainText("active=0xff");
  await button(page, "Step").click();
  await page.keyboard.press("Control+Shift+Z");
  await expect(editor).toContainText("active=0b1111_1110");
  // In a field, the key undoes typing there.
  await openMore(page);
  const field = page.getByRole("textbox", { name: "Run until" });
  await field.click();
  await page.keyboard.type("new");
  await page.keyboard.press("Control+z");
  await expect(field).not.toHaveValue("new");
  await expect(editor).toContainText("active=0b1111_1110");
});

test("letters typed after leaving a field do nothing", async ({ page }) => {
  await page.clock.install();
  await open(page);
  await openMore(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const field = page.getByRole("textbox", { name: "Run until" });
  await field.click();
  await page.keyboard.type("ne");
  await page.locator(".stage-body").focus();
  await page.keyboard.type("n");
  await expect(position(page)).toHaveValue("0");
  // After a moment, the keys are shortcuts again.
  await page.clock.runFor(600);
  await page.keyboard.type("n");
  await expect(position(page)).not.toHaveValue("0");
});
