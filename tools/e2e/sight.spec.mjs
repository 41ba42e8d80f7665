// Visibility: in every example, at every step, at six sizes, the accessed cell, the current lane and the sentence are in sight
// together. At the end, the verdict is too, and covers nothing. Nothing shifts in between. Steps with the same layout are looked
// at once.

import { exampleLink, EXAMPLES, scenarioLink, textOf } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, test } from "./fixtures.mjs";

const SIZES = [[1440, 900], [1024, 768], [820, 1180], [390, 844], [320, 640], [720, 450]];
/** The most layout shift during the steps of an example, in the browser's unit. */
const MOST_SHIFT = 0.01;
const FIRST = textOf("01-collision");

/**
 * Runs in the page: steps through each example in every granularity, and records elements out of sight, what the verdict
 * covers, and the sum of layout shifts. It is one call, because there are thousands of steps.
 */
async function walk(examples) {
  const slider = document.querySelector("input[type=range]");
  const channel = new MessageChannel();
  /** Waits until the page has nothing left to do. */
  const idle = () => new Promise((done) => requestIdleCallback(done));
  /** Waits until the effect of a key press is drawn. The page draws it in its own tasks, before the next posted task. */
  const settled = () =>
    new Promise((done) => {
      channel.port1.onmessage = done;
      channel.port2.postMessage(0);
    });
  const press = async (key) => {
    const before = slider.value;
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    await settled();
    // On a busy machine the page may take longer. If no step is left, the slider stays.
    for (let tries = 0; tries < 8 && slider.value === before; tries += 1) await framePainted();
  };
  /** Returns whether all of an element is in sight and nothing covers it. */
  const isSeen = (element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    const isHit = (x, y) => {
      // The handle of a wire is on the edge of its cell, and covers no value.
      const hit = document.elementsFromPoint(x, y).find((it) => !it.matches(".wire-end"));
      return hit !== undefined && (element.contains(hit) || hit.contains(element));
    };
    const across = [left + Math.min(3, width / 4), (left + right) / 2, right - Math.min(3, width / 4)];
    const inside = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
    return inside && across.every((x) => isHit(x, top + 2) && isHit(x, bottom - 2));
  };
  /** Returns the name of an element unless all of it is in sight. */
  const missing = (name, element) => (element && isSeen(element) ? [] : [name]);
  const sentence = () => {
    // The sentence and its computation, in a box of constant height.
    const element = document.querySelector(".caption-lines");
    const isWhole = element.scrollHeight <= element.clientHeight + 1;
    return isWhole ? missing("sentence", element) : ["end of the sentence"];
  };
  const touchedNow = () => [...document.querySelectorAll(":is(.surface-cells .cell, .outside-cell):is(.just-read, .just-written)")];
  /** The number of accessed cells is next to the sentence. */
  const count = (touched) => {
    const shown = document.querySelector(".touched-count");
    const isRight = touched.length > 1 ? shown?.textContent.includes(`${touched.length} cells`) : shown === null;
    return isRight ? (shown ? missing("number of cells", shown) : []) : ["number of cells"];
  };
  /** The verdict, with all expectations. */
  const verdict = () => {
    const ending = document.querySelector(".ending");
    const isWhole = ending && ending.scrollHeight <= ending.clientHeight + 1 && ending.scrollWidth <= ending.clientWidth + 1;
    return isWhole ? missing("verdict", ending) : ["end of the verdict"];
  };
  const out = { steps: 0, looks: 0, touching: 0, unseen: [], covered: [], holding: 0, failing: 0 };
  /** Records what the verdict covers at the end of a run. */
  const covered = (name) => {
    const ending = document.querySelector(".ending");
    if (ending.matches(".holds")) out.holding += 1;
    if (ending.matches(".fails")) out.failing += 1;
    if (document.querySelectorAll(".ending").length !== 1 || ending.closest(".stage-body")) out.covered.push(`${name}: inside the picture`);
    const box = ending.getBoundingClientRect();
    for (const part of document.querySelectorAll(".stage-body, .caption-lines, .dock, .page-header")) {
      const other = part.getBoundingClientRect();
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      // The dock of a narrow page is fixed, and scrolling moves the verdict out from under it.
      const isFixed = ["fixed", "sticky"].includes(getComputedStyle(part).position);
      if (across > 1 && down > 1 && !isFixed) out.covered.push(`${name}: covers ${part.className}`);
    }
  };
  const wordsFor = (cell, touched) => {
    const lane = document.querySelector("th.current .lane-head");
    const words = [...(cell === undefined ? [] : missing("cell", cell)), ...sentence(), ...(lane ? missing("lane", lane) : [])];
    if (touched) words.push(...count(touched));
    if (slider.value === slider.max) words.push(...verdict());
    return words;
  };
  /**
   * The layouts that were looked at in this example. A layout is what decides the place of each element: the row of the accessed
   * cell, the bank of the lane, the lines of the sentence, the scroll positions, and whether the run is at its end.
   */
  const layouts = new Set();
  const layoutWith = (cell, touched) => {
    const lines = document.querySelector(".caption-lines");
    const body = document.querySelector(".stage-body");
    const lane = document.querySelector("th.current .lane-head");
    const top = (element) => element && Math.round(element.getBoundingClientRect().top);
    const scrolled = [scrollX, scrollY, body.scrollLeft, body.scrollTop].map(Math.round);
    return [top(cell), top(lane), top(lines), lines.scrollHeight, touched?.length, slider.value === slider.max, ...scrolled].join();
  };
  const look = async (where, cell, touched) => {
    out.steps += 1;
    if (cell !== undefined) out.touching += 1;
    const layout = layoutWith(cell, touched);
    if (layouts.has(layout)) return;
    layouts.add(layout);
    await framePainted();
    let words = wordsFor(cell, touched);
    // Elements that depend on measured sizes are placed before the frame is painted. On a busy machine that may take a few
    // frames more.
    for (let tries = 0; tries < 8 && words.length > 0; tries += 1) {
      await framePainted();
      words = wordsFor(cell, touched);
    }
    out.looks += 1;
    if (words.length > 0) out.unseen.push(`${where}: ${words.join(", ")}`);
  };
  let shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value))).observe({ type: "layout-shift" });
  out.shifts = [];

  const choose = async (name) => {
    const select = document.querySelector(".transport select");
    select.value = name;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  };
  for (const { name, hash } of examples) {
    await openExample(hash);
    layouts.clear();
    await choose("by micro-step");
    // The editor measures the lines of the new text in the next frames, and the bar of a puzzle appears. These
    // shifts do not belong to a step. On a busy machine the page has work to do between these frames.
    for (let frames = 0, quiet = 0; frames < 60 && quiet < 4; frames += 1) {
      shift = 0;
      await idle();
      await framePainted();
      quiet = shift === 0 ? quiet + 1 : 0;
    }
    shift = 0;
    /** The ids of the first accessed element of each step. */
    const firsts = [undefined];
    const end = Number(slider.max);
    for (let cursor = 1; cursor <= end; cursor += 1) {
      await press("ArrowRight");
      const touched = touchedNow();
      firsts.push(touched[0]?.id);
      await look(`${name}, step ${cursor}`, touched[0], touched);
    }
    covered(name);
    // Layout shifts are counted in frames.
    await framePainted();
    out.shifts.push([name, shift]);
    for (const granularity of ["by lane", "by instruction"]) {
      await choose(granularity);
      await press("Home");
      for (let cursor = 0; cursor < end; ) {
        await press("ArrowRight");
        const [from, to] = [cursor, Number(slider.value)];
        if (to === from) break;
        cursor = to;
        const last = firsts.slice(from + 1, to + 1).findLast((id) => id !== undefined);
        await look(`${name}, ${granularity} ending in step ${to}`, last && document.getElementById(last));
      }
    }
  }
  return out;
}

