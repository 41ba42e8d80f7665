// Embeds in other pages: a host page of another origin, as an author writes it.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { exampleLink, EXAMPLES, scenarioLink, textOf } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";
import { expect, expectNoViolations, framesDrawn, letExamplesBeOpened, open, share, started, test, watchShifts } from "./fixtures.mjs";
import { startHost } from "./host.mjs";

const { heights: HEIGHTS } = JSON.parse(readFileSync(new URL("../../frontend/js/embed-options.json", import.meta.url), "utf8"));
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const pre = (name) => `<pre>${escape(textOf(name))}</pre>`;

/** Sixteen lanes add floats of very different magnitudes: more states than the page explores automatically. */
const FLOATS = `.op FADD F = old + src0
.lanes 16
.decl OFF v_type=G type=ud num_elts=16
.decl SRC v_type=G type=f num_elts=16
.decl OLD v_type=G type=f num_elts=16
.decl BUF v_type=T num_elts=1
.set OFF = [0; 16]
.set SRC = 1.0e8 -0.37 3.1e4 0.11 -7.7e7 19.3 0.023 -555.5 1.7e6 0.77 -2.9e7 0.61 4.4e3 -8.1 9.7e5 0.0031
.surface BUF buffer f = 0.0
dword_atomic.fadd (M1, 16) BUF OFF.0 SRC.0 V0.0 OLD.0
`;

let host;
test.beforeAll(async () => (host = await startHost()));
test.afterAll(() => host.close());

/** Opens a page with this body and the element's script. */
async function openHost(page, baseURL, body, { headers, style = "", script = "" } = {}) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A manual</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><style>body { margin: 16px; font: 16px sans-serif } ${style}</style>
    <script src="${baseURL}lanescope-embed.js"></script></head><body><main><h1>A manual</h1>${body}</main>${script}</body></html>`;
  await host.open(page, html, headers);
}

const embed = (page, index = 0) => page.locator("lanescope-embed").nth(index);
/** The document in the frame of an embed. */
const inside = (page, index = 0) => embed(page, index).locator("iframe").contentFrame();

/** Waits until an embed runs. It does not poll, because there are many embeds. */
async function isLive(page, index = 0) {
  await embed(page, index).evaluate(
    (element) =>
      new Promise((done) => {
        const finish = () => /live|failed/.test(element.dataset.state) && done();
        new MutationObserver(finish).observe(element, { attributeFilter: ["data-state"] });
        setTimeout(done, 20_000);
        finish();
      }),
  );
  await expect(embed(page, index)).toHaveAttribute("data-state", "live");
}

/** Returns which element has the focus, in the page and in its frames. */
async function focusOf(page) {
  const places = page.frames().map((frame) =>
    frame.evaluate(() => [document.hasFocus(), [...document.querySelectorAll("*")].indexOf(document.activeElement)].join()),
  );
  return (await Promise.all(places)).join(" ");
}

/** Presses a key that moves the focus, and waits until it has moved. A frame of another site has the focus a moment later. */
async function moveFocus(page, key) {
  const before = await focusOf(page);
  await page.keyboard.press(key);
  await expect.poll(() => focusOf(page), { message: key, intervals: [5, 10, 20, 50, 100] }).not.toBe(before);
}

/** Returns the elements inside the frames that can scroll, by class, each with its distance. */
async function scrollers(page) {
  const found = [];
  for (const frame of page.frames().slice(1)) {
    found.push(
      ...(await frame.evaluate(() => {
        const all = [document.documentElement, ...document.querySelectorAll("body *")];
        const hidden = (element, axis) => {
          const { overflowX, overflowY } = getComputedStyle(element);
          return element !== document.documentElement && !/auto|scroll/.test(axis === "x" ? overflowX : overflowY);
        };
        const more = (element) => [
          hidden(element, "x") ? 0 : element.scrollWidth - element.clientWidth,
          hidden(element, "y") ? 0 : element.scrollHeight - element.clientHeight,
        ];
        const seen = all.filter((element) => element.clientHeight > 0 && !element.closest(".visually-hidden"));
        return seen.filter((element) => Math.max(...more(element)) > 1).map((element) => `${element.className}: ${more(element)}`);
      })),
    );
  }
  return found;
}

/** Records the events of the page's embeds in `heard`, as pairs of name and detail. */
const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    for (const name of ["ready", "step", "end", "text", "outcomes", "error"]) {
      addEventListener(`lanescope-${name}`, ({ detail }) => window.heard.push([name, detail]));
    }
  });
const lastHeard = (page, name) => page.evaluate((name) => window.heard.findLast(([it]) => it === name)?.[1], name);
const send = (page, request) => page.evaluate((request) => document.querySelector("lanescope-embed").send(request), request);

test("the text of an element runs in its place", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed step="14">${pre("01-collision")}</lanescope-embed><p>Below.</p>`);
  await isLive(page);
  const frame = inside(page);
  await expect(frame.getByText("step 14 of 42")).toBeVisible();
  await expect(frame.locator(".sentence")).toHaveText("Lane 2 reads 20 from BUF[1].");
  await expect(embed(page).locator("pre")).toBeHidden();
  await frame.getByRole("button", { name: "Step", exact: true }).click();
  await expect(frame.getByText("step 15 of 42")).toBeVisible();
  // Keys work after the frame has the focus.
  await page.keyboard.press("End");
  await expect(frame.locator(".verdict")).toContainText("hold");
  // A read-only embed accepts no changes.
  await frame.locator(".cell-button").first().click();
  await expect(frame.locator(".cell-field")).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Order of lanes" })).toBeHidden();
  const link = await frame.getByRole("link", { name: "Open in Lanescope" }).getAttribute("href");
  expect(link).toMatch(new RegExp(`^${baseURL}#v2\\..*&c=42`));
});

for (const width of [320, 800, 1280]) {
  test(`an embed does not scroll at ${width} px, and its page does not move`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 900 });
    await watchShifts(page);
    const sizes = ["strip", "card", "full"];
    const body = sizes.map((size) => `<p>Before.</p><lanescope-embed size="${size}" step="9">${pre("04-order-matters")}</lanescope-embed>`);
    await openHost(page, baseURL, body.join("\n"));
    for (const index of sizes.keys()) {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
    }
    await page.waitForTimeout(300);
    expect(await scrollers(page)).toEqual([]);
    expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    for (const index of sizes.keys()) {
      await inside(page, index).getByRole("button", { name: "to the start" }).click();
      await inside(page, index).getByRole("slider").press("End");
    }
    expect(await scrollers(page)).toEqual([]);
    if (width === 800) await expectNoViolations(page);
  });
}

for (const size of ["strip", "card", "full"]) {
  test(`a ${size} has no accessibility violation`, async ({ page }) => {
    await open(page, `./embed.html?size=${size}&editable#${exampleLink("01-collision")}&c=14`);
    await expectNoViolations(page);
  });
}

