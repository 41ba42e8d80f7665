// Start of the page: it loads the files that the size report counts, and shows an error if it cannot start.

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { firstVisit, later } from "../lib/first-visit.mjs";
import { expect, open, test } from "./fixtures.mjs";

const dist = join(dirname(fileURLToPath(import.meta.url)), "../../dist");

test("a first visit loads exactly the files of the size report, compressed, under the content security policy", async ({ page, baseURL }) => {
  const loaded = new Set();
  page.on("request", (request) => loaded.add(request.url()));
  const program = page.waitForResponse((response) => response.url().endsWith(".wasm"));
  await open(page);
  await test.step("the page boots under its content security policy", async () => {
    await expect(page.locator("#app > *").first()).toBeAttached();
    await expect(page).toHaveTitle(/Lanescope/);
    await expect(page.locator("meta[http-equiv=Content-Security-Policy]")).toHaveCount(1);
  });
  await test.step("compressed files are sent compressed", async () => {
    const headers = await (await program).allHeaders();
    expect(headers["content-type"]).toBe("application/wasm");
    expect(headers["content-encoding"]).toBe("br");
  });
  await page.waitForLoadState("networkidle");
  const counted = new Set([...firstVisit(dist), ...later(dist)].map((path) => new URL(path === "index.html" ? "" : path, baseURL).href));
  const fetched = [...loaded].filter((url) => !url.startsWith("data:"));
  expect(fetched.sort()).toEqual([...counted].sort());
});
