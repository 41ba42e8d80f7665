// A variant in another instruction set next to its base text: aligned step by step, on the stage, and in a sweep.

import { exampleLink } from "../lib/link.mjs";
import { expect, expectNoViolations, OF_COLOURS, open, openLink, test, violations } from "./fixtures.mjs";

const tab = (page) => page.getByRole("tab", { name: "Compare" });
const panel = (page) => page.getByRole("tabpanel");
const stages = (page) => page.locator(".stage");

test("INC of both vendors is shown side by side, at 1440 and 390 px", async ({ page }) => {
  await open(page);
  for (const width of [1440, 390]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await openLink(page, exampleLink("16-lock"));
      await openLink(page, exampleLink("49-two-vendors"));
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
      const columns = (stage) =>
        stage.locator(".lane-head, .surface-cells .cell").evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().x * 10)));
      const places = await Promise.all([0, 1].map((index) => columns(stages(page).nth(index))));
      expect(places[0]).toEqual(places[1]);
      await expect(page.locator(".beside-step")).toContainText("Lane 1 computes new = 0: old >= src0");
      // Both widths have the same colours.
      if (width === 1440) await expectNoViolations(page);
      else expect(await violations(page, { but: OF_COLOURS })).toEqual([]);
      // The other side has an instruction set of its own, with its registers and its surface.
      await panel(page).getByLabel("active side").selectOption("suatom");
      await expect(page.locator(".sentence")).toContainText("Lane 1 computes new = 0.");
      await expect(page.locator(".computation")).toContainText("old >= src0");
    });
  }
});
