// Time from a key press to the frame that shows the new text, and to the frame that shows its run: median and 95th percentile in
// Chromium, as wall-clock time and as processor time of the page's main thread.
//
//     node tools/bench/keypress.mjs [DIST] [SAMPLES]
//
// Types into a scenario of 16 lanes, into the notation of its instruction, and into a scenario with one of the longest possible
// runs. Alternates a digit and Backspace, so that the text stays the same size. The program sets data-run on <html> to a new
// value after each run; two animation frames later, that run is on the screen.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { measure, prepare, pressForRun, quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";
import { LONG } from "./scenarios.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = process.argv[2] ?? join(root, "dist");
const samples = Number(process.argv[3] ?? 100);
/** A long run is slow, so a fifth of the samples is enough. */
const LANES = readFileSync(join(root, "static/examples/11-sixteen-lanes.lane"), "utf8");
const SCENARIOS = [
  { title: "16 lanes", text: LANES, samples },
  { title: "the notation of DWORD_ATOMIC, 16 lanes", text: LANES, notation: "DWORD_ATOMIC", samples },
  { title: "a million micro-steps", text: LONG, samples: Math.ceil(samples / 5) },
];
const WARM_UP = 10;
const LATE_SECONDS = 60;

/**
 * Runs in the page: records the times of each key press, of the second frame after it, of the new run, and of the second frame
 * after that.
 */
function installProbe() {
  const html = document.documentElement;
  window.nextSample = () =>
    new Promise((done) => {
      let pressed;
      let text;
      const before = html.dataset.run;
      const inTwoFrames = (then) => requestAnimationFrame(() => requestAnimationFrame(then));
      const press = () => {
        pressed = performance.now();
        inTwoFrames(() => (text = performance.now() - pressed));
      };
      addEventListener("keydown", press, { once: true, capture: true });
      const observer = new MutationObserver(() => {
        if (pressed === undefined || html.dataset.run === before) return;
        observer.disconnect();
        const ran = performance.now();
        inTwoFrames(() => done({ text, run: ran - pressed, frame: performance.now() - pressed }));
      });
      observer.observe(html, { attributes: true, attributeFilter: ["data-run"] });
    });
}

/** Presses keys. Each press waits until the run of the one before is on the screen. */
async function typed(page, samples) {
  const taken = [];
  for (let index = 0; index < WARM_UP + samples; index += 1) {
    const sample = page.evaluate(() => window.nextSample());
    await page.evaluate(() => undefined);
    await page.keyboard.press(key(index));
    const tooLate = new Error(`no new run within ${LATE_SECONDS} s of a key press`);
    const late = new Promise((_, fail) => setTimeout(() => fail(tooLate), 1000 * LATE_SECONDS).unref());
    const times = await Promise.race([sample, late]);
    if (index >= WARM_UP) taken.push(times);
  }
  return taken;
}

/** The keys, alternating so that the text stays the same size. */
const key = (index) => (index % 2 === 0 ? "7" : "Backspace");

/** Returns the processor time that the same key presses take on the page's main thread. */
function worked(page, samples) {
  const acts = Array.from({ length: samples + (samples % 2) }, (_, index) => ({ page, act: pressForRun(key(index)) }));
  return measure(browser, acts);
}

function report({ title, samples }, rows, taken) {
  console.log(`${title}, ${samples} key presses`);
  for (const [key, name] of Object.entries(rows)) {
    const values = taken.map((sample) => sample[key]);
    const show = (share) => `${quantile(values, share).toFixed(1).padStart(7)} ms`;
    console.log(`  ${name.padEnd(38)} median ${show(0.5)}   p95 ${show(0.95)}`);
  }
}

const BY_THE_CLOCK = {
  text: "key press to second frame",
  run: "key press to new run",
  frame: "key press to second frame after that",
};
const WORK = { first: "work until a frame shows the key", processor: "work until a frame shows the run" };

const server = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(server.url);
  await page.waitForFunction(() => document.documentElement.dataset.run !== undefined, null, { timeout: 20_000 });
  await page.evaluate(installProbe);
  await prepare(page);
  // The editor is loaded when the text gets the focus.
  await page.getByRole("textbox", { name: "scenario text" }).click();
  const editor = page.locator(".cm-content").first();
  await editor.waitFor({ timeout: 20_000 });
  console.log(`key presses in Chromium ${browser.version()}`);
  for (const scenario of SCENARIOS) {
    await editor.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText(scenario.text);
    if (scenario.notation) {
      await page.getByRole("button", { name: `Edit ${scenario.notation}`, exact: true }).click();
      await page.getByRole("textbox", { name: `notation of ${scenario.notation}` }).click();
    }
    // A comment at the end can be edited safely: each key changes the text and so starts a run.
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("\n// ");
    report(scenario, BY_THE_CLOCK, await typed(page, scenario.samples));
    report(scenario, WORK, await worked(page, scenario.samples));
  }
} finally {
  await browser.close();
  server.close();
}
