// A text whose run is long: the page answers while that run is made.

import { LONG } from "../bench/scenarios.mjs";
import { expect, open, test } from "./fixtures.mjs";

const KEYS = ["/", "/", "a", "b", "c"];

const runs = (page) => page.evaluate(() => Number(document.documentElement.dataset.run));

test("keys are answered while a run of a million steps is made, and the one before stays, marked", async ({ page }) => {
  await open(page);
  await page.getByRole("textbox", { name: "scenario text" }).click();
  const editor = page.locator(".cm-content");
  await editor.waitFor();
  const stage = page.locator(".stage");
  const position = page.locator(".position output");
  // Each frame with what the stage says of a text that has not run yet, and how many steps its run has.
  await page.evaluate(() => {
    window.painted = [];
    const frame = () => {
      const said = document.querySelector(".stage.stale [role=status]")?.textContent ?? "";
      if (said !== "") window.painted.push([said, document.querySelector(".position output").textContent]);
      requestAnimationFrame(frame);
    };
    frame();
  });
  await editor.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(LONG);
  await expect(position).toContainText("of 999810 steps", { timeout: 40_000 });
  await expect(stage).not.toHaveClass(/stale/);
  const painted = await page.evaluate(() => window.painted);
  expect(painted.some(([said]) => said.startsWith("Running…"))).toBe(true);
  expect(painted.filter(([, steps]) => steps.includes("999810"))).toEqual([]);

  // The keys follow each other faster than runs do: most runs are given up, and all that was typed is in the text.
  const before = await runs(page);
  await page.keyboard.press("Control+End");
  await Promise.all(KEYS.map((key) => page.keyboard.press(key)));
  await expect(editor).toContainText(KEYS.join(""));
  await expect(stage).not.toHaveClass(/stale/, { timeout: 40_000 });
  const made = (await runs(page)) - before;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(KEYS.length);

  // A text that runs in no time is there at once, whatever was under way.
  await page.keyboard.press("d");
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(".isa sass sm=52\nMOV R0, R1;\n");
  await expect(position).not.toContainText("999810");
  await expect(stage).not.toHaveClass(/stale/);
});
