// A variant next to its base text: the changed lines, the first difference, and the outcomes of memory that only one of them has.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, open, openLink, reload, resize, test } from "./fixtures.mjs";

/** Two lanes add 1 and 2 to a cell that holds 10: 13 in any order, and OLD shows which lane came first. */
const ADD = `.isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8
.decl VAL v_type=G type=ud num_elts=8
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.set OFF = [0; 8]
.set VAL = iota(1, 1)
.surface BUF buffer ud = 10
dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0
`;

/** The same without \`atomic\`: both lanes may read 10, and then 11 or 12 remains. */
const DIVISIBLE = `${ADD}
.variant divisible {
  .semantics DWORD_ATOMIC {
    foreach_active (i) {
      UD address = element_offset[i];
      T old = surface[address];
      T new = op(old, src0[i], src1[i]);
      surface[address] = new;
      dst[i] = result;
    }
  }
}
`;

const tab = (page) => page.getByRole("tab", { name: "Compare" });
const panel = (page) => page.getByRole("tabpanel");
/** The row of the table of differences with these cells. */
const row = (page, name) => panel(page).getByRole("row", { name, exact: true });
const link = (text) => `./#${scenarioLink(text)}`;

test("a button makes a variant, another goes to the first difference, and a variant without one is reported", async ({ page }) => {
  await open(page, link(ADD));
  await tab(page).click();
  await expect(panel(page)).toContainText("This scenario has no variant yet.");
  await panel(page).getByRole("button", { name: "Compare with a variant" }).click();
  await panel(page).getByRole("button", { name: "Order of the lanes" }).click();
  await expect(page.locator(".printed-text")).toContainText(".variant other {");
  // In the other order, lane 0 comes second and finds 10 + 2.
  await expect(row(page, "OLD[0] 10 12")).toBeVisible();
  await expect(row(page, "Memory in all orders 1 outcome 1 outcome")).toBeVisible();
  // Two steps of the whole instruction, then the address of lane 0: its read is step 4.
  await panel(page).getByRole("button", { name: "Next difference" }).click();
  await expect(page.locator(".sentence")).toContainText("Lane 0 reads 10 from BUF[0].");
  const here = panel(page).locator(".variant-rows [aria-current]");
  await expect(here).toHaveText(/4\. Lane 0 reads 10 from BUF\[0\]\.differsLane 0 reads 12 from BUF\[0\]\./);
  await expect(panel(page).getByRole("button", { name: "Previous difference" })).toBeDisabled();
  await expectNoViolations(page, ".tabs");
  await openLink(page, scenarioLink(`${ADD}.variant same { .order ascending }\n`));
  await expect(panel(page).getByRole("status")).toHaveText("No difference.");
});

test("the costs of two variants are in the table, and the chosen variant stays when the second side leaves", async ({ page }) => {
  await open(page, `./#${exampleLink("50-strides")}`);
  await tab(page).click();
  // 16 words in a row are 64 bytes, 2 sectors of 32 bytes. Every other word: 128 bytes, 4 sectors.
  await expect(row(page, "Sectors, line 17 2 4")).toBeVisible();
  // 128 bytes apart, each lane has a sector of its own.
  await panel(page).getByRole("combobox", { name: "variant" }).selectOption("stride32");
  await expect(row(page, "Sectors, line 17 2 16")).toBeVisible();
  await expect(page.locator(".stage")).toHaveCount(1);
  const switched = panel(page).getByRole("button", { name: "Show side by side" });
  await switched.click();
  await expect(page.locator(".stage .stage-side:visible")).toHaveText(["base", "stride32"]);
  const small = await page.evaluate(() => {
    const texts = [...document.querySelectorAll(".stage-body *")].filter((it) => it.checkVisibility() && !it.closest(".visually-hidden"));
    const own = texts.filter((it) => [...it.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()));
    return own.filter((it) => parseFloat(getComputedStyle(it).fontSize) < 11).map((it) => `${it.className} ${it.textContent}`);
  });
  expect(small).toEqual([]);
  await switched.click();
  await expect(page.locator(".stage")).toHaveCount(1);
  await expect(row(page, "Sectors, line 17 2 16")).toBeVisible();
  await expectNoViolations(page, ".tabs");
});

