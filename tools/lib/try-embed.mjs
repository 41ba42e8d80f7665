// Opens a page with an embed in Chromium, and takes a step.

import { chromium } from "@playwright/test";

import { serveFolder } from "../serve.mjs";
import { launchOptions } from "./chromium.mjs";

/** The longest time until an embed shows its scenario, in milliseconds. */
const LONGEST_MS = 60_000;

/** Serves a folder and opens a page. Fails unless the first embed of the page starts and takes a step. */
export async function tryEmbed(folder, address) {
  const server = await serveFolder(folder, Number(process.env.LANESCOPE_PORT ?? 0));
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(LONGEST_MS);
    const warnings = [];
    page.on("console", (message) => ["warning", "error"].includes(message.type()) && warnings.push(message.text()));
    await page.goto(server.url + address);
    const embed = page.locator("lanescope-embed").first();
    await embed.scrollIntoViewIfNeeded();
    const live = page.locator('lanescope-embed[data-state="live"]').first();
    await live.waitFor().catch(() => {
      throw new Error(`the embed of ${address} does not start: ${warnings.join("; ")}`);
    });
    await embed.locator("iframe").contentFrame().getByRole("button", { name: "Step", exact: true }).click();
  } finally {
    await browser.close();
    server.close();
  }
}
