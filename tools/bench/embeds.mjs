// Time in milliseconds that the embeds of a page take from their frame to the first possible step. The first embed fetches and
// compiles the program; the others reuse it. One page has so much space between embeds that a reader reaches one after the other.
// On another, several are in sight at once, and the time from the page's start until the last embed is usable is measured too.
//
//     node tools/bench/embeds.mjs DIST [COUNT]

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { serveFolder } from "../serve.mjs";

const [dist = "dist", count = "20"] = process.argv.slice(2);
/** The number of strips in sight at once in a window of 800 x 1000 px. */
const TOGETHER = 4;
const lanescope = await serveFolder(dist);
const text = readFileSync(new URL("../../static/examples/01-collision.lane", import.meta.url), "utf8").replace(/</g, "&lt;");
const embed = `<lanescope-embed size="strip"><pre>${text}</pre></lanescope-embed>`;
const html = (body) => `<!doctype html><meta charset="utf-8"><title>Embeds</title><script src="${lanescope.url}lanescope-embed.js"></script>${body}`;
const pages = {
  "/apart": html(`${embed}<div style="height: 3000px"></div>`.repeat(Number(count))),
  "/together": html(embed.repeat(TOGETHER)),
};
const host = createServer((request, response) => response.writeHead(200, { "content-type": "text/html" }).end(pages[request.url]));
await new Promise((done) => host.listen(0, "127.0.0.1", done));

const browser = await chromium.launch(launchOptions());

/** Opens a page with this number of embeds. Returns the time of each from its frame on, and of all from the page's start. */
async function measure(path, count) {
  // A new context has an empty cache.
  const context = await browser.newContext({ viewport: { width: 800, height: 1000 } });
  const page = await context.newPage();
  // Records when each embed gets its frame, and when the attribute says that it is drawn.
  await page.addInitScript(() => {
    window.took = [];
    const begun = new Map();
    const look = () => {
      for (const [index, embed] of document.querySelectorAll("lanescope-embed").entries()) {
        if (!begun.has(index) && embed.shadowRoot?.querySelector("iframe")) begun.set(index, performance.now());
        if (window.took[index] === undefined && embed.dataset.state === "live") {
          window.took[index] = performance.now() - begun.get(index);
          window.all = performance.now();
        }
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`http://localhost:${host.address().port}${path}`);
  const isLive = (index) => page.waitForFunction((index) => window.took[index] !== undefined, index, { timeout: 120_000 });
  for (let index = 0; index < count; index += 1) {
    // One after the other, as a reader reaches them.
    await page.locator("lanescope-embed").nth(index).scrollIntoViewIfNeeded();
    await isLive(index);
  }
  const measured = await page.evaluate(() => ({ took: window.took, all: window.all }));
  await context.close();
  return measured;
}

const ms = (value) => `${Math.round(value)} ms`;
function told({ took: [first, ...others] }) {
  others.sort((a, b) => a - b);
  return `the first ${ms(first)}, of ${others.length} others the median ${ms(others[others.length >> 1])}, the slowest ${ms(others.at(-1))}`;
}
console.log(`embeds of one page, one after the other: ${told(await measure("/apart", Number(count)))}`);
const together = await measure("/together", TOGETHER);
console.log(`${TOGETHER} in sight at once: ${told(together)}; from the page to the last ${ms(together.all)}`);
await browser.close();
host.close();
lanescope.close();
