// The size of the picture, what its values show, and its wires.

import { exampleLink, EXAMPLES, scenarioLink } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, test } from "./fixtures.mjs";

/** The window, and the least median of the picture's part of it in percent. */
const SHARES = [[1440, 900, 24], [1920, 1080, 28], [2560, 1440, 30]];

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
    const values = [...document.querySelectorAll(".bank .cell-value, .surface-cells .cell-value")];
    const short = values.filter(({ textContent }) => textContent.length > 0 && textContent.length <= 4);
    out.push({
      name,
      share: (100 * area) / (innerWidth * innerHeight),
      lanes: document.querySelectorAll(".lane-head").length,
      longest: Math.max(...values.map(({ textContent }) => textContent.length)),
      text: Math.min(...short.map((value) => parseFloat(getComputedStyle(value).fontSize))),
    });
  }
  return out;
}

for (const [width, height, share] of SHARES) {
  test(`the picture covers at least ${share} % of ${width}x${height}, with editor and inspector open`, async ({ page }) => {
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
    expect(median(shares)).toBeGreaterThanOrEqual(share);
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

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]]) {
  test(`32 lanes on 32 cells show every value at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, `./#${scenarioLink(WIDE)}`);
    await page.keyboard.press("End");
    const cells = page.locator(".surface-cells .cell-value");
    await expect(cells).toHaveText(Array.from({ length: 32 }, (_, index) => String(300 + 2 * index)));
    await expect(page.locator(".lane-head")).toHaveCount(32);
    const cut = await page.locator(".surface-cells .cell-value, .bank .cell-value").evaluateAll((all) =>
      all.filter((it) => it.scrollWidth > it.clientWidth + 1 || it.scrollHeight > it.clientHeight + 2).map((it) => it.textContent),
    );
    expect(cut).toEqual([]);
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