test("an embed on a slide has no accessibility violation, even if parts scroll", async ({ page }) => {
  await page.setViewportSize({ width: 960, height: 540 });
  await open(page, `./embed.html?size=full&fits&editable#${exampleLink("29-block-linear")}&c=98`);
  await expect(page.locator(".verdict")).toBeVisible();
  await expectNoViolations(page);
});

test("the host page moves the run and gets its events", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed>${pre("04-order-matters")}</lanescope-embed>`);
  await listen(page);
  const ask = (request) => send(page, request);
  const last = (name) => lastHeard(page, name);
  // A request before the embed is ready is accepted too.
  await ask({ lanescope: "goto", step: 5 });
  await isLive(page);
  await expect.poll(() => last("step")).toMatchObject({ step: 5 });
  expect((await last("step")).sentence).toMatch(/^Lane \d /);
  await ask({ lanescope: "order", order: "descending" });
  await expect.poll(() => last("text")).toMatchObject({ text: expect.stringContaining(".order descending") });
  await ask({ lanescope: "outcomes" });
  await expect.poll(() => last("outcomes")).toMatchObject({ memory: expect.stringMatching(/outcomes? in/) });
  await ask({ lanescope: "goto", step: "far" });
  await expect.poll(() => last("error")).toMatchObject({ message: expect.stringContaining("not understood") });
  await ask({ lanescope: "load", text: ".isa visa\n.lanes 99\n" });
  await expect.poll(() => last("error")).toMatchObject({ message: expect.stringMatching(/^line 2: /) });
  // A message that is not one of our requests changes nothing and gets no answer.
  const before = await page.evaluate(() => window.heard.length);
  await page.evaluate(() => document.querySelector("lanescope-embed").shadowRoot.querySelector("iframe").contentWindow.postMessage({ a: 1 }, "*"));
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.heard.length)).toBe(before);
});

test("an embed matches the colour scheme of its page, and follows it", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, {
    style: "html { background: white } html.night { background: #161923; color: white }",
  });
  await isLive(page);
  const ground = () => inside(page).locator(".embed-column").evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground()).toBe("rgb(255, 255, 255)");
  await page.evaluate(() => document.documentElement.classList.add("night"));
  await expect.poll(ground).toBe("rgb(16, 21, 28)");
  // A page without a background has the browser's canvas, whose colour can follow the system.
  await page.emulateMedia({ colorScheme: "dark" });
  for (const [scheme, colour] of [["light dark", "rgb(16, 21, 28)"], ["light", "rgb(255, 255, 255)"]]) {
    const meta = `<meta name="color-scheme" content="${scheme}">`;
    await openHost(page, baseURL, `${meta}<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await isLive(page);
    expect(await ground(), scheme).toBe(colour);
  }
});

test("an embed plays when visible, unless reduced motion is preferred", async ({ page, baseURL }) => {
  const body = `<div class="far"></div><lanescope-embed autoplay granularity="lane">${pre("01-collision")}</lanescope-embed>`;
  const style = ".far { height: 1300px }";
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHost(page, baseURL, body, { style });
  await isLive(page);
  await expect(inside(page).getByText("start of 42")).toBeAttached();
  await embed(page).scrollIntoViewIfNeeded();
  await expect(inside(page).getByText(/^step \d+ of 42/)).toBeVisible();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHost(page, baseURL, body, { style });
  await embed(page).scrollIntoViewIfNeeded();
  await isLive(page);
  await page.waitForTimeout(1500);
  await expect(inside(page).getByText("start of 42")).toBeVisible();
});

test("an editable embed runs the typed text", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed size="full" editable>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  const frame = inside(page);
  await frame.locator(".plain-field").focus();
  await expect(frame.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n.expect BUF = 26 30 34 77");
  await frame.getByRole("button", { name: "to the end" }).click();
  await frame.getByRole("button", { name: /failed/ }).click();
  await expect(frame.locator(".difference")).toContainText("77");
  await frame.getByRole("button", { name: "Semantics" }).click();
  await expect(frame.locator(".notation").first()).toBeVisible();
  // The editor keeps its undo history.
  await frame.getByRole("button", { name: "Text", exact: true }).click();
  await frame.locator(".cm-content").focus();
  await page.keyboard.press("Control+z");
  await expect(frame.locator(".cm-content")).not.toContainText("77");
});

/**
 * Runs in the frame of an embed, after a request for another scenario: waits for another run than `before`, and goes to some parts of
 * it. Returns the number of the run, the places where a required element is not in sight, and the number of tab stops.
 */
async function missingInSteps({ name, before, parts }) {
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
    const found = {
      step: slider.value === String(step),
      touched: touched === null || isUncut(touched),
      lanes: lane === null || isInSight(lane),
      sentence: isInSight(sentence) && sentence.scrollHeight <= sentence.clientHeight + 1,
      bar: isInSight(document.querySelector(".embed-bar")),
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
 * Shows each example in the embed of a page. Returns the places where a required element is not in sight, and the examples that have
 * more than `mostStops` tab stops at their end.
 */
async function missingInExamples(page, mostStops = Infinity, parts = [0.3, 0.6, 1]) {
  const frame = await embed(page).locator("iframe").elementHandle().then((it) => it.contentFrame());
  const found = [];
  let before = await frame.evaluate(() => document.documentElement.dataset.run);
  for (const name of EXAMPLES) {
    await send(page, { lanescope: "load", text: `${textOf(name)}\n` });
    const { run, missing, stops } = await frame.evaluate(missingInSteps, { name, before, parts });
    found.push(...missing);
    if (stops > mostStops) found.push(`${name}: ${stops} tab stops`);
    before = run;
  }
  return found;
}

test("in every example a strip of 640 x 220 px shows lanes, the current cell and the whole sentence", async ({ page, baseURL }) => {
  test.slow();
  await page.setViewportSize({ width: 672, height: 900 });
  await letExamplesBeOpened(page);
  await openHost(page, baseURL, `<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  expect(await missingInExamples(page)).toEqual([]);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
});

for (const size of ["card", "full"]) {
  test(`in every example a ${size} on a slide of 960 x 540 px shows lanes, the current cell and the whole sentence${size === "card" ? ", and has few tab stops" : ""}`, async ({ page, baseURL }) => {
    test.slow();
    await page.setViewportSize({ width: 960, height: 540 });
    const body = `<lanescope-embed size="${size}" height="540">${pre("01-collision")}</lanescope-embed>`;
    await letExamplesBeOpened(page);
    await openHost(page, baseURL, body, { style: "body, lanescope-embed { margin: 0 } h1 { display: none }" });
    await isLive(page);
    expect(await missingInExamples(page, size === "card" ? 8 : Infinity)).toEqual([]);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(540);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(540);
    if (size === "full") {
      const [stage, text] = await Promise.all([".stage-area", ".embed-written"].map((part) => inside(page).locator(part).boundingBox()));
      expect(text.x).toBeGreaterThanOrEqual(stage.x + stage.width);
    }
  });
}

test("the stage of a full embed fits a window, even with a surface by address", async ({ page, baseURL }) => {
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await openHost(page, baseURL, `<lanescope-embed size="full">${pre("29-block-linear")}</lanescope-embed>`);
    await isLive(page);
    await expect(inside(page).getByText(/^block \d/)).toBeVisible();
    const stage = await inside(page).locator(".stage-area").boundingBox();
    expect(stage.height).toBeLessThanOrEqual(860);
    expect(await scrollers(page)).toEqual([]);
  }
});

test("a variant is shown side by side with the scenario", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed compare="second_first">${pre("47-said-otherwise")}</lanescope-embed>`);
  await isLive(page);
  await inside(page).getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside(page).locator(".stage-beside .stage-side")).toHaveText("second_first");
  expect(await scrollers(page)).toEqual([]);
  await expectNoViolations(page);
});

/** Twenty embeds of three sizes, each with another example. */
function twenty() {
  const sizes = ["strip", "card", "full"];
  return EXAMPLES.slice(0, 20).map((name, index) => {
    const attributes = `size="${sizes[index % 3]}" step="${index}"${index % 2 === 0 ? " editable" : ""}`;
    return `<p>Before.</p><lanescope-embed ${attributes}>${pre(name)}</lanescope-embed>`;
  });
}

test("twenty embeds fetch the engine once, no editor, nothing from elsewhere, and nothing scrolls or moves", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 900 });
  await watchShifts(page);
  const [asked, served] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  const server = await serveFolder(fileURLToPath(new URL("../../dist", import.meta.url)), 0, (file) => served.push(file));
  await openHost(page, server.url, twenty().join("\n"));
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
    await expect(page.locator(".embed-bar .embed-word", { hasText: /^Step$/ }), `${width} px`).toBeVisible();
  }
});

