// The size of the picture, what its values show, and its wires.

import { exampleLink, EXAMPLES, scenarioLink } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, test } from "./fixtures.mjs";

/**
 * The window; for examples with at least four lanes, the least median of the part of it with lanes, wires and memory, and that of
 * lanes and memory alone, in percent; the same for examples with fewer lanes, whose columns have their largest width.
 */
const SHARES = [
  [1440, 900, [32, 26.5], [32, 22.5]],
  [1920, 1080, [35, 28.5], [34.5, 23.5]],
  [2560, 1440, [38, 31], [38, 26.5]],
];

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Opens the page for `measure`, with an example that is not measured first: an open example would not be opened again. */
async function openForAll(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await letExamplesBeOpened(page);
  await open(page, `./#${exampleLink(EXAMPLES.at(-1))}`);
}

/**
 * Runs in the page: opens each example, goes to its tenth step, and measures the box around lanes, wires and memory as a part of
 * the window, and the text of values.
 */
async function measure(examples) {
  const slider = document.querySelector("input[type=range]");
  const out = [];
  for (const { name, hash } of examples) {
    await openExample(hash);
    slider.value = String(Math.min(10, Number(slider.max)));
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await framePainted();
    const body = document.querySelector(".stage-body").getBoundingClientRect();
    const drawn = ".lane-head, .row-name, .bank td[id], .wires path, .surface-name, .surface-cells .cell, .outside-cell";
    const boxes = [...document.querySelectorAll(drawn)].map((element) => element.getBoundingClientRect()).filter(({ width }) => width > 0);
    const least = (edge) => Math.max(body[edge], Math.min(...boxes.map((box) => box[edge])));
    const most = (edge) => Math.min(body[edge], Math.max(...boxes.map((box) => box[edge])));
    const area = (most("right") - least("left")) * (most("bottom") - least("top"));
    // The rows of lanes and the lines of cells, without the gap between them and without clipped parts.
    const parts = [...document.querySelectorAll(".bank, .surface-main")].map((element) => element.getBoundingClientRect());
    const visible = parts.map(({ width, top, bottom }) => width * Math.max(0, Math.min(bottom, body.bottom) - Math.max(top, body.top)));
    const values = [...document.querySelectorAll(".bank .cell-value, .surface-cells .cell-value")];
    // The numbers of a row of an image or of all banks are smaller, so that the row is one line.
    const isFull = ({ classList }) => !classList.contains("small-digits") && !classList.contains("smallest-digits");
    const short = values.filter((value) => value.textContent.length > 0 && value.textContent.length <= 4 && isFull(value));
    out.push({
      name,
      share: (100 * area) / (innerWidth * innerHeight),
      inner: (100 * visible.reduce((sum, part) => sum + part, 0)) / (innerWidth * innerHeight),
      lanes: document.querySelectorAll(".lane-head").length,
      longest: Math.max(...values.map(({ textContent }) => textContent.length)),
      text: Math.min(...short.map((value) => parseFloat(getComputedStyle(value).fontSize))),
    });
  }
  return out;
}

for (const [width, height, ofMany, ofFew] of SHARES) {
  test(`the picture covers at least ${ofMany[0]} % of ${width}x${height}, with editor and inspector open`, async ({ page }) => {
    test.setTimeout(120_000);
    await openForAll(page, width, height);
    await expect(page.getByRole("textbox", { name: "scenario text" })).toBeVisible();
    await expect(page.getByRole("tab", { name: "Semantics" })).toBeVisible();
    const measured = await page.evaluate(measure, EXAMPLES.map((name) => ({ name, hash: exampleLink(name) })));
    const shares = measured.map((it) => it.share);
    const smallest = measured.toSorted((a, b) => a.share - b.share).slice(0, 5);
    console.log(
      `${width}x${height}: the picture covers ${median(shares).toFixed(1)} % (median); least ` +
        smallest.map((it) => `${it.share.toFixed(1)} % in ${it.name}`).join(", "),
    );
    expect(measured).toHaveLength(EXAMPLES.length);
    for (const [[share, innerShare], group] of [[ofMany, measured.filter((it) => it.lanes >= 4)], [ofFew, measured.filter((it) => it.lanes < 4)]]) {
      const [covered, inner] = ["share", "inner"].map((key) => median(group.map((it) => it[key])));
      console.log(`${width}x${height}: of ${group.length} examples, the picture covers ${covered.toFixed(1)} %, lanes and memory ${inner.toFixed(1)} %`);
      expect(covered).toBeGreaterThanOrEqual(share);
      expect(inner).toBeGreaterThanOrEqual(innerShare);
    }
    if (width > 1440) return;
    const legible = measured.filter(({ lanes, longest }) => lanes <= 16 && longest <= 4);
    console.log(`values of at most 4 characters: ${legible.map((it) => `${it.text.toFixed(1)} px in ${it.name}`).join(", ")}`);
    expect(legible.length).toBeGreaterThan(5);
    // The task of a puzzle takes a line from the stage.
    const leastPx = ({ name }) => (name.startsWith("puzzle-") ? 13.5 : 15);
    expect(legible.filter((it) => it.text < leastPx(it))).toEqual([]);
  });
}

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

for (const [width, height] of [[2560, 1440], [1920, 1080], [1440, 900], [1024, 768], [820, 1180], [390, 844]]) {
  test(`32 lanes and 32 cells are in sight with whole values, at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, `./#${scenarioLink(WIDE)}`);
    const slider = page.getByRole("slider");
    const max = Number(await slider.getAttribute("max"));
    for (const part of [0, 0.3, 0.6, 1]) {
      await slider.fill(String(Math.round(part * max)));
      await expect(slider).toHaveValue(String(Math.round(part * max)));
      const { unseen, heads, cells, banks, rows } = await page.evaluate(hidden);
      expect(unseen, `at ${part} of the run`).toEqual([]);
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

const wires = (page, which = "") => page.locator(`.overlay .wires path.wire${which}`);

test("each active lane has a wire from its column to its cell", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14`);
  await expect(wires(page)).toHaveCount(8);
  const ends = await wires(page).evaluateAll((paths) =>
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
    }),
  );
  // The offsets of the example, in elements.
  const cells = [0, 0, 1, 2, 0, 3, 1, 0];
  const expected = cells.map((cell, lane) => ({ lane, cell: `cell-0-${cell}`, isFromLane: true, isToCell: true }));
  expect(ends.toSorted((a, b) => a.lane - b.lane)).toEqual(expected);
  // A lane that is masked off has no wire.
  await page.getByRole("switch", { name: "lane 7 on" }).click();
  await expect(wires(page)).toHaveCount(7);
  await expect(wires(page, "[data-lane='7']")).toHaveCount(0);
});

test("a wire waits, runs and is done", async ({ page }) => {
  await open(page);
  await expect(wires(page, ".waiting")).toHaveCount(8);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await expect(wires(page, ".running")).toHaveCount(1);
  await expect(wires(page, ".running")).toHaveAttribute("data-lane", "0");
  await page.keyboard.press("End");
  await expect(wires(page, ".done")).toHaveCount(8);
});

test("a lane or a cell under the pointer lifts its wires", async ({ page }) => {
  await open(page);
  const lifted = wires(page, "[data-lifted]");
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
