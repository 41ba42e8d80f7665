// The stage beyond stepping: reordered queues, breakpoints, and the comparison of two moments, and ways on from a step.

import { exampleLink, scenarioLink, textOf } from "../lib/link.mjs";
import { boxAtRest, expect, expectNoViolations, framesDrawn, kept, open, openExpectations, openLink, openMore, reload, resize, test } from "./fixtures.mjs";
import { cell, fingerOf, middle, narration, position, shown } from "./places.mjs";

const chip = (page, lane) => page.getByRole("button", { name: new RegExp(`^lane ${lane}, \\d of 4$`) });
const until = (page) => page.getByRole("textbox", { name: "Run until" });
const next = (page) => page.getByRole("button", { name: "run to the next stop" });
const previous = (page) => page.getByRole("button", { name: "run back to the previous stop" });
/** Returns the lanes on the badges of a cell. */
const queue = (page, index) =>
  page.locator(`#cell-0-${index} .badge`).evaluateAll((badges) => badges.map(({ dataset }) => dataset.lane));

test("a lane is dragged in the queue of its cell, with one undo step", async ({ page }) => {
  await open(page);
  await expect.poll(() => queue(page, 0)).toEqual(["0", "1", "4", "7"]);
  const badges = page.locator("#cell-0-0 .badge");
  await badges.nth(3).hover();
  await page.mouse.down();
  await badges.nth(0).hover();
  // During a drag, the queue shows the new order; the run is unchanged.
  await expect.poll(() => queue(page, 0)).toEqual(["7", "0", "1", "4"]);
  await expect(shown(page)).not.toContainText(".order");
  await page.mouse.up();
  await expect(shown(page)).toContainText(".order 7 0 2 3 1 5 6");
  await expect.poll(() => queue(page, 0)).toEqual(["7", "0", "1", "4"]);
  // A drag is not a click: it opens neither a field nor a detail box.
  await expect(page.locator(".cell-field, .cell-detail")).toHaveCount(0);
  // Lane 7 now reads 10, and lane 0 reads the value of lane 7.
  await page.getByRole("button", { name: "to the end" }).click();
  await expect(page.locator("#lane-7-old")).toHaveText("10");
  await expect(page.locator("#lane-0-old")).toHaveText("18");
  await page.getByRole("button", { name: "undo" }).click();
  await expect(shown(page)).not.toContainText(".order");
  await expect.poll(() => queue(page, 0)).toEqual(["0", "1", "4", "7"]);
});

test("a lane is moved in its queue with the keyboard, and that is announced", async ({ page }) => {
  await open(page);
  await cell(page, 0).click();
  await expect(page.locator(".cell-field input")).toBeFocused();
  await page.keyboard.press("Escape");
  await chip(page, 1).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(shown(page)).toContainText(".order 1");
  await expect(chip(page, 1)).toBeFocused();
  await expect(chip(page, 1)).toHaveAccessibleName("lane 1, 1 of 4");
  await expect(page.locator(".cell-detail [aria-live]")).toHaveText("lanes 1, 0, 4, 7 access it, in this order");
  await page.keyboard.press("End");
  await expect(chip(page, 1)).toBeFocused();
  await expect.poll(() => queue(page, 0)).toEqual(["0", "4", "7", "1"]);
  await expectNoViolations(page);
});

test.describe("by touch", () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test("a lane is dragged with a finger", async ({ page }) => {
    await open(page);
    await cell(page, 0).tap();
    await expect(page.locator(".cell-field input")).toBeFocused();
    await page.keyboard.press("Escape");
    // Out from under the dock.
    await chip(page, 0).evaluate((element) => element.scrollIntoView({ block: "center" }));
    const [from, to] = await Promise.all([0, 4].map((lane) => middle(chip(page, lane))));
    const touch = await fingerOf(page);
    await touch("touchStart", from.x, from.y);
    await touch("touchMove", (from.x + to.x) / 2, from.y);
    // During a drag, the queue shows the new order.
    const chips = page.locator(".details .queue .badge");
    await expect(chips).toHaveText(["1", "0", "4", "7"]);
    await touch("touchMove", to.x, to.y);
    await expect(chips).toHaveText(["1", "4", "0", "7"]);
    await touch("touchEnd");
    await expect(shown(page)).toContainText(".order 1 4 2 3");
    await expect.poll(() => queue(page, 0)).toEqual(["1", "4", "0", "7"]);
  });
});

