// The lessons of the manual: exercises of each kind by keyboard alone and by touch alone, the progress that the browser keeps, and the
// look of the pages. core/tests/lessons.rs checks the answers of all exercises.

import { scenarioLink } from "../lib/link.mjs";
import { answer, edit, exercise, EXERCISES, rewrite, tabTo } from "./exercises.mjs";
import { embedsStarted, expect, framesDrawn, OF_COLOURS, open, parkPointer, test, violations } from "./fixtures.mjs";

/** Pages with exercises of all kinds: answers in fields and on the stage, edits, and a run to its end. */
const LESSONS = ["lessons/orders", "lessons/masks", "tutorial/14-lockstep"];

/** Returns the exercises of a page, with their places. */
const all = (name) => [...EXERCISES[name].entries()];

/** Returns the first exercise of a page with answers, the first with edits, and the last one, with their places. */
function oneOfEachKind(name) {
  const chosen = [...["answers", "edits"].map((kind) => all(name).find(([, exercise]) => exercise[kind])), all(name).at(-1)];
  return chosen.filter((it, index) => it && chosen.findIndex((other) => other?.[0] === it[0]) === index);
}

for (const [width, colorScheme, name] of [[1440, "light", LESSONS[0]], [820, "dark", LESSONS[1]]]) {
  test(`the keyboard alone completes ${name} at ${width} px, ${colorScheme}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.goto(`./manual/${name}.html`);
    for (const [at, { answers, edits }] of oneOfEachKind(name)) {
      const { embed, inside, state } = await exercise(page, at);
      await tabTo(page, embed);
      if (edits) await edit(page, inside, edits);
      if (answers) await answer(page, inside, answers);
      else await page.keyboard.press("End");
      await expect(state).toHaveText("done");
    }
  });
}

/** After a jump, the menu bar of mdBook is in the middle of the window until the next scroll. */
async function settleMenuBar(page) {
  await framesDrawn(page);
  await page.evaluate(() => scrollBy(0, -1));
  await framesDrawn(page);
}

/** Scrolls to an element in an embed, moves the menu bar out of its way, and taps it. */
async function tap(page, place) {
  await place.scrollIntoViewIfNeeded();
  await settleMenuBar(page);
  await place.tap();
}

test.describe("by touch alone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

  for (const name of LESSONS) {
    test(`taps complete ${name}`, async ({ page }) => {
      test.slow();
      await page.goto(`./manual/${name}.html`);
      for (const [at, { answers, edits }] of oneOfEachKind(name)) {
        const { inside, state } = await exercise(page, at);
        if (edits) {
          await tap(page, inside.locator("#editor :is(.cm-content, textarea)"));
          await rewrite(page, inside, edits);
        }
        if (answers) {
          for (const [question, typed] of answers.entries()) {
            const field = inside.locator(`#answer-${question}`);
            const heads = inside.locator("th.asked .lane-head");
            if ((await heads.count()) > 0 && (await field.getAttribute("placeholder")).includes("none")) {
              // Lanes are tapped on the stage.
              await heads.first().evaluate((head) => head.scrollIntoView({ block: "center" }));
              await settleMenuBar(page);
              for (const lane of typed.split(" ")) await inside.locator(`th[data-lane="${lane}"] .lane-head`).tap();
              await expect(field).toHaveValue(typed);
            } else {
              await tap(page, field);
              await page.keyboard.type(typed);
            }
          }
          await tap(page, inside.getByRole("button", { name: "Check", exact: true }));
        } else {
          const end = inside.getByRole("slider");
          await end.fill(await end.getAttribute("max"));
        }
        await expect(state).toHaveText("done");
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
});

for (const [link, title] of [["lessons", "Lessons"], ["side by side", "Instruction sets side by side"]]) {
  test(`the gallery leads to the manual: ${title}`, async ({ page }) => {
    await open(page);
    await page.getByRole("button", { name: "Examples" }).first().click();
    const coming = page.waitForEvent("popup");
    await page.getByRole("dialog").getByRole("link", { name: link }).click();
    await expect((await coming).getByRole("heading", { level: 1, name: title })).toBeVisible();
  });
}

