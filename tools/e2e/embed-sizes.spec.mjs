// The sizes of embeds: nothing scrolls, nothing moves, and what a reader needs is in sight.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { exampleLink, EXAMPLES, textOf } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";
import { embed, expect, inside, isLive, pre, scrollers, send, test } from "./embed.mjs";
import { expectNoViolations, framesDrawn, letExamplesBeOpened, open, resize, stopDrawing, watchShifts } from "./fixtures.mjs";

test("an embed does not scroll at 320, 800 and 1280 px, and its page does not move", async ({ page, openHost }) => {
  await watchShifts(page);
  const sizes = ["strip", "card", "full"];
  const body = sizes.map((size) => `<p>Before.</p><lanescope-embed size="${size}" step="9">${pre("04-order-matters")}</lanescope-embed>`);
  for (const width of [320, 800, 1280]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await openHost(body.join("\n"));
      for (const index of sizes.keys()) {
        await embed(page, index).scrollIntoViewIfNeeded();
        await isLive(page, index);
      }
      await page.waitForTimeout(300);
      await expect.poll(() => scrollers(page)).toEqual([]);
      expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      for (const index of sizes.keys()) {
        await inside(page, index).getByRole("button", { name: "to the start" }).click();
        await inside(page, index).getByRole("slider").press("End");
      }
      await expect.poll(() => scrollers(page)).toEqual([]);
      if (width === 800) await expectNoViolations(page);
    });
  }
});

test("the page of an embed has no accessibility violation, even if parts scroll on a slide", async ({ page }) => {
  for (const size of ["strip", "card", "full"]) {
    await open(page, `./embed.html?size=${size}&editable#${exampleLink("01-collision")}&c=14`);
    await test.step(size, () => expectNoViolations(page));
  }
  await page.setViewportSize({ width: 960, height: 540 });
  await open(page, `./embed.html?size=full&fits&editable#${exampleLink("29-block-linear")}&c=98`);
  await expect(page.locator(".verdict")).toBeVisible();
  await expectNoViolations(page);
});

/**
 * Runs in the frame of an embed, after a request for another scenario: waits for another run than `before`, and goes to some parts of
 * it. Returns the number of the run, the places where a required element is not in sight, and the number of tab stops.
 */
async function missingInSteps({ name, before, parts, mostHeight }) {
  const { dataset } = document.documentElement;
  await runAfter(before);
  const slider = document.querySelector("input[type=range]");
  const isInSight = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  };
  // Returns whether an element is in the window, below the lanes, which stay in place, and above the end of the stage.
  const isUncut = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const body = document.querySelector(".stage-body").getBoundingClientRect();
    const lanes = document.querySelector(".lanes").getBoundingClientRect();
    return isInSight(element) && top >= lanes.bottom - 1 && bottom <= body.bottom + 1;
  };
  const missingNow = (step) => {
    const touched = document.querySelector(":is(.surface-cells .cell, .outside-cell):is(.just-read, .just-written)");
    const lane = document.querySelector(".current .lane-head") ?? document.querySelector(".lane-head");
    const sentence = document.querySelector(".sentence");
    const column = document.querySelector(".embed-column");
    const found = {
      step: slider.value === String(step),
      touched: touched === null || isUncut(touched),
      lanes: lane === null || isInSight(lane),
      sentence: isInSight(sentence) && sentence.scrollHeight <= sentence.clientHeight + 1,
      bar: isInSight(document.querySelector(".embed-bar")),
      height: column.offsetHeight - (column.querySelector(".embed-spring")?.offsetHeight ?? 0) <= mostHeight,
    };
    return Object.keys(found).filter((word) => !found[word]);
  };
  const missing = [];
  for (const part of parts) {
    const step = Math.round(Number(slider.max) * part);
    slider.value = String(step);
    slider.dispatchEvent(new InputEvent("input", { bubbles: true }));
    await framePainted();
    let words;
    await paintedUntil(() => {
      words = missingNow(step);
      return words.length === 0;
    });
    if (words.length > 0) missing.push(`${name} at ${step}: ${words.join(", ")}`);
  }
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")];
  const stops = controls.filter((it) => it.tabIndex >= 0 && !it.disabled && it.checkVisibility({ visibilityProperty: true })).length;
  return { run: dataset.run, missing, stops };
}

/**
 * Shows each example in the embed of a page. Returns the places where a required element is not in sight or the content is higher than
 * `mostHeight`, and the examples that have more than `mostStops` tab stops at their end.
 */
async function missingInExamples(page, { mostStops = Infinity, parts = [0.3, 0.6, 1], mostHeight = 1e6 } = {}) {
  const frame = await embed(page).locator("iframe").elementHandle().then((it) => it.contentFrame());
  await stopDrawing(frame);
  const found = [];
  let before = await frame.evaluate(() => document.documentElement.dataset.run);
  for (const name of EXAMPLES) {
    await send(page, { lanescope: "load", text: `${textOf(name)}\n` });
    const { run, missing, stops } = await frame.evaluate(missingInSteps, { name, before, parts, mostHeight });
    found.push(...missing);
    if (stops > mostStops) found.push(`${name}: ${stops} tab stops`);
    before = run;
  }
  return found;
}

