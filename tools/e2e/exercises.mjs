// The exercises of the manual's lessons, with their right answers.

import { expect } from "./fixtures.mjs";

/**
 * The right answers to the exercises of each page, one list for each exercise; `null` for an exercise without questions, and the edits
 * of one that is repaired or completed. All are calculated by hand.
 */
export const ANSWERS = {
  "lessons/orders": [
    // Lane 2 reads 100 and adds 4, lane 0 adds 1, lane 3 adds 8, lane 1 adds 2.
    ["104 113 100 105", "115"],
    // One sum; 3 * 2 * 1 orders, each with its own numbers.
    ["1", "6"],
    // Lanes 2 and 3 come last; each cell has one of two numbers.
    ["3 4", "4"],
    // Lane 3 directly before lane 1, and lane 0 last.
    ["2 3 1 0"],
    // Both read 10, lane 1 writes 12. All orders: 11, 12 and 13.
    ["12", "3"],
    { edits: [["dword_atomic.xchg", "dword_atomic.add"]] },
    { edits: [["// Write a line here.", ".order descending"]] },
    // Lanes 3, 1, 0 and 5 in this order. Lane 5 is past the end, and two lanes write to BUF[1].
    ["0 1 3 5", "6 5", "8 20 _ 30 _ 0", "2"],
  ],
  "lessons/masks": [
    // 0110 1000 has bits 3, 5 and 6.
    ["3 5 6"],
    // 0 in P1: lanes 0, 3, 6 and 7; lane 0 is masked off.
    ["3 6 7"],
    // Bits 8 to 15 of 0x35f0 are 0011 0101.
    ["1 0 1 0 1 1 0 0"],
    // Only .any holds; lane 2 is masked off.
    ["6 6 5 6"],
    // Lanes 0 to 3 are below 4, and the mask has lanes 1 and 2 of them.
    ["1 2"],
    { edits: [["0b0000_1100", "0b0011_0000"]] },
    { edits: [["dword_atomic.inc", "(!P1) dword_atomic.inc"]] },
    // 200 + 128 + 8 and 100 + 1.
    ["0 3 7", "101 336", "100 _ _ 328 _ _ _ 200"],
  ],
  "lessons/images": [
    ["30 40 0 0", "10 20 31 42"],
    ["6 0 8", "7 108 118"],
    ["10 60 0 50", "11 20 30 40 51 61"],
    ["11", "1", "12"],
    ["15 16 17 18"],
    null,
    { edits: [[".IGN", ".NEAR"]] },
    // 50 is in row 1, and 30 in row 0.
    { edits: [["// Write a line here.", ".set R1 = 1 0"]] },
    // Lanes 3 and 1 meet in column 2, and lane 0 is at (1, 1).
    ["0 1 3", "50 38 0 30", "10 20 40 40 51 60"],
  ],
  "lessons/cost": [
    // Elements 0, 2, 4 and so on.
    ["100 102 104 106 108 110 112 114"],
    null,
    // Lanes 0, 1, 3, 5 and 7 draw 10 to 14, lanes 2, 4 and 6 draw 20 to 22.
    ["10 11 20 12 21 13 22 14", "15 23"],
    { edits: [["iota(0, 8)", "iota(0, 4)"]] },
    { edits: [[".set OFF = [0; 8]", ".set OFF = 0 4 8 12 0 4 8 12"]] },
    // 3 lanes, 2 lanes, and 1 lane; 3 * 2 * 1 * 2 orders.
    ["13 22 31", "12 21 11 _ 10 20 _ 30", "12"],
  ],
  "lessons/numbers": [
    ["3 -5"],
    // 65535 + 2 - 65536.
    ["1 7"],
    ["3 4 0 1", "1 0 9 8"],
    // Both 1s are lost; the large number can go before, between or after them.
    ["0", "3"],
    ["0"],
    // Lane 3 is past the end, lane 2 comes before lane 0, lane 1 is off.
    ["0 2 3", "-9 -7 1", "-9 _ 5 0"],
    { edits: [["R2 = [4; 4]", "R2 = [3; 4]"]] },
    { edits: [["// Write a line here.", "dword_atomic.add.16 (M1, 1) BUF SECOND.0 VAL.0 V0.0 V0.0"]] },
  ],
  "lessons/first-recap": [
    { edits: [["FREE.0 MINE.0", "MINE.0 FREE.0"]] },
    // 50 - 1, 49 - 4 and 45 - 8.
    { edits: [["// Write a line here.", "(!P1) dword_atomic.sub (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0"]] },
    // Lane 2 has no bit in P1. Lane 5 is past the end, lane 4 gets 1, lane 3 gets 9, lane 0 gets 104; lane 0 or 4 has the second lock.
    ["0 3 4 5", "9 104", "104 _ _ 9 1 0", "2"],
  ],
  "lessons/sass": [
    // Each lane gets the sum of those before it.
    ["10 11 13 16", "20"],
    // Lane 1 is off, and keeps its 0.
    ["0 2 3", "10 0 30 20", "15 28 37"],
    { edits: [["R0 = 0 4 8", "R0 = 0 1 2"]] },
    { edits: [["SUATOM", "@P0 SUATOM"]] },
  ],
  // 7 + 5.
  "tutorial/01-one-lane": [null, ["7", "12"]],
  // Lanes 0 and 1 access each other's cell, and so do lanes 2 and 3.
  "tutorial/02-eight-lanes": [null, ["12 21 34 43"]],
  // Each lane gets the sum of those before it.
  "tutorial/03-meeting": [null, ["10 11 13 16", "20"]],
  "tutorial/04-what-comes-back": [null, ["100 200 101 201 102 202 103 203"]],
  // Lanes 3, 1, 2 and 0, one after the other.
  "tutorial/05-order": [null, ["100", "102 103 101 7"]],
  // 0xa6 is 1010 0110.
  "tutorial/06-mask": [null, ["1 2 5 7"]],
  // Lanes 2 and 4 are masked off; of the others, lanes 1, 3 and 5 have their bits and add 1, lanes 0, 6 and 7 add 5.
  "tutorial/07-predicate": [null, ["15 11 10 11 10 11 15 15"]],
  // Offsets 16 and 20 are past the end.
  "tutorial/08-outside": [null, ["20 0 40 0", "10 21 30 41"]],
  // All read 10, and lane 0 writes last.
  "tutorial/09-without-atomic": [null, ["15"]],
  // The last lane writes 1, 2 or 3.
  "tutorial/10-all-orders": [null, ["3"]],
  // Lanes 0 and 1 find the number that they expect.
  "tutorial/11-compare": [null, ["100 101 0 9"]],
  "tutorial/12-lock": [null, ["2 0 1 3"]],
  // Lane 2 gets 10, lane 0 gets 14, lane 1 gets 15; one sum.
  "tutorial/13-waiting": [null, ["14 15 10", "1"]],
  // 8 10 6 7, then 14 17, then 31.
  // The addition moves to where the lane has the lock.
  "tutorial/14-lockstep": [
    null,
    {
      edits: [
        ["        surface[0] = 0;\n", "        UD sum = surface[4];\n        surface[4] = sum + src0[i];\n        surface[0] = 0;\n"],
        ["  foreach_active (i) {\n    UD sum = surface[4];\n    surface[4] = sum + src0[i];\n  }\n", ""],
      ],
    },
  ],
  "tutorial/15-one-for-all": [null, ["31 17 6 7 5 9 2 6", "131"]],
};

