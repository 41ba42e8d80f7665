// Embeds in pages of others: a host page of another origin, as writers make them.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { exampleLink } from "../lib/link.mjs";
import { serveFolder } from "../serve.mjs";
import { expect, expectNoViolations, expectNoViolationsInEitherTheme, open, test } from "./fixtures.mjs";

const example = (name) => readFileSync(new URL(`../../static/examples/${name}.lane`, import.meta.url), "utf8");
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const pre = (name) => `<pre>${escape(example(name))}</pre>`;

/** Pages of another origin than Lanescope's, by their paths; each with headers, where it has some. */
let host;
const pages = new Map();
test.beforeAll(async () => {
  const server = createServer((request, response) => {
    const page = pages.get(request.url);
    response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...page?.headers });
    response.end(page?.html);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  host = { url: `http://localhost:${server.address().port}`, close: () => server.close() };
});
test.afterAll(() => host.close());

/** Opens a page of that body, with the element's script. */
async function openHost(page, baseURL, body, { headers, style = "", script = "" } = {}) {
  const path = `/${pages.size}`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A manual</title>
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,"><style>body { margin: 16px; font: 16px sans-serif } ${style}</style>
    <script src="${baseURL}lanescope-embed.js"></script></head><body><main><h1>A manual</h1>${body}</main>${script}</body></html>`;
  pages.set(path, { html, headers });
  await page.goto(`${host.url}${path}`);
}

const embed = (page, index = 0) => page.locator("lanescope-embed").nth(index);
/** The document in the frame of an embed. */
const inside = (page, index = 0) => embed(page, index).locator("iframe").contentFrame();
const isLive = (page, index = 0) => expect(embed(page, index)).toHaveAttribute("data-state", "live", { timeout: 20_000 });

/** What can be scrolled inside of the frames, by its class, and by how much. */
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

test("a text in the element runs in its place", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed step="14">${pre("01-collision")}</lanescope-embed><p>Below.</p>`);
  await isLive(page);
  const frame = inside(page);
  await expect(frame.getByText("step 14 of 42")).toBeVisible();
  await expect(frame.locator(".sentence")).toHaveText("Lane 2 reads 20 from BUF byte 4.");
  await expect(embed(page).locator("pre")).toBeHidden();
  await frame.getByRole("button", { name: "Step", exact: true }).click();
  await expect(frame.getByText("step 15 of 42")).toBeVisible();
  // Keys, once the focus is there.
  await page.keyboard.press("End");
  await expect(frame.locator(".verdict")).toContainText("hold");
  // Nobody may change what is only to be read.
  await frame.locator(".cell-button").first().click();
  await expect(frame.locator(".cell-field")).toHaveCount(0);
  await expect(frame.getByRole("button", { name: "Order of lanes" })).toBeHidden();
  const link = await frame.getByRole("link", { name: "Open in Lanescope" }).getAttribute("href");
  expect(link).toMatch(new RegExp(`^${baseURL}#v1\\..*&c=42`));
});

for (const width of [320, 800, 1280]) {
  test(`nothing scrolls inside at ${width} px, and the page around does not move`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
      }).observe({ type: "layout-shift", buffered: true });
    });
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
    await expectNoViolationsInEitherTheme(page);
  });
}

