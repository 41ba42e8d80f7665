// A variant in another instruction set next to its base text: aligned step by step, on the stage, and in a sweep.

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, test } from "./fixtures.mjs";

const tab = (page) => page.getByRole("tab", { name: "Compare" });
const panel = (page) => page.getByRole("tabpanel");
const stages = (page) => page.locator(".stage");

for (const width of [1440, 390]) {
  test(`INC of both vendors is shown side by side, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `./#${exampleLink("49-two-vendors")}`);
    await tab(page).click();
    // The bound is 5: vISA turns 5 and 9 into 6 and 10, and SUATOM turns both into 0.
    const row = (name) => panel(page).getByRole("row", { name, exact: true });
    await expect(row("BUF[1] 6 0")).toBeVisible();
    await expect(row("BUF[2] 10 0")).toBeVisible();
    await expect(row("Memory in all orders 1 outcome, only on this side 1 outcome, only on this side")).toBeVisible();
    await panel(page).getByRole("button", { name: "Next difference" }).click();
    const here = panel(page).locator(".variant-rows [aria-current]");
    await expect(here).toContainText("Lane 1 computes new = 6: old + 1 = 5 + 1 = 6.");
    await expect(here).toContainText("Lane 1 computes new = 0: old >= src0 (5 >= 5) is true, so 0.");
    // Private steps of SUATOM that vISA does not need do not count as a difference.
    await expect(panel(page).locator(".variant-rows tr", { hasText: "set-up only" }).first()).not.toHaveClass(/differs/);
    await panel(page).getByRole("button", { name: "Show side by side" }).click();
    await expect(stages(page)).toHaveCount(2);
    await expect(page.locator(".beside-step")).toContainText("Lane 1 computes new = 0: old >= src0");
    await expectNoViolations(page);
    // The active variant is a scenario of set-up only instruction set, with its registers and its surface.
    await panel(page).getByLabel("active side").selectOption("suatom");
    await expect(page.locator(".sentence")).toContainText("Lane 1 computes new = 0.");
    await expect(page.locator(".computation")).toContainText("old >= src0");
  });
}
