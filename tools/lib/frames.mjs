// The cost of an event, such as a key press, on the page's main thread until its frame is painted, from Chromium's trace.

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"];
const TASK = "ThreadControllerImpl::RunTask";
/** The trace event that ends each frame with a paint. */
const PAINTED = "Layerize";
const KINDS = {
  UpdateLayoutTree: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
};

/** Runs in the page: resolves two frames after the end of the act, which is the next key press or call of `window.acted`. */
function installProbe() {
  let resolve = () => {};
  const wait = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  window.acted = (end) => {
    performance.mark("act");
    if (!end) wait();
    else {
      end.then(() => {
        performance.mark("over");
        wait();
      });
    }
  };
  window.nextFrame = () => new Promise((done) => (resolve = done));
  const nextRun = () =>
    new Promise((done) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        done();
      });
      observer.observe(document.documentElement, { attributeFilter: ["data-run"] });
    });
  addEventListener("keydown", () => window.acted(window.endsWithRun && nextRun()), { capture: true });
}

/**
 * Prepares a page for `measure`. The pointer rests at the same place in each page, because Chromium repeats hit testing after a
 * layout, and that is part of the cost.
 */
export async function prepare(page) {
  await page.evaluate(installProbe);
  await page.mouse.move(720, 450);
}

/** Runs in the page: moves a slider as a pointer does, in a task of its own. */
function slide(to) {
  setTimeout(() => {
    window.acted();
    const slider = document.querySelector("input[type=range]");
    slider.value = String(to);
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
  });
}

/** Returns an act that presses a key. */
export const press = (key) => (page) => page.keyboard.press(key);
/** Returns an act that presses a key in a text, and ends when the run of the new text is drawn. */
export const pressForRun = (key) => async (page) => {
  await page.evaluate(() => (window.endsWithRun = true));
  await page.keyboard.press(key);
};
/** Returns an act that moves the slider to a value. */
export const slideTo = (value) => (page) => page.evaluate(slide, value);

/**
 * Does each act on its page in turn, two frames after the end of the one before, and returns the cost of each in milliseconds.
 *
 * - `busy`: wall-clock time of the tasks on the page's main thread, from the task with the event to the task that painted
 *   the last frame, without the time between tasks
 * - `processor`: processor time of these tasks, which the load of other programs does not change
 * - `style`, `layout`, `paint`, `script`: parts of `processor`; `script` is the remainder, with hit testing and frame
 *   bookkeeping
 * - `first`: processor time until the first frame, for an act that takes several
 * - `elapsed`: wall-clock time from the event to the last frame
 *
 * Work on other threads, such as rasterization, is not included. The pages must be in different tabs or sites, so that they do
 * not share a main thread.
 */
export async function measure(browser, turns) {
  await browser.startTracing(undefined, { categories: CATEGORIES });
  for (const { page, act } of turns) {
    const shown = page.evaluate(() => window.nextFrame());
    // Calls on one connection are handled in order: after this one, the page waits for the act.
    await page.evaluate(() => undefined);
    await act(page);
    await shown;
  }
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  traceEvents.sort((a, b) => a.ts - b.ts);
  const marked = (mark) => traceEvents.filter(({ name, cat }) => name === mark && cat.includes("user_timing"));
  const [acts, ends] = [marked("act"), marked("over")];
  return acts.map((act, index) => {
    const next = acts[index + 1]?.ts ?? Infinity;
    const end = ends.find(({ ts }) => ts > act.ts && ts < next) ?? act;
    const isOurs = ({ pid, tid, ph, dur }) => pid === act.pid && tid === act.tid && ph === "X" && dur;
    // Before its next turn, a page has work that no act waits for.
    return costOf(act.ts, end.ts, traceEvents.filter((event) => isOurs(event) && event.ts < next));
  });
}

const endOf = ({ ts, dur }) => ts + dur;
const isIn = (inner, outer) => inner !== outer && outer.ts <= inner.ts && endOf(inner) <= endOf(outer);

function costOf(start, over, events) {
  const paintedAfter = (time) => events.find(({ name, ts }) => name === PAINTED && ts > time);
  // The effect of an act may be painted before the act reports its end.
  const painted = paintedAfter(over) ?? { ts: over, dur: 0 };
  const sum = (some, field) => some.reduce((total, event) => total + (event[field] ?? 0), 0) / 1000;
  const until = (frame) => events.filter((event) => endOf(event) > start && event.ts <= frame.ts);
  const tasksOf = (some) => some.filter(({ name }) => name === TASK);
  const within = until(painted);
  const tasks = tasksOf(within);
  const cost = {
    busy: sum(tasks, "dur"),
    processor: sum(tasks, "tdur"),
    first: sum(tasksOf(until(paintedAfter(start) ?? painted)), "tdur"),
    elapsed: (endOf(painted) - start) / 1000,
    style: 0,
    layout: 0,
    paint: 0,
  };
  for (const [name, kind] of Object.entries(KINDS)) {
    const some = within.filter((event) => event.name === name);
    // Paint events are nested.
    cost[kind] += sum(some.filter((event) => !some.some((other) => isIn(event, other))), "tdur");
  }
  cost.script = cost.processor - cost.style - cost.layout - cost.paint;
  return cost;
}

/** Returns the value that a given share of the values does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