/** Removes `atomic` from the text that is open in the editor of the notation. */
const WITHOUT_ATOMIC = `foreach_active (i) {
  UD address = element_offset[i];        // bytes
  T old = surface[address];
  T new = op(old, src0[i], src1[i]);
  surface[address] = new;
  dst[i] = result;
}`;

test("removing atomic in the Semantics tab changes the active variant, and lists exactly the lost updates", async ({ page }) => {
  await open(page, link(ADD));
  await tab(page).click();
  await panel(page).getByRole("button", { name: "Compare with a variant" }).click();
  await panel(page).getByRole("button", { name: "Semantics of the instruction" }).click();
  await expect(page.getByRole("textbox", { name: "notation of DWORD_ATOMIC" })).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(WITHOUT_ATOMIC);
  const text = page.locator(".printed-text");
  await expect(text).toContainText(/\.variant other \{\n\.semantics DWORD_ATOMIC \{/);
  // Two lanes add 1 and 2 to 10. A lane that reads before the other has written loses the other's sum.
  await tab(page).click();
  await expect(row(page, "Memory in all orders 1 outcome 3 outcomes, 2 of them only on this side")).toBeVisible();
  const lost = panel(page).getByRole("listitem");
  await expect(lost).toHaveText([/^BUF\[0\] = 11, for instance/, /^BUF\[0\] = 12, for instance/]);
  // The order plays in the variant, where it belongs.
  await lost.first().getByRole("button", { name: "Play this order" }).click();
  await page.keyboard.press("End");
  await expect(text).toContainText(/\.variant other \{\n[^]*\.order (0 1 1 0|1 0 0 1)\n[^]*\}\n$/);
  await expect(page.locator(".stage:not(.stage-beside)").getByRole("button", { name: /^BUF\[0\].*: 11/ })).toBeVisible();
});

test("two sides on the stage stay aligned, a panel changes the active side, and a link restores both", async ({ page }) => {
  await open(page, link(`${ADD}.variant other { .order descending }\n`));
  await tab(page).click();
  await panel(page).getByRole("button", { name: "Show side by side" }).click();
  const other = page.getByRole("region", { name: "other" });
  await expect(page.locator(".stage")).toHaveCount(2);
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "other"]);
  // After the first read of lane 0. In the variant it is the second lane, and its read is step 9.
  await panel(page).getByRole("button", { name: "Next difference" }).click();
  await expect(page.locator(".sentence")).toContainText("Lane 0 reads 10 from BUF[0].");
  await expect(other.locator(".beside-step")).toHaveText("differs: Lane 0 reads 12 from BUF[0].");
  // The cell and the value that was read are marked in both pictures.
  await expect(page.locator("[id$=cell-0-0].differs-beside")).toHaveCount(2);
  await expect(page.locator("[id$=lane-0-old].differs-beside")).toHaveCount(2);
  await expect(page.locator(".row-old.differs-beside")).toHaveCount(2);
  await page.getByRole("button", { name: "step back" }).click();
  await expect(other.locator(".beside-step")).toContainText("same");
  await expectNoViolations(page);
  // Rows unfold on both sides.
  const rows = () => page.locator(".stage").evaluateAll((all) => all.map((side) => side.querySelectorAll(".bank tbody tr").length));
  const [folded] = await rows();
  await page.locator(".unfold").first().click();
  await expect.poll(rows).toEqual([folded + 1, folded + 1]);
  // Panels change the active side.
  await other.getByRole("button", { name: "Make active" }).click();
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "other"]);
  const active = page.locator(".stage:not(.stage-beside)");
  await expect(active.locator(".stage-side")).toHaveText("other");
  await active.getByRole("switch", { name: "lane 1 on" }).click();
  const text = page.locator(".printed-text");
  await expect(text).toContainText(/\.variant other \{ \.order descending\n  \.lanes 8 active=0b0000_0001\n\}/);
  await expect(text).toContainText(".lanes 8 active=0b11\n");
  await expect(row(page, "BUF[0] 13 11")).toBeVisible();
  await expect(page).toHaveURL(/&b=other/);
  await reload(page);
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "other"]);
  await expect(active.getByRole("switch", { name: "lane 1 on" })).toHaveAttribute("aria-checked", "false");
});

