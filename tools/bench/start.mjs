// Times of a first visit: first paint, largest paint, and until the page responds; medians in Chromium.
//
//     node tools/bench/start.mjs [DIST] [VISITS] [--before FOLDER]...
//
// Measures with a slow connection and a slow processor, and with this machine as it is. `--before` adds other builds. They take
// turns, so that other load on the machine affects all of them.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { quantile } from "../lib/frames.mjs";
import { serveFolder } from "../serve.mjs";

/** Latency in ms, bytes per second in each direction, and the factor by which the processor is slowed down. */
const LINES = {
  "150 ms, 1.6 Mbit/s, processor slowed 4 times": { latency: 150, throughput: 200_000, slower: 4 },
  "fast line": { latency: 0, throughput: -1, slower: 1 },
};
const COLUMNS = ["first paint", "largest", "answers", "kB", "shift"];

/**
 * Runs in the page before anything else: collects the browser's reports of paints and layout shifts, and records when the page is
 * ready.
 */
function installProbe() {
  window.visit = { shift: 0 };
  const watch = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("paint", ({ name, startTime }) => name === "first-contentful-paint" && (window.visit["first paint"] = startTime));
  watch("largest-contentful-paint", ({ startTime }) => (window.visit.largest = startTime));
  watch("layout-shift", ({ value }) => (window.visit.shift += value));
  const look = () => {
    if (document.documentElement?.dataset.run !== undefined) window.visit.answers = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function visit(browser, { url }, { latency, throughput, slower }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput,
  });
  await client.send("Emulation.setCPUThrottlingRate", { rate: slower });
  let bytes = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.addInitScript(`(${installProbe})()`);
  await page.goto(url);
  await page.waitForFunction(() => window.visit.answers !== undefined, null, { timeout: 60_000 });
  // A paint is reported some time after it happened.
  await page.waitForTimeout(1000);
  const taken = await page.evaluate(() => window.visit);
  await context.close();
  return { ...taken, kB: bytes / 1000 };
}

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { before: { type: "string", multiple: true, default: [] } },
});
const [dist = join(root, "dist"), count = "5"] = positionals;
const places = [
  { name: "now", place: dist },
  ...values.before.map((place) => ({ name: `before: ${place}`, place })),
];
const visited = await Promise.all(places.map(async ({ name, place }) => ({ name, ...(await serveFolder(place)), taken: [] })));
const browser = await chromium.launch(launchOptions());
try {
  const width = Math.max(...visited.map(({ name }) => name.length), ...Object.keys(LINES).map((line) => line.length));
  for (const [line, conditions] of Object.entries(LINES)) {
    for (const one of visited) one.taken = [];
    for (let turn = 0; turn < Number(count); turn += 1) {
      for (const one of visited) one.taken.push(await visit(browser, one, conditions));
    }
    console.log(`\n${line.padEnd(width)}${COLUMNS.map((column) => column.padStart(13)).join("")}`);
    for (const { name, taken } of visited) {
      const median = (column) => quantile(taken.map((one) => one[column]), 0.5);
      const cells = COLUMNS.map((column) => median(column).toFixed(column === "shift" ? 3 : 0).padStart(13));
      console.log(name.padEnd(width) + cells.join(""));
    }
  }
} finally {
  await browser.close();
  for (const { close } of visited) close();
}