test("a link and a file open in an embed", async ({ page, baseURL }) => {
  const body = `<lanescope-embed href="${baseURL}#${exampleLink("13-out-of-bounds")}&c=5"></lanescope-embed>
    <lanescope-embed src="${baseURL}static/examples/16-lock.lane"></lanescope-embed>`;
  await openHost(page, baseURL, body);
  await isLive(page, 0);
  await expect(inside(page, 0).getByText(/^step 5 of/)).toBeVisible();
  await isLive(page, 1);
  await expect(inside(page, 1).locator(".stage-instruction")).toBeVisible();
});

test.describe("in a page that changes", () => {
  // The requests of a removed frame are cancelled.
  test.use({ mayFail: true });

  test("an embed that is moved in its page starts again", async ({ page, baseURL }) => {
    await openHost(page, baseURL, `<lanescope-embed step="3">${pre("01-collision")}</lanescope-embed><section></section>`);
    await isLive(page);
    await page.evaluate(() => document.querySelector("section").append(document.querySelector("lanescope-embed")));
    await expect(embed(page)).not.toHaveAttribute("data-state");
    await isLive(page);
    await expect(inside(page).getByText("step 3 of 42")).toBeAttached();
    expect(await page.evaluate(() => document.querySelector("lanescope-embed").shadowRoot.querySelectorAll("iframe").length)).toBe(1);
  });

  test("an embed that is removed while its file is fetched does not hold up the next one", async ({ page, baseURL }) => {
    let answer;
    const isHeld = new Promise((done) => (answer = done));
    await page.route("**/slow.lane", async (route) => {
      await isHeld;
      // The request has been cancelled.
      await route.fulfill({ body: textOf("01-collision") }).catch(() => {});
    });
    const asked = page.waitForRequest("**/slow.lane");
    await openHost(page, baseURL, '<lanescope-embed src="/slow.lane"></lanescope-embed>');
    await asked;
    await embed(page).evaluate((element) => element.remove());
    answer();
    await page.waitForTimeout(200);
    await page.evaluate((html) => document.querySelector("main").insertAdjacentHTML("beforeend", html), `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await isLive(page);
  });
});

test("the keyboard goes into an embed, through it and out again", async ({ page, baseURL }) => {
  const body = `<button>Before</button><lanescope-embed>${pre("01-collision")}</lanescope-embed><button>Behind</button>`;
  await openHost(page, baseURL, body);
  await isLive(page);
  await page.getByRole("button", { name: "Before" }).focus();
  const names = [];
  const focused = () =>
    inside(page).locator(":focus").evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      const isMarked = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
      return `${element.getAttribute("aria-label") ?? element.textContent.trim()}${isMarked ? "" : " is not marked"}`;
    });
  for (let presses = 0; presses < 60; presses += 1) {
    await moveFocus(page, "Tab");
    if (await page.getByRole("button", { name: "Behind" }).evaluate((button) => button === document.activeElement)) break;
    names.push(await focused());
  }
  await expect(page.getByRole("button", { name: "Behind" })).toBeFocused();
  expect(names.filter((name) => name.endsWith("is not marked"))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["Step", "step size"]));
  // The exploration does not list it cell by cell.
  expect(names.filter((name) => name.startsWith("BUF["))).toHaveLength(1);
  // The buttons, the slider and the link are one tab stop.
  await moveFocus(page, "Shift+Tab");
  await moveFocus(page, "Shift+Tab");
  await expect(inside(page).getByRole("button", { name: "Step", exact: true })).toBeFocused();
  for (let presses = 0; presses < 9; presses += 1) await page.keyboard.press("ArrowUp");
  const group = [await focused()];
  for (let presses = 0; presses < 9; presses += 1) {
    await page.keyboard.press("ArrowDown");
    const name = await focused();
    if (name !== group.at(-1)) group.push(name);
  }
  expect(group).toEqual(["to the start", "step back", "play", "Step", "to the end", "position in the run", "Open in Lanescope"]);
  for (const [key, words] of [["ArrowRight", /^step 1 of|^step \d/], ["End", "step 42 of 42"], ["Home", "start of 42"]]) {
    await page.keyboard.press(key);
    await expect(inside(page).getByText(words).first()).toBeAttached();
  }
});

test("the full page opens with the text, the step and the view of the embed", async ({ page, baseURL, context }) => {
  const body = `<lanescope-embed size="full" step="9" granularity="lane" theme="light">${pre("04-order-matters")}</lanescope-embed>`;
  await openHost(page, baseURL, body);
  await isLive(page);
  const position = inside(page).locator(".embed-position");
  const before = await position.textContent();
  await inside(page).getByRole("button", { name: "Step", exact: true }).click();
  await expect(position).not.toHaveText(before);
  const moment = (await position.textContent()).split(" · ")[0];
  await inside(page).locator(".lane-head").nth(1).click();
  await inside(page).getByRole("button", { name: "Outcomes" }).click();
  const opened = context.waitForEvent("page");
  await inside(page).getByRole("link", { name: "Open in Lanescope" }).click();
  const whole = await opened;
  await started(whole);
  await expect(whole.locator(".position")).toContainText(moment);
  await expect(whole.getByRole("tab", { name: "Outcomes" })).toHaveAttribute("aria-selected", "true");
  expect(whole.url()).toMatch(/&g=lane&.*&s=lane\.1/);
  await expect(whole.locator(".lane-head[aria-pressed=true]")).toHaveCount(1);
  await whole.close();
});

test("a full embed shows the outcomes of all orders, and starts no long search", async ({ page, baseURL }) => {
  const body = `<lanescope-embed size="full" side="outcomes">${pre("04-order-matters")}</lanescope-embed>
    <lanescope-embed size="full" side="outcomes"><pre>${escape(FLOATS)}</pre></lanescope-embed>`;
  await openHost(page, baseURL, body);
  await isLive(page);
  // The last of four lanes decides the outcome.
  await expect(inside(page).locator(".outcome-table tbody th")).toHaveCount(4);
  await inside(page).locator(".outcome-table .row-name").first().click();
  // A reader of a read-only embed cannot change the order.
  await expect(inside(page).getByText("Play this order")).toBeHidden();
  await expect(inside(page).getByText("All outcomes as a file")).toBeHidden();
  await embed(page, 1).scrollIntoViewIfNeeded();
  await isLive(page, 1);
  await expect(inside(page, 1).getByText("press “Explore all orders”").first()).toBeVisible();
  await expect(inside(page, 1).getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await inside(page, 1).getByRole("button", { name: "Explore all orders" }).click();
  await inside(page, 1).getByRole("button", { name: "Cancel" }).click();
  await expect(inside(page, 1).getByRole("button", { name: "Explore all orders" })).toBeVisible();
  expect(await scrollers(page)).toEqual([]);
});

test("embeds of each size mark modified semantics and carry them to the full page", async ({ page, baseURL }) => {
  const sizes = ["strip", "card", "full"];
  const body = sizes.map((size) => `<lanescope-embed size="${size}" step="9">${pre("22-lost-update")}</lanescope-embed>
    <lanescope-embed size="${size}" step="9">${pre("01-collision")}</lanescope-embed>`);
  await openHost(page, baseURL, body.join("\n"));
  const links = [];
  for (const [at, size] of sizes.entries()) {
    for (const index of [2 * at, 2 * at + 1]) {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
    }
    await expect(inside(page, 2 * at).locator(".modified:visible"), size).toHaveText("modified");
    await expect(inside(page, 2 * at + 1).getByText("modified"), size).toHaveCount(0);
    links.push(await inside(page, 2 * at).getByRole("link", { name: "Open in Lanescope" }).getAttribute("href"));
  }
  expect(new Set(links).size).toBe(1);
  await open(page, links[0]);
  await expect(page.locator(".stage .modified")).toHaveText("modified");
});

test("an embed accepts messages from its host page alone", async ({ page, baseURL }) => {
  const address = `${baseURL}embed.html?size=card#${exampleLink("01-collision")}&c=3`;
  // Another frame of the page sends messages to the embed.
  const stranger = "<script>addEventListener('click', () => parent.frames[0].postMessage(JSON.stringify({ lanescope: 'goto', step: 9 }), '*'))</script>Stranger";
  await openHost(page, baseURL, `<iframe src="${address}" title="embed" width="800" height="470"></iframe>
    <iframe id="stranger" title="stranger" srcdoc="${stranger.replace(/"/g, "&quot;")}"></iframe>`);
  const frame = page.frameLocator("iframe").first();
  await expect(frame.getByText("step 3 of 42")).toBeVisible({ timeout: 20_000 });
  await page.frameLocator("#stranger").locator("body").click();
  await page.waitForTimeout(300);
  await expect(frame.getByText("step 3 of 42")).toBeVisible();
  await page.evaluate(() => frames[0].postMessage(JSON.stringify({ lanescope: "goto", step: 9 }), "*"));
  await expect(frame.getByText("step 9 of 42")).toBeVisible();
  expect(await page.evaluate(() => {
    try {
      return frames[0].document.title;
    } catch (refusal) {
      return refusal.name;
    }
  })).toBe("SecurityError");
});

test("no text, link or message runs or becomes markup", async ({ page, baseURL }) => {
  const evil = `<img src=x onerror="top.postMessage('hit','*')"><script>top.postMessage('hit','*')</script>`;
  const text = `// ${evil}\n${textOf("01-collision")}.expect BUF = 1 2 3 4 ${evil}\n.surface ${evil}\n`;
  let wasHit = false;
  await page.exposeFunction("noteHit", () => (wasHit = true));
  await page.addInitScript(() => addEventListener("message", ({ data }) => data === "hit" && window.noteHit()));
  await openHost(page, baseURL, `<lanescope-embed size="full" editable>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  await listen(page);
  await send(page, { lanescope: "load", text });
  await expect.poll(() => lastHeard(page, "error")).toMatchObject({ message: expect.stringMatching(/^line \d+: /) });
  for (const request of [
    { lanescope: evil },
    { lanescope: "theme", theme: evil },
    { lanescope: "reading", name: evil },
    { lanescope: "order", order: { lanes: [evil] } },
    { lanescope: "load", text: "", granularity: evil },
    { lanescope: "goto", step: 1, [evil]: evil },
  ]) {
    await page.evaluate(() => (window.heard = []));
    await send(page, request);
    await expect.poll(() => lastHeard(page, "error"), JSON.stringify(request)).toBeDefined();
  }
  const marked = async (where) => (await where.locator("img[src=x]").count()) + (await where.locator("script", { hasText: "'hit'" }).count());
  expect(await marked(inside(page))).toBe(0);
  await page.evaluate(() => (window.heard = []));
  // Markup in each part of a link.
  for (const fragment of [`${scenarioLink(text)}&c=${evil}&s=${evil}&t=${evil}`, `v1.${evil}`, `${evil}`, `v9.${evil}`]) {
    await page.goto("about:blank");
    await open(page, `${baseURL}embed.html?size=${evil}&version=${evil}&theme=${evil}#${encodeURI(fragment)}`);
    expect(await marked(page), fragment).toBe(0);
    await open(page, `${baseURL}#${fragment}`);
    expect(await marked(page), fragment).toBe(0);
  }
  expect(wasHit).toBe(false);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the text and the still picture stay", async ({ page, baseURL }) => {
    const still = `<img alt="a still" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">`;
    await openHost(page, baseURL, `<lanescope-embed>${still}${pre("01-collision")}</lanescope-embed>`);
    await expect(page.getByText("dword_atomic.add (M1, 8)")).toBeVisible();
    await expect(page.getByAltText("a still")).toBeVisible();
  });
});

test("an embed of another version gives a reason", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed version="9.9">${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  await expect(inside(page).getByText("This page was written for Lanescope 9.9")).toBeVisible();
});

test("an embed works in a sandbox without storage and workers", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed sandboxed step="3">${pre("04-order-matters")}</lanescope-embed>`);
  await isLive(page);
  await expect(embed(page).locator("iframe")).toHaveAttribute("sandbox", /^allow-scripts/);
  await expect(inside(page).locator(".sentence")).not.toBeEmpty();
  await page.evaluate(() => addEventListener("lanescope-outcomes", ({ detail }) => (window.told = detail)));
  await page.evaluate(() => document.querySelector("lanescope-embed").send({ lanescope: "outcomes" }));
  await expect.poll(() => page.evaluate(() => window.told?.memory)).toContain("in");
});

test.describe("where it cannot start", () => {
  test.use({ mayFail: true });

  test("the text stays, with a line that gives the reason", async ({ page, baseURL }) => {
    const headers = { "content-security-policy": `frame-src 'none'; script-src ${new URL(baseURL).origin}` };
    await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { headers });
    await expect(page.getByText("This scenario cannot run here: this page's content security policy forbids frames")).toBeVisible();
    await expect(embed(page).locator("pre")).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed src="/missing.lane"></lanescope-embed>`);
    await expect(page.getByText("/missing.lane cannot be fetched: status 404.")).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed><p>Nothing.</p></lanescope-embed>`);
    await expect(page.getByText("the element holds no scenario")).toBeVisible();
    // HTML has no such tag, so the heading is inside the element.
    await openHost(page, baseURL, `<lanescope-embed href="#${exampleLink("01-collision")}" /><h2>Below</h2><p>The end.</p>`);
    await expect(page.getByText("it has no end tag, so it contains the rest of the page; write </lanescope-embed>.")).toBeVisible();
    await expect(page.getByText("The end.")).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed href="${exampleLink("01-collision")}"></lanescope-embed>`);
    await expect(page.getByText('"href" is no link to a scenario; expected an address with #v2. in it.')).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed src="${baseURL}static/../lanescope-embed.js?large"></lanescope-embed>`, {
      script: "<script>fetch = async () => new Response(new Uint8Array(300_000))</script>",
    });
    await expect(page.getByText("is larger than a scenario may be (256 KiB).")).toBeVisible();
    const origin = new URL(baseURL).origin;
    const strict = { "content-security-policy": `default-src 'none'; script-src ${origin}; frame-src ${origin}` };
    await openHost(page, baseURL, `<lanescope-embed src="/x.lane"></lanescope-embed>`, { headers: strict });
    await expect(page.getByText("this page's content security policy forbids to fetch")).toBeVisible();
    await expect(page.getByText("/x.lane (connect-src)")).toBeVisible();
  });

  /** Waits for a text, while the page's clock runs ahead: a frame has some seconds for its answer. */
  async function expectSoon(page, text) {
    const isThere = async () => {
      await page.clock.runFor(1000);
      return page.getByText(text).isVisible();
    };
    await expect.poll(isThere, { message: text, timeout: 15_000 }).toBe(true);
  }

  test("it says so where Lanescope's server shuts frames out, or has no embed there", async ({ page, baseURL }) => {
    await page.clock.install();
    const withHeader = (name, value) => async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), [name]: value } });
    };
    await page.route("**/embed.html*", withHeader("x-frame-options", "DENY"));
    const shutOut = "embed.html is not there, or its host forbids other pages to show it in a frame";
    const body = `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`;
    await openHost(page, baseURL, body);
    await expectSoon(page, `${shutOut}.`);
    await expect(embed(page).locator("pre")).toBeVisible();
    await page.unroute("**/embed.html*");
    await page.route("**/embed.html*", withHeader("content-security-policy", "frame-ancestors 'self'"));
    await openHost(page, baseURL, body);
    await expectSoon(page, `${shutOut}.`);
    await page.unroute("**/embed.html*");
    await openHost(page, baseURL, body.replace("<lanescope-embed", `<lanescope-embed base="${baseURL}elsewhere/"`));
    await expectSoon(page, `${shutOut}.`);
  });

  test("a server that refuses sandboxes, and a missing program, are reported", async ({ page, baseURL }) => {
    await page.clock.install();
    // The same files from a server that sends only media types.
    const plain = createServer(async (request, response) => {
      const file = await fetch(new URL(request.url, baseURL));
      response.writeHead(file.status, { "content-type": file.headers.get("content-type") });
      response.end(Buffer.from(await file.arrayBuffer()));
    });
    await new Promise((done) => plain.listen(0, "127.0.0.1", done));
    await openHost(page, `http://127.0.0.1:${plain.address().port}/`, `<lanescope-embed sandboxed>${pre("01-collision")}</lanescope-embed>`);
    await expectSoon(page, "or does not allow sandboxed frames (Access-Control-Allow-Origin)");
    plain.close();
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
    await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await expect(page.getByText("This scenario cannot run here: Lanescope could not start (")).toBeVisible({ timeout: 15_000 });
    await expect(embed(page).locator("pre")).toBeVisible();
  });
});

