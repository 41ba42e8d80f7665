// Invariants: the step that breaks one, on the timeline, in a sentence and at the end, and the orders that break it.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, openExpectations, openLink, test } from "./fixtures.mjs";

/**
 * Lane 1 raises the sum from 101 to 103. Each lane has five steps, after two steps of the whole instruction, and writes in the
 * fourth of them: the write is step 2 + 5 + 4 = 11.
 */
const BROKEN = `./#${scenarioLink(`.isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.decl VAL v_type=G type=ud num_elts=8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = iota(1, 1)
.surface BUF buffer ud = 10 20 30 40
.invariant total: sum(BUF) <= 102
.invariant small: highest(BUF) <= 40
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
`)}`;

/** Four lanes deposit money into an account and withdraw some: 8 of 24 orders overdraw it, but not the order of the run. */
const ACCOUNT = exampleLink("48-invariant");

test("the step that breaks an invariant is found, and the orders that break one are counted and played", async ({ page }) => {
  await test.step("the step is found from the end, on the timeline and in its sentence", async () => {
    await open(page, BROKEN);
    await page.keyboard.press("End");
    await expect(page.locator(".verdict")).toHaveText("1 of 2 expectations failed");
    await openExpectations(page);
    await expect(page.locator(".expectations li")).toHaveText([
      /failed.*total: sum\(BUF\) <= 102.*sum\(BUF\) is 103/,
      /passed.*small: highest\(BUF\) <= 40/,
    ]);
    await page.getByRole("button", { name: "Go to step 11" }).click();
    await expect(page.locator(".sentence")).toContainText(
      "Lane 1 writes 13 to BUF[0] (was 11). Invariant total is broken: sum(BUF) is 103.",
    );
    await expect(page.locator(".marks title", { hasText: "broken invariant at step 11, lane 1" })).toHaveCount(1);
    await expectNoViolations(page);
  });
  await test.step("the orders are counted, and one of them is played", async () => {
    await openLink(page, ACCOUNT);
    await page.getByRole("tab", { name: "Outcomes" }).click();
    const invariant = page.getByRole("group", { name: "invariant solvent" });
    await expect(invariant).toContainText("is broken in 8 of 24 orders");
    await expectNoViolations(page, ".tabs");
    await invariant.getByRole("button", { name: "Play this order" }).click();
    await page.keyboard.press("End");
    await expect(page.locator(".verdict")).toHaveText("2 of 3 expectations failed");
    await openExpectations(page);
    await expect(page.locator(".expectations .fails").first()).toContainText("solvent: BUF[0] >= 0");
  });
});