for (const [width, height] of SIZES) {
  test(`the cell, lane and sentence of each step are visible together, and the verdict covers nothing, at ${width}x${height}`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await letExamplesBeOpened(page);
    // The first example would not be opened again, because its text is already open, so this opens another one.
    await open(page, `./#${exampleLink(EXAMPLES.at(-1))}`);
    const examples = EXAMPLES.map((name) => ({ name, hash: exampleLink(name) }));
    const failing = { name: "a failing one", hash: scenarioLink(FIRST.replace(".expect BUF = 26 30 34 46", ".expect BUF = 1 2 3 4")) };
    const found = await page.evaluate(walk, [...examples, failing]);
    const { steps, looks, touching, unseen, shifts } = found;
    const cells = unseen.filter((line) => / cell\b/.test(line)).length;
    const [worst] = shifts.toSorted((a, b) => b[1] - a[1]);
    console.log(
      `${width}x${height}: ${((100 * cells) / touching).toFixed(1)} % of ${touching} touched cells out of sight, ` +
        `something at ${unseen.length} of ${looks} layouts of ${steps} steps; largest shift ${worst[1].toFixed(4)} in ${worst[0]}`,
    );
    expect(touching).toBeGreaterThan(500);
    expect(looks).toBeGreaterThan(4 * EXAMPLES.length);
    expect(unseen).toEqual([]);
    expect(shifts.filter(([, shift]) => shift > MOST_SHIFT)).toEqual([]);
    expect(found.covered).toEqual([]);
    expect(found.holding).toBeGreaterThan(EXAMPLES.length / 2);
    expect(found.failing).toBeGreaterThan(0);
    await expect(page.locator(".ending.fails .verdict")).toHaveText("1 of 4 expectations failed");
  });
}