test("a click on the inactive side makes it active and selects the thing", async ({ page }) => {
  // After the read of lane 0: it read 10 in the base text, and 12 in the variant, where lane 1 comes first.
  await open(page, `./#${scenarioLink(`${ADD}.variant other { .order descending }\n`)}&c=4&b=other`);
  const rows = page.locator(".stage");
  const atHand = page.locator(".stage:not(.stage-beside) .stage-side");
  await expect(atHand).toHaveText("other");
  const before = await page.locator(".sentence").innerText();
  expect(before).toContain("Lane 1 reads 10 from BUF[0].");
  // A cell of the base text, which is on top: the base text becomes active at the same step.
  await rows.first().locator("#beside-cell-0-0").click();
  await expect(atHand).toHaveText("base");
  await expect(page.locator(".sentence")).toContainText("Lane 1 reads 11 from BUF[0].");
  await expect(page.locator(".details").getByRole("group", { name: /^BUF\[0\]/ })).toBeVisible();
  await expect(page.locator(".stage .stage-side")).toHaveText(["base", "other"]);
  // A lane of the variant, by keyboard: the focus stays on it.
  const lane = rows.last().locator(".lane-head").first();
  await lane.focus();
  await page.keyboard.press("Enter");
  await expect(atHand).toHaveText("other");
  await expect(page.locator(".sentence")).toContainText("Lane 1 reads 10 from BUF[0].");
  await expect(lane).toBeFocused();
  await expect(page.locator(".details .lane-detail")).toBeVisible();
  // The heading.
  await rows.first().locator(".beside-step").click();
  await expect(atHand).toHaveText("base");
  await expectNoViolations(page);
});

/** Runs in the page: returns the parts of the two rows that are not in sight, and the sentence if it is not. */
function outOfSight() {
  const found = document.querySelector(".sentence").getBoundingClientRect().bottom > innerHeight ? [".sentence"] : [];
  for (const [side, stage] of document.querySelectorAll(".stage").entries()) {
    const body = stage.querySelector(".stage-body").getBoundingClientRect();
    for (const part of ["th.current .lane-head", "td.fresh", "[id$=cell-0-0]"]) {
      const box = stage.querySelector(part)?.getBoundingClientRect();
      if (!box || box.top < body.top - 1 || box.bottom > body.bottom + 1) found.push(`${part} of row ${side}`);
    }
  }
  return found;
}

test("lane, value and cell of both rows are in sight with the sentence, in any window", async ({ page }) => {
  await open(page, `./#${exampleLink("47-said-otherwise")}&c=4&b=second_first`);
  for (const [width, height] of [[1440, 900], [1024, 768], [820, 1180], [390, 844]]) {
    await test.step(`${width} x ${height}`, async () => {
      await resize(page, width, height);
      // The pictures scroll after they are drawn.
      await expect.poll(() => page.evaluate(outOfSight)).toEqual([]);
      // Each side has an arrow.
      for (const row of [page.locator(".stage").first(), page.locator(".stage").last()])
        await expect.soft(row.locator(".overlay g.leg-read")).toHaveCount(1);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
});

test("on a phone the two timelines are side by side, and nothing is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, link(DIVISIBLE));
  await tab(page).click();
  await expect(panel(page).locator(".variant-rows tbody tr").first()).toBeVisible();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
});