test.describe("the dialog that hands out the lines", () => {
  // A changed option makes a new frame, and the requests of the old frame are cancelled.
  test.use({ mayFail: true });

  const dialog = (page) => page.getByRole("dialog", { name: "Embed" });
  const lines = (page) => dialog(page).getByLabel("code to copy");

  test("the dialog previews the embed, and its lines run in another page", async ({ page, baseURL }) => {
    await open(page, `./#${exampleLink("01-collision")}&c=14`);
    await share(page, "Embed");
    const preview = dialog(page).frameLocator("iframe");
    await expect(preview.getByText("step 14 of 42")).toBeVisible();
    await expectNoViolations(page, "dialog[open]");
    await dialog(page).getByRole("button", { name: "Strip" }).click();
    await dialog(page).getByLabel("Editable").check();
    await dialog(page).getByLabel("theme of the embed").selectOption("Dark");
    await expect(lines(page)).toContainText('<lanescope-embed size="strip" step="14" theme="dark" editable="" version="0.1">');
    // The lines name the server of this test.
    await expect(dialog(page).getByText("only for your own machine")).toBeVisible();
    await expect(preview.locator(".embedded.size-strip")).toBeVisible();
    const html = await lines(page).textContent();
    await dialog(page).getByLabel("Start at this step").uncheck();
    await expect(lines(page)).not.toContainText("step=");
    await dialog(page).getByRole("button", { name: "iframe" }).click();
    const frame = await lines(page).textContent();
    for (const [form, words] of [
      ["mdBook", "```lanescope size=strip theme=dark editable"],
      ["Sphinx", ".. lanescope:: size=strip theme=dark editable"],
      ["MyST", "```{lanescope} size=strip theme=dark editable"],
      [".lane", ".lanes"],
    ]) {
      await dialog(page).getByRole("button", { name: form }).click();
      await expect(lines(page)).toContainText(words);
    }
    await expect(dialog(page).getByText("only for your own machine")).toHaveCount(0);
    await dialog(page).getByLabel("Height").fill("300");
    await dialog(page).getByLabel("Title", { exact: true }).fill("Two lanes");
    await dialog(page).getByRole("button", { name: "MyST" }).click();
    await expect(lines(page)).toContainText('theme=dark editable height=300 title="Two lanes"');
    await dialog(page).getByRole("button", { name: "Copy" }).click();
    await expect(dialog(page).getByRole("status")).toContainText("Cop");
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toBeHidden();

    await openHost(page, baseURL, html);
    await isLive(page);
    await expect(inside(page).getByText("step 14 of 42")).toBeVisible();
    await openHost(page, baseURL, frame);
    await expect(page.frameLocator("iframe").getByText("start of 42")).toBeVisible({ timeout: 20_000 });
  });

  test("the dialog fits narrow windows", async ({ page }) => {
    await open(page);
    await share(page, "Embed");
    await expect(lines(page)).toBeAttached();
    for (const width of [320, 390, 820]) {
      await page.setViewportSize({ width, height: 800 });
      await framesDrawn(page);
      expect.soft(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth), `${width} px`).toBeLessThanOrEqual(0);
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`).toBeLessThanOrEqual(0);
    }
  });
});

test("a link to a step of a changed run is reported", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14&f=1`);
  await expect(page.getByRole("alert")).toContainText("Step 14 of the link is a different step here");
  await expect(page.locator(".position")).toContainText("start of 42");
});

/** Boxes that shrink to their content, each with an embed in it. */
const BOXES = {
  "a flex row": (embed) => `<div style="display: flex">${embed}<div>A paragraph beside it.</div></div>`,
  "a table cell": (embed) => `<table><tr><td>${embed}</td><td>A cell beside it.</td></tr></table>`,
  "an inline-block figure": (embed) => `<figure style="display: inline-block; margin: 0">${embed}</figure>`,
  "a centred flex column": (embed) => `<div style="display: flex; flex-direction: column; align-items: center">${embed}</div>`,
  "an auto column of a grid": (embed) => `<div style="display: grid; grid-template-columns: auto auto">${embed}<div>Beside it.</div></div>`,
};

test("embeds in boxes that shrink to their content have the same width before and after they start", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1000, height: 900 });
  const contents = [`>${pre("01-collision")}`, ` src="${baseURL}static/examples/01-collision.lane">`];
  const boxes = Object.values(BOXES).flatMap((box) => contents.map((content) => box(`<lanescope-embed size="card"${content}</lanescope-embed>`)));
  const names = Object.keys(BOXES).flatMap((name) => [`a text in ${name}`, `a file in ${name}`]);
  await openHost(page, baseURL, boxes.join("\n"));
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
  await page.setViewportSize({ width: 360, height: 800 });
  for (const [index, width] of (await widths()).entries()) {
    expect.soft(width, names[index]).toBeGreaterThanOrEqual(200);
    expect.soft(width, names[index]).toBeLessThanOrEqual(360);
  }
});

