// Screenshots of the built page for review, with a message if something is wider than the window.
//
//     node tools/shots.mjs DIST FOLDER [SCENE...]      SCENE: a name of the list below; all of them without any

import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { chromium } from "@playwright/test";

import { launchOptions } from "./lib/chromium.mjs";
import { exampleLink } from "./lib/link.mjs";
import { serveFolder } from "./serve.mjs";

/** The address of an example at a micro-step. */
const at = (example, cursor) => ({ address: () => `#${exampleLink(example)}&c=${cursor}` });
/** A step beyond the last micro-step of every example. */
const END = 999_999;

/** A slide with an embed of that size and nothing else. */
const slide = (size, attributes) => {
  const text = readFileSync(new URL("../static/examples/01-collision.lane", import.meta.url), "utf8").replace(/</g, "&lt;");
  return {
    address: () => `slide-${size}.html`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A slide</title><meta name="color-scheme" content="light dark">
      <style>body { margin: 0; padding: 10px 20px; font: 20px sans-serif } h1 { margin: 0; font-size: 26px } lanescope-embed { margin: 8px 0 }</style>
      <script src="lanescope-embed.js"></script><h1>Where lanes meet</h1>
      <lanescope-embed size="${size}" step="14" ${attributes}><pre>${text}</pre></lanescope-embed>`,
    widths: [[960, 540]],
  };
};
/** A page of a document, scrolled to its first embed. */
const documentPage = (address, folder) => ({ address: () => address, folder, widths: [[1280, 900], [800, 900], [320, 900]] });

/** The scenes. `address` is opened, then `act` operates the page. `vision` is the emulated vision deficiency. */
const SCENES = {
  "first-visit": { address: () => "" },
  collision: at("01-collision", 14),
  masks: at("09-masks-and-predicates", END),
  "out-of-bounds": at("13-out-of-bounds", END),
  "lost-update": at("22-lost-update", 20),
  image: at("33-image-counters", 12),
  "thirty-two-lanes": at("29-block-linear", 150),
  channels: at("38-channels", 40),
  "who-wrote-this": {
    ...at("01-collision", END),
    act: (page) => page.locator(".surface .cell").first().click(),
  },
  "a-lane": { ...at("01-collision", END), act: (page) => page.locator(".lane-head").nth(2).click() },
  "an-operand": { ...at("09-masks-and-predicates", END), act: (page) => page.locator(".row-name").nth(1).click() },
  trap: at("25-three-clamps", END),
  mistake: {
    ...at("01-collision", 14),
    act: async (page) => {
      await page.getByRole("textbox", { name: "scenario text" }).click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("dword_atomic.ad (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0");
    },
  },
  registers: { ...at("01-collision", 14), act: (page) => page.getByRole("tab", { name: "Instruction" }).click() },
  gallery: { address: () => "", act: (page) => page.getByRole("button", { name: "Examples" }).click() },
  "more-contrast": { ...at("03-only-some-lanes", 14), options: { contrast: "more" } },
  "forced-colours": { ...at("03-only-some-lanes", 14), options: { forcedColors: "active" } },
  ...Object.fromEntries(
    ["protanopia", "deuteranopia", "tritanopia"].map((vision) => [vision, { ...at("05-add-and-subtract", 30), vision }]),
  ),
  export: {
    ...at("01-collision", 14),
    act: async (page) => {
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await page.getByRole("button", { name: "Export" }).click();
    },
  },
  strip: { address: () => `embed.html?size=strip#${exampleLink("01-collision")}&c=14`, widths: [[640, 220], [320, 320]] },
  card: { address: () => `embed.html?size=card#${exampleLink("01-collision")}&c=14`, widths: [[800, 510], [320, 660]] },
  "book-card": documentPage("manual/tutorial/03-meeting.html"),
  "book-full": documentPage("manual/tutorial/10-all-orders.html"),
  "book-instruction": documentPage("manual/isa/visa/typed_atomic.html"),
  // The browser suite builds this folder.
  "sphinx-page": documentPage("index.html", "target/recipes/sphinx/site/out"),
  "slide-strip": slide("strip", ""),
  "slide-card": slide("card", 'height="470"'),
  "slide-full": slide("full", 'height="470"'),
  full: { address: () => `embed.html?size=full&editable#${exampleLink("01-collision")}&c=14`, widths: [[800, 980]] },
};
const WIDTHS = [
  [1440, 900],
  [820, 1180],
  [390, 844],
];

const [dist, folder, ...given] = process.argv.slice(2);
const scenes = given.length > 0 ? given : Object.keys(SCENES);
mkdirSync(folder, { recursive: true });
const server = await serveFolder(dist);
const browser = await chromium.launch(launchOptions());
try {
  for (const name of scenes) {
    if (!(name in SCENES)) throw new Error(`there is no scene ${name}; there are ${Object.keys(SCENES).join(", ")}`);
    const { address, act, vision, options, widths = WIDTHS, html, folder: other } = SCENES[name];
    if (other && !existsSync(other)) {
      console.log(`${name} is left out: ${other} is not there`);
      continue;
    }
    const site = other ? await serveFolder(other) : server;
    for (const [width, height] of widths) {
      for (const colorScheme of ["light", "dark"]) {
        const viewport = { width, height };
        const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce", ...options });
        if (vision) {
          const session = await page.context().newCDPSession(page);
          await session.send("Emulation.setEmulatedVisionDeficiency", { type: vision });
        }
        if (html) await page.route(`${site.url}${address()}`, (route) => route.fulfill({ body: html, contentType: "text/html" }));
        await page.goto(site.url + address());
        const embed = page.locator("lanescope-embed").first();
        const isAround = (await embed.count()) > 0;
        if (isAround) await embed.scrollIntoViewIfNeeded();
        await page.waitForFunction(
          () => (document.querySelector("lanescope-embed") ?? document.documentElement).matches("[data-run], [data-state]"),
          null,
          { timeout: 20_000 },
        );
        await page.evaluate(() => document.fonts.ready);
        await act?.(page);
        await page.waitForTimeout(300);
        const path = join(folder, `${name}-${width}-${colorScheme}.png`);
        // Embeds far from the window are not loaded.
        await page.screenshot({ path, fullPage: !isAround });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        console.log(`${path}${wide > width ? `   OVERFLOWS: ${wide} px wide` : ""}`);
        await page.close();
      }
    }
    if (other) site.close();
  }
} finally {
  await browser.close();
  server.close();
}
