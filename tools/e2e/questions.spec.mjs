// Questions about the manuals, answered on an empty page in the way that our manual describes. The typed text is the one on the
// manual's page about the question.

import { readFileSync } from "node:fs";

import { expect, open, openInterpretations, test } from "./fixtures.mjs";

const cell = (page, name) => page.getByRole("button", { name });
const scenario = (page) => page.locator("#editor");

/** Returns the first scenario of a page of the manual. */
function shown(question) {
  const text = readFileSync(new URL(`../../docs/manual/src/questions/${question}.md`, import.meta.url), "utf8");
  return text.match(/^```lanescope.*\n([^]*?)^```/m)[1];
}

/** Empties the text, and types the scenario of a question. */
async function ask(page, question) {
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.getByRole("button", { name: "An empty text" }).click();
  // The text has the focus when the dialog has closed.
  await expect(page.getByRole("textbox", { name: "scenario text" })).toBeFocused();
  await page.keyboard.insertText(shown(question));
  await expect(page.locator(".stage-instruction").first()).toBeVisible();
}

/** Goes to the end of the run, where all expectations of the text hold. */
async function end(page) {
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.locator(".verdict")).toHaveText(/^(\d+) of \1 expectations? holds?\s*$/);
}

test("three questions are answered on an empty page", async ({ page }) => {
  await open(page);
  await test.step("does FCMPWR of -0 and +0 write?", async () => {
    await ask(page, "fcmpwr-of-zeros");
    await end(page);
    // As floats they are equal, so 9 is written. Their bits differ.
    await expect(cell(page, /^BUF\[0\].*: 9/)).toBeVisible();
    await openInterpretations(page);
    await page.getByRole("group", { name: "How do FCMPWR and FCAS compare?" }).getByRole("radio", { name: /^bitwise/ }).check();
    await expect(scenario(page)).toContainText(".reading fcmpwr_compare = bitwise");
    await expect(cell(page, /^BUF\[0\].*: -0/)).toBeVisible();
  });
  await test.step("does INC of SUATOM return before or after the wrap?", async () => {
    await ask(page, "inc-of-suatom");
    // Memory contains the limit. The first lane sets it to 0 and returns 5, the value before the wrap. The second returns 0.
    const returned = page.locator(".bank .row-output td");
    await end(page);
    await expect(cell(page, /^.*\[0\].*: 1\b/).first()).toBeVisible();
    await expect(returned.locator(".cell-value")).toHaveText(["5", "0"]);
    // The text of the operation contains the reason.
    await expect(page.getByRole("region", { name: "INC", exact: true })).toContainText("new = old >= src0 ? 0 : old + 1");
  });
  await test.step("is SCATTER4_SCALED with equal offsets order-dependent?", async () => {
    await ask(page, "equal-offsets");
    await page.getByRole("tab", { name: "Outcomes" }).click();
    // The value of the last lane remains: 10 in one of the two orders, 20 in the other.
    await page.getByRole("button", { name: "Explore all orders" }).first().click();
    await expect(page.locator("#tab-panel")).toContainText("All orders: 2 outcomes in 2 orders.");
    await expect(page.locator("#tab-panel")).toContainText("The manual does not define the result of two writes to the same bytes.");
    await end(page);
  });
});
