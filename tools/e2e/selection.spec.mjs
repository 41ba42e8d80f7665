// The shared selection: an element that is selected in one view is highlighted in all others.

import { expect, expectNoViolations, open, parkPointer, test } from "./fixtures.mjs";
import { cell, head, position } from "./places.mjs";

/** The highlighted pieces of the text. */
const litText = (page) => page.locator(".tok-selected").allTextContents();
const litCells = (page) => page.locator(".surface .selected .cell-value").allTextContents();

test("lanes, elements and values are selected at the end of a run, and a value is typed anew", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "to the end" }).click();
  await test.step("a selected lane highlights its values, column, cell and head, and lists its steps", async () => {
    await head(page, 2).focus();
    await page.keyboard.press("Enter");
    // Lane 2 has offset 4 and value 3, and the element at byte 4 is 20.
    await expect(page.locator(".tok-selected")).toHaveText(["4", "3", "20"]);
    expect(await litCells(page)).toEqual(["30"]);
    await expect(page.locator("th[data-lane].selected")).toHaveAttribute("data-lane", "2");
    await expect(page.locator("th[data-lane='2'] .lane-switch")).toHaveAccessibleName("lane 2 on");
    await expect(page.locator("#lane-2-old")).toHaveClass(/selected/);
    await expect(page.locator("#lane-3-old")).not.toHaveClass(/selected|related/);
    await expect(page.locator(".wire.selected")).toHaveCount(1);
    await expect(page.locator(".wire.selected")).toHaveAttribute("data-lane", "2");
    const box = page.getByRole("group", { name: "lane 2: on, done" });
    await expect(box.getByRole("button", { name: /^lane 2, step/ })).toHaveCount(3);
    await expectNoViolations(page);
    await box.getByRole("button", { name: /^lane 2, step/ }).last().click();
    await expect(position(page)).toContainText("lane 2 · return");
    await box.getByRole("button", { name: "close" }).click();
    expect(await litText(page)).toEqual([]);
  });
  await test.step("an element of a variable lists the steps that wrote it", async () => {
    await page.getByRole("button", { name: "to the end" }).click();
    await page.getByRole("tab", { name: "Instruction" }).click();
    await page.getByRole("button", { name: /^OLD\[4\]/ }).click();
    await page.keyboard.press("Escape");
    const box = page.getByRole("group", { name: "OLD[4]" });
    await expect(box).toContainText("at the start ?");
    await expect(box).toContainText("now 13");
    await box.getByRole("button", { name: /^lane 4, step/ }).click();
    await expect(position(page)).toContainText("lane 4 · return");
    await expect(page.locator("#lane-4-out4")).toHaveClass(/related/);
    await expectNoViolations(page, ".details");
  });
  await test.step("a computed value selects its lane, and opens no field", async () => {
    await page.getByRole("button", { name: "to the end" }).click();
    await value(page, "new", 3).click();
    await expect(head(page, 3)).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".cell-field")).toHaveCount(0);
  });
  await test.step("a lane's value is selected, tells its history and is typed anew", async () => {
    await value(page, "src0", 2).click();
    const field = page.getByRole("textbox", { name: "Initial value of VAL[2]" });
    await expect(field).toBeFocused();
    const box = page.getByRole("group", { name: "VAL[2]" });
    await expect(box).toContainText("Never written.");
    await expect(page.locator(".tok-selected").last()).toBeVisible();
    await field.fill("7");
    await page.keyboard.press("Enter");
    await expect(value(page, "src0", 2)).toBeFocused();
    await expect(value(page, "src0", 2)).toHaveText("7");
    await expect(page.locator(".plain-view, .cm-content")).toContainText("1 2 7 4");
    await expectNoViolations(page, ".details");
  });
});

test("a selected cell highlights its lanes, and arrow keys move among the values of lanes", async ({ page }) => {
  await open(page);
  await test.step("arrow keys move among the values of lanes, and Tab reaches one of them", async () => {
    await expect(page.locator(".bank .cell-button[tabindex='0']")).toHaveCount(1);
    await value(page, "element_offset", 0).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await expect(value(page, "src0", 1)).toBeFocused();
    await expect(page.locator(".bank .cell-button[tabindex='0']")).toHaveCount(1);
    // A digit opens the field.
    await page.keyboard.type("9");
    await expect(page.getByRole("textbox", { name: "Initial value of VAL[1]" })).toHaveValue("9");
    await page.keyboard.press("Escape");
    await expect(value(page, "src0", 1)).toBeFocused();
  });
  await test.step("a selected cell highlights its lanes", async () => {
    // The row of the address is folded at first.
    await page.getByRole("button", { name: "+1 row" }).click();
    await cell(page, 1).click();
    await expect(page.locator(".cell-field input")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator("th[data-lane].selected .lane-number")).toHaveText(["2", "6"]);
    await expect(page.locator("td.related")).toHaveCount(2);
    await expect(page.locator("#lane-6-address")).toHaveClass(/related/);
  });
});

