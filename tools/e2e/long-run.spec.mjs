// A text with a long run: the page responds while the run is computed.

import { LONG } from "../bench/scenarios.mjs";
import { scenarioLink } from "../lib/link.mjs";
import { expect, open, openInterpretations, openMore, parkPointer, test } from "./fixtures.mjs";

const KEYS = ["a", "b", "c", "d", "e"];
const STEPS = "of 999810 steps";
/** A slow machine with two cores may be busy with other work. */
const LATE = { timeout: 40_000 };

const runs = (page) => page.evaluate(() => Number(document.documentElement.dataset.run));

test("keys are handled while a run of a million steps is computed, and the last valid run stays, marked", async ({ page }) => {
  test.slow();
  await open(page, `./#${scenarioLink(LONG)}`);
  const [stage, note, position] = [page.locator(".stage"), page.locator(".stage-note"), page.locator(".position output")];
  await expect(position).toContainText(STEPS, LATE);
  await page.getByRole("textbox", { name: "scenario text" }).click();
  const editor = page.locator(".cm-content");
  await editor.waitFor();
  await parkPointer(page);

  // Records each frame in which the stage does not show the run of the current text: its message, and the step of the shown run.
  await page.evaluate(() => {
    window.marked = [];
    const frame = () => {
      const said = document.querySelector(".stage-note");
      if (said) window.marked.push([said.textContent, document.querySelector(".position output").textContent]);
      requestAnimationFrame(frame);
    };
    frame();
  });
  const first = await runs(page);
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("// ");
  await expect.poll(() => runs(page), LATE).toBe(first + 1);
  await expect(note).toHaveCount(0);
  const marked = await page.evaluate(() => window.marked);
  expect(marked.length).toBeGreaterThan(0);
  for (const [said, where] of marked) {
    expect(said).toContain("Running…");
    expect(where).toContain(STEPS);
  }

  // A change of an interpretation keeps the focus and what is open.
  await openInterpretations(page);
  const reading = page.locator(".readings > .reading").first();
  await reading.locator("details > summary").click();
  await reading.getByRole("radio", { checked: true }).press("ArrowDown");
  await expect(note).toHaveCount(1);
  await expect(reading.getByRole("radio", { checked: true })).toBeFocused();
  await expect(reading.locator("details")).toHaveAttribute("open");
  await page.keyboard.press("ArrowUp");
  await expect(note).toHaveCount(0, LATE);
  const second = await runs(page);
  await editor.focus();

  // Keys are faster than runs: some runs are cancelled, and the text has all typed characters.
  await Promise.all(KEYS.map((key) => page.keyboard.press(key)));
  await expect(editor).toContainText(`// ${KEYS.join("")}`);
  await expect(note).toHaveCount(0, LATE);
  const made = (await runs(page)) - second;
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(KEYS.length);

  // A text with a short run is shown at once, whatever run was being computed.
  await page.keyboard.press("f");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  // An empty text has nothing to show.
  await expect(stage).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "The text is empty" })).toBeVisible();
  await page.keyboard.press("Control+Z");
  await expect(position).toContainText(STEPS, LATE);
  await expect(note).toHaveCount(0, LATE);
});

test("the stops of a run of a million steps are searched in the background", async ({ page }) => {
  test.slow();
  await open(page, `./#${scenarioLink(LONG)}`);
  const position = page.locator(".position output");
  await expect(position).toContainText(STEPS, LATE);
  await openMore(page);
  // Records each frame during the search for stops.
  await page.evaluate(() => {
    window.sought = [];
    const frame = () => {
      if (document.querySelector("#until-says").textContent === "searching…") window.sought.push(performance.now());
      requestAnimationFrame(frame);
    };
    frame();
  });
  const field = page.getByRole("textbox", { name: "Run until" });
  const said = page.locator("#until-says");
  // Typing during a search restarts it, and each key is handled.
  await field.pressSequentially("lane == 31 && old > 5236");
  await expect(field).toHaveValue("lane == 31 && old > 5236");
  // The request is made before the stop is known, and is fulfilled when it is.
  await page.keyboard.press("Enter");
  // The element of lane 31 is initially 31 * 32 = 992 and grows by 1 in each of 5207 rounds, so one of them reads 5237.
  await expect(said).toHaveText("1 stop, none after this step", LATE);
  expect(await page.evaluate(() => window.sought.length)).toBeGreaterThan(1);
  await expect(page.getByRole("region", { name: "Narration" })).toContainText("Lane 31 reads 5237");
});