test("in every example a strip of 640 x 220 px shows lanes, the current cell and the whole sentence", async ({ page, openHost }) => {
  test.slow();
  await page.setViewportSize({ width: 672, height: 900 });
  await letExamplesBeOpened(page);
  await openHost(`<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  // The border of the frame is two pixels of the 220.
  expect(await missingInExamples(page, { mostHeight: 218 })).toEqual([]);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
});

for (const size of ["card", "full"]) {
  test(`in every example a ${size} on a slide of 960 x 540 px shows lanes, the current cell and the whole sentence${size === "card" ? ", and has few tab stops" : ""}`, async ({ page, openHost }) => {
    test.slow();
    await page.setViewportSize({ width: 960, height: 540 });
    const body = `<lanescope-embed size="${size}" height="540">${pre("01-collision")}</lanescope-embed>`;
    await letExamplesBeOpened(page);
    await openHost(body, { style: "body, lanescope-embed { margin: 0 } h1 { display: none }" });
    await isLive(page);
    expect(await missingInExamples(page, { mostStops: size === "card" ? 8 : Infinity })).toEqual([]);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(540);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(540);
    if (size === "full") {
      const [stage, text] = await Promise.all([".stage-area", ".embed-written"].map((part) => inside(page).locator(part).boundingBox()));
      expect(text.x).toBeGreaterThanOrEqual(stage.x + stage.width);
    }
  });
}

// With a height, the test with slides counts them.
test("a card without a height has at most eight tab stops in every example", async ({ page, openHost }) => {
  test.slow();
  await letExamplesBeOpened(page);
  await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  expect(await missingInExamples(page, { mostStops: 8, parts: [1] })).toEqual([]);
});

test("the stage of a full embed fits a window, even with a surface by address", async ({ page, openHost }) => {
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openHost(`<lanescope-embed size="full">${pre("29-block-linear")}</lanescope-embed>`);
    await isLive(page);
    await expect(inside(page).getByText(/^block \d/)).toBeVisible();
    const stage = await inside(page).locator(".stage-area").boundingBox();
    expect(stage.height).toBeLessThanOrEqual(860);
    await expect.poll(() => scrollers(page)).toEqual([]);
  }
});

/** Twenty embeds of three sizes, each with another example. */
function twenty() {
  const sizes = ["strip", "card", "full"];
  return EXAMPLES.slice(0, 20).map((name, index) => {
    const attributes = `size="${sizes[index % 3]}" step="${index}"${index % 2 === 0 ? " editable" : ""}`;
    return `<p>Before.</p><lanescope-embed ${attributes}>${pre(name)}</lanescope-embed>`;
  });
}

test("twenty embeds fetch the engine once, no editor, nothing from elsewhere, and nothing scrolls or moves", async ({ page, openHost, host }) => {
  // On a busy machine, twenty programs start slowly.
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 320, height: 900 });
  await watchShifts(page);
  const [asked, served] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  const server = await serveFolder(fileURLToPath(new URL("../../dist", import.meta.url)), 0, (file) => served.push(file));
  await openHost(twenty().join("\n"), { base: server.url });
  for (let index = 0; index < 20; index += 1) {
    await embed(page, index).scrollIntoViewIfNeeded();
    await isLive(page, index);
  }
  await page.waitForTimeout(300);
  expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
  for (const width of [320, 800, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => scrollers(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  const titles = await page.evaluate(() => [...document.querySelectorAll("lanescope-embed")].map((it) => it.shadowRoot.querySelector("iframe").title));
  expect(new Set(titles).size).toBe(20);
  await expectNoViolations(page);
  // The pointer has touched no text so far. A text under it fetches the editor.
  expect(served.filter((file) => file.endsWith(".wasm"))).toHaveLength(1);
  expect(served.filter((file) => /\/editor[^/]*\.js$/.test(file))).toEqual([]);
  for (const index of [0, 7, 19]) {
    // A click during the scroll of the page would miss the frame.
    await embed(page, index).scrollIntoViewIfNeeded();
    await framesDrawn(page);
    const before = await inside(page, index).getByRole("slider").inputValue();
    await inside(page, index).getByRole("button", { name: "Step", exact: true }).click();
    await expect(inside(page, index).getByRole("slider")).not.toHaveValue(before);
  }
  server.close();
  const origins = new Set(asked.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([new URL(server.url).origin, host.url].sort());
});

test("the sentence at the start names the word of a button, at each width", async ({ page }) => {
  await open(page, `./embed.html#${exampleLink("01-collision")}`);
  await expect(page.locator(".sentence")).toContainText("Step to run the first step.");
  for (const width of [1440, 390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator(".embed-bar").getByText("Step", { exact: true }), `${width} px`).toBeVisible();
  }
});

/** Boxes that shrink to their content, each with an embed in it. */
const BOXES = {
  "a flex row": (embed) => `<div style="display: flex">${embed}<div>A paragraph beside it.</div></div>`,
  "a table cell": (embed) => `<table><tr><td>${embed}</td><td>A cell beside it.</td></tr></table>`,
  "an inline-block figure": (embed) => `<figure style="display: inline-block; margin: 0">${embed}</figure>`,
  "a centred flex column": (embed) => `<div style="display: flex; flex-direction: column; align-items: center">${embed}</div>`,
  "an auto column of a grid": (embed) => `<div style="display: grid; grid-template-columns: auto auto">${embed}<div>Beside it.</div></div>`,
};

test("embeds in boxes that shrink to their content have the same width before and after they start", async ({ page, baseURL, openHost }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const contents = [`>${pre("01-collision")}`, ` src="${baseURL}static/examples/01-collision.lane">`];
  const boxes = Object.values(BOXES).flatMap((box) => contents.map((content) => box(`<lanescope-embed size="card"${content}</lanescope-embed>`)));
  const names = Object.keys(BOXES).flatMap((name) => [`a text in ${name}`, `a file in ${name}`]);
  await openHost(boxes.join("\n"));
  const widths = () => page.locator("lanescope-embed").evaluateAll((all) => all.map((element) => element.offsetWidth));
  const before = await widths();
  for (const [index, name] of names.entries()) {
    expect.soft(before[index], name).toBeGreaterThanOrEqual(400);
    await embed(page, index).scrollIntoViewIfNeeded();
    await isLive(page, index);
    await expect(inside(page, index).locator(".lane-head").first(), name).toBeVisible();
  }
  expect(await widths()).toEqual(before);
  // On a phone, an embed is at most as wide as the window.
  await resize(page, 360, 800);
  for (const [index, width] of (await widths()).entries()) {
    expect.soft(width, names[index]).toBeGreaterThanOrEqual(200);
    expect.soft(width, names[index]).toBeLessThanOrEqual(360);
  }
});

const { heights: HEIGHTS } = JSON.parse(readFileSync(new URL("../../frontend/js/embed-options.json", import.meta.url), "utf8"));

/** The widths and heights of the table of the manual: the least width of a row and the least height for it. */
const LEAST = Object.entries(HEIGHTS).flatMap(([size, rows]) => rows.map(([width, , height]) => ({ size, width: Math.max(width, 358), height })));

test("the smallest embeds of the manual's table show lanes, memory, sentence and buttons", async ({ page, openHost }) => {
  test.slow();
  const embeds = LEAST.flatMap((least) => ["01-collision", "16-lock"].map((name) => ({ ...least, name })));
  const body = embeds.map(({ size, width, height, name }) =>
    `<div style="width: ${width}px"><lanescope-embed size="${size}" height="${height}" step="14">${pre(name)}</lanescope-embed></div>`);
  await openHost(body.join("\n"));
  for (const [index, { size, width, height, name }] of embeds.entries()) {
    await test.step(`a ${size} of ${width} x ${height} px with ${name}`, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await expect(inside(page, index).getByText(/^step 14 of/).first()).toBeAttached();
      for (const part of [".lane-head", ".surface-cells .cell", ".sentence", ".embed-bar"]) {
        await expect.soft(inside(page, index).locator(part).first(), `${part} of ${name}`).toBeInViewport({ ratio: 0.95 });
      }
      const parts = [".lane-head", ".surface-cells .cell", ".stage-body"];
      await expect(async () => {
        const [head, cell, body] = await Promise.all(parts.map((part) => inside(page, index).locator(part).first().boundingBox()));
        for (const box of [head, cell]) expect(box.y + box.height).toBeLessThanOrEqual(body.y + body.height + 1);
      }).toPass({ timeout: 10_000 });
    });
  }
});

