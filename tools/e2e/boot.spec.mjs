// The page starts, loads what the size report counts, and says so where it cannot start.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { firstVisit } from "../lib/first-visit.mjs";
import { expect, open, test } from "./fixtures.mjs";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../../dist");

test("the page boots under its content security policy", async ({ page }) => {
  await open(page);
  await expect(page.locator("#app > *").first()).toBeAttached();
  await expect(page).toHaveTitle(/Lanescope/);
  await expect(page.locator("meta[http-equiv=Content-Security-Policy]")).toHaveCount(1);
});

test("a first visit loads what the size report counts, no more and no less", async ({ page, baseURL }) => {
  const loaded = new Set();
  page.on("request", (request) => loaded.add(request.url()));
  await open(page);
  await page.waitForLoadState("networkidle");
  const counted = new Set(firstVisit(dist).map((path) => new URL(path === "index.html" ? "" : path, baseURL).href));
  const fetched = [...loaded].filter((url) => !url.startsWith("data:"));
  expect(fetched.sort()).toEqual([...counted].sort());
});

test("compressed files are sent compressed", async ({ page }) => {
  const program = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await open(page);
  const headers = await (await program).allHeaders();
  expect(headers["content-type"]).toBe("application/wasm");
  expect(headers["content-encoding"]).toBe("br");
});

const REST = "**/lanescope-rest-*.wasm";

test("looking and stepping do not wait for the second part of the program", async ({ page }) => {
  await page.route(REST, () => {});
  await open(page);
  const sentence = page.getByRole("region", { name: "what happens" });
  const before = await sentence.textContent();
  // What is done some time after a press may wait, such as the link in the address: see LATER in profile.mjs.
  await page.evaluate(() => {
    const { setTimeout } = window;
    window.setTimeout = (act, ms, ...given) => (ms < 200 ? setTimeout(act, ms, ...given) : 0);
  });
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home", "ArrowRight"]) {
    await page.keyboard.press(key);
  }
  await expect(sentence).not.toHaveText(before);
});

test("what needs the second part waits until it is there", async ({ page }) => {
  await page.route(REST, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await open(page);
  await page.getByRole("button", { name: "Examples" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test.describe("where the second part cannot be fetched", () => {
  test.use({ mayFail: true });

  test("the page says so and keeps the text", async ({ page }) => {
    await page.route(REST, (route) => route.abort());
    await open(page);
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not be fetched" })).toBeVisible();
    await page.unroute(REST);
    await page.reload();
    await page.getByRole("button", { name: "Examples" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
  });
});
