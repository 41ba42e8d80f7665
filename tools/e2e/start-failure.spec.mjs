// What a visitor reads where the program cannot start. The console is expected to hold errors here.

import { expect, test } from "@playwright/test";

test("a program that cannot be loaded is reported on the page", async ({ page }) => {
  await page.route("**/*.wasm", (route) => route.abort());
  await page.goto("./");
  await expect(page.getByRole("alert")).toContainText("could not start");
});

test("without scripts the page says what it needs", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
  await page.goto("./");
  await expect(page.locator("noscript p")).toBeVisible();
  await expect(page.locator(".boot-note").first()).toBeHidden();
  await page.close();
});
