// Python Tutor's visualizer, as other pages embed it (README.md in this folder says where to get it). A step is a line of the
// program. The visualizer runs no program: it gets a complete trace, which is made here in the format of Python Tutor's own
// tracer. A step takes one task. The arrows next to the code then glide to their lines; this is not counted, and the next act
// waits until it ends.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "Python Tutor";

/** An endless loop: takes a number from a list, adds one, stores it, and advances to the next number. */
const program = (size) => `memory = list(range(${size}))
while True:
    for i in range(${size}):
        r = memory[i]
        r = r + 1
        memory[i] = r
`;

const SIZES = { "a line, 16 numbers": 16, "a line, 1024 numbers": 1024 };
/** The most steps that Python Tutor's tracer records. */
const STEPS = 1000;

/** Runs in the page: shows the trace of `code`, starting after the list is created. */
function show({ code, size, steps }) {
  const memory = Array.from({ length: size }, (_, index) => index);
  const seen = {};
  const step = (line) => ({
    line,
    event: "step_line",
    func_name: "<module>",
    ordered_globals: ["memory", ...Object.keys(seen)],
    globals: { memory: ["REF", 1], ...seen },
    heap: { 1: ["LIST", ...memory] },
    stack_to_render: [],
    stdout: "",
  });
  function* run() {
    while (true) {
      yield step(2);
      for (let i = 0; i < size; i += 1) {
        yield step(3);
        seen.i = i;
        yield step(4);
        seen.r = memory[i];
        yield step(5);
        seen.r += 1;
        yield step(6);
        memory[i] = seen.r;
      }
      yield step(3);
    }
  }
  const entries = run();
  const trace = Array.from({ length: steps }, () => entries.next().value);
  window.addVisualizerToPage({ code, trace }, "visualizer", { startingInstruction: 8 });
}

export async function open(page, url, step) {
  const size = SIZES[step];
  await page.goto(new URL("LICENSE.txt", url).href);
  await page.setContent("<!doctype html><div id=visualizer></div>");
  await page.addScriptTag({ url: new URL("v5-unity/build/pytutor-embed.bundle.js", url).href });
  await page.evaluate(show, { code: program(size), size, steps: STEPS });
  await page.locator("#jmpStepFwd:enabled").waitFor();
}

/** D3 leaves this property on elements that it moves. */
const isCalm = () => ["#curLineArrow", "#prevLineArrow"].every((arrow) => !document.querySelector(arrow).__transition__);
const act = whenCalm(isCalm, pressButton("#jmpStepFwd"));

export const acts = Object.fromEntries(Object.keys(SIZES).map((step) => [step, act]));
