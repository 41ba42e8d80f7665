// Cost of a step, a step back and a jump on the page: median and 95th percentile in Chromium.
//
//     node tools/bench/step.mjs [DIST] [SAMPLES] [--before FOLDER]
//
// `--before` adds the cost in an older build, in turns with this one.
// The cost is the time that the page's main thread works from the event to the end of the frame that shows it: script, style,
// layout and paint (see tools/lib/frames.mjs). It does not include the wait for the frame or the work of other threads. The same
// cost on a page with a single word, in the same run, is a baseline for the speed of the machine.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { measure, prepare, press, quantile, slideTo } from "../lib/frames.mjs";
import { scenarioLink } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";
import { LONG, WIDE } from "./scenarios.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { before: { type: "string" } },
});
const [dist = join(root, "dist"), count = "200"] = positionals;
const samples = Number(count);
const WARM_UP = 10;

function report(name, costs, baseline) {
  const times = (kind, share) => quantile(costs.map((cost) => cost[kind]), share);
  const both = (kind) => [0.5, 0.95].map((share) => times(kind, share).toFixed(1).padStart(6)).join(" ");
  const parts = ["script", "style", "layout", "paint"].map((kind) => `${kind} ${times(kind, 0.5).toFixed(1)}`);
  const ratio = times("processor", 0.5) / (baseline ?? times("processor", 0.5));
  console.log(`${name.padEnd(28)}${both("processor")}${both("busy").padStart(16)}${ratio.toFixed(1).padStart(7)}   ${parts.join(", ")}`);
  return times("processor", 0.5);
}

const server = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
const newPage = () => browser.newPage({ viewport: { width: 1440, height: 900 } });
const taken = async (page, acts) => (await measure(browser, acts.map((act) => ({ page, act })))).slice(WARM_UP);
const times = (act, count = samples) => Array.from({ length: count + WARM_UP }, () => act);

async function opened(text, { url } = server) {
  const page = await newPage();
  // The default granularity of a step may differ between builds, so this chooses one micro-step.
  await page.goto(`${url}#${scenarioLink(text)}&g=phase`);
  await page.waitForFunction(() => document.documentElement.dataset.run !== undefined, null, { timeout: 60_000 });
  await page.locator("#stage-title").click();
  await prepare(page);
  const steps = Number(await page.locator("input[type=range]").getAttribute("max"));
  return { page, steps };
}

/** The number of steps of one build before the turn of the other: the steps of a lane, after some to warm up. */
const [BLOCK, AGAIN] = [12, 2];

/** Reports the cost of steps in another build and in this one, in turns, so that the machine has the same speed for both. */
async function inTurns(folder, baseline) {
  const other = await serveFolder(folder);
  for (const [name, key] of [["step", "ArrowRight"], ["step back", "ArrowLeft"]]) {
    const builds = [
      { of: "before", ...(await opened(WIDE, other)), costs: [] },
      { of: "now", ...(await opened(WIDE)), costs: [] },
    ];
    const blocks = Array.from({ length: Math.ceil(samples / BLOCK) + 1 }, () => builds).flat();
    if (key === "ArrowLeft") for (const { page } of builds) await page.keyboard.press("End");
    const costs = await measure(browser, blocks.flatMap(({ page }) => Array(AGAIN + BLOCK).fill({ page, act: press(key) })));
    for (const { costs: own } of blocks) own.push(...costs.splice(0, AGAIN + BLOCK).slice(AGAIN));
    // The first block is a warm-up.
    for (const { of, costs: own } of builds) report(`${name}, ${of}`, own.slice(BLOCK), baseline);
    const p95 = builds.map(({ costs: own }) => quantile(own.slice(BLOCK).map(({ processor }) => processor), 0.95));
    console.log(`${"".padEnd(28)}p95 now is ${(p95[1] / p95[0]).toFixed(2)} of before`);
    for (const { page } of builds) await page.close();
  }
  other.close();
}

try {
  const blank = await newPage();
  await blank.setContent("<p>0</p>");
  await blank.evaluate(() => addEventListener("keydown", () => (document.querySelector("p").textContent += "1")));
  await prepare(blank);
  console.log(`ms of the main thread from an event to the painted frame: ${samples} samples, Chromium ${browser.version()}`);
  console.log(`${"".padEnd(28)}processor time     by the clock  times   of the median`);
  console.log(`${"".padEnd(28)}median    p95    median    p95  blank`);
  const baseline = report("a page with one word", await taken(blank, times(press("x"))));
  await blank.close();

  const wide = await opened(WIDE);
  report("step, 32 lanes, 4 KiB", await taken(wide.page, times(press("ArrowRight"))), baseline);
  report("step back, 32 lanes, 4 KiB", await taken(wide.page, times(press("ArrowLeft"))), baseline);
  await wide.page.close();

  const long = await opened(LONG);
  // The moments are spread over the run without a pattern, and are the same each time.
  const anywhere = (index) => Math.floor(((index * 0.618034) % 1) * long.steps);
  const jumps = times().map((_, index) => slideTo(anywhere(index + 1)));
  report(`jump in ${long.steps} steps`, await taken(long.page, jumps), baseline);
  report("step there", await taken(long.page, times(press("ArrowRight"), 50)), baseline);
  report("step back there", await taken(long.page, times(press("ArrowLeft"), 50)), baseline);
  await long.page.close();

  if (values.before) await inTurns(values.before, baseline);
} finally {
  await browser.close();
  server.close();
}