test("the margins of the page are part of its width", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { style: "lanescope-embed { margin-inline: 50px }" });
  expect(await embed(page).evaluate((element) => element.offsetWidth)).toBe(1440 - 2 * 16 - 2 * 50);
});

/** The widths and heights of the table of the manual: the least width of a row and the least height for it. */
const LEAST = Object.entries(HEIGHTS).flatMap(([size, rows]) => rows.map(([width, , height]) => ({ size, width: Math.max(width, 358), height })));

test("the smallest embeds of the manual's table show lanes, memory, sentence and buttons", async ({ page, baseURL }) => {
  test.slow();
  const embeds = LEAST.flatMap((least) => ["01-collision", "16-lock"].map((name) => ({ ...least, name })));
  const body = embeds.map(({ size, width, height, name }) =>
    `<div style="width: ${width}px"><lanescope-embed size="${size}" height="${height}" step="14">${pre(name)}</lanescope-embed></div>`);
  await openHost(page, baseURL, body.join("\n"));
  for (const [index, { size, width, height, name }] of embeds.entries()) {
    await test.step(`a ${size} of ${width} x ${height} px with ${name}`, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await expect(inside(page, index).getByText(/^step 14 of/).first()).toBeAttached();
      for (const part of [".lane-head", ".surface-cells .cell", ".sentence", ".embed-bar"]) {
        await expect.soft(inside(page, index).locator(part).first(), `${part} of ${name}`).toBeInViewport({ ratio: 0.95 });
      }
      const parts = [".lane-head", ".surface-cells .cell", ".stage-body"];
      const [head, cell, body] = await Promise.all(parts.map((part) => inside(page, index).locator(part).first().boundingBox()));
      for (const box of [head, cell]) expect.soft(box.y + box.height).toBeLessThanOrEqual(body.y + body.height + 1);
    });
  }
});

