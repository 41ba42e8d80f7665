// Values that are typed, pasted or filled in, and masks that are typed. Each change is one undo step in the text.

import { expect, expectNoViolations, open, test } from "./fixtures.mjs";
import { cell, paste, shown } from "./places.mjs";

const element = (page, name, index) => page.getByRole("button", { name: new RegExp(`^${name}\\[${index}\\]:`) });
const mask = (page) => page.getByRole("textbox", { name: "dispatch mask" });
const undo = (page) => page.getByRole("button", { name: "undo" }).click();
/** The button that opens the menu of the lanes. It shows the mask. */
const lanes = (page, mask) => page.getByRole("button", { name: `8 lanes mask ${mask}`, exact: true });

/** Opens the menu that fills a variable or a surface. */
async function menu(page, name) {
  await page.getByRole("button", { name: `Fill ${name}` }).click();
  return page.getByRole("group", { name: `Fill ${name}` });
}

const SIXTEEN = `.lanes 16
.decl OFF v_type=G type=ud num_elts=16 align=GRF
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 10 20 30 40
dword_atomic.inc (M1, 16) BUF OFF.0 V0.0 V0.0 V0.0
`;

/** Opens a scenario from the storage of an earlier visit. */
async function openText(page, text) {
  await page.addInitScript((kept) => localStorage.setItem("lanescope.page", JSON.stringify({ text: kept, tab: "instruction" })), text);
  await open(page);
  await expect(shown(page)).toContainText(text.split("\n")[3]);
}

test("a variable is pasted, filled and numbered, each with one undo step", async ({ page }) => {
  await openText(page, SIXTEEN);
  await test.step("sixteen values are pasted into a cell, and one undo removes them", async () => {
    await element(page, "OFF", 0).focus();
    await paste(page, "0\t4\t8\t12\n0\t4\t8\t12\n0, 4, 8, 12\n0 4 8 0xc\n");
    await expect(shown(page)).toContainText(".set OFF = 0 4 8 12 0 4 8 12 0 4 8 12 0 4 8 0xc");
    await expect(element(page, "OFF", 15)).toContainText("12");
    await undo(page);
    await expect(shown(page)).not.toContainText(".set OFF");
    await expect(element(page, "OFF", 0)).toContainText("?");
  });
  await test.step("a variable is filled and numbered, each with one undo step", async () => {
    const group = await menu(page, "OFF");
    await expect(group.getByLabel("With")).toBeFocused();
    await expectNoViolations(page, ".popup-panel");
    await group.getByLabel("With").fill("8");
    await page.keyboard.press("Enter");
    await expect(shown(page)).toContainText(".set OFF = [8; 16]");
    await expect(group).toBeHidden();
    await expect(page.getByRole("button", { name: "Fill OFF" })).toBeFocused();

    await menu(page, "OFF");
    await group.getByLabel("From").fill("0");
    await group.getByLabel("step").fill("4");
    await group.getByRole("button", { name: "Series" }).click();
    await expect(shown(page)).toContainText(".set OFF = iota(0, 4)");
    await expect(element(page, "OFF", 15)).toContainText("60");

    await undo(page);
    await expect(shown(page)).toContainText(".set OFF = [8; 16]");
    await undo(page);
    await expect(shown(page)).not.toContainText(".set OFF");
  });
});

