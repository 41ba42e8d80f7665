// The exercises of the manual's lessons, and functions that do them as a reader does.

import { readFileSync } from "node:fs";

import { expect } from "./fixtures.mjs";

/** The exercises of each page: right answers to the questions, or edits. core/tests/lessons.rs checks them all. */
export const EXERCISES = JSON.parse(readFileSync(new URL("../../docs/manual/exercises.json", import.meta.url), "utf8"));

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