test("full embeds reserve the height that they need, narrow and wide", async ({ page, baseURL }) => {
  test.slow();
  const names = ["01-collision", "14-misaligned", "22-lost-update", "28-a-header-for-each-lane", "29-block-linear", "33-image-counters"];
  const embeds = [358, 900].flatMap((width) => names.map((name) => ({ width, name })));
  const body = embeds.map(({ width, name }) => `<div style="width: ${width}px"><lanescope-embed size="full">${pre(name)}</lanescope-embed></div>`);
  await openHost(page, baseURL, body.join("\n"));
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

test("a flag with the value false is off", async ({ page, baseURL }) => {
  const off = 'editable="false" autoplay="false" fold-setup="false" sandboxed="false"';
  await openHost(page, baseURL, `<lanescope-embed size="full" ${off}>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  await expect(inside(page).getByRole("button", { name: "Reset" })).toHaveCount(0);
  await expect(inside(page).locator(".fold-setup")).toHaveCount(0);
  expect(await embed(page).locator("iframe").getAttribute("sandbox")).toBeNull();
});

test("a text that is too long fails at once, and the next embed starts", async ({ page, baseURL }) => {
  const long = `${textOf("01-collision")}${"// More.\n".repeat(40_000)}`;
  await openHost(page, baseURL, `<lanescope-embed size="strip"><pre>${escape(long)}</pre></lanescope-embed><lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await expect(embed(page)).toHaveAttribute("data-state", "failed", { timeout: 20_000 });
  await expect(embed(page).getByText("a scenario has at most 256 KiB")).toBeVisible();
  await isLive(page, 1);
});

test("a link wins over the text for readers without scripts", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed href="${baseURL}#${exampleLink("01-collision")}&c=5%20"><pre>the same</pre></lanescope-embed>`);
  await isLive(page);
  await expect(inside(page).getByText("step 5 of 42")).toBeVisible();
});

test("an embed in a paragraph says where it can be", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<p>Text <lanescope-embed>${pre("01-collision")}</lanescope-embed></p>`);
  await expect(page.getByText("it is inside a <p>, which ends at the <pre>; put the embed into a <div>")).toBeVisible();
});

test("a script that is imported finds its folder, and events leave a shadow root", async ({ page, baseURL }) => {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"><main></main>
    <script type="module">
      import "${baseURL}lanescope-embed.js";
      addEventListener("lanescope-step", ({ detail }) => (window.steps = detail.steps));
      const root = document.querySelector("main").attachShadow({ mode: "open" });
      root.innerHTML = ${JSON.stringify(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`)};
    </script></html>`;
  await host.open(page, html);
  await isLive(page);
  await expect.poll(() => page.evaluate(() => window.steps)).toBe(42);
});

/** Appends a claim that only an exploration of all orders refutes: memory ends the same in all orders. */
const WRONG = `${textOf("01-collision").split("\n").filter((line) => !line.startsWith(".expect")).join("\n")}\n.expect outcomes memory 77\n`;

test("a wrong answer at the end of a run is always reported as failed", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed step="9999"><pre>${escape(WRONG)}</pre></lanescope-embed>`, {
    script: "<script>window.ends = []; addEventListener('lanescope-end', ({ detail }) => ends.push(detail));</script>",
  });
  await isLive(page);
  await expect.poll(() => page.evaluate(() => window.ends.length), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => window.ends.at(-1))).toEqual({ holds: 0, fails: 1, open: 0 });
  expect(await page.evaluate(() => window.ends.filter(({ fails }) => fails === 0))).toEqual([]);
});

test("an embed without mistakes writes nothing to the console, and its host page gets no step before the scenario is loaded", async ({ page, baseURL }) => {
  const written = [];
  page.on("console", (message) => written.push(message.text()));
  const script = "<script>window.steps = []; addEventListener('lanescope-step', ({ detail }) => steps.push(detail.steps));</script>";
  await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { script });
  await isLive(page);
  expect(await page.evaluate(() => window.steps)).toEqual([42]);
  // A browser warns of an unused preload some seconds after the page has loaded.
  await page.waitForTimeout(500);
  expect(written).toEqual([]);
});

test("embeds of each size with a mistake in their scenario show its line, and no useless control", async ({ page, baseURL }) => {
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const mistaken = textOf("01-collision").replace(/^\.lanes .*$/m, ".lanes 99");
  const line = mistaken.split("\n").indexOf(".lanes 99") + 1;
  const sizes = ["strip", "card", "full"];
  const texts = sizes.flatMap((size) => [[size, mistaken, line], [size, "This is prose.\n", 1]]);
  await openHost(page, baseURL, texts.map(([size, text]) => `<lanescope-embed size="${size}"><pre>${escape(text)}</pre></lanescope-embed>`).join("\n"));
  for (const [index, [size, , line]] of texts.entries()) {
    await test.step(`a ${size} with a mistake in line ${line}`, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await expect.soft(inside(page, index).getByRole("alert")).toContainText(`line ${line}: `);
      await expect.soft(inside(page, index).getByRole("alert")).toBeInViewport();
      await expect.soft(inside(page, index).getByText("open an example")).toHaveCount(0);
      await expect.soft(inside(page, index).locator(".diagnostics :is(button.diagnostic-place, .fix)")).toHaveCount(0);
    });
  }
  expect(warnings.filter((it) => it.includes(`line ${line}: `))).toHaveLength(sizes.length);
});

test("a comparison with a missing variant is reported", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed compare="nosuch">${pre("47-said-otherwise")}</lanescope-embed>`);
  await isLive(page);
  await expect(inside(page).getByText("the variants of the scenario are")).toBeVisible();
});

test("attributes with a wrong value warn on the console", async ({ page, baseURL }) => {
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const wrong = 'size="huge" granularity="week" side="moon" theme="pink" height="-3" step="abc" compare="a-b"';
  await openHost(page, baseURL, `<lanescope-embed ${wrong}>${pre("01-collision")}</lanescope-embed><lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  const said = (name, value) => warnings.filter((it) => it.startsWith(`lanescope-embed: ${name}="${value}" is ignored; expected `)).length;
  for (const [, name, value] of wrong.matchAll(/(\w+)="([^"]*)"/g)) expect(said(name, value), name).toBe(1);
  expect(warnings.filter((it) => it.startsWith("lanescope-embed"))).toHaveLength(7);
});

test.describe("in a page that changes its embeds", () => {
  test.use({ mayFail: true });

  test("changed attributes and a changed text take effect", async ({ page, baseURL }) => {
    await openHost(page, baseURL, `<lanescope-embed step="3">${pre("01-collision")}</lanescope-embed>`);
    await isLive(page);
    const set = (name, value) => embed(page).evaluate((element, [name, value]) => element.setAttribute(name, value), [name, value]);
    await set("step", "7");
    await expect(inside(page).getByText("step 7 of 42")).toBeVisible();
    await set("theme", "dark");
    await expect(inside(page).locator("html")).toHaveAttribute("data-theme", "dark");
    await page.evaluate((text) => (document.querySelector("lanescope-embed pre").textContent = text), textOf("04-order-matters"));
    await expect(inside(page).getByText(/^step 7 of (?!42)/)).toBeVisible();
    await set("size", "strip");
    await expect(inside(page).locator(".size-strip")).toBeVisible({ timeout: 20_000 });
    await isLive(page);
    await set("height", "400");
    await isLive(page);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(400);
    await set("height", "300");
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(300);
  });

  test("a moved embed keeps its name, and its run after moveBefore", async ({ page, baseURL }) => {
    await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed><section></section>`);
    await isLive(page);
    const title = () => embed(page).locator("iframe").getAttribute("title");
    const before = await title();
    await inside(page).getByRole("button", { name: "Step", exact: true }).click();
    await page.evaluate(() => document.querySelector("section").moveBefore(document.querySelector("lanescope-embed"), null));
    await expect(embed(page)).toHaveAttribute("data-state", "live");
    await expect(inside(page).getByText("step 1 of 42")).toBeVisible();
    await page.evaluate(() => document.querySelector("main").append(document.querySelector("lanescope-embed")));
    await isLive(page);
    expect(await title()).toBe(before);
  });
});

