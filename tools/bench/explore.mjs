// Time to explore all orders of collisions in Chromium, in a worker as on the page. Also the cost of a step on the page while its
// worker is busy, and the time until the page is ready again after a cancellation.
//
//     node tools/bench/explore.mjs FOLDER [DIST] [TIMES]
//
// FOLDER holds the output of wasm-bindgen for core/examples/bench_wasm.rs for the web; `cargo xtask bench` builds it and calls
// this script. A worker has no processor clock, so times are wall-clock times and grow with other load on the machine.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { measure, prepare, press, quantile } from "../lib/frames.mjs";
import { scenarioLink } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const [folder, dist = join(root, "dist"), times = "20"] = process.argv.slice(2);

/** 32 lanes add floats of very different magnitudes: more states than the page explores. */
const FLOATS = `.isa sass sm=52
.lanes 32
.set R4 = ${Array.from({ length: 32 }, (_, lane) => (1.37 ** lane * (lane % 3 ? 1 : -1)).toFixed(6)).map((number) => `0x${bits(number)}`).join(" ")}
.surface 0 1d_buffer R32_FLOAT 1 = 0
SUATOM.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN R6, [R2], R4, 0x0;
`;

function bits(number) {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, number);
  return view.getUint32(0).toString(16);
}

/** Runs in a worker: returns the milliseconds of each repetition for each collision, and the bytes that the module then has. */
const WORK = `
  // A worker reports errors to the page, but not rejected promises.
  addEventListener("unhandledrejection", ({ reason }) => reportError(reason));
  onmessage = async ({ data: { module, times } }) => {
    const { default: init, Orders } = await import(module);
    const { memory } = await init();
    for (let position = 0; position < Orders.count(); position += 1) {
      const orders = new Orders(position);
      const explored = () => {
        const start = performance.now();
        orders.explore();
        return performance.now() - start;
      };
      // Browsers compile twice: the optimizing compiler works while the first code runs.
      const start = performance.now();
      do explored();
      while (performance.now() - start < 1000);
      const found = [];
      // A collision that takes seconds is repeated only a few times.
      while (found.length < times && (found.length < 3 || performance.now() - start < 5000)) found.push(explored());
      postMessage({ name: orders.name(), times: found, taken: memory.buffer.byteLength });
    }
    postMessage(null);
  };`;

/** Runs in the page: passes on the worker's messages. */
function inWorker({ work, times }) {
  const worker = new Worker(URL.createObjectURL(new Blob([work], { type: "text/javascript" })), { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => (data ? window.told(data) : resolve());
    worker.postMessage({ module: `${location.origin}/bench_wasm.js`, times });
  });
}

/** Runs in the page: returns the milliseconds from a click on "Cancel" until the page offers to explore again. */
function cancelled() {
  const button = (name) => [...document.querySelectorAll(".outcomes-asking button")].find((it) => it.textContent === name);
  const start = performance.now();
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!button("Explore all orders")) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    button("Cancel").click();
  });
}

const shares = (values) => [0.5, 0.95].map((share) => quantile(values, share).toFixed(1).padStart(10)).join("");

const modules = await serveFolder(folder);
const pages = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
try {
  console.log(`\nAll orders in a worker of Chromium ${browser.version()}: milliseconds, median and 95th percentile of up to ${times} times; MiB of memory by then`);
  const blank = await browser.newPage();
  await blank.goto(modules.url);
  await blank.exposeFunction("told", ({ name, times: passed, taken }) =>
    console.log(`${name.padEnd(44)}${shares(passed)}${(taken / 2 ** 20).toFixed(1).padStart(10)}`),
  );
  await blank.evaluate(inWorker, { work: WORK, times: Number(times) });
  await blank.close();

  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${pages.url}#${scenarioLink(FLOATS)}`);
  await page.waitForFunction(() => document.documentElement.dataset.run !== undefined, null, { timeout: 60_000 });
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.getByRole("combobox", { name: "budget" }).waitFor();
  const explore = page.getByRole("button", { name: "Explore all orders" });
  await explore.waitFor();
  await page.locator("#stage-title").click();
  await prepare(page);
  const steps = async () => {
    const taken = await measure(browser, Array.from({ length: 40 }, () => ({ page, act: press("ArrowRight") })));
    return taken.slice(10).map(({ processor }) => processor);
  };
  console.log(`\nA step of the page, milliseconds of its main thread, median and 95th percentile`);
  console.log(`${"with nothing else to do".padEnd(44)}${shares(await steps())}`);
  const cancels = [];
  await explore.click();
  await page.locator("#stage-title").click();
  const busy = await steps();
  const isBusy = await page.getByRole("button", { name: "Cancel" }).isVisible();
  console.log(`${`while all orders are gone through${isBusy ? "" : " (which ended before)"}`.padEnd(44)}${shares(busy)}`);
  for (let time = 0; time < 10; time += 1) {
    if (time > 0 || !isBusy) await explore.click();
    await page.getByRole("progressbar").waitFor();
    cancels.push(await page.evaluate(cancelled));
  }
  console.log(`${"from a press of Cancel until it is over".padEnd(44)}${shares(cancels)}`);
} finally {
  await browser.close();
  modules.close();
  pages.close();
}
