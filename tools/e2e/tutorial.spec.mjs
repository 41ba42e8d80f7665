// The tutorial of the manual by keyboard alone: each page, its task, its question, and the link to the next page.

import { readdirSync } from "node:fs";

import { ANSWERS, answer, edit, exercise, tabTo } from "./exercises.mjs";
import { expect, test } from "./fixtures.mjs";

/**
 * The tasks of the pages: the changed lines, each with its replacement, and the result at the end. If the resulting values are
 * not the point of a page, the lines that expect them are changed too, to values added up by hand.
 */
const TRIES = {
  "01-one-lane": {
    edits: [[".set VAL = [2; 8]", ".set VAL = [5; 8]"]],
    // 40 + 5.
    differs: /BUF\[0\].*45/,
    then: [[".expect BUF = 42", ".expect BUF = 45"]],
  },
  "02-eight-lanes": {
    edits: [
      [".set OFF = 0 4 8 12 16 20 24 28", ".set OFF = 28 24 20 16 12 8 4 0"],
      // Lane 7, which adds 8, accesses the first cell.
      [".expect BUF = 11 12 13 14 15 16 17 18", ".expect BUF = 18 17 16 15 14 13 12 11"],
    ],
  },
  // Lane 0 has written 10 + 1.
  "03-meeting": { until: "Lane 1 reads 11 from BUF[0]." },
  "04-what-comes-back": {
    edits: [
      [".set OFF = [0; 8]", ".set OFF = 0 0 0 0 4 4 4 4"],
      ["ud = 100", "ud = 100 200"],
      // Four tickets each.
      [".expect NEXT = 108", ".expect NEXT = 104 204"],
      ["100 101 102 103 104 105 106 107", "100 101 102 103 200 201 202 203"],
    ],
  },
  "05-order": {
    edits: [
      [".order 2 0 3 1", ".order descending"],
      // Lane 0 has the last turn. Each lane finds the value of the lane above it.
      [".expect BUF = 101", ".expect BUF = 100"],
      [".expect OLD = 102 103 7 100", ".expect OLD = 101 102 103 7"],
    ],
  },
  "06-mask": {
    edits: [
      ["active=0b0000_0101", "active=0b1010_1010"],
      [".expect BUF = 1 0 1 0 0 0 0 0", ".expect BUF = 0 1 0 1 0 1 0 1"],
    ],
  },
  "07-predicate": {
    edits: [
      [".lanes 8", ".lanes 8 active=0b1110_1110"],
      // Lanes 0 and 4 leave their 10 unchanged.
      [".expect BUF = 11 11 11 11 9 9 9 9", ".expect BUF = 10 11 11 11 10 9 9 9"],
    ],
  },
  "08-outside": {
    edits: [
      [".set OFF = 12 16", ".set OFF = 13 16"],
      // An address that is not a multiple of four accesses the multiple below it: 12 again.
      [".expect note run-out-of-bounds", ".expect note run-out-of-bounds\n.expect warning run-misaligned"],
    ],
  },
  "09-without-atomic": {
    edits: [
      ["    T old = surface[address];", "    atomic {\n    T old = surface[address];"],
      ["    dst[i] = result;", "    }\n    dst[i] = result;"],
      // Each lane finds the sum of those before it: 10 + 1 + 2 + 4 + 8.
      [".expect OLD = 10 10 10 10", ".expect OLD = 10 11 13 17"],
      [".expect BUF = 18", ".expect BUF = 25"],
      [".expect warning run-race\n", ""],
    ],
  },
  "10-all-orders": {
    edits: [["(M1, 2)", "(M1, 4)"]],
    // Each of the four lanes can be the last, and their four numbers differ.
    differs: /4 outcomes/,
    then: [[".expect outcomes memory 2", ".expect outcomes memory 4"]],
  },
  "11-compare": {
    edits: [
      [".set FREE = [0; 8]", ".set FREE = 0 9 0 9 0 0 0 0"],
      [".expect BUF = 100 9 102 9", ".expect BUF = 100 101 102 103"],
    ],
  },
  "12-lock": {
    edits: [
      [".order 5 0 1 2 3 4 6 7", ".order 2 0 1 3 4 5 6 7\n.decl P1 v_type=P num_elts=8\n.set P1 = 0b100"],
      ["OWNER.0\n", "OWNER.0\n(P1) dword_atomic.xchg (M1, 8) LOCK OFF.0 FREE.0 V0.0 V0.0\n"],
      // Lane 2 gets the 0, and all others read its 102. Then it writes 0 again, so memory has one outcome.
      ["105 105 105 105 105 0 105 105", "102 102 0 102 102 102 102 102"],
      [".expect LOCK = 105", ".expect LOCK = 0"],
      [".expect outcomes memory 8\n", ""],
    ],
  },
  "13-waiting": {
    edits: [
      ["    surface[0] = 0;\n", ""],
      // Lane 0 adds 1 and keeps the lock. In the other order, lane 1 adds 2.
      [".expect BUF = 0 13", ".expect BUF = 1 11\n.expect error run-gave-up"],
      [".expect outcomes memory 1", ".expect outcomes memory 2"],
    ],
  },
  "14-lockstep": {
    edits: [
      ["(M1, 2)", "(M1, 1)"],
      ["ud = 0 10 1 1", "ud = 0 10 1 0"],
      // Lane 0 leaves the loop alone, adds 1, and frees the lock.
      [".expect error run-gave-up\n", ""],
      [".expect BUF = 1 10 0 1", ".expect BUF = 0 11 0 0"],
      [".expect outcomes memory 2\n", ""],
      [".expect impossible { BUF = 0 13 0 0 }\n", ""],
    ],
  },
  "15-one-for-all": {
    edits: [
      [
        "dword_atomic.add (M1, 8)",
        "add (M1, 4) VAL(0,0)<1> VAL(0,0)<1;1,0> VAL(0,4)<1;1,0>\nadd (M1, 2) VAL(0,0)<1> VAL(0,0)<1;1,0> VAL(0,2)<1;1,0>\nadd (M1, 1) VAL(0,0)<1> VAL(0,0)<1;1,0> VAL(0,1)<1;1,0>\ndword_atomic.add (M1, 1)",
      ],
      [".expect queue 8", ".expect queue 1"],
    ],
  },
};

