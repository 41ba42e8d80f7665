// A text without a run shows its lanes and memory, in whichever way it was opened.

import { exampleLink, scenarioLink } from "../lib/link.mjs";
import { expect, expectNoViolations, OF_COLOURS, open, openLink, parkPointer, resize, test, violations } from "./fixtures.mjs";
import { cell } from "./places.mjs";

const SETUP = `.lanes 8 active=0b0111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 0 4 4
.surface BUF buffer ud = 10 20 30
`;
const MISTAKE = `${SETUP}dword_atomic.incc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0\n`;

const note = (page) => page.locator(".stage-note");

async function expectSetup(page, hasSwitches = true) {
  await expect(cell(page, 0)).toContainText("10");
  await expect(cell(page, 2)).toContainText("30");
  await expect(page.getByRole("button", { name: "lane 2: not decided yet" })).toBeVisible();
  await expect(page.locator(".lane-head")).toHaveCount(8);
  for (const lane of hasSwitches ? [0, 1, 2, 3, 4, 5, 6, 7] : []) {
    await expect(page.getByRole("switch", { name: `lane ${lane} on` })).toBeChecked({ checked: lane < 3 });
  }
  await expect(page.getByText("There is nothing to step through yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Order of lanes" })).toHaveCount(0);
}

test("a link to a text with a mistake shows lanes and memory, and runs after the fix, at 1440 and 390 px", async ({ page }) => {
  await open(page, `./#${exampleLink("16-lock")}`);
  for (const width of [1440, 390]) {
    await test.step(`${width} px`, async () => {
      await resize(page, width, 844);
      await openLink(page, scenarioLink(MISTAKE));
      await expectSetup(page);
      await expect(note(page)).toContainText("Initial state Line 6: dword_atomic has no incc here");
      // The reason is in sight, above the timeline.
      const [reason, timeline] = [await note(page).boundingBox(), await page.locator(".timeline").boundingBox()];
      expect(reason.y + reason.height).toBeLessThanOrEqual(timeline.y);
      // Both widths have the same colours.
      if (width === 1440) await expectNoViolations(page);
      else expect(await violations(page, { but: OF_COLOURS })).toEqual([]);
      await page.locator(".fix").first().click();
      await expect(note(page)).toHaveCount(0);
      await expect(page.getByRole("button", { name: "lane 2: not decided yet" })).toBeVisible();
      await page.keyboard.press("End");
      await expect(cell(page, 0)).toContainText("12");
    });
  }
});

test("a text without an instruction that can run leaves the set-up on the stage, with a hint", async ({ page }) => {
  await open(page, `./#${scenarioLink(SETUP)}`);
  await expectSetup(page);
  await expect(note(page)).toHaveText("Initial state The program has no instruction yet. Type one, or open an example.");
  for (const line of ["dword_atomc.inc (M1, 8) BUF OFF.0 V0.0 V0.0 V0.0", "gather4_typed.RG (M1, 8) BUF OFF.0 OFF.0 V0.0 V0.0 OFF.0"]) {
    await openLink(page, scenarioLink(`${SETUP}${line}\n`));
    await expectSetup(page);
    await expect(note(page)).toContainText("Initial state Line 6: ");
  }
});

test("the set-up also stays after a paste, from a file and in an embed", async ({ page }) => {
  await open(page, `./#${scenarioLink("")}`);
  await page.locator(".plain-field, .cm-content").first().click();
  await parkPointer(page);
  await expect(page.locator(".cm-content")).toBeVisible();
  await page.keyboard.insertText(MISTAKE);
  await expectSetup(page);
  await open(page);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page.locator("input[type=file]").setInputFiles({ name: "mistake.lane", mimeType: "text/plain", buffer: Buffer.from(MISTAKE) });
  await expectSetup(page);
  await open(page, `./embed.html?size=card#${scenarioLink(MISTAKE)}`);
  await expectSetup(page, false);
});
