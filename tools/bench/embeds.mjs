// How long embeds of one page take from their frame to the first step that can be made, in milliseconds: the first, which fetches
// and compiles the program, and the others, which find it there.
//
//     node tools/bench/embeds.mjs DIST [COUNT]

import { readFileSync } from "node:fs";
import { createServer } from "node:http";

import { chromium } from "@playwright/test";

import { launchOptions } from "../lib/chromium.mjs";
import { serveFolder } from "../serve.mjs";

const [dist = "dist", count = "20"] = process.argv.slice(2);
const lanescope = await serveFolder(dist);
const text = readFileSync(new URL("../../static/examples/01-collision.lane", import.meta.url), "utf8").replace(/</g, "&lt;");
// With so much between them that none starts while another one does: they would wait for each other.
const apart = '<div style="height: 3000px"></div>';
const embeds = `<lanescope-embed size="strip"><pre>${text}</pre></lanescope-embed>${apart}`.repeat(Number(count));
const html = `<!doctype html><meta charset="utf-8"><title>Embeds</title><script src="${lanescope.url}lanescope-embed.js"></script>${embeds}`;
const host = createServer((request, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
await new Promise((done) => host.listen(0, "127.0.0.1", done));

const browser = await chromium.launch(launchOptions());
const page = await browser.newPage({ viewport: { width: 800, height: 600 } });
// The attribute that says that an embed is drawn, and the frame that it began with.
await page.addInitScript(() => {
  window.took = [];
  const begun = new Map();
  const look = () => {
    for (const [index, embed] of document.querySelectorAll("lanescope-embed").entries()) {
      if (!begun.has(index) && embed.shadowRoot?.querySelector("iframe")) begun.set(index, performance.now());
      if (window.took[index] === undefined && embed.dataset.state === "live") window.took[index] = performance.now() - begun.get(index);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
});
await page.goto(`http://localhost:${host.address().port}/`);
const isLive = (index) => page.waitForFunction((index) => window.took[index] !== undefined, index, { timeout: 120_000 });
for (let index = 0; index < Number(count); index += 1) {
  // One behind the other, as a reader comes to them.
  await page.locator("lanescope-embed").nth(index).scrollIntoViewIfNeeded();
  await isLive(index);
}
const [first, ...others] = await page.evaluate(() => window.took);
others.sort((a, b) => a - b);
const ms = (value) => `${Math.round(value)} ms`;
console.log(`embeds of one page: the first ${ms(first)}, of ${others.length} others the median ${ms(others[others.length >> 1])}, the slowest ${ms(others.at(-1))}`);
await browser.close();
host.close();
lanescope.close();
