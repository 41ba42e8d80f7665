// The first actions of a visitor, in Firefox: a few short tests.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { FIREFOX_DOWNLOADS, whyNoFirefox } from "../lib/firefox.mjs";
import { exampleLink } from "../lib/link.mjs";
import { expect, kept, open, share, test } from "./fixtures.mjs";

const why = whyNoFirefox();
test.skip(why !== undefined, why);
// One Firefox for all tests.
test.describe.configure({ mode: "default" });

const cell = (page, index) => page.locator(`#cell-0-${index} .cell-button`);
const position = (page) => page.locator(".position");
const text = (page) => page.locator(".plain-view, .cm-content");

test("the page starts with an example, keys step, a lane is switched off and on by undo, a cell is edited, and an instruction is typed", async ({ page }) => {
  await open(page);
  await expect(text(page)).toContainText("Eight lanes, four counters");
  await expect(cell(page, 0)).toContainText("10");
  await test.step("keys step forwards and back", async () => {
    for (let step = 0; step < 6; step += 1) await page.keyboard.press("ArrowRight");
    await expect(position(page)).toContainText("step 6 of 42");
    await expect(cell(page, 0)).toContainText("11");
    await page.keyboard.press("ArrowLeft");
    await expect(cell(page, 0)).toContainText("10");
  });
  await test.step("a lane is switched off, and undo switches it on", async () => {
    await page.getByRole("switch", { name: "lane 3 " }).click();
    await expect(text(page)).toContainText("active=0b1111_0111");
    await page.getByRole("button", { name: "undo" }).click();
    await expect(text(page)).toContainText("active=0xff");
  });
  await test.step("an instruction is typed", async () => {
    await expect(position(page)).toContainText("of 42");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("mov (M1, 8) OLD(0,0)<1> 0x7:ud");
    // Two steps of all lanes, and one of each of 8 lanes.
    await expect(position(page)).toContainText("of 52");
  });
  await test.step("a cell is edited", async () => {
    await cell(page, 2).click();
    await expect(page.locator(".cell-field input")).toBeFocused();
    await page.keyboard.type("100");
    await page.keyboard.press("Enter");
    await expect(text(page)).toContainText(".surface BUF buffer ud = 10 20 100 40");
  });
});

test("a link opens at its step, and the outcomes of all orders are listed", async ({ page }) => {
  await open(page, `./#${exampleLink("04-order-matters")}&c=5`);
  await expect(position(page)).toContainText("step 5 of");
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await expect(page.getByRole("tabpanel")).toContainText("4 outcomes in 24 orders");
});

test("an embed of the manual comes alive", async ({ page }) => {
  await page.goto("manual/index.html");
  await expect(page.locator("lanescope-embed[data-state=live]").first()).toBeVisible({ timeout: 30_000 });
  const frame = page.locator("lanescope-embed[data-state=live]").first().locator("iframe").contentFrame();
  const position = frame.locator(".embed-position");
  const before = await position.textContent();
  await frame.getByRole("button", { name: "Step", exact: true }).click();
  await expect(position).not.toHaveText(before);
});

test("the gallery opens an example", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator("dialog[open] .example").last().click();
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await expect(text(page)).not.toContainText("Eight lanes, four counters");
});

test("the theme is chosen and kept", async ({ page }) => {
  await open(page);
  await page.getByLabel("theme").selectOption({ label: "Dark" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect.poll(async () => (await kept(page)).theme).toBe("dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the trace is exported", async ({ page }) => {
  await open(page);
  await share(page, "Export");
  const path = join(FIREFOX_DOWNLOADS, "eight-lanes-four-counters-trace.csv");
  await page.getByRole("button", { name: "CSV: Trace" }).click();
  // The header, and a row for each of 58 effects.
  await expect.poll(() => existsSync(path) && readFileSync(path, "utf8").trimEnd().split("\r\n").length).toBe(59);
});
