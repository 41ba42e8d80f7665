// The page where something is wrong or unusual: a failure of the program, and colours that the system sets.

import { expect, expectNoViolations, kept, open, reload, started, test } from "./fixtures.mjs";

const text = (page) => page.locator("#editor .cm-content");

test.describe("after a failure", () => {
  test.use({ mayFail: true });

  /** Makes the browser refuse what the program inserts next, as it does where an extension has moved parts of the page. */
  const breakPage = (page) =>
    page.evaluate(() => {
      Node.prototype.insertBefore = () => {
        throw new DOMException("not a child of this node", "NotFoundError");
      };
    });

  test("the page shows the text, opens without it, and restores it on request", async ({ page }) => {
    await open(page);
    await text(page).click();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// my own line\n");
    await expect.poll(async () => (await kept(page)).text).toContain("// my own line");
    await page.evaluate(() => document.activeElement.blur());
    await breakPage(page);
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");

    const message = page.getByRole("alertdialog", { name: "Lanescope has failed" });
    await expect(message.getByRole("heading")).toBeFocused();
    await expect(message.getByLabel("Your text")).toHaveValue(/^\/\/ my own line\n\/\/ Eight lanes, four counters\n/);
    await expectNoViolations(page, "[role=alertdialog]");

    await message.getByRole("link", { name: "Reload" }).click();
    await started(page);
    await expect(text(page)).toContainText("Eight lanes, four counters");
    await expect(text(page)).not.toContainText("my own line");
    const restore = page.getByRole("button", { name: "Restore it" });
    await expect(restore).toBeVisible();
    await reload(page);
    await restore.click();
    await expect(text(page)).toContainText("// my own line");
    await expect.poll(async () => (await kept(page)).text).toContain("// my own line");
    await reload(page);
    await expect(text(page)).toContainText("// my own line");
    await expect(restore).toHaveCount(0);
  });
});

test.describe("in colours of the system", () => {
  test.use({ contextOptions: { forcedColors: "active" } });

  /** Elements that a mark picks out, each with one of its kind without the mark, at step 6 of the first example. */
  const PAIRS = {
    "the running lane": [".lane-running .lane-head", ".lane-waiting .lane-head"],
    "a cell with a new value": ["#cell-0-0.changed .cell-button", "#cell-0-1 .cell-button"],
    "a lane that is off": ["[data-lane='7'] .lane-switch", "[data-lane='6'] .lane-switch"],
    "the open tab": ["[role=tab][aria-selected=true]", "[role=tab][aria-selected=false]"],
    "the line of the notation that ran": [".code-line.ran", ".code-line:not(.ran, .next)"],
  };

  test("whatever a colour says is said by a line, too", async ({ page }) => {
    await open(page);
    await page.getByRole("switch", { name: "lane 7 " }).click();
    for (let step = 0; step < 6; step += 1) await page.getByRole("button", { name: "Step", exact: true }).click();
    for (const [what, selectors] of Object.entries(PAIRS)) {
      const [marked, plain] = await page.evaluate(
        (selectors) =>
          selectors.map((selector) => {
            const element = document.querySelector(selector);
            return element && ["", "::before", "::after"].map((part) => {
              const style = getComputedStyle(element, part);
              return ["content", "border", "outline", "backgroundColor", "color", "fontWeight", "textDecorationLine"].map((key) => style[key]);
            });
          }),
        selectors,
      );
      expect.soft([marked, plain].every(Boolean), `${what} is there`).toBe(true);
      expect.soft(marked, what).not.toEqual(plain);
    }
  });
});
