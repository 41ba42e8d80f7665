// From a key press to the frame that shows its run: median and 95th percentile in Chromium.
//
//     node tools/bench/keypress.mjs [DIST] [SAMPLES]
//
// Types into a scenario of 16 lanes, alternating a digit and Backspace so that the text stays the same size. The program sets
// data-run on <html> to a new value after each run; two animation frames later that run is on the screen.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const dist = process.argv[2] ?? join(root, "dist");
const samples = Number(process.argv[3] ?? 100);
const scenario = join(root, "static/examples/11-sixteen-lanes.lane");
const WARM_UP = 10;

/** Runs in the page: notes the time of each key press, of the new run and of the second frame after it. */
function installProbe() {
  const html = document.documentElement;
  window.nextSample = () =>
    new Promise((done) => {
      let pressed;
      const before = html.dataset.run;
      addEventListener("keydown", () => (pressed = performance.now()), { once: true, capture: true });
      const observer = new MutationObserver(() => {
        if (pressed === undefined || html.dataset.run === before) return;
        observer.disconnect();
        const ran = performance.now();
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done({ run: ran - pressed, frame: performance.now() - pressed })),
        );
      });
      observer.observe(html, { attributes: true, attributeFilter: ["data-run"] });
    });
}

const server = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(server.url);
  await page.waitForFunction(() => document.documentElement.dataset.run !== undefined, null, { timeout: 20_000 });
  await page.evaluate(installProbe);
  // The editor is fetched when somebody turns to the text.
  await page.getByRole("textbox", { name: "scenario text" }).click();
  const editor = page.locator(".cm-content").first();
  await editor.waitFor({ timeout: 20_000 });
  await editor.focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(readFileSync(scenario, "utf8"));
  // A comment at the end is safe to type into: each key changes the text and so leads to a run.
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// ");

  const taken = [];
  for (let index = 0; index < WARM_UP + samples; index += 1) {
    const sample = page.evaluate(() => window.nextSample());
    await page.evaluate(() => undefined);
    await page.keyboard.press(index % 2 === 0 ? "7" : "Backspace");
    const late = new Promise((_, fail) => setTimeout(() => fail(new Error("no new run within 5 s of a key press")), 5000).unref());
    const times = await Promise.race([sample, late]);
    if (index >= WARM_UP) taken.push(times);
  }
  const report = (name, key) => {
    const values = taken.map((sample) => sample[key]);
    const show = (share) => `${quantile(values, share).toFixed(1).padStart(7)} ms`;
    console.log(`${name.padEnd(34)} median ${show(0.5)}   p95 ${show(0.95)}`);
  };
  console.log(`${samples} key presses in Chromium ${browser.version()}`);
  report("key press to new run", "run");
  report("key press to second frame after it", "frame");
} finally {
  await browser.close();
  server.close();
}