test("a name of the notation and the bits of the machine code highlight their places everywhere", async ({ page }) => {
  await test.step("a name of the notation highlights its row, its registers and its places in the text", async () => {
    await open(page);
    await page.locator(".cm-foldPlaceholder").click();
    await page.locator(".semantics .named", { hasText: "src0" }).first().click();
    await expect(page.locator(".bank .row-name[aria-pressed='true']")).toHaveAccessibleName("VAL src0");
    await expect(page.locator("td.related")).toHaveCount(8);
    await expect(page.locator(".semantics .code-text .selected")).toHaveText(["src0", "src0"]);
    await expect(page.locator(".tok-selected")).toHaveText(["VAL", "VAL", "VAL"]);
    await page.getByRole("tab", { name: "Instruction" }).click();
    await expect(page.locator(".register.selected")).toHaveCount(8);
    await expectNoViolations(page, ".tabs");
    // By keyboard: the name of the row.
    await page.locator(".bank .row-name[aria-pressed='true']").press("Enter");
    await expect(page.locator("td.related")).toHaveCount(0);
  });
  await test.step("bits of the machine code highlight their words, and words their bits", async () => {
    const tab = page.getByRole("tab", { name: "Instruction" });
    await tab.click();
    const field = (name) => page.getByRole("button", { name, exact: true });
    await expect(page.locator(".code-pieces span")).toHaveCount(30);
    await page.locator(".encoding").getByRole("button").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(field("op")).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".tok-selected")).toHaveText(["add"]);
    await expect(page.locator(".code-pieces .selected")).toHaveText(["00"]);
    await expectNoViolations(page, ".tabs");
    // A field of an operand selects its row of the table.
    await page.locator(".encoding").getByRole("button", { name: "src0", exact: true }).click();
    await expect(page.locator("td.related")).toHaveCount(8);
    await expect(page.locator(".code-pieces .selected")).toHaveText(["21", "00", "00", "00", "00", "00"]);
    // From the text: the execution size.
    await page.getByRole("textbox", { name: "scenario text" }).focus();
    await expect(page.locator(".cm-content")).toBeFocused();
    // The first word of the line, because the line may be wrapped.
    await page.locator(".cm-line", { hasText: "dword_atomic.add" }).locator("span").first().click();
    await parkPointer(page);
    await page.keyboard.press("Home");
    for (let step = 0; step < "dword_atomic.add (M1, 8".length; step += 1) await page.keyboard.press("ArrowRight");
    await expect(field("size")).toHaveAttribute("aria-pressed", "true");
    await expect(page.locator(".tok-selected")).toHaveText(["8"]);
  });
});

test("the caret in the text selects the thing under it", async ({ page }) => {
  await open(page);
  const box = page.getByRole("textbox", { name: "scenario text" });
  await box.focus();
  await expect(page.locator(".cm-content")).toBeFocused();
  const line = page.locator(".cm-line", { hasText: ".surface BUF" });
  await line.click();
  await parkPointer(page);
  // The line is wrapped. The first press goes to the end of its visible part, the second to the end of the line.
  await page.keyboard.press("End");
  await page.keyboard.press("End");
  // After the last value, 40.
  await expect(page.locator("#cell-0-3")).toHaveClass(/selected/);
  await expect(page.locator("th[data-lane].selected .lane-number")).toHaveText(["5"]);
  // Typing also moves the caret, but selects nothing.
  await page.keyboard.type("1");
  await expect(page.locator("#cell-0-3 .cell-value")).toHaveText("401");
  await page.locator(".cm-line", { hasText: ".set VAL" }).click();
  await parkPointer(page);
  await page.keyboard.press("Home");
  for (let step = 0; step < ".set VAL = 1".length; step += 1) await page.keyboard.press("ArrowRight");
  await expect(page.locator("td.related")).toHaveCount(1);
  await expect(page.locator("#lane-0-in2")).toHaveClass(/related/);
});

/** The value of a lane on the stage. */
const value = (page, row, lane) => page.getByRole("button", { name: new RegExp(`^${row} of lane ${lane}: `) });
