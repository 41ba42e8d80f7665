// The cost of an access: in the sentence of an instruction's first step, in the tab Instruction, and by a choice of model.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, letExamplesBeOpened, open, openLink, resize, test } from "./fixtures.mjs";

const panel = (page) => page.locator(".cost");

test("the first step says what accesses cost, a table compares models, and a chosen model shows sectors on the stage", async ({ page }) => {
  await test.step("the first step of an instruction says what its accesses cost", async () => {
    await open(page);
    await page.getByRole("button", { name: "Step", exact: true }).click();
    // Four dwords are one line of 64 bytes. Lanes 0, 1, 4 and 7 add to the first of them.
    await expect(page.locator(".narration")).toContainText("8 lanes, 1 sector, 1 line; 16 of 64 bytes used (25 %); up to 4 atomic operations on one address");
    await page.getByRole("button", { name: "Step", exact: true }).click();
    await expect(page.locator(".narration")).not.toContainText("bytes used");
  });
  await test.step("a chosen model is written into the text, and a table compares the models", async () => {
    await expect(page.locator(".ruled")).toHaveCount(0);
    await page.getByRole("tab", { name: "Instruction" }).click();
    const row = (name) => panel(page).getByRole("row", { name });
    // Sectors: one of 32 bytes on NVIDIA, one line of 64 bytes on Intel. Maxwell, Pascal, Volta and Xe take eight lanes as one request.
    await expect(row(/^Sectors/).getByRole("cell")).toHaveText(["1", "1", "1", "1"]);
    await expect(row(/^Atomic operations on one address/).getByRole("cell")).toHaveText(["4", "4", "4", "4"]);
    await panel(page).getByRole("combobox", { name: "cost model" }).selectOption("NVIDIA Volta and later");
    await expect(page.locator(".printed-text")).toContainText(".model volta");
    await expect(panel(page)).toContainText("16 of 32 bytes used (50 %)");
    await panel(page).getByText("Numbers of the model and their sources").click();
    await expect(panel(page)).toContainText("sector=32");
    await expect(panel(page)).toContainText("assumed: surfaces start at a line");
    await expectNoViolations(page, ".tabs");
    await page.getByRole("button", { name: "undo" }).click();
    await expect(page.locator(".printed-text")).not.toContainText(".model");
  });
  await test.step("a button shows sectors on the stage, and a cell lists its lanes", async () => {
    await panel(page).getByRole("button", { name: "Show on the stage" }).click();
    await expect(page.locator(".printed-text")).toContainText(".model xe");
    // The four cells are one sector, and it begins at the first.
    await expect(page.locator(".surface-cells .ruled.even")).toHaveCount(4);
    await expect(page.locator(".surface-cells .sector-start.line-start")).toHaveCount(1);
    await page.locator("#cell-0-1 .cell-button").click();
    await expect(page.getByText("sector at byte 0: lanes 0 to 7, 16 of 64 bytes used")).toBeVisible();
    await expectNoViolations(page, ".tabs");
  });
});

test("the number of the cost stays in sight while memory scrolls, at any width", async ({ page }) => {
  await letExamplesBeOpened(page);
  await open(page);
  // Whether a part of the number is covered by something else, or covers a visible cell.
  const isCovered = (share) =>
    page.evaluate(async (share) => {
      const body = document.querySelector(".stage-body");
      body.scrollIntoView();
      body.scrollTop = share * (body.scrollHeight - body.clientHeight);
      await framePainted();
      const legend = document.querySelector(".cost-legend");
      const { left, right, top, bottom } = legend.getBoundingClientRect();
      const corners = [[left + 2, top + 2], [right - 2, top + 2], [left + 2, bottom - 2], [right - 2, bottom - 2]];
      const lanes = document.querySelector(".lanes").getBoundingClientRect();
      const cells = [...document.querySelectorAll(".surface .cell-button")].map((cell) => cell.getBoundingClientRect());
      return (
        corners.some(([x, y]) => !legend.contains(document.elementFromPoint(x, y))) ||
        cells.some((cell) => cell.left < right && left < cell.right && Math.max(cell.top, lanes.bottom) < bottom && top < cell.bottom)
      );
    }, share);
  // The name of a surface is left of its cells, or above them if the surface is also shown in memory.
  for (const example of ["puzzle-15-column", "53-texel-neighbours"]) {
    await page.evaluate((hash) => openExample(hash), exampleLink(example));
    for (const [width, height] of [[1440, 900], [820, 700], [390, 844]]) {
      await resize(page, width, height);
      await expect(page.locator(".cost-legend")).toContainText(/^(1 pass|4 sectors)/);
      for (const share of [0, 0.1, 0.5, 0.9]) expect(await isCovered(share), `${example} at ${width} px, scrolled to ${share}`).toBe(false);
    }
  }
});