test("the run goes to where a condition holds, and stops at lines and written bytes, also while it plays", async ({ page }) => {
  await test.step("a condition, forwards and back", async () => {
    await open(page);
    await openMore(page);
    await until(page).fill("new > 25");
    await expect(page.getByText("4 stops")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(narration(page)).toContainText("Lane 3 computes new = 34.");
    await expect(page.locator(".computation")).toHaveText("old + src0 = 30 + 4 = 34");
    await next(page).click();
    await expect(narration(page)).toContainText("Lane 5 computes");
    await previous(page).click();
    await expect(narration(page)).toContainText("Lane 3 computes");
    // An error is shown at its place, and stops nothing.
    await until(page).fill("new > 25 && lnae == 1");
    await expect(page.locator(".until .reason")).toContainText("unknown name lnae");
    await expect(page.locator(".until mark")).toHaveText("lnae");
    await expectNoViolations(page);
    await until(page).fill("");
    await page.keyboard.press("Tab");
    await expect(next(page)).toHaveAttribute("aria-disabled", "true");
  });
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await test.step("lines of text and notation, and written bytes", async () => {
    // The number of its line, in the gutter of the plain field or of the editor.
    const number = (line) => page.locator(".plain-number, .cm-lineNumbers .cm-gutterElement").filter({ hasText: new RegExp(`^${line}$`) });
    await number(16).click();
    await openMore(page);
    await expect(page.getByText("1 stop", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(".line-stop.plain-line, .cm-stop").first()).toBeVisible();
    await expect(shown(page)).toContainText("dword_atomic.add (M1, 8)");
    const line16 = page.locator(".plain-line, .cm-line").filter({ hasText: "dword_atomic.add (M1, 8)" });
    await expect.poll(async () => (await line16.boundingBox()).width, "as wide as any line").toBeGreaterThan(200);
    await page.locator("#stage-title").click();
    await page.keyboard.press("u");
    await expect(position(page)).toContainText("step 1 of");
    // A line of the notation.
    const line = page.getByRole("group", { name: "notation of DWORD_ATOMIC" }).getByRole("button", { name: "stop at line 10" });
    await line.click();
    await expect(line).toHaveAttribute("aria-pressed", "true");
    await openMore(page);
    await expect(page.getByText("9 stops")).toBeVisible();
    await page.keyboard.press("Escape");
    await line.click();
    // A cell.
    await page.locator("#cell-0-1 .badge").first().click();
    await page.getByRole("button", { name: "Stop when written" }).click();
    await openMore(page);
    await page.getByRole("checkbox", { name: "Play fast" }).check();
    await page.getByRole("button", { name: "play", exact: true }).click();
    await expect(narration(page)).toContainText("Lane 2 writes 23 to BUF[1] (was 20)", { timeout: 10_000 });
    await expect(page.getByRole("button", { name: "play", exact: true })).toBeVisible();
    // The breakpoints are restored after a reload.
    const written = { written: { space: "BUF", byte_offset: 4, size_bytes: 4 } };
    await expect.poll(() => kept(page).then(({ breakpoints }) => breakpoints)).toContainEqual(written);
    await reload(page);
    await openMore(page);
    await expect(page.getByText("3 stops")).toBeVisible();
    await expectNoViolations(page);
  });
});

test("the heading shows the whole instruction, and moves nothing when it changes, at any size", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, `./#${exampleLink("08-bits-and-exchange")}`);
  const title = page.locator("#stage-title");
  const heading = () =>
    title.evaluate((heading) => ({
      text: heading.firstElementChild.textContent,
      operands: heading.querySelector(".stage-operands").textContent,
      isCut: heading.scrollWidth > heading.clientWidth + 1 || heading.scrollHeight > heading.clientHeight + 1,
      // The page may scroll.
      height: document.querySelector(".stage > .panel-head").getBoundingClientRect().height,
    }));
  /** The heights of the head, by width. */
  const heights = new Map();
  const expectWhole = async (width) => {
    const { text, operands, isCut, height } = await heading();
    expect(isCut, `${text} at ${width} px`).toBe(false);
    expect(operands).toMatch(/^\(M1, \d\) \w+ OFF\.0 /);
    if (!heights.has(width)) heights.set(width, height);
    expect(height, `${text} at ${width} px`).toBe(heights.get(width));
  };
  const seen = new Set();
  for (let step = 0; seen.size < 3 && step < 200; step += 1) {
    const { text } = await heading();
    if (!seen.has(text)) {
      for (const [width, height] of [[2560, 1440], [1440, 900], [820, 1180], [390, 844], [320, 640]]) {
        await resize(page, width, height);
        await expectWhole(width);
        await expect(title.locator(".stage-operands").first()).toBeVisible();
      }
    }
    seen.add(text);
    await page.keyboard.press("ArrowRight");
    await expectWhole(320);
  }
  expect(seen.size).toBe(3);
});

test("the text of panels, editor and caption grows with large windows", async ({ page }) => {
  const sizes = async () =>
    page.evaluate(() =>
      [".cm-editor", ".semantics .code", ".sentence", ".tab-row button", ".page-header button"].map((selector) =>
        Number.parseFloat(getComputedStyle(document.querySelector(selector)).fontSize),
      ),
    );
  await open(page);
  expect(await sizes()).toEqual([13, 12, 19, 13, 14]);
  await page.setViewportSize({ width: 2560, height: 1440 });
  const growth = async () => (await sizes()).map((size, at) => Math.round((size / [13, 12, 19, 13, 14][at]) * 10));
  await expect.poll(growth).toEqual([12, 12, 12, 12, 12]);
  // A low window has no room for larger text.
  await page.setViewportSize({ width: 2560, height: 800 });
  await expect.poll(sizes).toEqual([13, 12, 19, 13, 14]);
});

