// Python Tutor's visualizer, as it is embedded in other pages (README.md here says where it is had). A step is a line of the
// program; the trace that it shows is made here, in the form that Python Tutor's own tracer gives, since the visualizer
// gets one whole and runs no program. A step is done in one task; the arrows beside the code then glide to their lines, which
// is not counted: the next act waits for the end of it.

import { pressButton, whenCalm } from "../../lib/frames.mjs";

export const title = "Python Tutor";

/** Gets a number out of a list, adds one, puts it back, goes on to the next number, round and round. */
const program = (size) => `memory = list(range(${size}))
while True:
    for i in range(${size}):
        r = memory[i]
        r = r + 1
        memory[i] = r
`;

const SIZES = { "a line, 16 numbers": 16, "a line, 1024 numbers": 1024 };
/** Python Tutor's tracer gives no more. */
const STEPS = 1000;

/** Runs in the page: shows the trace of `code` from where the list is there. */
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

/** D3 leaves this at what it moves. */
const isCalm = () => ["#curLineArrow", "#prevLineArrow"].every((arrow) => !document.querySelector(arrow).__transition__);
const act = whenCalm(isCalm, pressButton("#jmpStepFwd"));

export const acts = Object.fromEntries(Object.keys(SIZES).map((step) => [step, act]));