test("an editable embed has Reset, and a read-only embed does not", async ({ page, baseURL }) => {
  const body = `<lanescope-embed size="full" editable step="5">${pre("01-collision")}</lanescope-embed><lanescope-embed>${pre("01-collision")}</lanescope-embed>`;
  await openHost(page, baseURL, body);
  await isLive(page);
  const frame = inside(page);
  const reset = frame.getByRole("button", { name: "Reset" });
  await expect(reset).toHaveAttribute("aria-disabled", "true");
  await frame.locator(".plain-field").focus();
  await expect(frame.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n// broken");
  await expect(reset).toHaveAttribute("aria-disabled", "false");
  await reset.click();
  await expect(frame.locator(".cm-content")).not.toContainText("broken");
  await expect(frame.getByText("step 5 of 42")).toBeVisible();
  await embed(page, 1).scrollIntoViewIfNeeded();
  await isLive(page, 1);
  await expect(inside(page, 1).getByRole("button", { name: "Reset" })).toHaveCount(0);
});

test("embeds of each size have at most eight tab stops; arrow keys reach their other controls, and Escape leaves them", async ({ page, baseURL }) => {
  const sizes = ["strip", "card", "full"];
  const body = sizes.map((size) => `<button>before the ${size}</button><lanescope-embed size="${size}">${pre("01-collision")}</lanescope-embed><button>after the ${size}</button>`);
  await openHost(page, baseURL, body.join("\n"));
  await page.evaluate(() => addEventListener("keydown", ({ key }) => (window.pressed = key)));
  for (const [index, size] of sizes.entries()) {
    await test.step(size, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await page.getByRole("button", { name: `before the ${size}` }).focus();
      const after = page.getByRole("button", { name: `after the ${size}` });
      let stops = 0;
      for (; stops < 40; stops += 1) {
        await moveFocus(page, "Tab");
        if (await after.evaluate((button) => button === document.activeElement)) break;
      }
      expect.soft(stops).toBeLessThanOrEqual(8);
      const label = () => inside(page, index).locator(":focus").getAttribute("aria-label");
      await inside(page, index).getByRole("button", { name: "Step", exact: true }).focus();
      await page.keyboard.press("ArrowUp");
      await expect.poll(label).toBe("play");
      // The left and right arrow keys step through the run wherever the focus is.
      await page.keyboard.press("ArrowRight");
      await expect(inside(page, index).getByText("step 1 of 42")).toBeAttached();
      await page.keyboard.press("Escape");
      await expect.poll(() => page.evaluate(() => document.activeElement.localName)).toBe("body");
      await page.evaluate(() => (window.pressed = undefined));
      await page.keyboard.press("PageDown");
      await expect.poll(() => page.evaluate(() => window.pressed)).toBe("PageDown");
    });
  }
});

