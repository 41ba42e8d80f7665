/**
 * A check of the walk: at each step, the accessed cell, the current lane and the sentence are in sight together. At the end, the
 * verdict is, too, and covers nothing. Of the steps with the same layout, one is checked. Nothing shifts.
 */
export function sight() {
  const slider = document.querySelector("input[type=range]");
  const found = { steps: 0, looks: 0, touching: 0, unseen: [], covered: [], holding: 0, failing: 0, shifts: [] };
  let shift = 0;
  /** The elements that shifted, each with its vertical positions before and after. */
  let shifted = [];
  const described = ({ node, previousRect, currentRect }) => `${node?.className ?? node?.parentElement?.className} ${previousRect.y} ${currentRect.y}`;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shift += value;
      shifted.push(...sources.map(described));
    }
  }).observe({ type: "layout-shift" });
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
  /** Records what the verdict covers at the end of a run. */
  const covered = (name) => {
    const ending = document.querySelector(".ending");
    if (ending.matches(".holds")) found.holding += 1;
    if (ending.matches(".fails")) found.failing += 1;
    if (document.querySelectorAll(".ending").length !== 1 || ending.closest(".stage-body")) found.covered.push(`${name}: inside the picture`);
    const box = ending.getBoundingClientRect();
    for (const part of document.querySelectorAll(".stage-body, .caption-lines, .dock, .page-header")) {
      const other = part.getBoundingClientRect();
      const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
      const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
      // The dock of a narrow page is fixed, and scrolling moves the verdict out from under it.
      const isFixed = ["fixed", "sticky"].includes(getComputedStyle(part).position);
      if (across > 1 && down > 1 && !isFixed) found.covered.push(`${name}: covers ${part.className}`);
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
   * The layouts that were checked in this example. A layout is what decides the place of each element: the row of the accessed
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
  /** The ids of the first accessed cell of each micro-step. */
  let firsts = [];
  /** Returns the first accessed cell of a micro-step, or the last one of a larger step. */
  const cellOf = ({ touched, from, step }) => {
    if (touched) return touched[0];
    const last = firsts.slice(from + 1, step + 1).findLast((id) => id !== undefined);
    return last && document.getElementById(last);
  };
  return {
    found,
    async open() {
      layouts.clear();
      firsts = [];
      // The editor measures the lines of the new text in the next frames, and the bar of a puzzle appears. These
      // shifts do not belong to a step. On a busy machine the page has work to do between these frames.
      for (let end = performance.now() + 10_000, quiet = 0; performance.now() < end && quiet < 4; ) {
        shift = 0;
        await new Promise((done) => requestIdleCallback(done));
        await framePainted();
        quiet = shift === 0 ? quiet + 1 : 0;
      }
      shift = 0;
      shifted = [];
    },
    wants(moment) {
      const { touched, step } = moment;
      if (touched) firsts[step] = touched[0]?.id;
      if (step === 0) return false;
      const cell = cellOf(moment);
      found.steps += 1;
      if (cell !== undefined) found.touching += 1;
      const layout = layoutWith(cell, touched);
      const isNew = !layouts.has(layout);
      layouts.add(layout);
      return isNew;
    },
    async look(moment) {
      const { name, step, touched, by } = moment;
      const cell = cellOf(moment);
      // Elements that depend on measured sizes are placed before the frame is painted.
      let words;
      await paintedUntil(() => {
        words = wordsFor(cell, touched);
        return words.length === 0;
      });
      found.looks += 1;
      if (words.length > 0) found.unseen.push(`${name}, ${by ? `${by} ending in step` : "step"} ${step}: ${words.join(", ")}`);
    },
    async close({ name }) {
      covered(name);
      // Layout shifts are counted in frames.
      await framePainted();
      found.shifts.push([name, shift, [...shifted]]);
    },
  };
}
