// The manual: the page leads to it, its pages can be read by everybody, and without scripts they hold figures and texts.

import { expect, expectNoViolations, open, test } from "./fixtures.mjs";

test("header and help lead to the manual", async ({ page }) => {
  await open(page);
  const coming = page.waitForEvent("popup");
  await page.getByRole("banner").getByRole("link", { name: "Manual" }).click();
  const manual = await coming;
  await expect(manual).toHaveTitle(/Lanescope's manual/);
  await expect(manual.getByRole("heading", { level: 1, name: "Lanescope", exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "keys and help" }).click();
  const again = page.waitForEvent("popup");
  await page.getByRole("dialog").getByRole("link", { name: "The manual" }).click();
  await expect(await again).toHaveTitle(/Lanescope's manual/);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an example is a figure and its text", async ({ page }) => {
    await page.goto("./manual/tutorial/03-meeting.html");
    const example = page.locator("lanescope-embed");
    await expect(example.getByRole("img", { name: "Lane 0 writes 11 to BUF byte 0 (was 10)." })).toBeVisible();
    await expect(example.locator("pre")).toContainText("dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0");
  });
});
