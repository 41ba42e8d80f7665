// Printing and stable positions.

import { exampleLink } from "../lib/link.mjs";
import { expect, framesDrawn, open, openMore, test } from "./fixtures.mjs";

const until = (page) => page.getByRole("textbox", { name: "Run until" });

test("print has the figure, the sentence and the whole text, and no controls", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14`);
  const text = await page.evaluate(() => document.querySelector(".printed-text").textContent);
  await page.emulateMedia({ media: "print" });
  for (const shown of [".lane-table", "#lane-2-old", "#cell-0-1", ".surface-name", ".stage-instruction", ".sentence", ".verdict", ".printed-text"]) {
    await expect(page.locator(shown).first(), shown).toBeVisible();
  }
  await expect(page.locator(".sentence")).toHaveText("Lane 2 reads 20 from BUF[1].");
  expect(text).toContain(".surface BUF buffer ud = 10 20 30 40");
  expect(text).toContain("dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
  for (const hidden of ["header", ".dock .transport", ".lane-switch", ".unfold", ".lane-menu", ".editor-panel", ".tabs", ".skip", "select"]) {
    for (const element of await page.locator(hidden).all()) await expect(element, hidden).toBeHidden();
  }
  // In print, scrolling boxes cut nothing off, and the parts follow each other from top to bottom.
  const tops = await page.evaluate(() =>
    [".lane-table", ".surface", ".sentence", ".printed-text"].map((name) => document.querySelector(name).getBoundingClientRect().top),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const sheets = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets.length).toBeLessThanOrEqual(2);
});

test("the field of the condition keeps its place and width, at 1440 and 820 px", async ({ page }) => {
  await open(page);
  for (const width of [1440, 820]) {
    await page.setViewportSize({ width, height: 900 });
    await openMore(page);
    await framesDrawn(page);
    const places = [until(page), page.locator(".timeline")];
    const boxes = () => Promise.all(places.map((place) => place.boundingBox()));
    const before = await boxes();
    for (const [typed, says] of [["new > 25", /^4 stops/], ["lane < 100", /^(?!4 )\d+ stops/], ["lnae", /unknown name lnae/], ["", /^$/]]) {
      await until(page).fill(typed);
      await expect(page.locator("#until-says")).toHaveText(says);
      expect(await boxes(), `${typed} at ${width} px`).toEqual(before);
    }
  }
});
