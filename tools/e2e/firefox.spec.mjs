// The first actions of a visitor, in Firefox: twelve short tests. Playwright drives only builds of Firefox of its own, so Puppeteer
// drives the one of the machine, by WebDriver BiDi.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { test as base } from "@playwright/test";
import puppeteer from "puppeteer-core";

import { firefoxPath } from "../lib/firefox.mjs";
import { exampleLink } from "../lib/link.mjs";
import { expect } from "./fixtures.mjs";

/** Returns the reason why Firefox cannot be started. */
function missing() {
  try {
    firefoxPath();
  } catch (why) {
    return why.message;
  }
}

const test = base.extend({
  /** A folder for downloaded files. */
  downloads: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "lanescope-firefox-"));
      await use(folder);
      rmSync(folder, { recursive: true });
    },
    { scope: "worker" },
  ],
  firefox: [
    async ({ downloads }, use) => {
      const firefox = await puppeteer.launch({
        browser: "firefox",
        executablePath: firefoxPath(),
        // Firefox 140 and older have no command for the size of a page, so the window has it.
        defaultViewport: null,
        args: ["--width=1440", "--height=1000"],
        extraPrefsFirefox: {
          "browser.download.folderList": 2,
          "browser.download.dir": downloads,
          "browser.download.always_ask_before_handling_new_types": false,
        },
      });
      await use(firefox);
      await firefox.close();
    },
    { scope: "worker" },
  ],
  /** A page with a storage of its own. The test fails after an error on its console. */
  page: async ({ firefox }, use) => {
    const context = await firefox.createBrowserContext();
    const page = await context.newPage();
    const problems = [];
    // The first page also waits for Firefox itself.
    page.setDefaultTimeout(30_000);
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    await use(page);
    await context.close();
    expect(problems, "errors on the page's console").toEqual([]);
  },
});

const why = missing();
test.skip(why !== undefined, why);
// One Firefox for all tests.
test.describe.configure({ mode: "default" });

/** A button, also one that is a tab, by its label or its text. */
const button = (name) => `::-p-xpath(//button[@aria-label="${name}" or normalize-space()="${name}"])`;
const CELL = (index) => `#cell-0-${index} .cell-button`;
const SHOWN = ".plain-view, .cm-content";

async function open(page, address) {
  await page.goto(address);
  await page.waitForSelector("html[data-run]");
}

async function click(where, selector) {
  const element = await where.waitForSelector(selector, { visible: true });
  await element.click();
}

/** Waits until an element has a text. */
const expectText = (where, selector, text) =>
  expect.poll(() => where.$eval(selector, (element) => element.textContent), { message: selector, timeout: 30_000 }).toContain(text);

test("the page starts with an example", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await expectText(page, SHOWN, "Eight lanes, four counters");
  await expectText(page, CELL(0), "10");
});

test("an instruction is typed", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await expectText(page, ".position", "of 42");
  await click(page, "#editor");
  await page.waitForSelector(".cm-content:focus");
  await page.keyboard.down("Control");
  await page.keyboard.press("End");
  await page.keyboard.up("Control");
  await page.keyboard.press("Enter");
  await page.keyboard.type("mov (M1, 8) OLD(0,0)<1> 0x7:ud");
  // Two steps of all lanes, and one of each of 8 lanes.
  await expectText(page, ".position", "of 52");
});

test("keys step forwards and back", async ({ page, baseURL }) => {
  await open(page, baseURL);
  for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
  await expectText(page, ".position", "step 6 of 42");
  await expectText(page, CELL(0), "11");
  await page.keyboard.press("ArrowLeft");
  await expectText(page, CELL(0), "10");
});

test("a cell is edited", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await click(page, CELL(2));
  await page.waitForSelector(".cell-field input:focus");
  await page.keyboard.type("100");
  await page.keyboard.press("Enter");
  await expectText(page, SHOWN, ".surface BUF buffer ud = 10 20 100 40");
});

test("a lane is switched off", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await click(page, '[role=switch][aria-label^="lane 3 "]');
  await expectText(page, SHOWN, "active=0b1111_0111");
});

test("undo restores the text", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await click(page, '[role=switch][aria-label^="lane 2 "]');
  await expectText(page, SHOWN, "active=0b1111_1011");
  await click(page, button("undo"));
  await expectText(page, SHOWN, "active=0xff");
});

test("the outcomes of all orders are listed", async ({ page, baseURL }) => {
  await open(page, `${baseURL}#${exampleLink("04-order-matters")}`);
  await click(page, button("Outcomes"));
  await expectText(page, "[role=tabpanel]", "4 outcomes in 24 orders");
});

test("a link opens at its step", async ({ page, baseURL }) => {
  await open(page, `${baseURL}#${exampleLink("13-out-of-bounds")}&c=5`);
  await expectText(page, ".position", "step 5 of");
});

test("an embed of the manual comes alive", async ({ page, baseURL }) => {
  await page.goto(`${baseURL}manual/index.html`);
  await page.waitForSelector("lanescope-embed[data-state=live]");
  const frame = page.frames().find((frame) => frame.url().includes("embed.html"));
  const before = await frame.$eval(".embed-position", (element) => element.textContent);
  // Firefox 140 and older cannot find the place of a frame, which a press by pointer needs.
  await (await frame.waitForSelector(button("Step"))).evaluate((step) => step.click());
  await expect.poll(() => frame.$eval(".embed-position", (element) => element.textContent)).not.toBe(before);
});

test("the gallery opens an example", async ({ page, baseURL }) => {
  await open(page, baseURL);
  await click(page, button("Examples"));
  await page.waitForSelector("dialog[open] .example");
  await (await page.$$("dialog[open] .example")).at(-1).click();
  await page.waitForSelector("dialog[open]", { hidden: true });
  await expect.poll(() => page.$eval(SHOWN, (text) => text.textContent)).not.toContain("Eight lanes, four counters");
});

test("the theme is chosen and kept", async ({ page, baseURL }) => {
  await open(page, baseURL);
  const theme = "select[aria-label=theme]";
  await page.select(theme, await page.$eval(theme, (select) => [...select.options].find(({ text }) => text === "Dark").value));
  await page.waitForSelector("html[data-theme=dark]");
  const isKept = () => page.evaluate(() => JSON.parse(localStorage.getItem("lanescope.page"))?.theme);
  await expect.poll(isKept).toBe("dark");
  await page.reload();
  await page.waitForSelector("html[data-theme=dark]");
});

test("the trace is exported", async ({ page, baseURL, downloads }) => {
  await open(page, baseURL);
  await click(page, button("Share"));
  await click(page, button("Export"));
  await click(page, button("CSV: Trace"));
  const path = join(downloads, "eight-lanes-four-counters-trace.csv");
  // The header, and a row for each of 58 effects.
  await expect.poll(() => existsSync(path) && readFileSync(path, "utf8").trimEnd().split("\r\n").length).toBe(59);
});
