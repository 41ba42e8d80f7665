// Questions that the manuals leave people with, settled on an empty page: the text is typed, and the page answers.

import { scenarioLink } from "../lib/link.mjs";
import { expect, open, test } from "./fixtures.mjs";

const cell = (page, name) => page.getByRole("button", { name });
const scenario = (page) => page.locator("#editor");

/** Opens an empty page, and types a scenario into it. */
async function ask(page, text) {
  await open(page, `./#${scenarioLink("")}`);
  await page.getByRole("textbox", { name: "scenario text" }).focus();
  await expect(scenario(page).locator(".cm-editor")).toBeVisible();
  await page.keyboard.insertText(text);
  await expect(page.locator(".stage-instruction").first()).toBeVisible();
}

/** Chooses how the manual is read. */
async function read(page, question, choice) {
  await page.getByRole("tab", { name: "Readings" }).click();
  await page.getByRole("group", { name: question }).getByRole("radio", { name: choice }).check();
}

test("does FCMPWR of -0 and +0 write?", async ({ page }) => {
  await ask(page, `.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl CMP v_type=G type=f num_elts=8 align=GRF
.decl NEW v_type=G type=f num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0
.set CMP = 0.0
.set NEW = 9.0
.surface BUF buffer f = -0.0
dword_atomic.fcmpwr (M1, 1) BUF OFF.0 CMP.0 NEW.0 V0.0
`);
  await page.getByRole("button", { name: "to the end" }).click();
  // As floats they are equal, so 9 is written; bit by bit they are not.
  await expect(cell(page, /^BUF\[0\].*: 9/)).toBeVisible();
  await read(page, "How does FCMPWR compare?", /^bitwise/);
  await expect(scenario(page)).toContainText(".reading fcmpwr_compare = bitwise");
  await expect(cell(page, /^BUF\[0\].*: -0/)).toBeVisible();
});

test("does INC of SUATOM return before or after the wrap?", async ({ page }) => {
  await ask(page, `.isa sass sm=52
.lanes 2
.set R0 = 0 0
.set R2 = [5; 2]
.set R4 = [77; 2]
.surface 0 1d R32_UINT 1 = 5
SUATOM.D.1D.INC R4, [R0], R2, 0x0;
.expect R4 = 5 0
`);
  // Memory holds the limit: the first lane makes 0 of it and gets 5 back, the value before the wrap; the second gets 0.
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.locator(".verdict")).toContainText("what was expected holds");
  await expect(cell(page, /^.*\[0\].*: 1\b/).first()).toBeVisible();
});

test("is SCATTER4_SCALED with equal offsets order-dependent?", async ({ page }) => {
  await ask(page, `.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl SRC v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0
.set SRC = 10 20
.surface BUF buffer ud = 1
scatter4_scaled.R (M1, 2) BUF 0x0:ud OFF.0 SRC.0
.expect outcomes memory 2
`);
  await page.getByRole("tab", { name: "Outcomes" }).click();
  // Whoever comes last stays: 10 in one of the two orders, 20 in the other.
  await page.getByRole("button", { name: "Explore all orders" }).first().click();
  await expect(page.locator("#tab-panel")).toContainText("All orders: 2 outcomes in 2 orders.");
  await expect(page.locator("#tab-panel")).toContainText("The manual leaves open what comes of two writes to the same bytes.");
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.locator(".verdict")).toContainText("what was expected holds");
});