test("two moments are compared", async ({ page }) => {
  await open(page);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "Compare" }).click();
  const panel = page.getByRole("tabpanel");
  await panel.getByRole("button", { name: "Pinned step" }).click();
  await panel.getByRole("button", { name: "Pin this step" }).click();
  await expect(panel.getByRole("status")).toHaveText("No difference.");
  await page.keyboard.press("End");
  // 4 cells and 8 returned values.
  await expect(panel.getByRole("status")).toHaveText("12 differences");
  await expect(panel.getByRole("columnheader")).toHaveText(["what", "step 3", /^now, step \d+$/]);
  await expect(panel.getByRole("row", { name: "BUF[0] 10 26", exact: true })).toBeVisible();
  await expect(page.locator("#cell-0-0")).toHaveClass(/differs-beside/);
  await expectNoViolations(page);
  await panel.getByRole("button", { name: "Go to step 3" }).click();
  await expect(page.locator(".position")).toContainText("step 3 of");
  await expect(page.locator(".differs-beside")).toHaveCount(0);
  await panel.getByRole("button", { name: "Unpin" }).click();
  await expect(panel.getByRole("button", { name: "Unpin" })).toHaveCount(0);
});

test("a failed expectation marks its cell, and leads to the step that wrote it", async ({ page }) => {
  const text = textOf("01-collision").replace(/^\.expect BUF = \S+/m, ".expect BUF = 99");
  await open(page, `./#${scenarioLink(text)}`);
  await page.keyboard.press("End");
  await expect(page.locator("#cell-0-0")).toHaveClass(/differs-beside/);
  await openExpectations(page);
  const list = page.locator(".expectations");
  const [box, cell] = [await boxAtRest(list), await page.locator("#cell-0-3").boundingBox()];
  expect(box.x).toBeGreaterThanOrEqual(cell.x + cell.width - 1);
  await list.getByRole("button", { name: /^lane \d, step \d+$/ }).click();
  await expect(page.locator("#cell-0-0")).toHaveClass(/just-written/);
  await expectNoViolations(page);
});

test("ways on are beside the sentence: predictions, and all orders where lanes meet", async ({ page }) => {
  await open(page);
  await page.keyboard.press("ArrowRight");
  const ways = page.getByRole("region", { name: "Narration" });
  await ways.getByRole("group", { name: "Predict" }).getByRole("button", { name: "the next step" }).click();
  await expect(page.locator(".quiz")).toBeVisible();
  await page.locator(".quiz").getByRole("button", { name: "Close" }).click();
  await ways.getByRole("button", { name: "All orders" }).click();
  await expect(page.getByRole("tab", { name: "Outcomes" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel")).toContainText("All orders:");
});

test("the ruler has a legend with a number, which leads to the cost", async ({ page }) => {
  await open(page, `./#${exampleLink("50-strides")}&g=instruction`);
  await page.keyboard.press("End");
  await page.getByRole("button", { name: /^2 sectors/ }).click();
  await expect(page.getByRole("heading", { name: "Cost" })).toBeFocused();
  await expectNoViolations(page);
});

test("the value of a step flies along its arrow; with reduced motion it is at rest at once", async ({ page }) => {
  // Counts the flights, which may be over before a test can see them.
  await page.addInitScript(() => {
    window.flights = 0;
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      if (this.matches(".leg-token")) window.flights += 1;
      return animate.apply(this, given);
    };
  });
  await open(page);
  const token = page.locator(".leg-read .leg-token");
  const flights = () => page.evaluate(() => window.flights);
  const flying = () =>
    page.evaluate(() => document.getAnimations().filter(({ effect }) => effect.target.matches(".leg-token")).length);
  for (let steps = 0; steps < 10 && (await token.count()) === 0; steps += 1) {
    await page.keyboard.press("ArrowRight");
    // Steps that follow each other within a frame do not fly.
    await framesDrawn(page);
  }
  const count = await flights();
  expect(count).toBeGreaterThan(0);
  await expect.poll(flying).toBe(0);
  const rest = await token.getAttribute("transform");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.keyboard.press("ArrowLeft");
  await expect(token).toHaveCount(0);
  await page.keyboard.press("ArrowRight");
  await expect(token).toHaveAttribute("transform", rest);
  expect(await flights()).toBe(count);
});

test("the interpretations of a step, which become known after it, move nothing", async ({ page }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await openLink(page, exampleLink("puzzle-05-histogram"));
  await page.keyboard.press("End");
  const count = narration(page).getByText("2 cells");
  await expect(count).toBeVisible();
  const before = await count.boundingBox();
  await expect(narration(page).getByText("interpretation")).toHaveCount(0);
  await page.clock.runFor(2000);
  await expect(narration(page).getByText("interpretation")).toBeVisible();
  expect(await count.boundingBox()).toEqual(before);
});
