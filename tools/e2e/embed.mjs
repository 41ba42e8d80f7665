// A host page of another origin, as an author writes it, and the embeds in it. All tests of embeds use them.

import { textOf } from "../lib/link.mjs";
import { expect, test as base } from "./fixtures.mjs";
import { startHost } from "./host.mjs";

export { expect };

/**
 * Extends the test function of the suite. `host` is the server of the host pages. `openHost` opens a page with a body and the script of
 * the element, which comes from `base`.
 */
export const test = base.extend({
  host: [
    async ({}, use) => {
      const host = await startHost();
      await use(host);
      host.close();
    },
    { scope: "worker" },
  ],
  openHost: ({ page, baseURL, host }, use) =>
    use(async (body, { base = baseURL, headers, style = "", script = "" } = {}) => {
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A manual</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="icon" href="data:,"><style>body { margin: 16px; font: 16px sans-serif } ${style}</style>
        <script src="${base}lanescope-embed.js"></script></head><body><main><h1>A manual</h1>${body}</main>${script}</body></html>`;
      await host.open(page, html, headers);
    }),
});

export const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
/** The text of an example, as an author writes it into the element. */
export const pre = (name) => `<pre>${escape(textOf(name))}</pre>`;

export const embed = (page, index = 0) => page.locator("lanescope-embed").nth(index);
/** The document in the frame of an embed. */
export const inside = (page, index = 0) => embed(page, index).locator("iframe").contentFrame();

/** Waits until an embed runs. It does not poll, because there are many embeds. */
export async function isLive(page, index = 0) {
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

/** Returns for each frame of a page whether one of its own elements has the focus, and the number of that element. */
function focusOf(page) {
  const places = page.frames().map((frame) =>
    frame.evaluate(() => {
      const focused = document.activeElement;
      const isOwn = focused !== null && focused !== document.body && focused.localName !== "iframe" && !focused.shadowRoot;
      return `${document.hasFocus() && isOwn} ${[...document.querySelectorAll("*")].indexOf(focused)}`;
    }),
  );
  return Promise.all(places);
}

/** Presses a key that moves the focus, and waits until another element has it. Between two sites, none has it for a moment. */
export async function moveFocus(page, key) {
  const before = (await focusOf(page)).join();
  await page.keyboard.press(key);
  const hasArrived = async () => {
    const places = await focusOf(page);
    return places.join() !== before && places.some((place) => place.startsWith("true"));
  };
  await expect.poll(hasArrived, { message: key, intervals: [5, 10, 20, 50, 100] }).toBe(true);
}

/** Returns the elements inside the frames that can scroll, by class, each with its distance. */
export async function scrollers(page) {
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
export const listen = (page) =>
  page.evaluate(() => {
    window.heard = [];
    for (const name of ["ready", "step", "end", "text", "outcomes", "error"]) {
      addEventListener(`lanescope-${name}`, ({ detail }) => window.heard.push([name, detail]));
    }
  });
export const lastHeard = (page, name) => page.evaluate((name) => window.heard.findLast(([it]) => it === name)?.[1], name);
export const send = (page, request) => page.evaluate((request) => document.querySelector("lanescope-embed").send(request), request);
