// The walk: opens each example of the gallery once, takes its steps, and shows the states to a list of checks.
//
// A check is a function that runs in the page. It returns an object with `found`, a function `wants(moment)`, and a function
// `look(moment)`, which is called for each moment that it wants, a frame after the step. It may also have `open(example)`, called after
// an example is opened, and `close(example)`, called after its last micro-step.
//
// A moment is `{ name, wires, step, end, middle, touched }`: the example's name; for a random scenario, the accesses of its lanes; the
// number of the step, of the last one, and of the first collision or else of half of the steps; the accessed cells. After the
// micro-steps and with `takesLarger`, the example is walked through in larger steps, whose moments have `from` and `by` instead of
// `touched`.
//
// With `isSampled`, an example has a few moments only: the start, the tenth step for its share of the window, the middle and the end.

/**
 * Runs in the page: walks through the examples, and returns what each check has found. It is one call, because there are thousands of
 * steps.
 */
async function walk({ examples, names }) {
  const slider = document.querySelector("input[type=range]");
  const checks = names.map((name) => [name, window.checks[name]()]);
  const each = async (event, example) => {
    for (const [, check] of checks) await check[event]?.(example);
  };
  const show = async (moment) => {
    const asked = checks.map(([, check]) => check).filter((check) => check.wants(moment));
    if (asked.length > 0) await framePainted();
    for (const check of asked) await check.look(moment);
  };
  const channel = new MessageChannel();
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
    await paintedUntil(() => slider.value !== before);
  };
  const choose = async (granularity) => {
    const select = document.querySelector(".transport select");
    select.value = granularity;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
  };
  const touched = () => [...document.querySelectorAll(":is(.surface-cells .cell, .outside-cell):is(.just-read, .just-written)")];
  const firstCollision = () => {
    const titles = [...document.querySelectorAll(".marks title")].map((title) => title.textContent);
    const step = titles.map((title) => title.match(/^(?:\d+ )?collisions? (?:at|from) step (\d+)/)?.[1]).find(Boolean);
    return step === undefined ? undefined : Number(step);
  };
  const seek = async (step) => {
    slider.value = String(step);
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await settled();
    // On a busy machine the page may take longer to draw the step.
    const words = step === 0 ? "start" : `step ${step} of`;
    await paintedUntil(() => document.querySelector(".position output").textContent.startsWith(words));
  };
  for (const { name, hash, wires, isSampled, takesLarger } of examples) {
    await openExample(hash);
    if (!isSampled) await choose("by micro-step");
    const end = Number(slider.max);
    const example = { name, wires, end, middle: firstCollision() ?? Math.round(end / 2) };
    await each("open", example);
    await show({ ...example, step: 0, touched: [] });
    if (isSampled) {
      const steps = new Set([...(names.includes("share") ? [Math.min(10, end)] : []), example.middle, end]);
      for (const step of [...steps].filter((step) => step > 0).toSorted((a, b) => a - b)) {
        // Takes a step forward, so that its arrows are drawn.
        await seek(step - 1);
        await seek(step);
        await show({ ...example, step, touched: touched() });
      }
      await each("close", example);
      continue;
    }
    for (let step = 1; step <= end; step += 1) {
      await press("ArrowRight");
      await show({ ...example, step, touched: touched() });
    }
    await each("close", example);
    for (const by of takesLarger ? ["by lane", "by instruction"] : []) {
      await choose(by);
      await press("Home");
      for (let from = 0, step; from < end; from = step) {
        await press("ArrowRight");
        step = Number(slider.value);
        if (step === from) break;
        await show({ ...example, from, step, by });
      }
    }
  }
  return Object.fromEntries(checks.map(([name, check]) => [name, check.found]));
}

/** Lets `walked` use these checks in the page. Must be called before the page is opened. */
export async function install(page, checks) {
  const functions = checks.map((check) => `(window.checks ??= {}).${check.name} = ${check};`);
  await page.addInitScript({ content: functions.join("\n") });
}

/** Walks through the examples on an open page. Returns what each check has found, by its name. */
export const walked = (page, examples, checks) =>
  page.evaluate(walk, { examples, names: checks.map(({ name }) => name) });