test("the cost is visible without scrolling, the lanes of a bank are stacked, and other addresses become a variant", async ({ page }) => {
  await open(page);
  await page.getByRole("tab", { name: "Instruction" }).click();
  await test.step("the cost is visible without scrolling, and the lanes of a bank are stacked", async () => {
    for (const example of ["51-structures-and-arrays", "54-bank-conflicts"]) {
      await openLink(page, exampleLink(example));
      await expect(panel(page).locator(".cost-words")).toBeInViewport({ ratio: 1 });
      await expect(panel(page).getByRole("button", { name: "Try other addresses" })).toBeInViewport({ ratio: 1 });
    }
    // The lanes of a bank are stacked.
    await expect(panel(page).getByRole("figure")).toContainText("Lanes by bank: 8 passes");
    // One bank, with a box for each of the 8 words.
    await expect(panel(page).locator(".banks li")).toHaveCount(1);
    await expect(panel(page).locator(".banks .bank-word")).toHaveCount(8);
  });
  await test.step("other addresses become a variant, and a table compares its cost", async () => {
    await openLink(page, exampleLink("puzzle-13-copy"));
    await panel(page).getByRole("button", { name: "Try other addresses" }).click();
    // Eight words at stride 2 are 2 sectors, in a row 1.
    await expect(panel(page)).toContainText("8 lanes, 1 sector, 1 line; 32 of 32 bytes used (100 %)");
    await panel(page).getByRole("button", { name: "Consecutive addresses" }).click();
    await expect(page.locator(".printed-text")).toContainText(".variant consecutive");
    const table = panel(page).getByRole("table").filter({ hasText: "By variant" });
    await expect(table.getByRole("row", { name: /^Sectors/ }).getByRole("cell")).toHaveText(["2", "2", "1"]);
  });
  await test.step("another pitch of an image becomes a variant", async () => {
    const scenario = `.lanes 8
.model volta
.decl IMG v_type=T num_elts=1
.decl X v_type=G type=ud num_elts=8 align=GRF
.decl Y v_type=G type=ud num_elts=8 align=GRF
.set X = [0; 8]
.set Y = iota(0, 1)
.surface IMG 2d R32_UINT 3x12 pitch=32 = iota(0, 1)
typed_atomic.inc (M1, 8) IMG X.0 Y.0 V0.0 V0.0 V0.0 V0.0 V0.0
`;
    await openLink(page, scenarioLink(scenario));
    await panel(page).getByRole("button", { name: "Try other addresses" }).click();
    await panel(page).getByRole("button", { name: "Other pitch" }).click();
    await expect(page.locator(".printed-text")).toContainText(".surface IMG 2d R32_UINT 3x12 pitch=12 = iota(0, 1)");
    // A column of 8 rows: a sector for each row of 32 bytes, or bytes 0 to 87.
    const table = panel(page).getByRole("table").filter({ hasText: "By variant" });
    await expect(table.getByRole("row", { name: /^Sectors/ }).getByRole("cell")).toHaveText(["8", "3"]);
  });
});
