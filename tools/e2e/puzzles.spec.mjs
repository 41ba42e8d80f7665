// Puzzles: from the gallery to a verdict that is remembered.

import { expect, expectNoViolations, kept, open, reload, test } from "./fixtures.mjs";
import { replaceText } from "./places.mjs";
import { textOf } from "../lib/link.mjs";

const START = textOf("puzzle-08-smallest");
const SOLUTION = START.replace("cmpxchg (M1, 8) OWNER OFF.0 LANE.0 FREE.0", "min (M1, 8) OWNER OFF.0 LANE.0 V0.0");

/** Opens a puzzle from the gallery. */
async function openPuzzle(page, name) {
  const menu = page.getByRole("button", { name: "More commands" });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await expect(bar(page)).toBeVisible();
}

const bar = (page) => page.getByRole("region", { name: /^Puzzle/ });
const text = (page) => page.locator(".printed-text");

for (const [width, height] of [[1440, 900], [390, 844]]) {
  test(`a puzzle is opened, checked and solved, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    await expect(bar(page)).toHaveCount(0);
    await openPuzzle(page, /the smallest lane claims a word/);
    await expect(bar(page)).toContainText("In any order of the lanes, a word must end with the smallest lane");
    // The inputs of the variants are folded.
    await expect(page.locator("#editor .cm-foldPlaceholder", { hasText: "…" })).toHaveCount(2);
    await expect(bar(page).getByRole("button")).toHaveText(["Check"]);

    // Ascending lanes meet the goal, so another order is at fault.
    await bar(page).getByRole("button", { name: "Check" }).click();
    await expect(bar(page)).toContainText("Another order breaks it");
    await expectNoViolations(page, ".puzzle");
    await bar(page).getByRole("button", { name: "Play this order" }).click();
    await expect(text(page)).toContainText(".order ");
    await expect(bar(page)).toContainText("Another order breaks it");
    // At its end, the order shows a wrong result.
    await page.locator("body").press("End");
    await expect(page.locator(".narration")).toContainText(/expectations? failed/);

    await bar(page).getByRole("button", { name: "Start again" }).click();
    await expect(text(page)).toHaveText(START);
    await replaceText(page, SOLUTION);
    await bar(page).getByRole("button", { name: "Check" }).click();
    await expect(bar(page)).toContainText("Solved");
    await expectNoViolations(page, ".puzzle");

    await expect.poll(async () => (await kept(page)).solved).toEqual(["Puzzle 8: the smallest lane claims a word"]);
    await reload(page);
    await expect(bar(page)).toContainText("the smallest lane claims a word");
    await bar(page).getByRole("button", { name: "Check" }).click();
    await bar(page).getByRole("button", { name: "Next puzzle" }).click();
    await expect(bar(page)).toContainText("Puzzle 9: one owner of a lock");
    await expect(bar(page).getByRole("button")).toHaveText(["Check"]);
    await expect(bar(page).getByRole("heading")).toBeFocused();
    await expectNoViolations(page, ".puzzle");
    await page.goBack();
    await expect(bar(page)).toContainText("the smallest lane claims a word");
  });
}

test("after the last puzzle, the gallery has more", async ({ page }) => {
  await open(page);
  await openPuzzle(page, /columns without conflicts/);
  // Rows 36 words apart.
  await replaceText(page, textOf("puzzle-15-column").replace("0 128 4 132 8 136 12 140", "0 144 4 148 8 152 12 156").replace("0x80:ud", "0x90:ud"));
  await bar(page).getByRole("button", { name: "Check" }).click();
  await bar(page).getByRole("button", { name: "More puzzles" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "Puzzles 1 of 15 solved" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /Solved/ })).toHaveCount(1);
  await expectNoViolations(page, "dialog[open]");
});

test("another input and another goal are reported", async ({ page }) => {
  await open(page);
  await openPuzzle(page, /lanes 1 and 3 add/);
  const mask = textOf("puzzle-01-mask");
  await replaceText(page, mask.replace("VAL = 1 2 3 4", "VAL = 0 2 0 4"));
  await bar(page).getByRole("button", { name: "Check" }).click();
  await expect(bar(page)).toContainText("Another input breaks it");
  await bar(page).getByRole("button", { name: "Play this input" }).click();
  await expect(page.locator(".stage-area")).toContainText("other");
  await expect(bar(page)).toContainText("Another input breaks it");

  await replaceText(page, mask.replace("BUF = 10 12 10 14", "BUF = 11 12 13 14"));
  await bar(page).getByRole("button", { name: "Check" }).click();
  await expect(bar(page)).toContainText("The goal was changed");
  await expect(bar(page)).toContainText(".expect BUF = 10 12 10 14");

  await replaceText(page, mask.replace("active=0b1111", "active=0b1010").replace(".variant", "add (M1, 4) VAL(0,0)<1> VAL(0,0)<1;1,0> 0:ud\n.variant"));
  await bar(page).getByRole("button", { name: "Check" }).click();
  await expect(bar(page)).toContainText("2 instructions, but the limit is 1");

  // Another scenario has no bar, and Undo brings the puzzle back.
  await page.getByRole("button", { name: "Examples" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Drawing tickets/ }).click();
  await expect(bar(page)).toHaveCount(0);
  await page.getByRole("button", { name: "undo" }).click();
  await expect(bar(page)).toBeVisible();
});
