// From an empty text to something that runs, by what the page offers alone, in few presses. Keys and clicks count; numbers
// that are typed do not.

import { expect, expectNoViolations, open, test } from "./fixtures.mjs";

const editor = (page) => page.locator(".cm-content");
const list = (page) => page.locator(".cm-tooltip-autocomplete");
const chosen = (page) => list(page).locator("[aria-selected]");

/** What a person presses, counted. */
function counted(page) {
  const presses = {
    count: 0,
    async key(name) {
      presses.count += 1;
      await page.keyboard.press(name);
    },
    /** Letters are presses, each. */
    async letters(text) {
      for (const letter of text) await presses.key(letter);
    },
    async number(text) {
      await page.keyboard.type(text);
    },
    async click(locator) {
      presses.count += 1;
      await locator.click();
    },
    /** Takes what the list has chosen, which is to be this. */
    async take(label) {
      await expect(chosen(page)).toContainText(label);
      // The list takes no key in its first moment, lest it takes one that was meant for the text.
      await page.waitForTimeout(100);
      await presses.key("Enter");
    },
  };
  return presses;
}

/** The editor with nothing in it. */
async function openEmpty(page) {
  await open(page);
  await page.locator("#editor").click();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.press("Delete");
  await expect(editor(page)).toHaveText("");
}

test("four lanes add to memory, from an empty text, within 25 presses", async ({ page }) => {
  await openEmpty(page);
  const press = counted(page);
  await press.letters("dw");
  await press.take("dword_atomic");
  await press.take("add");
  await press.take("M1");
  await press.number("4");
  await press.take("4");
  await press.take("BUF");
  await press.take("OFFSET");
  await press.take("SRC0");
  await press.take("DST");
  await expect(editor(page)).toContainText("dword_atomic.add (M1, 4) BUF OFFSET.0 SRC0.0 V0.0 DST.0");
  await expect(page.getByText("No problems.")).toBeVisible();
  await press.key("End");
  expect(press.count).toBeLessThanOrEqual(25);
});
