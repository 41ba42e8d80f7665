// Playback: the promised speed, with every step in sight. The tests advance the page's clock.

import { expect, expectNoViolations, open, openMore, resize, test } from "./fixtures.mjs";
import { button, narration, position } from "./places.mjs";

const fast = (page) => page.getByRole("checkbox", { name: "Play fast" });
/** Returns the number of steps done. */
const cursor = async (page) => Number(await page.getByRole("slider", { name: "position in the run" }).inputValue());

/** Opens a text with a controlled clock and waits for its run. A long run is computed in slices, by the clock. */
async function openText(page, text) {
  await page.clock.install();
  await page.addInitScript((text) => localStorage.setItem("lanescope.page", JSON.stringify({ text })), text);
  await open(page);
  await expect(page.getByText("Running…")).toHaveCount(0, { timeout: 40_000 });
  await page.clock.pauseAt(Date.now() + 60_000);
}

const SETUP = `.isa visa grf=32
.lanes 8 active=0b11
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 0 0 0 0 0 0
.set VAL = 1 2 3 4 5 6 7 8
`;
const ADD = "dword_atomic.add (M1, 8) BUF OFF.0 VAL.0 V0.0 OLD.0\n";
const BUF = ".surface BUF buffer ud = 10 20\n";
/** Twelve steps. */
const FEW = `${SETUP}${BUF}${ADD}`;
/** Many more steps than frames. */
const MANY = `${SETUP}${BUF}.semantics DWORD_ATOMIC { foreach_active (i) { for (UD k = 0; k < 60000; ++k) { surface[0] = surface[0] + 1; } } }
${ADD}`;

/** Plays an instruction fast, and expects half of it after half of the promised time, and its end after all of it. */
async function expectPromisedTime(page, isClose) {
  const end = Number(await page.getByRole("slider", { name: "position in the run" }).getAttribute("max"));
  await openMore(page);
  await fast(page).check();
  await button(page, "play").click();
  await page.clock.runFor(2500);
  await expect(button(page, "pause")).toBeVisible();
  // Half of the time is half of the way, except for a frame and the clock's resolution.
  const half = await cursor(page);
  expect(Math.abs(half / end - 0.5)).toBeLessThan(isClose);
  await page.clock.runFor(2600);
  await expect(position(page)).toContainText(`step ${end} of ${end}`);
  await expect(button(page, "play")).toBeVisible();
  // At normal speed, a step takes a second.
  await openMore(page);
  await fast(page).uncheck();
  await button(page, "play").click();
  await page.clock.runFor(2050);
  await expect(position(page)).toContainText(`step 2 of ${end}`);
}

test("an instruction of many steps plays in the promised time, with reduced motion, and stops at a breakpoint among skipped steps", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openText(page, MANY);
  expect(Number(await page.getByRole("slider", { name: "position in the run" }).getAttribute("max"))).toBeGreaterThan(100_000);
  await expectPromisedTime(page, 0.03);
  await button(page, "to the start").click();
  await openMore(page);
  await page.getByRole("textbox", { name: "Run until" }).fill("lane == 1");
  await page.keyboard.press("Tab");
  await fast(page).check();
  await button(page, "play").click();
  await page.clock.runFor(5000);
  await expect(narration(page)).toContainText("Lane 1");
  await expect(button(page, "play")).toBeVisible();
});

test("an instruction of few steps plays in the promised time, the play button pauses it, and a phone has all controls", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openText(page, FEW);
  await test.step("pause and play", async () => {
    await page.keyboard.press("Space");
    await page.clock.runFor(2050);
    await expect(position(page)).toContainText("step 2 of 12");
    await button(page, "pause").click();
    await page.clock.runFor(5000);
    await expect(position(page)).toContainText("step 2 of 12");
    await button(page, "play").click();
    await page.clock.runFor(1050);
    await expect(position(page)).toContainText("step 3 of 12");
    await button(page, "pause").click();
    await button(page, "to the start").click();
  });
  await test.step("the promised time", () => expectPromisedTime(page, 0.1));
  await page.clock.resume();
  await expectNoViolations(page);
  for (const width of [390, 320]) {
    await test.step(`the controls of the run at ${width} px`, async () => {
      await resize(page, width, 844);
      for (const name of ["to the start", "step back", "Step", "to the end", "More playback controls"]) {
        await expect(button(page, name)).toBeInViewport();
      }
      await expect(page.getByRole("button", { name: /^(play|pause)$/ })).toBeInViewport();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
});

/** Lane 0 accesses element 0, and lane 1 element 500 of 1000. */
const FAR = `${SETUP.replace("OFF = 0 4", "OFF = 0 2000")}.surface BUF buffer ud size=4000 = 10 20\n${ADD}`;

for (const [width, elements, pages] of [[390, 64, 16], [1440, 256, 4]]) {
  test.describe(`a large surface at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });
    test("the page of a surface follows the access, and nothing moves when it turns", async ({ page }) => {
      await openText(page, FAR);
      await page.clock.resume();
      const cells = page.locator(".surface .surface-cells [data-index]");
      await expect(cells).toHaveCount(elements);
      const height = async () => (await page.locator(".surface").boundingBox()).height;
      const [before, part] = [await height(), page.locator(".pager > span")];
      const touched = page.locator(".just-read, .just-written");
      const seen = new Set();
      for (let step = 1; step <= 12; step += 1) {
        await page.keyboard.press("ArrowRight");
        await expect(position(page)).toContainText(`step ${step} of 12`);
        seen.add(await part.textContent());
        expect(await height()).toBeCloseTo(before, 1);
        // Lane 0 reads and writes in steps 4 and 6, lane 1 in 9 and 11.
        await expect(touched).toHaveCount([4, 6, 9, 11].includes(step) ? 1 : 0);
      }
      expect([...seen]).toEqual([`part 1 of ${pages}`, `part ${Math.floor(500 / elements) + 1} of ${pages}`]);
      // A part that the user has chosen stays in sight as long as no step accesses another.
      await page.getByRole("button", { name: "previous part" }).click();
      const chosen = `part ${Math.floor(500 / elements)} of ${pages}`;
      await expect(part).toHaveText(chosen);
      await page.locator("#stage-title").click();
      await page.keyboard.press("ArrowLeft");
      await expect(touched).toHaveCount(1);
      await expect(part).not.toHaveText(chosen);
      await expectNoViolations(page);
    });
  });
}
