// The cost of an access: in the sentence of an instruction's first step, in the tab Instruction, and by a choice of model.

import { expect, expectNoViolations, open, test } from "./fixtures.mjs";

const panel = (page) => page.locator(".cost");

test("the first step of an instruction says what its accesses cost", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Step", exact: true }).click();
  // Four dwords are one line of 64 bytes. Lanes 0, 1, 4 and 7 add to the first of them.
  await expect(page.locator(".narration")).toContainText("8 lanes, 1 sector, 1 line; 16 of 64 bytes used (25 %); 4 lanes wait on one address");
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.locator(".narration")).not.toContainText("bytes used");
});

test("a chosen model is written into the text, and its counts are beside those of the others", async ({ page }) => {
  await open(page);
  await page.getByRole("tab", { name: "Instruction" }).click();
  const row = (name) => panel(page).getByRole("row", { name });
  // Sectors: one of 32 bytes on NVIDIA, one line of 64 bytes on Intel. Eight lanes are one request everywhere.
  await expect(row(/^Sectors/).getByRole("cell")).toHaveText(["1", "1", "1"]);
  await expect(row(/^Lanes on one address/).getByRole("cell")).toHaveText(["4", "4", "4"]);
  await panel(page).getByRole("combobox", { name: "cost model" }).selectOption("NVIDIA Volta and later");
  await expect(page.locator(".printed-text")).toContainText(".model volta");
  await expect(panel(page)).toContainText("16 of 32 bytes used (50 %)");
  await panel(page).getByText("Numbers of the model and their sources").click();
  await expect(panel(page)).toContainText("sector=32");
  await expect(panel(page)).toContainText("assumed: surfaces start at a line");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "undo" }).click();
  await expect(page.locator(".printed-text")).not.toContainText(".model");
});
