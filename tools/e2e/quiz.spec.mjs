// Questions about the run: those of a text, and predictions of the next step. Until they are checked, the results are nowhere.

import { readFileSync } from "node:fs";
import { scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, openLink, showDoors, test } from "./fixtures.mjs";

/** Two lanes add to one word. 1234567 + 7654321 = 8888888, and 8888888 + 1111111 = 9999999. */
const TEXT = `// Two lanes add
.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = 7654321 1111111
.surface BUF buffer ud = 1234567 20
dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0
`;

const QUESTIONS = `.ask lanes
.ask element OLD "What does each lane get?" points=2
.hint "The value before its own addition."
.ask element BUF[0]
.ask ends
`;

const quiz = (page) => page.locator(".quiz");
const field = (page, name) => quiz(page).getByRole("textbox", { name });

const openText = (page, questions = QUESTIONS) => open(page, `./#${scenarioLink(TEXT + questions)}`);

/** Returns everything of the page in which an answer could be found. */
async function contents(page) {
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  return [await page.content(), await page.locator("body").ariaSnapshot(), stored, page.url()].join("\n");
}

test("no answer is on the page, in its accessibility tree, storage or address before the check", async ({ page }) => {
  await openText(page);
  await expect(quiz(page)).toBeVisible();
  // Work in the background begins 600 ms after a run.
  await page.waitForTimeout(500);
  for (const tab of ["Instruction", "Outcomes", "Compare", "Semantics"]) {
    await page.getByRole("tab", { name: tab }).click();
    // Background work would have ended.
    await page.waitForTimeout(300);
    const found = await contents(page);
    for (const answer of ["8888888", "9999999"]) expect(found, `${answer} in the tab ${tab}`).not.toContain(answer);
  }
  await page.keyboard.press("End");
  await expect(page.locator(".timeline input[type=range]")).toHaveAttribute("max", "0");
  await page.getByRole("button", { name: "Show the answers" }).click();
  await expect.poll(() => contents(page)).toContain("9999999");
});

test("a wrong answer is explained, and the misconception runs beside the text", async ({ page }) => {
  await openText(page);
  await quiz(page).getByRole("button", { name: "Check" }).click();
  await expect(field(page, "The lanes that take part")).toBeFocused();
  await field(page, "The lanes that take part").fill("0 1");
  await quiz(page).getByRole("button", { name: "Hint" }).click();
  await expect(quiz(page)).toContainText("The value before its own addition.");
  // The new values instead of the old ones 1234567 and 8888888.
  await field(page, "What does each lane get?").fill("8888888, 9999999");
  await field(page, "The value of BUF[0]").fill("9999999");
  await page.keyboard.press("Enter");
  await expect(quiz(page)).toContainText("2 of 4 answers right, 2 of 5 points");
  await expect(quiz(page)).toContainText("The destination gets the value that was in memory before.");
  await expectNoViolations(page, ".quiz");
  // The last question is open, so the run is hidden. Both orders end with the same sum.
  await expect(page.getByRole("button", { name: "Show the answers" })).toBeVisible();
  await field(page, "The number of different contents of memory").fill("1");
  await page.keyboard.press("Enter");
  await expect(quiz(page)).toContainText("3 of 4 answers right");
  await expect(page.locator(".cell.answer-wrong")).toHaveCount(2);
  await expect(page.locator(".narration")).toContainText("Lane 0");
  await expectNoViolations(page);
  await quiz(page).getByRole("button", { name: "Show side by side" }).click();
  await expect(page.locator(".printed-text")).toContainText(".variant new_value");
});