// With a height, the test with slides counts them.
test("a card without a height has at most eight tab stops in every example", async ({ page, baseURL }) => {
  test.slow();
  await letExamplesBeOpened(page);
  await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  expect(await missingInExamples(page, 8, [1])).toEqual([]);
});

test("a very tall embed plays when its stage is visible", async ({ page, baseURL }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.setViewportSize({ width: 900, height: 600 });
  const long = `${textOf("01-collision")}${"// One more line.\n".repeat(120)}`;
  await openHost(page, baseURL, `<lanescope-embed size="full" autoplay><pre>${escape(long)}</pre></lanescope-embed>`);
  await isLive(page);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBeGreaterThan(1800);
  await expect(inside(page).getByText(/^step \d+ of 42/)).toBeVisible();
});

test("set-up lines are folded away until a reader asks for them", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed size="full" fold-setup>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  const lines = textOf("01-collision").split("\n");
  const first = lines.findIndex((line) => line.includes("dword_atomic"));
  const view = inside(page).locator(".plain-view");
  await expect(view.locator(".plain-number").first()).toHaveText(String(first + 1));
  const fold = inside(page).getByRole("button", { name: `${first} lines of set-up` });
  await fold.click();
  await expect(view.locator(".plain-number").first()).toHaveText("1");
  await fold.click();
  await expect(view.locator(".plain-number").first()).toHaveText(String(first + 1));
});

test("a mistake in a file of src is reported with the line of the file", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed src="${baseURL}mistaken.lane"></lanescope-embed>`, {
    script: `<script>const own = fetch; fetch = async () => new Response(".isa visa grf=32\\n\\n.lanes 99\\n")</script>`,
  });
  await isLive(page);
  await expect(inside(page).getByRole("alert")).toContainText("line 3: ");
});

test("print shows the still picture and the whole text", async ({ page, baseURL }) => {
  const still = `<img alt="a still" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>">`;
  const one = `<lanescope-embed size="strip">${still}${pre("01-collision")}</lanescope-embed>`;
  await openHost(page, baseURL, `${one}<div style="height: 5000px"></div>${one}`);
  await isLive(page);
  await page.emulateMedia({ media: "print" });
  for (const index of [0, 1]) {
    const places = [embed(page, index), embed(page, index).locator("pre"), embed(page, index).locator("img")];
    const [box, text, image] = await Promise.all(places.map((place) => place.boundingBox()));
    expect(text.y + text.height).toBeLessThanOrEqual(box.y + box.height + 1);
    // The lines of the text, which the box could cut off.
    const tops = await places[1].evaluate((pre) => {
      const range = document.createRange();
      range.selectNodeContents(pre);
      return [...range.getClientRects()].map(({ top }) => top + scrollY);
    });
    expect(new Set(tops).size).toBeGreaterThanOrEqual(textOf("01-collision").trim().split("\n").length);
    expect(Math.max(...tops)).toBeLessThan(text.y + text.height);
    expect(image.height).toBe(90);
  }
  await expect(embed(page).locator("iframe")).toBeHidden();
  await expect(page.getByText("Loading…").first()).toBeHidden();
});

test("while an embed loads, its text scrolls and a line reports the loading", async ({ page, baseURL }) => {
  await page.route("**/*.wasm", () => {});
  await openHost(page, baseURL, `<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await expect(page.getByText("Loading…")).toBeInViewport();
  const text = embed(page).locator(".text");
  expect(await text.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(100);
  await text.evaluate((element) => element.scrollTo(0, 9999));
  expect(await text.evaluate((element) => element.scrollTop)).toBeGreaterThan(100);
  expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test.describe("where the host forbids or does not answer", () => {
  test.use({ mayFail: true });

  test("a policy that only reports changes nothing", async ({ page, baseURL }) => {
    await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, {
      headers: { "content-security-policy-report-only": "frame-src 'self'" },
    });
    await isLive(page);
  });

  test("all embeds load the program once", async ({ page, baseURL }) => {
    await page.clock.install();
    await page.route("**/embed.html*", () => {});
    const one = `<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`;
    await openHost(page, baseURL, one.repeat(6));
    await expect.poll(() => page.evaluate(() => document.querySelectorAll("lanescope-embed").length)).toBe(6);
    await expect.poll(() => embed(page).locator("iframe").count()).toBe(1);
    await page.clock.fastForward(31_000);
    await page.clock.runFor(1000);
    for (const index of [0, 1, 2]) {
      await expect(embed(page, index).getByText(`${new URL(baseURL).origin} does not answer`)).toBeVisible();
    }
    // The reserved height stays, and nothing below moves.
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  });

  test("an embed with a height that starts late has that height", async ({ page, baseURL }) => {
    await page.clock.install();
    let goOn;
    const isHeld = new Promise((done) => (goOn = done));
    await page.route("**/*.wasm", async (route) => {
      await isHeld;
      await route.continue();
    });
    await openHost(page, baseURL, `<lanescope-embed height="400">${pre("01-collision")}</lanescope-embed>`);
    await expect.poll(() => page.frames().length).toBe(2);
    await expect(inside(page).getByText("Starting…")).toBeAttached();
    // The page may start its timer after the clock was moved.
    await expect(async () => {
      await page.clock.fastForward(31_000);
      await expect(page.getByText("still loading")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.clock.resume();
    goOn();
    await isLive(page);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(400);
  });
});
