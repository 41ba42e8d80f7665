// Memory that a text and its run of a million micro-steps take in a page, and time to view a moment of the run: median, 99th
// percentile and maximum in Chromium.
//
//     node tools/bench/seek.mjs FOLDER [MOMENTS]
//
// FOLDER holds the output of wasm-bindgen for core/examples/bench_wasm.rs for the web; `cargo xtask bench` builds it and calls
// this script.

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";

const [folder, moments = "3500"] = process.argv.slice(2);
/** The loops of `core/benches/speed/workloads.rs`, by position. Each has close to a million micro-steps. */
const WORKLOADS = [
  ["DWORD_ATOMIC", 1],
  ["SUATOM", 3],
];

/** Runs in the page. */
async function look([position, count]) {
  const { default: init, Prepared } = await import("/bench_wasm.js");
  const { memory } = await init();
  const before = memory.buffer.byteLength;
  const run = new Prepared(position).finished();
  const taken = memory.buffer.byteLength - before;
  const looks = () =>
    Array.from({ length: count }, (_, index) => {
      // The moments are spread over the run without a pattern, and are the same each time.
      const cursor = Math.floor(((index * 0.618034) % 1) * run.steps());
      const start = performance.now();
      run.look(cursor);
      return performance.now() - start;
    });
  // Browsers compile twice: the optimizing compiler works while the first code runs.
  looks();
  return { steps: run.steps(), taken, looks: looks() };
}

const server = await serveFolder(folder);
const browser = await chromium.launch(launchOptions());
try {
  console.log(`a look at each of ${moments} moments in Chromium ${browser.version()}`);
  console.log(`${"".padEnd(16)}     steps   MiB taken   median ms      p99 ms  slowest ms`);
  for (const [name, position] of WORKLOADS) {
    const page = await browser.newPage();
    // An empty page from the server that has the module.
    await page.goto(server.url);
    const { steps, taken, looks } = await page.evaluate(look, [position, Number(moments)]);
    const times = [0.5, 0.99, 1].map((share) => quantile(looks, share).toFixed(2).padStart(12)).join("");
    console.log(`${name.padEnd(16)}${String(steps).padStart(10)}${(taken / 2 ** 20).toFixed(1).padStart(12)}${times}`);
    await page.close();
  }
} finally {
  await browser.close();
  server.close();
}
