// The picture of 32 lanes, and its wires. walk.spec.mjs checks all examples.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, framesDrawn, open, test } from "./fixtures.mjs";

const numbers = (from) => Array.from({ length: 32 }, (_, index) => from + index).join(" ");
const WIDE = `.isa sass sm=52
.lanes 32
.set R0 = iota(0, 1)
.set R2 = ${numbers(100)}
.surface 0 1d R32_UINT 32 base=0x2000 = ${numbers(200)}
SUATOM.D.1D.ADD.IGN R4, [R0], R2, 0x0;
`;

/**
 * Runs in the page: returns the heads, values and cells that are not whole in sight, below the head of the stage and above the
 * sentence, and the number of banks.
 */
function hidden() {
  const body = document.querySelector(".stage-body").getBoundingClientRect();
  const lanes = document.querySelector(".lane-table").getBoundingClientRect();
  const isIn = (box, frame) =>
    box.width > 0 && box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const isWhole = (value) => value.scrollWidth <= value.clientWidth + 1 && !value.textContent.includes("…");
  const bad = (selector, frame, isGood = () => true) =>
    [...document.querySelectorAll(selector)].filter((it) => !isIn(it.getBoundingClientRect(), frame) || !isGood(it)).map((it) => `${selector}: ${it.textContent}`);
  return {
    unseen: [...bad(".lane-head", lanes), ...bad(".bank td[id] .cell-value", lanes, isWhole), ...bad(".surface-cells .cell", body), ...bad(".surface-cells .cell-value", body, isWhole)],
    heads: document.querySelectorAll(".lane-head").length,
    cells: document.querySelectorAll(".surface-cells .cell").length,
    banks: document.querySelectorAll(".bank").length,
    /** The rows of each bank: their names. */
    rows: [...document.querySelectorAll(".bank")].map((bank) => [...bank.querySelectorAll(".row-name")].map((name) => name.textContent.trim().split(/\s/)[0])),
  };
}

test("32 lanes and 32 cells are in sight with whole values, at any size", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, `./#${scenarioLink(WIDE)}`);
  const slider = page.getByRole("slider");
  const max = Number(await slider.getAttribute("max"));
  for (const [width, height] of [[2560, 1440], [1920, 1080], [1440, 900], [1024, 768], [820, 1180], [390, 844]]) {
    await test.step(`${width}x${height}`, async () => {
      await page.setViewportSize({ width, height });
      for (const part of [0, 0.3, 0.6, 1]) {
        await slider.fill(String(Math.round(part * max)));
        await expect(slider).toHaveValue(String(Math.round(part * max)));
        await framesDrawn(page);
        let now;
        // The picture is placed again after the cells are measured.
        await expect.poll(async () => (now = await page.evaluate(hidden)).unseen, `at ${part} of the run`).toEqual([]);
        const { heads, cells, banks, rows } = now;
        expect([heads, cells]).toEqual([32, 32]);
        // The bank of the running lane is whole, and each other bank shows a value of each lane.
        expect(Math.max(...rows.map((names) => names.length))).toBeGreaterThanOrEqual(5);
        expect(Math.min(...rows.map((names) => names.length))).toBeGreaterThanOrEqual(1);
        if (width >= 1920) expect(banks).toBeLessThanOrEqual(2);
        // Operands at the start, and with them the results at the end.
        if (width >= 1440) for (const names of rows) expect(names).toEqual(expect.arrayContaining(part === 1 ? ["R0", "R2", "R4"] : ["R0", "R2"]));
      }
      await expect(page.locator(".surface-cells .cell-value")).toHaveText(Array.from({ length: 32 }, (_, index) => String(300 + 2 * index)));
    });
  }
});

const wires = (page, which = "") => page.locator(`.overlay .wires path.wire${which}`);

test("each active lane has a wire from its column to its cell", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14`);
  await expect(wires(page)).toHaveCount(8);
  const wireEnds = (paths) =>
    paths.map((path) => {
      const matrix = path.getScreenCTM();
      const at = (length) => path.getPointAtLength(length).matrixTransform(matrix);
      const [from, to] = [at(0), at(path.getTotalLength())];
      const box = (name) => document.querySelector(name).getBoundingClientRect();
      const [head, cell] = [box(`th[data-lane="${path.dataset.lane}"]`), box(`#${path.dataset.to}`)];
      const inside = (x, { left, right }) => x >= left - 1 && x <= right + 1;
      return {
        lane: Number(path.dataset.lane),
        cell: path.dataset.to,
        isFromLane: inside(from.x, head),
        isToCell: inside(to.x, cell) && Math.abs(to.y - cell.top) < 12,
      };
    });
  // The offsets of the example, in elements.
  const cells = [0, 0, 1, 2, 0, 3, 1, 0];
  const expected = cells.map((cell, lane) => ({ lane, cell: `cell-0-${cell}`, isFromLane: true, isToCell: true }));
  await expect.poll(async () => (await wires(page).evaluateAll(wireEnds)).toSorted((a, b) => a.lane - b.lane)).toEqual(expected);
  // A lane that is masked off has no wire.
  await page.getByRole("switch", { name: "lane 7 on" }).click();
  await expect(wires(page)).toHaveCount(7);
  await expect(wires(page, "[data-lane='7']")).toHaveCount(0);
});

test("a wire waits, runs and is done, and a lane or a cell under the pointer lifts its wires", async ({ page }) => {
  await open(page);
  const lifted = wires(page, "[data-lifted]");
  await test.step("a lane or a cell under the pointer lifts its wires", async () => {
    await expect(lifted).toHaveCount(0);
    await page.locator("th[data-lane='2'] .lane-head").hover();
    await expect(lifted).toHaveCount(1);
    await expect(lifted).toHaveAttribute("data-lane", "2");
    await page.locator("#cell-0-1").hover();
    await expect(lifted).toHaveCount(2);
    expect(await lifted.evaluateAll((all) => all.map(({ dataset }) => dataset.lane))).toEqual(["2", "6"]);
    await page.locator("#stage-title").hover();
    await expect(lifted).toHaveCount(0);
  });
  await test.step("a wire waits, runs and is done", async () => {
    await expect(wires(page, ".waiting")).toHaveCount(8);
    for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
    await expect(wires(page, ".running")).toHaveCount(1);
    await expect(wires(page, ".running")).toHaveAttribute("data-lane", "0");
    await page.keyboard.press("End");
    await expect(wires(page, ".done")).toHaveCount(8);
  });
});

test("a stroke over the switches toggles several lanes, and one undo reverts it", async ({ page }) => {
  await open(page);
  const lane = (index) => page.getByRole("switch", { name: `lane ${index} on` });
  await lane(2).hover();
  await page.mouse.down();
  for (const index of [3, 4, 5]) await lane(index).hover();
  await page.mouse.up();
  await expect(page.locator(".plain-view, .cm-content")).toContainText("active=0b1100_0011");
  for (const index of [2, 3, 4, 5]) await expect(lane(index)).toHaveAttribute("aria-checked", "false");
  // Every lane keeps its column.
  await expect(page.locator(".lane-head")).toHaveCount(8);
  await page.getByRole("button", { name: "undo", exact: true }).click();
  for (const index of [2, 3, 4, 5]) await expect(lane(index)).toHaveAttribute("aria-checked", "true");
  // A stroke over the numbers turns none.
  await page.locator("th[data-lane='2'] .lane-head").hover();
  await page.mouse.down();
  await page.locator("th[data-lane='4'] .lane-head").hover();
  await page.mouse.up();
  for (const index of [2, 3, 4]) await expect(lane(index)).toHaveAttribute("aria-checked", "true");
});
