// A block-linear surface: its texels, and the same texels in memory order.

import { expect, expectNoViolations, open, openLink, openMore, resize, test } from "./fixtures.mjs";
import { exampleLink, scenarioLink } from "../lib/link.mjs";

/** 32 by 16 dwords that contain their own indexes, in blocks of two GOBs. */
const NEIGHBOURS = `./#${exampleLink("29-block-linear")}`;
/** 5 by 3 dwords, which fill a corner of one GOB. */
const CORNER = scenarioLink(`.isa sass sm=52
.lanes 32 active=0b11
.set R0 = 4 4
.set R1 = 0 0
.set R2 = [10; 32]
.surface 0 2d R32_UINT 5x3 base=0x2000 layout=blocklinear block=1x1 = iota(0, 1)
SUATOM.D.2D.ADD.IGN R4, [R0], R2, 0x0;
`);

const memory = (page) => page.getByRole("group", { name: "surface 0 in memory", exact: true });
const slot = (page, byte) => memory(page).getByRole("button", { name: new RegExp(`^byte ${byte}:`) });
const texel = (page, element) => page.locator(`#cell-0-${element}`);

test("a texel is highlighted in both views by pointer, focus and selection", async ({ page }) => {
  await open(page, NEIGHBOURS);
  const lit = page.locator("[data-highlighted]");
  await slot(page, 32).hover();
  await expect(texel(page, 4)).toHaveAttribute("data-highlighted");
  await expect(lit).toHaveCount(2);
  await texel(page, 8).hover();
  await expect(slot(page, 256)).toHaveAttribute("data-highlighted");
  await expect(lit).toHaveCount(2);
  await page.locator("h1, .panel-head").first().hover();
  await expect(lit).toHaveCount(0);
  // By keyboard: right from byte 0 to 4, then down a line of 64 bytes.
  await slot(page, 0).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(slot(page, 68)).toBeFocused();
  await expect(texel(page, 65)).toHaveAttribute("data-highlighted");
  await page.keyboard.press("Enter");
  await expect(slot(page, 68)).toHaveAttribute("aria-pressed", "true");
  await expect(texel(page, 65)).toHaveClass(/selected/);
  await expect(page.getByRole("group", { name: "surface 0[65], x 1, y 2" })).toBeVisible();
  // Shows another part of memory. A slot that is selected there scrolls its texel into sight.
  await memory(page).getByRole("button", { name: "next part of memory" }).click();
  await slot(page, 1536).click();
  await expect(slot(page, 1536)).toHaveAttribute("aria-pressed", "true");
  await expect(texel(page, 8 * 32 + 16)).toHaveClass(/selected/);
  // In the other direction: texel 300 is in the ninth row, at x 12.
  await texel(page, 300).getByRole("button").click();
  await expect(memory(page).locator('[data-counterpart="cell-0-300"]')).toHaveAttribute("aria-pressed", "true");
  await expectNoViolations(page);
});

test("both views fit any width, and padding and colliding lanes are marked in memory", async ({ page }) => {
  await open(page, NEIGHBOURS);
  for (const [width, isBeside] of [
    [1920, true],
    [1440, false],
    [820, false],
    [390, false],
    [320, false],
  ]) {
    await test.step(`${width} px`, async () => {
      await resize(page, width, 900);
      // The width of the memory depends on that of the stage, which is measured after it is drawn.
      await expect(async () => {
        const [grid, below] = await Promise.all([page.locator(".surface-cells").first(), memory(page)].map((view) => view.boundingBox()));
        expect(below.x > grid.x + grid.width).toBe(isBeside);
        expect(below.y > grid.y + grid.height).toBe(!isBeside);
        expect(below.x + below.width).toBeLessThanOrEqual(width);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        const cut = memory(page).locator(".slot-value");
        expect(await cut.evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).length)).toBe(0);
      }).toPass();
    });
  }
  await openLink(page, CORNER);
  await expect(memory(page).locator(".slot")).toHaveCount(15);
  // The first line has padding after x 4 of rows 0 and 1. The second has padding in place of row 3, and after x 4 of row 2. All
  // lines below are padding.
  await expect(memory(page).locator(".padding")).toHaveText(Array(5).fill("padding"));
  const met = slot(page, 32);
  await expect(met).toHaveAccessibleName(/lanes 0, 1 access it, in this order$/);
  await expect(met).toHaveClass(/contended/);
  await openMore(page);
  await page.getByRole("button", { name: "next mark" }).click();
  await page.keyboard.press("Escape");
  await expect(met).toHaveClass(/just-read/);
});
