// The message to a visitor if the program cannot start. The console is expected to have errors here.

import { expect, test } from "@playwright/test";

for (const address of ["./", "./embed.html"]) {
  test(`a program that cannot be loaded is reported at ${address}`, async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await page.goto(address);
    await expect(page.getByRole("alert")).toContainText("could not start");
    await expect(page.getByText("Starting…")).toHaveCount(0);
  });
}

test("without scripts the page shows the first example and its requirements", async ({ browser, baseURL }) => {
  const page = await browser.newPage({ javaScriptEnabled: false, baseURL });
  await page.goto("./");
  await expect(page.locator(".no-scripts")).toBeVisible();
  await expect(page.locator("#app > .page")).toBeVisible();
  await expect(page.locator(".bank:visible")).toHaveCount(1);
  for (const hidden of [".boot", ".boot-note"]) await expect(page.locator(hidden).first()).toBeHidden();
  await page.close();
});