test("answers go into the marked cells, with the keyboard alone, and are saved as a short text", async ({ page }) => {
  await openText(page, ".ask element BUF\n");
  await page.locator("#cell-0-0 .cell-button").focus();
  await page.keyboard.type("9999999");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.type("20");
  await page.keyboard.press("Enter");
  await expect(field(page, "The values of BUF")).toHaveValue("9999999 20");
  await field(page, "The values of BUF").press("Enter");
  await expect(quiz(page)).toContainText("1 of 1 answer right");
  await expect(page.locator(".cell.answer-right")).toHaveCount(2);
  await test.step("answers are saved as a short text", async () => {
    await openLink(page, scenarioLink(TEXT + QUESTIONS));
    await field(page, "The value of BUF[0]").fill("9999999");
    await page.keyboard.press("Enter");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      quiz(page).getByRole("button", { name: "Save answers" }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toBe("lanescope answers 1\n3: 9999999\n");
  });
});

test("a text without questions has none, a button beside the sentence asks for the next step, and lanes are pressed on the stage", async ({ page }) => {
  await test.step("a button beside the sentence asks for the next step", async () => {
    await openText(page, "");
    await expect(quiz(page)).toHaveCount(0);
    await showDoors(page);
    await page.getByRole("combobox", { name: "step size" }).selectOption("by instruction");
    await page.getByRole("group", { name: "Predict" }).getByRole("button", { name: "the next step" }).click();
    await expect(quiz(page)).toContainText("What happens next?");
    // The answers begin with the values before the step.
    await expect(field(page, /^BUF$/)).toHaveValue("1234567 20");
    await field(page, /^BUF$/).fill("9999999 20");
    await field(page, /^OLD$/).fill("1234567 8888888");
    await field(page, "The lanes that take part").fill("all");
    await page.keyboard.press("Enter");
    await expect(quiz(page)).toContainText("3 of 3 answers right");
    await quiz(page).getByRole("button", { name: "Close" }).click();
    await expect(quiz(page)).toHaveCount(0);
  });
  await page.keyboard.press("Home");
  await test.step("the lane that comes next is pressed on the stage", async () => {
    await page.getByRole("combobox", { name: "step size" }).selectOption("by lane");
    // The first step decides which lanes take part.
    await page.keyboard.press("ArrowRight");
    await page.getByRole("group", { name: "Predict" }).getByRole("button", { name: "the next step" }).click();
    // While lanes are the answer, they have no switches.
    await expect(page.locator(".lane-switch")).toHaveCount(0);
    const lane = (number) => page.locator(`th[data-lane="${number}"] .lane-head`);
    await lane(1).click();
    await expect(lane(1)).toHaveAttribute("aria-pressed", "true");
    await lane(0).click();
    await expect(lane(1)).toHaveAttribute("aria-pressed", "false");
    await expect(field(page, "The lane that comes next")).toHaveValue("0");
    await field(page, /^BUF$/).fill("8888888 20");
    await field(page, /^OLD$/).fill("1234567");
    await page.keyboard.press("Enter");
    await expect(quiz(page)).toContainText("3 of 3 answers right");
    await expectNoViolations(page);
  });
});

test("questions fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openText(page);
  await field(page, "The lanes that take part").fill("0");
  await quiz(page).getByRole("button", { name: "Check" }).click();
  await expect(quiz(page).locator("li.fails")).toHaveCount(1);
  await expect(page.locator("#cell-0-0")).toBeInViewport();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await expectNoViolations(page);
});

/** Returns the marked cells whose bottom another element covers or the panel cuts off. */
const cutCells = (page) =>
  page.evaluate(() => {
    const isCut = (cell) => {
      const box = cell.getBoundingClientRect();
      const there = document.elementFromPoint(box.left + box.width / 2, box.bottom - 4);
      return !cell.contains(there);
    };
    return [...document.querySelectorAll(".answer-right, .answer-wrong")].filter(isCut).map((cell) => cell.textContent);
  });

for (const [width, height] of [
  [390, 844],
  [820, 1180],
  [1280, 720],
  [1440, 900],
]) {
  test(`after the check, the number of right answers, the first mark and the marked cells are in sight at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openText(page);
    await field(page, "The lanes that take part").fill("0");
    await field(page, "What does each lane get?").fill("8888888, 9999999");
    await field(page, "The value of BUF[0]").fill("9999999");
    await field(page, "The number of different contents of memory").fill("2");
    await quiz(page).getByRole("button", { name: "Check" }).click();
    await expect(page.locator(".cell.answer-wrong")).toHaveCount(2);
    await expect(quiz(page).getByText("1 of 4 answers right")).toBeInViewport();
    await expect(quiz(page).getByText("wrong").first()).toBeInViewport();
    expect(await cutCells(page)).toEqual([]);
    // The focus is in sight, too.
    await expect(page.getByRole("button", { name: "Try again" })).toBeFocused();
    await expect(page.getByRole("button", { name: "Try again" })).toBeInViewport();
    // On a phone, the page scrolls instead of the panel.
    if (width < 560) expect(await quiz(page).evaluate((panel) => panel.scrollHeight - panel.clientHeight)).toBe(0);
  });
}
