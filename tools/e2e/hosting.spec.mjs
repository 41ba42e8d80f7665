// The built folder under another path of a static host: the page, the manual and embeds link to each other.

import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { exampleLink } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";
import { expect, started, test } from "./fixtures.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BASE = "some/base/";

test("page, manual and embeds work under any path", async ({ page }) => {
  const site = join(ROOT, "target/hosting");
  rmSync(site, { recursive: true, force: true });
  mkdirSync(join(site, "some"), { recursive: true });
  symlinkSync(join(ROOT, "dist"), join(site, BASE.slice(0, -1)));
  const { url, close } = await serveFolder(site);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));

  await page.goto(`${url}${BASE}#${exampleLink("01-collision")}&c=14`);
  await started(page);
  await expect(page.locator(".stage-instruction").first()).toBeVisible();
  const opened = page.waitForEvent("popup");
  await page.getByRole("banner").getByRole("link", { name: "Manual" }).click();
  const manual = await opened;
  manual.on("request", (request) => asked.push(request.url()));
  await expect(manual).toHaveURL(`${url}${BASE}manual/index.html`);
  const embed = manual.locator("lanescope-embed");
  await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
  const inside = embed.locator("iframe").contentFrame();
  await inside.getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside.getByText(/^step 26 of/)).toBeVisible();
  const whole = manual.waitForEvent("popup");
  await inside.getByRole("link", { name: "Open in Lanescope" }).click();
  await expect(await whole).toHaveURL(new RegExp(`^${url}${BASE}#v2`));
  await started(await whole);
  await manual.getByRole("link", { name: "Open the page" }).click();
  await started(manual);

  await page.goto(`${url}${BASE}embed.html?size=strip#${exampleLink("01-collision")}&c=14`);
  await expect(page.getByText("step 14 of 42")).toBeVisible();
  const elsewhere = asked.filter((address) => !address.startsWith("data:") && !address.startsWith(url + BASE));
  expect(elsewhere).toEqual([]);
  close();
});