test("full embeds reserve the height that they need, narrow and wide", async ({ page, openHost }) => {
  test.slow();
  const names = ["01-collision", "14-misaligned", "22-lost-update", "28-a-header-for-each-lane", "29-block-linear", "33-image-counters"];
  const embeds = [358, 900].flatMap((width) => names.map((name) => ({ width, name })));
  const body = embeds.map(({ width, name }) => `<div style="width: ${width}px"><lanescope-embed size="full">${pre(name)}</lanescope-embed></div>`);
  await openHost(body.join("\n"));
  const heights = () => page.locator("lanescope-embed").evaluateAll((all) => all.map((element) => element.offsetHeight));
  const before = await heights();
  for (const index of embeds.keys()) {
    await embed(page, index).scrollIntoViewIfNeeded();
    await isLive(page, index);
  }
  await page.waitForTimeout(300);
  const grown = (await heights()).map((height, index) => ({ ...embeds[index], by: height - before[index] }));
  expect(grown.filter(({ by }) => by > 20)).toEqual([]);
});

test("while an embed loads, its text scrolls and a line reports the loading", async ({ page, openHost }) => {
  await page.route("**/*.wasm", () => {});
  await openHost(`<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await expect(page.getByText("Loading…")).toBeInViewport();
  const text = embed(page).locator(".text");
  expect(await text.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100);
  await text.evaluate((element) => element.scrollTo(0, 9999));
  expect(await text.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});