test("the page around moves the run and hears of it", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed>${pre("04-order-matters")}</lanescope-embed>`);
  await page.evaluate(() => {
    window.heard = [];
    for (const name of ["ready", "step", "end", "text", "outcomes", "error"]) {
      addEventListener(`lanescope-${name}`, ({ detail }) => window.heard.push([name, detail]));
    }
  });
  await isLive(page);
  const send = (request) => page.evaluate((request) => document.querySelector("lanescope-embed").send(request), request);
  const last = (name) => page.evaluate((name) => window.heard.findLast(([it]) => it === name)?.[1], name);
  await send({ lanescope: "goto", step: 5 });
  await expect.poll(() => last("step")).toMatchObject({ step: 5 });
  expect((await last("step")).sentence).toMatch(/^Lane \d /);
  await send({ lanescope: "order", order: "descending" });
  await expect.poll(() => last("text")).toMatchObject({ text: expect.stringContaining(".order descending") });
  await send({ lanescope: "outcomes" });
  await expect.poll(() => last("outcomes")).toMatchObject({ memory: expect.stringMatching(/outcomes? in/) });
  await send({ lanescope: "goto", step: "far" });
  await expect.poll(() => last("error")).toMatchObject({ message: expect.stringContaining("not understood") });
  await send({ lanescope: "load", text: ".isa visa\n.lanes 99\n" });
  await expect.poll(() => last("error")).toMatchObject({ message: expect.stringMatching(/^line 2: /) });
  // What is no request of ours changes nothing, and is not answered.
  const before = await page.evaluate(() => window.heard.length);
  await page.evaluate(() => document.querySelector("lanescope-embed").shadowRoot.querySelector("iframe").contentWindow.postMessage({ a: 1 }, "*"));
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => window.heard.length)).toBe(before);
});

test("embeds of a group show one scenario at one step", async ({ page, baseURL }) => {
  const body = `<lanescope-embed group="a" size="strip" step="3">${pre("01-collision")}</lanescope-embed>
    <lanescope-embed group="a" size="card"></lanescope-embed><lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`;
  await openHost(page, baseURL, body);
  for (const index of [0, 1, 2]) await isLive(page, index);
  await expect(inside(page, 1).getByText("step 3 of 42")).toBeVisible();
  await inside(page, 1).getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside(page, 0).getByText("step 4 of 42")).toBeVisible();
  await inside(page, 0).getByRole("button", { name: "to the end" }).click();
  await expect(inside(page, 1).getByText("step 42 of 42")).toBeVisible();
  await expect(inside(page, 2).getByText("start of 42")).toBeVisible();
});

test("it is as dark as what lies behind it, and follows", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, {
    style: "html { background: white } html.night { background: #161923; color: white }",
  });
  await isLive(page);
  const ground = () => inside(page).locator(".embed-column").evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await ground()).toBe("rgb(255, 255, 255)");
  await page.evaluate(() => document.documentElement.classList.add("night"));
  await expect.poll(ground).toBe("rgb(16, 21, 28)");
});

test("it plays once it is in sight, unless less motion is wanted", async ({ page, baseURL }) => {
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

test("one that may be edited runs what is typed into it", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed size="full" editable>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  const frame = inside(page);
  await frame.locator(".plain-field").click();
  await expect(frame.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\n.expect BUF = 26 30 34 77");
  await frame.getByRole("button", { name: "to the end" }).click();
  await expect(frame.locator(".difference")).toContainText("77");
  await frame.getByRole("button", { name: "Semantics" }).click();
  await expect(frame.locator(".notation").first()).toBeVisible();
});

test("twenty embeds fetch the engine once, and nothing from elsewhere", async ({ page }) => {
  test.slow();
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const served = [];
  const server = await serveFolder(fileURLToPath(new URL("../../dist", import.meta.url)), 0, (file) => served.push(file));
  const baseURL = server.url;
  const body = Array.from({ length: 20 }, (_, index) => `<lanescope-embed size="strip" step="${index}">${pre("01-collision")}</lanescope-embed>`);
  await openHost(page, baseURL, body.join("\n"));
  await isLive(page, 0);
  for (let index = 0; index < 20; index += 1) {
    await embed(page, index).scrollIntoViewIfNeeded();
    await isLive(page, index);
  }
  expect(served.filter((file) => file.endsWith(".wasm"))).toHaveLength(1);
  server.close();
  const origins = new Set(asked.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin));
  expect([...origins].sort()).toEqual([new URL(baseURL).origin, host.url].sort());
});

test("a link, a file and an old address open, too", async ({ page, baseURL }) => {
  const body = `<lanescope-embed href="${baseURL}#${exampleLink("13-out-of-bounds")}&c=5"></lanescope-embed>
    <lanescope-embed src="${baseURL}static/examples/16-lock.lane"></lanescope-embed>`;
  await openHost(page, baseURL, body);
  await isLive(page, 0);
  await expect(inside(page, 0).getByText(/^step 5 of/)).toBeVisible();
  await isLive(page, 1);
  await expect(inside(page, 1).locator(".stage-instruction")).toBeVisible();
  await page.goto(`${baseURL}?embed#${exampleLink("13-out-of-bounds")}&c=5`);
  await expect(page.locator(".embedded.size-full")).toBeVisible();
  await expect(page.getByText(/^step 5 of/)).toBeVisible();
});

