// The details of the selection, refused values and notes about errors: beside the picture, never over it.

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, OF_COLOURS, open, parkPointer, resize, test, violations } from "./fixtures.mjs";
import { cell, head } from "./places.mjs";

const SIZES = [[1440, 900], [1920, 1080], [820, 1180], [390, 844]];

const details = (page) => page.getByRole("region", { name: "Details" });
const field = (page) => page.locator(".cell-field input");

/** The boxes of lanes and memory on the page, and the size of their text. */
const picture = (page) =>
  page.evaluate(() => {
    const parts = [...document.querySelectorAll(".stage-body, .lane-table, .surface, .stage .cell-button")];
    const boxes = parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [x, y + scrollY, width, height];
    });
    return { boxes, font: getComputedStyle(document.querySelector(".scene")).fontSize };
  });

/** Expects an element to be whole in the window, and no part of it to be over the stage. */
async function expectBesideStage(page, element) {
  await expect(element).toBeInViewport({ ratio: 0.95 });
  const [box, stage] = [await element.boundingBox(), await page.locator(".stage").boundingBox()];
  const isApart =
    box.x >= stage.x + stage.width - 1 || box.x + box.width <= stage.x + 1 || box.y >= stage.y + stage.height - 1 || box.y + box.height <= stage.y + 1;
  expect(isApart, JSON.stringify({ box, stage })).toBe(true);
}

test("details and refused values are beside the picture, and move nothing, at each size", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=20`);
  const undo = page.getByRole("button", { name: "undo" });
  for (const [width, height] of SIZES) {
    await test.step(`${width} x ${height}`, async () => {
      await resize(page, width, height);
      await page.evaluate(() => scrollTo(0, 0));
      const before = await picture(page);
      await cell(page, 0).click();
      await expectBesideStage(page, details(page));
      await expect(details(page)).toContainText("BUF[0]");
      expect(await picture(page)).toEqual(before);
      // Sixteen values for four elements.
      await field(page).fill(Array.from({ length: 16 }, (_, index) => index + 1).join(" "));
      await page.keyboard.press("Enter");
      const grow = details(page).getByRole("button", { name: "Grow to 16 elements" });
      await expectBesideStage(page, grow);
      await expectNoViolations(page, ".details");
      await grow.click();
      await expect(grow).toHaveCount(0);
      await expect(cell(page, 0)).toBeFocused();
      await expect(page.locator(".printed-text")).toContainText("= 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16");
      if (width < 720) return;
      await undo.click();
      await page.keyboard.press("Escape");
      await expect(details(page)).toHaveCount(0);
      await expect(page.locator(".printed-text")).toContainText("= 10 20 30 40");
    });
  }
});

test("an error in the text moves nothing in the picture at any size", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=20`);
  for (const [width, height] of SIZES) {
    await test.step(`${width} x ${height}`, async () => {
      await resize(page, width, height);
      const before = await picture(page);
      await page.getByRole("textbox", { name: "scenario text" }).click();
      await expect(page.locator(".cm-content")).toBeFocused();
      await parkPointer(page);
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("dword_atom");
      const note = page.locator(".stage-note");
      await expect(note).toContainText("Last valid run");
      expect(await picture(page)).toEqual(before);
      if (width >= 720) await expectBesideStage(page, note);
      // All sizes have the same colours.
      if (width === 1440) await expectNoViolations(page);
      else expect(await violations(page, { but: OF_COLOURS })).toEqual([]);
      await page.keyboard.press("Control+z");
      await expect(note).toHaveCount(0);
    });
  }
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("the details of a cell are above the dock", async ({ page }) => {
    await open(page, `./#${exampleLink("01-collision")}&c=14`);
    await cell(page, 1).tap();
    await expectBesideStage(page, details(page));
    const parts = [details(page), details(page).getByRole("button", { name: "Stop when written" }), page.locator(".timeline")];
    const [box, stop, timeline] = await Promise.all(parts.map((part) => part.boundingBox()));
    expect(box.y + box.height).toBeLessThanOrEqual(timeline.y + 1);
    expect(stop.y + stop.height).toBeLessThanOrEqual(box.y + box.height);
  });
});

test("closing the details returns the focus to the selected thing", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=20`);
  await head(page, 2).focus();
  await page.keyboard.press("Enter");
  await details(page).getByRole("button", { name: "close" }).focus();
  await page.keyboard.press("Enter");
  await expect(details(page)).toHaveCount(0);
  await expect(head(page, 2)).toBeFocused();
  // A cell whose field was open.
  await cell(page, 1).click();
  await expect(field(page)).toBeFocused();
  await details(page).getByRole("button", { name: /^lane \d, step/ }).first().click();
  await page.keyboard.press("Escape");
  await expect(details(page)).toHaveCount(0);
  await expect(cell(page, 1)).toBeFocused();
});

test("without an inspector, and in a low window, the details are in the strip beside the sentence", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=20`);
  const edge = page.locator(".tabs .splitter");
  await edge.focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".tabs .pane-strip")).toBeVisible();
  const before = await picture(page);
  await head(page, 2).click();
  await expectBesideStage(page, details(page));
  const expectBesideSentence = async () => {
    const [box, sentence] = [await details(page).boundingBox(), await page.locator(".sentence").boundingBox()];
    expect(sentence.x + sentence.width).toBeLessThanOrEqual(box.x);
  };
  await expectBesideSentence();
  expect(await picture(page)).toEqual(before);
  for (const [width, height] of [[720, 450], [844, 390], [820, 660]]) {
    await resize(page, width, height);
    await expectBesideStage(page, details(page));
    await expectBesideSentence();
  }
});

test("an element selected among the registers stays in sight", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=42`);
  await page.getByRole("tab", { name: "Instruction" }).click();
  const register = page.getByRole("button", { name: /^OLD\[7\]/ });
  await register.scrollIntoViewIfNeeded();
  await register.click();
  await expect(details(page)).toContainText("OLD[7]");
  await expect(register).toBeInViewport({ ratio: 0.95 });
  await expectBesideStage(page, details(page));
});