/** Returns the embed of an exercise, in view and running, the content of its frame, and the state below it. */
export async function exercise(page, at) {
  const embed = page.locator("main lanescope-embed").nth(at);
  await embed.scrollIntoViewIfNeeded();
  await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
  return { embed, inside: embed.locator("iframe").contentFrame(), state: page.locator(".exercise").nth(at).getByRole("status") };
}

/** Moves to an element with Tab, or back with Shift+Tab, from wherever the focus is. */
export async function tabTo(page, place, key = "Tab") {
  for (let tabs = 0; tabs < 100; tabs += 1) {
    // Finds the element and its focus in one call, because the editor may be replacing the plain field. Tab indents in the editor, so
    // the key is pressed only while there is something that can have the focus.
    await place.first().waitFor({ state: "attached" });
    if (await place.evaluateAll((elements) => elements.includes(document.activeElement))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead there`);
}

/** Replaces parts of the text in an embed whose editor has the focus. */
export async function rewrite(page, inside, edits) {
  const content = inside.locator(".cm-content");
  await expect(content).toBeFocused();
  const lines = await content.locator(".cm-line").allTextContents();
  const changed = edits.reduce((text, [from, to]) => {
    expect(text, "what is to be changed stands there").toContain(from);
    return text.replace(from, to);
  }, `${lines.join("\n")}\n`);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(changed);
}

/** Edits the text in an embed: moves there, and types the replacement. */
export async function edit(page, inside, edits) {
  await tabTo(page, inside.locator("#editor :is(.cm-content, textarea)"));
  await rewrite(page, inside, edits);
  // Tab indents in a text that is edited; after Escape it moves the focus.
  await page.keyboard.press("Escape");
  await tabTo(page, inside.getByRole("button", { name: "Step", exact: true }), "Shift+Tab");
}

/** Types the answers to the questions of an exercise, with the keyboard alone, and checks them. */
export async function answer(page, inside, answers) {
  for (const [question, typed] of answers.entries()) {
    await tabTo(page, inside.locator(`#answer-${question}`));
    await page.keyboard.type(typed);
  }
  await page.keyboard.press("Enter");
  await expect(inside.locator(".quiz-head")).toContainText(`${answers.length} of ${answers.length} answer`);
}
