// What a key press, or another event, costs the page's main thread until its frame is painted, from Chromium's trace.

const CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"];
const TASK = "ThreadControllerImpl::RunTask";
/** Ends each frame that paints something. */
const PAINTED = "Layerize";
const KINDS = {
  UpdateLayoutTree: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
};

/** Runs in the page: resolves two frames after the next call of `window.acted`, or the next key press. */
function installProbe() {
  let resolve = () => {};
  window.acted = () => {
    performance.mark("act");
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
  };
  window.nextFrame = () => new Promise((done) => (resolve = done));
  addEventListener("keydown", window.acted, { capture: true });
}

/** Gets a page ready for `measure`. */
export async function prepare(page) {
  await page.evaluate(installProbe);
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

/** An act that presses a key. */
export const press = (key) => (page) => page.keyboard.press(key);
/** An act that moves the slider to a value. */
export const slideTo = (value) => (page) => page.evaluate(slide, value);

/**
 * Does each act in turn, the next one two frames after the last, and answers with what each cost in milliseconds:
 * `busy`, the tasks of the page's main thread from the one with the event to the one that painted the next frame, by the
 * clock, so without the time in between, when it waits for the frame; `processor`, how long these had a processor, which
 * other programs do not change; and of that `style`, `layout`, `paint`, `script` (the rest).
 */
export async function measure(browser, page, acts) {
  await browser.startTracing(page, { categories: CATEGORIES });
  for (const act of acts) {
    const shown = page.evaluate(() => window.nextFrame());
    // Two calls on one connection are handled in order: the page now waits for the act.
    await page.evaluate(() => undefined);
    await act(page);
    await shown;
  }
  const { traceEvents } = JSON.parse(await browser.stopTracing());
  const marks = traceEvents.filter(({ name, cat }) => name === "act" && cat.includes("user_timing"));
  const [{ pid, tid }] = marks;
  const ours = traceEvents.filter((event) => event.pid === pid && event.tid === tid && event.ph === "X" && event.dur);
  ours.sort((a, b) => a.ts - b.ts);
  return marks.map(({ ts }) => costOf(ts, ours));
}

const endOf = ({ ts, dur }) => ts + dur;
const isIn = (inner, outer) => inner !== outer && outer.ts <= inner.ts && endOf(inner) <= endOf(outer);

function costOf(start, events) {
  const painted = events.find(({ name, ts }) => name === PAINTED && ts > start);
  const within = events.filter((event) => endOf(event) > start && event.ts <= painted.ts);
  const sum = (some, field) => some.reduce((total, event) => total + (event[field] ?? 0), 0) / 1000;
  const tasks = within.filter(({ name }) => name === TASK);
  const cost = { busy: sum(tasks, "dur"), processor: sum(tasks, "tdur"), style: 0, layout: 0, paint: 0 };
  for (const [name, kind] of Object.entries(KINDS)) {
    const some = within.filter((event) => event.name === name);
    // Paint events hold others.
    cost[kind] += sum(some.filter((event) => !some.some((other) => isIn(event, other))), "tdur");
  }
  cost.script = cost.processor - cost.style - cost.layout - cost.paint;
  return cost;
}

/** The value that such a share of the values does not exceed. */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)];
}
