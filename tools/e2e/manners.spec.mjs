// Printing, stable positions, and the invitation of a first visit.

import { exampleLink } from "../lib/link.mjs";
import { expect, kept, open, openMore, test } from "./fixtures.mjs";

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

for (const width of [1440, 820]) {
  test(`the field of the condition keeps its place and width, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    await openMore(page);
    const boxes = async () => {
      const places = [until(page), page.locator(".timeline")];
      return Promise.all(places.map((place) => place.boundingBox()));
    };
    const before = await boxes();
    for (const [typed, says] of [["new > 25", "4 stops"], ["lane < 100", "stops"], ["lnae", "unknown name lnae"], ["", ""]]) {
      await until(page).fill(typed);
      await expect(page.locator("#until-says")).toContainText(says);
      expect(await boxes(), typed).toEqual(before);
    }
  });
}

test("a first visit has one invitation, up to the first step", async ({ page }) => {
  await open(page);
  const invitations = page.getByText(/Press .* to run the first step|Step through it|New here/);
  await expect(invitations).toHaveCount(1);
  const lesson = page.getByRole("link", { name: "Take the first lesson" });
  await expect(lesson).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
  await expect(invitations).toHaveCount(1);
  await expect(lesson).toHaveCount(0);
  await expect.poll(async () => (await kept(page)).stepped).toBe(true);
  await page.reload();
  await expect(page.getByRole("button", { name: "Step", exact: true })).toBeVisible();
  await expect(lesson).toHaveCount(0);
});