test("it says so where the page was written for another version", async ({ page, baseURL }) => {
  await openHost(page, baseURL, `<lanescope-embed version="9.9">${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  await expect(inside(page).getByText("This page was written for Lanescope 9.9")).toBeVisible();
});

test("it works in a sandbox, without store and worker", async ({ page, baseURL }) => {
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

  test("the text stays, and a line says why", async ({ page, baseURL }) => {
    const headers = { "content-security-policy": `frame-src 'none'; script-src ${new URL(baseURL).origin}` };
    await openHost(page, baseURL, `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { headers });
    await expect(page.getByText("This scenario cannot run here: this page's content security policy forbids frames")).toBeVisible();
    await expect(embed(page).locator("pre")).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed src="/missing.lane"></lanescope-embed>`);
    await expect(page.getByText("This scenario cannot run here: /missing.lane cannot be fetched.")).toBeVisible();
    await openHost(page, baseURL, `<lanescope-embed><p>Nothing.</p></lanescope-embed>`);
    await expect(page.getByText("there is no scenario in it")).toBeVisible();
  });
});

test.describe("the dialog that hands out the lines", () => {
  // Another wish makes another frame, and what the one before was fetching is given up.
  test.use({ mayFail: true });

  const dialog = (page) => page.getByRole("dialog", { name: "Embed" });
  const lines = (page) => dialog(page).getByLabel("lines to copy");

  test("shows the embed as it will be, and its lines run in another page", async ({ page, baseURL }) => {
    await open(page, `./#${exampleLink("01-collision")}&c=14`);
    await page.getByRole("button", { name: "Embed" }).click();
    const preview = dialog(page).frameLocator("iframe");
    await expect(preview.getByText("step 14 of 42")).toBeVisible();
    await expectNoViolations(page);
    await dialog(page).getByRole("button", { name: "Strip" }).click();
    await dialog(page).getByLabel("Readers may change it").check();
    await dialog(page).getByLabel("colours of the embed").selectOption("Dark");
    await expect(lines(page)).toContainText('<lanescope-embed size="strip" step="14" theme="dark" editable version="0.1">');
    await expect(preview.locator(".embedded.size-strip")).toBeVisible();
    const html = await lines(page).textContent();
    await dialog(page).getByLabel("Begins at this step").uncheck();
    await expect(lines(page)).not.toContainText("step=");
    await dialog(page).getByRole("button", { name: "Frame" }).click();
    const frame = await lines(page).textContent();
    for (const [form, words] of [["mdBook", "```lanescope size=strip theme=dark editable"], ["Markdown", "[Eight lanes, four counters](http"], [".lane", ".lanes"]]) {
      await dialog(page).getByRole("button", { name: form }).click();
      await expect(lines(page)).toContainText(words);
    }
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

  for (const width of [320, 390, 820]) {
    test(`fits a window of ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await open(page);
      // A phone has no room for its button beside the others.
      if (width < 440) await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("button", { name: "Embed" }).click();
      await expect(lines(page)).toBeAttached();
      expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
  }
});

test("a link whose run has become another says so", async ({ page }) => {
  await open(page, `./#${exampleLink("01-collision")}&c=14&f=1`);
  await expect(page.getByRole("alert")).toContainText("What the link calls step 14 is not that step here");
  await expect(page.locator(".position")).toContainText("start of 42");
});
