// Places of the page, and ways to act on them, that many tests use.

import { boxAtRest, expect, parkPointer } from "./fixtures.mjs";

export const button = (page, name) => page.getByRole("button", { name, exact: true });
export const narration = (page) => page.getByRole("region", { name: "Narration" });
export const position = (page) => page.getByRole("region", { name: "timeline" }).locator(".position");
/** The text that is shown: next to the field before the editor is loaded. */
export const shown = (page) => page.locator(".plain-view, .cm-content");

/** An element of the surface BUF. */
export const cell = (page, index) => page.getByRole("button", { name: new RegExp(`^BUF\\[${index}\\]`) });
/** The head of a lane. */
export const head = (page, lane) => page.getByRole("button", { name: new RegExp(`^lane ${lane}: `) });

/** The completions of the text as it is. After a key, CodeMirror accepts none of the old ones until there are new ones. */
export const completions = (page) => page.locator(".cm-tooltip-autocomplete:not(.cm-tooltip-autocomplete-disabled)");

/** Moves the caret into the scenario and waits until typing works. */
export async function intoEditor(page) {
  await page.getByRole("textbox", { name: "scenario text" }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await parkPointer(page);
}

/** Holds back the files of a pattern until the returned function is called. */
export async function hold(page, files) {
  let release;
  const released = new Promise((done) => (release = done));
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Pastes into the focused element. */
export async function paste(page, text) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await page.keyboard.press("ControlOrMeta+V");
}

/** Replaces the whole scenario by pasting, as a user would. */
export async function replaceText(page, text) {
  await intoEditor(page);
  await page.keyboard.press("ControlOrMeta+A");
  await paste(page, text);
}

/** Returns the middle of an element. */
export async function middle(locator) {
  const { x, y, width, height } = await boxAtRest(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns a function that presses, moves or lifts a finger. */
export async function fingerOf(page) {
  const client = await page.context().newCDPSession(page);
  return (type, x, y) => client.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
}