test("the browser keeps the progress until the reader forgets it", async ({ page }) => {
  await page.goto("./manual/tutorial/06-mask.html");
  const { inside, state } = await exercise(page, 1);
  await inside.locator("#answer-0").fill("1 2 5");
  await inside.getByRole("button", { name: "Check", exact: true }).click();
  await expect(inside.locator(".quiz-head")).toContainText("0 of 1 answer right");
  // A message of the frame would be there.
  await framesDrawn(page);
  await expect(state).toHaveText("");
  await inside.getByRole("button", { name: "Try again" }).click();
  // The reader does not have to type again: one more lane on the stage.
  await inside.locator('th[data-lane="7"] .lane-head').click();
  await inside.getByRole("button", { name: "Check", exact: true }).click();
  await expect(state).toHaveText("done");

  await embedsStarted(page);
  // A text that moves under the pointer would load the editor, and the next page would cancel that.
  await parkPointer(page);
  await page.goto("./manual/lessons.html");
  const link = page.locator("main").getByRole("link", { name: "The dispatch mask" });
  await expect(link.locator("+ .lesson-state")).toHaveText("1 of 2 exercises done");
  await page.goto("./manual/tutorial/06-mask.html");
  const first = await exercise(page, 0);
  await first.inside.getByRole("button", { name: "Step", exact: true }).press("End");
  await expect(first.state).toHaveText("done");
  await embedsStarted(page);
  await page.goto("./manual/lessons.html");
  await expect(link.locator("+ .lesson-state")).toHaveText("done");
  await expect(page.locator("#mdbook-sidebar .lesson-done")).toHaveCount(1);
  const forget = page.getByRole("button", { name: "Forget my progress" });
  await forget.click();
  await expect(page.locator(".lesson-done")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(link.locator("+ .lesson-state")).toHaveText("done");
  await forget.click();
  await page.reload();
  await expect(link.locator("+ .lesson-state")).toHaveText("");
});

test("answers that were shown are no progress, and what is stored in another form is ignored", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("lanescope.lessons", '{"tutorial/06-mask":{"count":"x","done":[7,null]},"a":3}'));
  await page.goto("./manual/tutorial/06-mask.html");
  const { inside, state } = await exercise(page, 1);
  await inside.getByRole("button", { name: "Show the answers" }).click();
  await inside.getByRole("button", { name: "Step", exact: true }).press("End");
  await expect(inside.locator(".verdict")).toBeVisible();
  await framesDrawn(page);
  await expect(state).toHaveText("");
});

/** Three of four lanes are on. */
const MASK = `.isa visa grf=32
.lanes 8 active=0b1011
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 0 4 8 12
.surface BUF buffer ud = [0; 4]
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 V0.0
.ask lanes
`;

for (const width of [1440, 390]) {
  test(`lessons have no accessibility violation at ${width} px, in both themes`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    for (const name of ["lessons", "lessons/masks"]) {
      await page.goto(`./manual/${name}.html`);
      await embedsStarted(page);
      expect.soft(await violations(page), name).toEqual([]);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      // A window of another width has the same colours.
      if (width === 390) continue;
      await page.emulateMedia({ colorScheme: "dark" });
      expect.soft(await violations(page, { rules: OF_COLOURS }), `${name}, dark`).toEqual([]);
      await page.emulateMedia({ colorScheme: "light" });
    }
    // A frame is a page of its own. Its questions, before and after the check. Of its schemes, the light one is enough.
    await page.goto(`./embed.html?size=full&editable#${scenarioLink(MASK)}`);
    await page.locator('th[data-lane="1"] .lane-head').click();
    for (const step of ["before", "after"]) {
      if (step === "after") await page.getByRole("button", { name: "Check", exact: true }).click();
      await expect(page.locator(".quiz")).toBeVisible();
      expect(await violations(page), step).toEqual([]);
    }
  });
}
