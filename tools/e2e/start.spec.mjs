// The page before the program runs, and input in the meantime.

import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

import { exampleLink } from "../lib/link.mjs";
import { expect, framesDrawn, open, started, test } from "./fixtures.mjs";
import { hold } from "./places.mjs";

const WIDTHS = [320, 390, 768, 1024, 1440, 1920];
/** The title of an example that no first visit opens. */
const OTHER = "Beyond the end";

const picture = (page) => page.locator("#app > .page");

/** Returns the names and boxes of the parts of the page. */
function places() {
  const parts = "h1, h2, button, select, input, .bank, .bank td, .surface .cell, .plain-line, .narration, .tab-panel";
  const seen = [...document.querySelectorAll(parts)].filter((part) => part.checkVisibility());
  return seen.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    // The other classes are of a state, such as the result of all orders, which comes when it is known.
    const name = `${part.localName}.${part.classList[0] ?? ""} ${part.textContent.slice(0, 20)}`;
    return { name, box: [x, y, width, height] };
  });
}

/** Expects the same parts, each at most a pixel from its former box: rounding to whole pixels may change. */
function expectInPlace(now, before) {
  expect(now.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
  const isNear = (box, other) => box.every((length, index) => Math.abs(length - other[index]) <= 1);
  expect(now.filter(({ box }, index) => !isNear(box, before[index].box))).toEqual([]);
}

/** Serves the files of another server, with the page in pieces, as over a slow connection. */
async function inPieces(from) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url, from));
    const content = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
    const size = request.url === "/" ? 1500 : Infinity;
    for (let at = 0; at < content.length; at += size) {
      response.write(content.subarray(at, at + size));
      if (at + size < content.length) await pause(20);
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

/** Returns the distance between the top of the page and the panel of the open tab, in pixels. */
const panelTop = (page) => page.getByRole("tabpanel").evaluate((it) => it.getBoundingClientRect().top + scrollY);

for (const width of WIDTHS) {
  test(`nothing moves while page, program and editor load, ${width} px wide`, async ({ page, baseURL }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      window.moved = [];
      const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
      const watch = new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
          const parts = sources.map(({ node, previousRect, currentRect }) => {
            return `${node?.className || node?.textContent}: ${place(previousRect)} to ${place(currentRect)}`;
          });
          window.moved.push(`${value.toFixed(4)} ${parts.join("; ")}`);
        }
      });
      watch.observe({ type: "layout-shift", buffered: true });
    });
    const release = await hold(page, "**/*.wasm");
    const releaseEditor = await hold(page, "**/editor*.js");
    const server = await inPieces(baseURL);
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await expect(picture(page)).toBeVisible();
    await expect(page.getByText("Starting…")).toBeVisible();
    const before = await page.evaluate(places);
    release();
    await started(page);
    await expect(page.getByText("Starting…")).toHaveCount(0);
    // A measurement after a frame takes effect in the next one.
    await expect(async () => expectInPlace(await page.evaluate(places), before)).toPass();
    const top = await panelTop(page);
    releaseEditor();
    await expect(page.locator(".cm-editor")).toHaveCount(1);
    await framesDrawn(page);
    expect(await page.evaluate(() => window.moved)).toEqual([]);
    // On a narrow page, the editor is below the window and the panel is below the editor.
    expect(Math.abs((await panelTop(page)) - top)).toBeLessThanOrEqual(1);
    await page.getByRole("tabpanel").scrollIntoViewIfNeeded();
    await framesDrawn(page);
    expect(Math.abs((await panelTop(page)) - top)).toBeLessThanOrEqual(1);
    server.close();
  });
}

test("clicks and choices before the program runs take effect after it starts, and the focus stays", async ({ page }) => {
  const release = await hold(page, "**/*.wasm");
  await page.goto("./");
  const step = page.getByRole("button", { name: "Step", exact: true });
  await step.click();
  await step.click();
  const theme = page.getByRole("combobox", { name: "theme" });
  await theme.selectOption("Dark");
  await page.getByRole("combobox", { name: "step size" }).focus();
  const position = page.locator("input[type=range]");
  await expect(position).toHaveValue("0");
  release();
  await expect(position).toHaveValue("2");
  await expect(theme.locator("option:checked")).toHaveText("Dark");
  await expect(page.getByRole("combobox", { name: "step size" })).toBeFocused();
});

test("keys before the program runs take effect after it starts", async ({ page }) => {
  const release = await hold(page, "**/*.wasm");
  await page.goto("./");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Tab");
  release();
  await expect(page.locator("input[type=range]")).toHaveValue("2");
  await page.keyboard.press("ArrowRight");
  await expect(page.locator("input[type=range]")).toHaveValue("3");
});

test.describe("the example is never seen where something else opens", () => {
  /** Opens an address, and records the page before and after the program runs. */
  async function visit(page, address, shown) {
    const release = await hold(page, "**/*.wasm");
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Lanescope" })).toBeVisible();
    await expect(picture(page)).toBeHidden();
    await page.evaluate(() => {
      window.seen = [];
      const look = () => {
        const text = document.querySelector("#app > .page")?.checkVisibility() && document.querySelector(".plain-view")?.textContent;
        if (text) window.seen.push(text);
        requestAnimationFrame(look);
      };
      look();
    });
    release();
    await started(page);
    await page.waitForFunction(() => window.seen.length > 0);
    for (const text of await page.evaluate(() => window.seen)) expect(text).toContain(shown);
  }

  test("by a link", ({ page }) => visit(page, `./#${exampleLink("13-out-of-bounds")}`, OTHER));

  test("from an earlier visit", async ({ page }) => {
    await open(page, `./#${exampleLink("13-out-of-bounds")}`);
    await page.getByRole("textbox", { name: "scenario text" }).focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(" // edited");
    // The page stores an edited text after a short delay.
    await page.waitForFunction(() => localStorage.length > 0);
    await page.goto("about:blank");
    await visit(page, "./", OTHER);
  });
});