test("values that do not fit are refused, a surface is filled, and a digit opens the field of a cell", async ({ page }) => {
  await test.step("a surface is filled, and the menu refuses values that do not fit", async () => {
    await open(page);
    const group = await menu(page, "BUF");
    await group.getByLabel("With").fill("1.5");
    await group.getByRole("button", { name: "Fill" }).click();
    await expect(group.getByRole("alert")).toContainText("1.5 is a float");
    await expect(group.getByLabel("With")).toHaveValue("1.5");
    await expectNoViolations(page, ".popup-panel");
    await group.getByRole("button", { name: "Series" }).click();
    // Its number of elements followed from its values alone.
    await expect(shown(page)).toContainText(".surface BUF buffer ud 4 = iota(0)");
    await undo(page);
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 30 40");
    await menu(page, "BUF");
    await page.keyboard.press("Escape");
    await expect(group).toBeHidden();
    await expect(page.getByRole("button", { name: "Fill BUF" })).toBeFocused();
  });
  await test.step("values that do not fit are refused at their cell, and nothing changes", async () => {
    await cell(page, 2).focus();
    await paste(page, "1 2 3");
    await expect(page.getByRole("alert")).toHaveText("BUF[2]: 3 values from element 2 on; BUF has room for 2 there Grow to 5 elements");
    // The cell still shows its value. Escape dismisses the error.
    await expect(cell(page, 2).locator(".cell-value")).toHaveText("30");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 30 40");
    await paste(page, "1 two");
    await expect(page.getByRole("alert")).toContainText("two is not a value");
    await expectNoViolations(page, "[role=alert]");
    await paste(page, "7, 8");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 7 8");
  });
  await undo(page);
  await test.step("growing returns the focus to its cell, also with a refused value before it", async () => {
    await cell(page, 0).focus();
    await paste(page, "two");
    await cell(page, 2).focus();
    await paste(page, "1 2 3");
    await page.getByRole("button", { name: "Grow to 5 elements" }).click();
    await expect(cell(page, 2)).toBeFocused();
    await expect(shown(page)).toContainText("= 10 20 1 2 3");
    await undo(page);
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 20 30 40");
  });
  await test.step("a digit opens the field of a cell, and a cell is copied", async () => {
    await cell(page, 0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.type("123");
    await page.keyboard.press("Enter");
    await expect(shown(page)).toContainText(".surface BUF buffer ud = 10 123 30 40");
    await expect(cell(page, 1)).toBeFocused();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.keyboard.press("ControlOrMeta+C");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("123");
    await page.keyboard.press("-");
    await expect(page.getByRole("textbox", { name: /BUF/ })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("textbox", { name: /BUF/ })).toHaveCount(0);
    await expect(shown(page)).toContainText("10 123 30 40");
  });
});

test("the list of lane numbers follows Undo and Redo, and the mask is typed, chosen, or refused with a reason", async ({ page }) => {
  await test.step("the list of lane numbers follows Undo and Redo", async () => {
    await open(page);
    await lanes(page, "0xff").click();
    const count = page.getByRole("combobox", { name: "number of lanes" });
    await count.selectOption("32 lanes");
    await expect(shown(page)).toContainText(".lanes 32");
    const menu = page.locator(".popup-button.lane-menu");
    await menu.press("Control+z");
    await expect(count).toHaveValue("8 lanes");
    await menu.press("Control+Shift+z");
    await expect(count).toHaveValue("32 lanes");
    await menu.press("Control+z");
    await expect(count).toHaveValue("8 lanes");
  });
  await test.step("the mask is typed, chosen, or refused with a reason", async () => {
    await mask(page).fill("0b1010");
    await mask(page).press("Enter");
    await expect(shown(page)).toContainText("active=0b0000_1010");
    await expect(mask(page)).toHaveValue("0x0a");
    await mask(page).fill("0-2,7");
    await mask(page).press("Enter");
    await expect(shown(page)).toContainText("active=0b1000_0111");
    await page.keyboard.press("Escape");
    await undo(page);
    await lanes(page, "0x0a").click();
    await expect(mask(page)).toHaveValue("0x0a");
    await mask(page).fill("0x1ff");
    await mask(page).press("Enter");
    await expect(page.getByRole("alert")).toHaveText("0x1ff has bits beyond the 8 lanes");
    await expect(mask(page)).toHaveValue("0x1ff");
    await expectNoViolations(page, ".popup-panel");
    // Escape dismisses what was refused, and closes the menu.
    await mask(page).press("Escape");
    await expect(page.getByRole("alert")).toHaveCount(0);
    await lanes(page, "0x0a").click();
    await expect(mask(page)).toHaveValue("0x0a");
    await page.getByRole("group", { name: "Presets" }).getByRole("button", { name: "Odd" }).click();
    await expect(shown(page)).toContainText("active=0b1010_1010");
    await expect(mask(page)).toHaveValue("0xaa");
    await page.keyboard.press("Escape");
    await expect(mask(page)).toHaveCount(0);
    await undo(page);
    await expect(shown(page)).toContainText("active=0b0000_1010");
  });
});
