// The lessons of the manual: each exercise by keyboard alone and by touch alone, the progress that the browser keeps, and the look
// of the pages.

import AxeBuilder from "@axe-core/playwright";

import { expect, test } from "./fixtures.mjs";

/**
 * The right answers to the exercises of each page, one list for each exercise; `null` for an exercise without questions. All are
 * calculated by hand.
 */
const ANSWERS = {
  "lessons/orders": [
    // Lane 2 reads 100 and adds 4, lane 0 adds 1, lane 3 adds 8, lane 1 adds 2.
    ["104 113 100 105", "115"],
    // One sum; 3 * 2 * 1 orders, each with its own numbers.
    ["1", "6"],
    // Lanes 2 and 3 come last; each cell has one of two numbers.
    ["3 4", "4"],
    // Lane 3 directly before lane 1, and lane 0 last.
    ["2 3 1 0"],
    // Both read 10, lane 1 writes 12. All orders: 11, 12 and 13.
    ["12", "3"],
  ],
  "lessons/masks": [
    ["1 3 4 6"],
    // 0 in P1: lanes 0, 3, 6 and 7; lane 0 is masked off.
    ["3 6 7"],
    // Bits 8 to 15 of 0x3cf0 are 0011 1100.
    ["0 0 1 1 1 1 0 0"],
    // Only .any holds; lane 2 is masked off.
    ["1 1 0 1"],
    ["0 1 2"],
  ],
  "lessons/images": [
    ["30 40 0 0", "10 20 31 42"],
    ["6 0 8", "7 108 118"],
    ["10 60 0 50", "11 20 30 40 51 61"],
    ["11", "1", "12"],
    ["15 16 17 18"],
    null,
  ],
  "tutorial/01-one-lane": [null, ["7", "12"]],
  "tutorial/06-mask": [null, ["1 2 5 7"]],
  "tutorial/12-lock": [null, ["2 0 1 3"]],
};

const lessons = Object.entries(ANSWERS);

/** Returns the embed of an exercise, in view and running, the content of its frame, and the state below it. */
async function exercise(page, at) {
  const embed = page.locator("main lanescope-embed").nth(at);
  await embed.scrollIntoViewIfNeeded();
  await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
  return { embed, inside: embed.locator("iframe").contentFrame(), state: page.locator(".exercise").nth(at).getByRole("status") };
}

/** Moves to an element with Tab. */
async function tabTo(page, place) {
  for (let tabs = 0; tabs < 100; tabs += 1) {
    if (await place.evaluateAll((elements) => elements.includes(document.activeElement))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not lead there");
}

for (const [name, exercises] of lessons) {
  test(`the keyboard alone completes ${name}`, async ({ page }) => {
    test.slow();
    await page.goto(`./manual/${name}.html`);
    for (const [at, answers] of exercises.entries()) {
      const { embed, inside, state } = await exercise(page, at);
      await tabTo(page, embed);
      if (answers) {
        for (const [question, answer] of answers.entries()) {
          await tabTo(page, inside.locator(`#answer-${question}`));
          await page.keyboard.type(answer);
        }
        await page.keyboard.press("Enter");
        await expect(inside.locator(".quiz-head")).toContainText(`${answers.length} of ${answers.length} answer`);
      } else {
        await page.keyboard.press("End");
      }
      await expect(state).toHaveText("done");
    }
  });
}

test.describe("by touch alone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: "dark" });

  for (const [name, exercises] of lessons) {
    test(`taps complete ${name}`, async ({ page }) => {
      test.slow();
      await page.goto(`./manual/${name}.html`);
      for (const [at, answers] of exercises.entries()) {
        const { inside, state } = await exercise(page, at);
        if (answers) {
          for (const [question, answer] of answers.entries()) {
            const field = inside.locator(`#answer-${question}`);
            const heads = inside.locator("th.asked .lane-head");
            if ((await heads.count()) > 0) {
              // Lanes are tapped on the stage.
              for (const lane of answer.split(" ")) await inside.locator(`th[data-lane="${lane}"] .lane-head`).tap();
              await expect(field).toHaveValue(answer);
            } else {
              await field.tap();
              await page.keyboard.type(answer);
            }
          }
          await inside.getByRole("button", { name: "Check", exact: true }).tap();
        } else {
          await inside.getByRole("slider").first().fill(await inside.getByRole("slider").first().getAttribute("max"));
        }
        await expect(state).toHaveText("done");
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
});

test("the browser keeps the progress until the reader forgets it", async ({ page }) => {
  await page.goto("./manual/tutorial/06-mask.html");
  const { inside, state } = await exercise(page, 1);
  await inside.locator("#answer-0").fill("1 2 5");
  await inside.getByRole("button", { name: "Check", exact: true }).click();
  await expect(inside.locator(".quiz-head")).toContainText("0 of 1 answer right");
  await expect(state).toHaveText("");
  await inside.getByRole("button", { name: "Try again" }).click();
  // The reader does not have to type again: one more lane on the stage.
  await inside.locator('th[data-lane="7"] .lane-head').click();
  await inside.getByRole("button", { name: "Check", exact: true }).click();
  await expect(state).toHaveText("done");

  await page.goto("./manual/lessons.html");
  const link = page.locator("main").getByRole("link", { name: "The dispatch mask" });
  await expect(link.locator("+ .lesson-state")).toHaveText("1 of 2 exercises done");
  await page.goto("./manual/tutorial/06-mask.html");
  const first = await exercise(page, 0);
  await first.inside.getByRole("button", { name: "Step", exact: true }).press("End");
  await expect(first.state).toHaveText("done");
  await page.goto("./manual/lessons.html");
  await expect(link.locator("+ .lesson-state")).toHaveText("done");
  await expect(page.locator("#mdbook-sidebar .lesson-done")).toHaveCount(1);
  await page.getByRole("button", { name: "Forget my progress" }).click();
  await expect(page.locator(".lesson-done")).toHaveCount(0);
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
  await expect(state).toHaveText("");
});

const OF_COLOURS = ["color-contrast", "link-in-text-block"];

for (const width of [1440, 820, 390]) {
  test(`lessons have no accessibility violation at ${width} px, in both themes`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["lessons", "lessons/masks"]) {
      await page.goto(`./manual/${name}.html`);
      // The frames are pages of their own.
      const axe = () => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).exclude("lanescope-embed");
      const found = (await axe().analyze()).violations;
      await page.emulateMedia({ colorScheme: "dark" });
      found.push(...(await axe().withRules(OF_COLOURS).analyze()).violations);
      await page.emulateMedia({ colorScheme: "light" });
      expect(found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target}`))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    // The questions of an embed, before and after the check.
    await page.goto("./manual/lessons/masks.html");
    const { embed, inside } = await exercise(page, 0);
    const source = await embed.locator("iframe").getAttribute("src");
    expect(source).toContain("embed.html");
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      const axe = new AxeBuilder({ page }).include(["lanescope-embed iframe", "body"]).withRules([...OF_COLOURS, "label", "button-name", "target-size"]);
      const { violations } = await axe.analyze();
      expect(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target}`))).toEqual([]);
    }
    await expect(inside.locator(".quiz")).toBeVisible();
  });
}
