// The first actions of a visitor, in WebKit: a few short tests. They run where its WebDriver is installed.

import { test as base } from "@playwright/test";

import { exampleLink } from "../lib/link.mjs";
import { missing, Window } from "../lib/webkit.mjs";
import { expect } from "./fixtures.mjs";

const test = base.extend({
  // One window for all tests, because the start of a window takes long and fails now and then.
  window: [
    async ({}, use) => {
      const window = await Window.open(1440, 1000);
      await use(window);
      await window.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

test.skip(missing !== undefined, missing);
test.describe.configure({ mode: "default" });

const RIGHT = "\uE014";
const LEFT = "\uE012";
const ENTER = "\uE007";
const TEXT = ".plain-view, .cm-content";
const cell = (index) => `#cell-0-${index} .cell-button`;

/** Waits until an element has a text. */
const expectText = (window, selector, text) =>
  expect
    .poll(() => window.evaluate((selector) => document.querySelector(selector)?.textContent, selector), { message: selector, timeout: 30_000 })
    .toContain(text);

/** Waits until an element is there. */
const expectElement = (window, selector) =>
  expect.poll(() => window.evaluate((selector) => document.querySelector(selector) !== null, selector), { message: selector, timeout: 30_000 }).toBe(true);

/** Opens the page at an address, relative to its own, as on a first visit. */
async function open(window, baseURL, address = "") {
  await window.goto(`${baseURL}THIRD-PARTY-NOTICES.txt`);
  await window.evaluate(() => localStorage.clear());
  await window.goto(baseURL + address);
  await expectElement(window, "html[data-run]");
}

test("the page starts with an example, keys step, a lane is switched off and on by undo, an instruction is typed, and a cell is edited", async ({ window, baseURL }) => {
  await open(window, baseURL);
  await expectText(window, TEXT, "Eight lanes, four counters");
  await expectText(window, cell(0), "10");
  await window.press(...Array(6).fill(RIGHT));
  await expectText(window, ".position", "step 6 of 42");
  await expectText(window, cell(0), "11");
  await window.press(LEFT);
  await expectText(window, cell(0), "10");
  await test.step("a lane is switched off, and undo switches it on", async () => {
    await window.click("[data-switch='3']");
    await expectText(window, TEXT, "active=0b1111_0111");
    await window.click("button[aria-label=undo]");
    await expectText(window, TEXT, "active=0xff");
  });
  await test.step("an instruction is typed", async () => {
    await expectText(window, ".position", "of 42");
    await window.click("#editor .cm-content .cm-line:last-child");
    await expectElement(window, ".cm-content:focus");
    await window.press("\uE010", ENTER, ..."mov (M1, 8) OLD(0,0)<1> 0x7:ud");
    // Two steps of all lanes, and one of each of 8 lanes.
    await expectText(window, ".position", "of 52");
  });
  await test.step("a cell is edited", async () => {
    await window.click(cell(2));
    await expectElement(window, ".cell-field input:focus");
    await window.press(..."100", ENTER);
    await expectText(window, TEXT, ".surface BUF buffer ud = 10 20 100 40");
  });
});

test("a link opens at its step, and the outcomes of all orders are listed by a worker", async ({ window, baseURL }) => {
  await open(window, baseURL, `#${exampleLink("04-order-matters")}&c=5`);
  await expectText(window, ".position", "step 5 of");
  await window.evaluate(() => [...document.querySelectorAll("[role=tab]")].find((tab) => tab.textContent === "Outcomes").click());
  await expectText(window, "[role=tabpanel]", "4 outcomes in 24 orders");
});

test("an embed of the manual comes alive", async ({ window, baseURL }) => {
  await window.goto(`${baseURL}manual/index.html`);
  await expectElement(window, "lanescope-embed[data-state=live]");
});

test("wires begin and end at their cells", async ({ window, baseURL }) => {
  await open(window, baseURL, `#${exampleLink("01-collision")}&c=3`);
  await expectElement(window, "path.wire");
  const farthest = () =>
    window.evaluate(() => {
      const distances = [...document.querySelectorAll("path.wire[data-to]")].map((wire) => {
        const end = wire.getPointAtLength(wire.getTotalLength()).matrixTransform(wire.getScreenCTM());
        const { left, right, top, bottom } = document.getElementById(wire.dataset.to).getBoundingClientRect();
        return Math.hypot(Math.max(left - end.x, end.x - right, 0), Math.max(top - end.y, end.y - bottom, 0));
      });
      return distances.length > 0 ? Math.max(...distances) : Infinity;
    });
  await expect.poll(farthest).toBeLessThan(3);
});
