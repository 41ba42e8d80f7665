// Sweeps: the results for many values of an element, as a picture and a table, also compared with a variant.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, test } from "./fixtures.mjs";

/** One lane adds two bytes of A. */
const BYTES = `.isa visa grf=32
.lanes 8
.decl A v_type=G type=ub num_elts=32 align=GRF
.decl B v_type=G type=ub num_elts=32 align=GRF
.set A = [1; 32]
.set B = [0; 32]
add (M1, 1) B(0,0)<1> A(0,0)<0;1,0> A(0,1)<0;1,0>
`;

/** One lane of vISA increments as SUATOM does: the operation has the notation of SUATOM's own INC. */
const WRAPS = (variant) => `.isa visa grf=32
.lanes 8
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = [5; 8]
.surface BUF buffer ud = 3
.op INC { new = old >= src0 ? 0 : old + 1; }
dword_atomic.inc (M1, 1) BUF OFF.0 VAL.0 V0.0 OLD.0
.variant other {
${variant}
}
`;

const link = (text) => `./#${scenarioLink(text)}`;
const panel = (page) => page.getByRole("tabpanel");

async function sweep(page, address, elements, side) {
  await open(page, address);
  await page.getByRole("tab", { name: "Compare" }).click();
  await panel(page).getByRole("button", { name: "Sweep", exact: true }).click();
  await panel(page).getByRole("combobox", { name: "Elements" }).fill(elements);
  if (side) await panel(page).getByRole("combobox", { name: "compare with" }).selectOption(side);
  await panel(page).getByRole("button", { name: "Run sweep" }).click();
}

test("all values of a byte are a picture and a table", async ({ page }) => {
  await sweep(page, link(BYTES), "A[0]");
  await expect(panel(page).getByRole("status")).toHaveText("All 256 values of UB in A[0] tried: B[0] depends on it.");
  // 0 + 1 to 254 + 1, and 255 + 1 is 0 in a byte.
  await expect(panel(page).getByRole("img", { name: "B[0] at the end, from 0 to 255, over all 256 values of UB in A[0]" })).toBeVisible();
  const rows = panel(page).locator(".value-table tbody tr");
  await expect(rows).toHaveCount(256);
  await expect(rows.nth(0)).toHaveText("01");
  await expect(rows.nth(254)).toHaveText("254255");
  await expect(rows.nth(255)).toHaveText("2550");
  await expectNoViolations(page, ".tabs");
  // The user chooses the values, and an error in them is reported.
  await panel(page).getByRole("combobox", { name: "Elements" }).fill("A[1] = 7 0xff");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveText(["78", "2550"]);
  await panel(page).getByRole("combobox", { name: "Elements" }).fill("C[0]");
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("`C` is neither a surface nor a variable of this scenario");
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await page.getByRole("tab", { name: "Compare" }).click();
  await expect(panel(page).getByRole("combobox", { name: "Elements" })).toHaveValue("C[0]");
});

test("INC of vISA differs from INC of SUATOM: a counterexample is shown, a button writes it into the text, and undo removes it", async ({ page }) => {
  const plain = "  .op INC = old + 1\n  dword_atomic.inc (M1, 1) BUF OFF.0 V0.0 V0.0 OLD.0";
  await sweep(page, link(WRAPS(plain)), "BUF[0] = 0..9", "other");
  // 5 is the first value that is not below 5: 0 instead of 6. The next results are 6, 7, 8 and 9.
  await expect(panel(page).getByRole("status")).toContainText("5 of 10 values make a difference (10 values of BUF[0]).");
  await expect(panel(page).getByRole("row", { name: "BUF[0] at the start 5 5", exact: true })).toBeVisible();
  await expect(panel(page).getByRole("row", { name: "BUF[0] 0 6", exact: true })).toBeVisible();
  await panel(page).getByRole("combobox", { name: "Elements" }).fill("BUF[0] = 0..9; VAL[0] = 5 7");
  await panel(page).getByRole("button", { name: "Run sweep" }).click();
  await expect(panel(page).getByRole("row", { name: "BUF[0] at the start 5 5", exact: true })).toBeVisible();
  await expect(panel(page).getByRole("row", { name: "VAL[0] at the start 5 5", exact: true })).toBeVisible();
  await panel(page).getByRole("button", { name: "Put these values into the text" }).click();
  const text = page.locator(".printed-text");
  await expect(text).toContainText(".surface BUF buffer ud = 5\n");
  await expect(text).toContainText(".set VAL = [5; 8]\n");
  // Both sides are at their ends, which differ, and the panel names the first difference.
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "other"]);
  await expect(page.locator(".stage").first().getByRole("button", { name: /^BUF\[0\].*: 0/ })).toBeVisible();
  await expect(page.locator(".stage").last().getByRole("button", { name: /^BUF\[0\].*: 6/ })).toBeVisible();
  await expect(panel(page).getByRole("row", { name: "BUF[0] 0 6", exact: true })).toBeVisible();
  await expectNoViolations(page, ".tabs");
  await page.getByRole("button", { name: "undo" }).click();
  await expect(text).toContainText(".surface BUF buffer ud = 3\n");
});

test("two operations are equal over all values of a byte and some of another, and a sweep of three bytes can be cancelled", async ({ page }) => {
  const same = `${BYTES}.variant other {\n  .set B = [0; 32]\n}\n`;
  await sweep(page, link(same), "A[0]; A[1] = 0..15", "other");
  await expect(panel(page).getByRole("status")).toContainText("No difference over all 256 values of UB in A[0] with 16 values of A[1], 4096 in all.");
  await panel(page).getByRole("combobox", { name: "Elements" }).fill("A[0]; A[1]; A[2]");
  await panel(page).getByRole("button", { name: "Run sweep" }).click();
  await expect(panel(page).locator(".outcomes-progress")).toContainText("of at most 16,777,216 runs");
  await expect(panel(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  // The page stays responsive during the sweep.
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(page.getByRole("slider", { name: "position in the run" })).not.toHaveValue("0");
  await panel(page).getByRole("button", { name: "Cancel" }).click();
  await expect(panel(page).getByRole("button", { name: "Run sweep" })).toBeFocused();
});

test("the gallery's comparison does as its text says", async ({ page }) => {
  await sweep(page, `./#${exampleLink("47-said-otherwise")}`, "BUF[0]; VAL[0]", "another_sum");
  await expect(panel(page).getByRole("status")).toContainText(
    "No difference over 154 values of UD near powers of two in BUF[0] with 154 values of UD near powers of two in VAL[0], 23716 in all, and 1000 drawn from seed 1.",
  );
  await expect(panel(page)).toContainText("Not all values were tried");
  await panel(page).getByRole("button", { name: "Variant", exact: true }).click();
  await panel(page).getByRole("combobox", { name: "variant" }).selectOption("divisible");
  await expect(panel(page)).toContainText("3 outcomes, 2 of them only on this side");
});