/** The position of a run after its last step. */
const AT_END = /^step (\d+) of \1\b/;
/** The messages at the end if all expectations hold. */
const HOLDS = /^(?:Stuck here; )?(\d+) of \1 expectations? holds?\s*$/;

for (const file of readdirSync(new URL("../../docs/manual/src/tutorial", import.meta.url))) {
  const name = file.replace(".md", "");
  test(`the keyboard alone completes ${name}`, async ({ page }) => {
    const { edits, differs, then, until } = TRIES[name];
    await page.goto(`./manual/tutorial/${name}.html`);
    const { embed, inside, state } = await exercise(page, 0);
    await tabTo(page, embed);
    const [position, verdict] = [inside.locator(".embed-position"), inside.locator(".verdict")];
    await page.keyboard.press("End");
    await expect(position).toHaveText(AT_END);
    await expect(verdict).toHaveText(HOLDS);
    await expect(state).toHaveText("done");
    await page.keyboard.press("Home");
    await expect(position).toHaveText(/^start of \d+ steps/);
    await page.keyboard.press("ArrowRight");
    await expect(position).toHaveText(/^step \d+ of \d+/);

    if (until) {
      const sentence = inside.locator(".sentence");
      for (let steps = 0; steps < 100 && (await sentence.textContent()) !== until; steps += 1) await page.keyboard.press("ArrowRight");
      await expect(sentence).toHaveText(until);
    }
    const seen = async (changes) => {
      await edit(page, inside, changes);
      await page.keyboard.press("End");
      await expect(position).toHaveText(AT_END);
    };
    if (edits) await seen(edits);
    if (differs) {
      await tabTo(page, inside.locator("button.verdict"), "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(inside.locator(".difference").first()).toHaveText(differs);
      await page.keyboard.press("Escape");
    }
    if (then) await seen(then);
    if (edits) await expect(verdict).toHaveText(HOLDS);

    const asked = await exercise(page, 1);
    await tabTo(page, asked.embed);
    const solution = ANSWERS[`tutorial/${name}`][1];
    if (solution.edits) {
      await edit(page, asked.inside, solution.edits);
      await page.keyboard.press("End");
    } else {
      await answer(page, asked.inside, solution);
    }
    await expect(asked.state).toHaveText("done");

    // Leaves the frame, and moves to the link to the next page.
    const next = page.getByRole("link", { name: "Next chapter" }).last();
    const address = await next.evaluate((link) => link.href);
    await tabTo(page, next);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  });
}
