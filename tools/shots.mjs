// Screenshots of the built page for people to look at, and a word where something is wider than the window.
//
//     node tools/shots.mjs DIST FOLDER [ADDRESS...]      ADDRESS: a query or fragment, such as "?embed"

import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { launchOptions } from "./lib/chromium.mjs";
import { serveFolder } from "./serve.mjs";

const [dist, folder, ...given] = process.argv.slice(2);
const addresses = given.length > 0 ? given : ["", "?embed"];
const WIDTHS = [
  [1440, 900],
  [820, 1180],
  [640, 480],
  [390, 844],
];

mkdirSync(folder, { recursive: true });
const server = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
try {
  for (const address of addresses) {
    const embed = address.includes("embed");
    for (const [width, height] of WIDTHS) {
      // 640 px is the width of an embed, the others are those of the page.
      if (embed !== (width === 640)) continue;
      for (const colorScheme of ["light", "dark"]) {
        const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
        await page.goto(server.url + address);
        await page.locator(".boot").waitFor({ state: "detached", timeout: 20_000 });
        await page.evaluate(() => document.fonts.ready);
        const name = `${address.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "page"}-${width}-${colorScheme}.png`;
        await page.screenshot({ path: join(folder, name), fullPage: true });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        console.log(`${join(folder, name)}${wide > width ? `   OVERFLOWS: ${wide} px wide` : ""}`);
        await page.close();
      }
    }
  }
} finally {
  await browser.close();
  server.close();
}
