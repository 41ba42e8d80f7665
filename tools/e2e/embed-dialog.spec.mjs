// The dialog that hands out the lines of an embed.

import { exampleLink } from "../lib/link.mjs";
import { expect, inside, isLive, test } from "./embed.mjs";
import { expectNoViolations, open, resize, share } from "./fixtures.mjs";

test.describe("the dialog that hands out the lines", () => {
  // A changed option makes a new frame, and the requests of the old frame are cancelled.
  test.use({ mayFail: true });

  const dialog = (page) => page.getByRole("dialog", { name: "Embed" });
  const lines = (page) => dialog(page).getByLabel("code to copy");

  test("the dialog previews the embed and fits narrow windows, and its lines run in another page", async ({ page, openHost }) => {
    await open(page, `./#${exampleLink("01-collision")}&c=14`);
    await share(page, "Embed");
    const preview = dialog(page).frameLocator("iframe");
    await expect(preview.getByText("step 14 of 42")).toBeVisible();
    await expectNoViolations(page, "dialog[open]");
    await dialog(page).getByRole("button", { name: "Strip" }).click();
    await dialog(page).getByLabel("Editable").check();
    await dialog(page).getByLabel("theme of the embed").selectOption("Dark");
    await expect(lines(page)).toContainText('<lanescope-embed size="strip" step="14" theme="dark" editable="" version="0.1">');
    // The lines name the server of this test.
    await expect(dialog(page).getByText("only for your own machine")).toBeVisible();
    await expect(preview.locator(".embedded.size-strip")).toBeVisible();
    const html = await lines(page).textContent();
    await dialog(page).getByLabel("Start at this step").uncheck();
    await expect(lines(page)).not.toContainText("step=");
    await dialog(page).getByRole("button", { name: "iframe" }).click();
    await expect(lines(page)).toContainText("<iframe");
    const frame = await lines(page).textContent();
    for (const [form, words] of [
      ["mdBook", "```lanescope size=strip theme=dark editable"],
      ["Sphinx", ".. lanescope:: size=strip theme=dark editable"],
      ["MyST", "```{lanescope} size=strip theme=dark editable"],
      [".lane", ".lanes"],
    ]) {
      await dialog(page).getByRole("button", { name: form }).click();
      await expect(lines(page)).toContainText(words);
    }
    await expect(dialog(page).getByText("only for your own machine")).toHaveCount(0);
    await dialog(page).getByLabel("Height").fill("300");
    await dialog(page).getByLabel("Title", { exact: true }).fill("Two lanes");
    await dialog(page).getByRole("button", { name: "MyST" }).click();
    await expect(lines(page)).toContainText('theme=dark editable height=300 title="Two lanes"');
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog(page).getByRole("button", { name: "Copy" }).click();
    await expect(dialog(page).getByRole("status")).toContainText("Copied");
    for (const width of [320, 390, 820]) {
      await resize(page, width, 800);
      expect.soft(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();

    await openHost(html);
    await isLive(page);
    await expect(inside(page).getByText("step 14 of 42")).toBeVisible();
    await openHost(frame);
    await expect(page.frameLocator("iframe").getByText("start of 42")).toBeVisible({ timeout: 20_000 });
  });
});
