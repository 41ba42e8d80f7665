// The tutorial of the manual by keyboard alone: a page, its task, its question, and the link to the next page. core/tests/lessons.rs
// checks the tasks and questions of all pages.

import { answer, edit, exercise, EXERCISES, tabTo } from "./exercises.mjs";
import { expect, pressUntil, test } from "./fixtures.mjs";

/** The position of a run after its last step. */
const AT_END = /^step (\d+) of \1\b/;
/** The messages at the end if all expectations hold. */
const HOLDS = /^(?:Stuck here; )?(\d+) of \1 expectations? holds?\s*$/;

/** Moves to the example of a page, to its end, back to its start, and one step forward. Returns the content of the frame. */
async function example(page, name) {
  await page.goto(`./manual/tutorial/${name}.html`);
  const { embed, inside, state } = await exercise(page, 0);
  await tabTo(page, embed);
  const position = inside.locator(".embed-position");
  await page.keyboard.press("End");
  await expect(position).toHaveText(AT_END);
  await expect(inside.locator(".verdict")).toHaveText(HOLDS);
  await expect(state).toHaveText("done");
  await page.keyboard.press("Home");
  await expect(position).toHaveText(/^start of \d+ steps/);
  await page.keyboard.press("ArrowRight");
  await expect(position).toHaveText(/^step \d+ of \d+/);
  return inside;
}

/** Answers the questions of a page, leaves the frame, and moves to the link to the next page. */
async function answerAndGoOn(page, name) {
  const { embed, inside, state } = await exercise(page, 1);
  await tabTo(page, embed);
  await answer(page, inside, EXERCISES[`tutorial/${name}`][1].answers);
  await expect(state).toHaveText("done");
  const next = page.getByRole("link", { name: "Next chapter" }).last();
  const address = await next.evaluate((link) => link.href);
  await tabTo(page, next);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(address);
}

// The claim about the result, and the one about the outcomes of all orders.
for (const [name, differs] of [["01-one-lane", /BUF\[0\].*45/], ["10-all-orders", /4 outcomes/]]) {
  test(`the keyboard alone completes ${name}, and a claim that fails says why`, async ({ page }) => {
    const inside = await example(page, name);
    const verdict = inside.locator(".verdict");
    const [{ edits, then }] = EXERCISES[`tutorial/${name}`];
    const seen = async (changes) => {
      await edit(page, inside, changes);
      await page.keyboard.press("End");
      await expect(inside.locator(".embed-position")).toHaveText(AT_END);
    };
    await seen(edits);
    await tabTo(page, inside.locator("button.verdict"), "Shift+Tab");
    await page.keyboard.press("Enter");
    await expect(inside.locator(".difference").first()).toHaveText(differs);
    await page.keyboard.press("Escape");
    await seen(then);
    await expect(verdict).toHaveText(HOLDS);
    await answerAndGoOn(page, name);
  });
}

test("the keyboard alone completes 03-meeting, step by step", async ({ page }) => {
  const inside = await example(page, "03-meeting");
  // Lane 0 has written 10 + 1.
  await pressUntil(page, "ArrowRight", inside.locator(".sentence"), "Lane 1 reads 11 from BUF[0].");
  await answerAndGoOn(page, "03-meeting");
});
