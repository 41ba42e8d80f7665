// The test function of this suite: each test ends with a check of the page's console for errors.

import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";

/**
 * Extends Playwright's test. `page` fails the test after an error on its console, a blocked resource or an exception, unless the
 * option `mayFail` expects them.
 */
export const test = base.extend({
  mayFail: [false, { option: true }],
  page: async ({ page, mayFail }, use) => {
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("requestfailed", (request) => problems.push(`${request.url()}: ${request.failure()?.errorText}`));
    await use(page);
    if (!mayFail) expect(problems, "errors on the page's console").toEqual([]);
  },
});

export { expect };

/** Opens the page, with a query or fragment if one is given, and waits until it has started and loaded the editor. */
export async function open(page, address = "./") {
  await page.goto(address);
  await started(page);
  // An embed loads the editor only when its text gets the focus.
  if (!address.includes("embed")) await expect(page.locator("#editor .plain")).toHaveCount(0);
}

/** Waits until the program handles keys and clicks. That may be a moment after the page is drawn. */
export async function started(page) {
  await expect(page.locator("html")).toHaveAttribute("data-run", /./, { timeout: 20_000 });
}

/**
 * Moves the pointer to the corner of the window, where nothing reacts to it. The browser sends events to whatever moves under a resting
 * pointer, so a text there may load the editor or show a tooltip.
 */
export const parkPointer = (page) => page.mouse.move(0, 0);

/** Waits for two frames. What is measured in the first one is drawn in the second. */
export const framesDrawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Scrolls an element into view, and returns its box after it has stayed in place for two frames. */
export async function boxAtRest(locator) {
  let box;
  await expect(async () => {
    // The element may be drawn anew meanwhile.
    await locator.scrollIntoViewIfNeeded({ timeout: 1000 });
    const before = await locator.boundingBox();
    await framesDrawn(locator.page());
    box = await locator.boundingBox();
    expect(box).not.toBeNull();
    expect(box).toEqual(before);
  }).toPass();
  return box;
}

/** Returns what the page has stored for the next visit. It stores a change after a moment. */
export const kept = (page) => page.evaluate(() => JSON.parse(localStorage.getItem("lanescope.page") ?? "{}"));

/** Presses a key until the sentence of the step starts with some words. Waits for each new sentence. */
export async function pressUntil(page, key, sentence, words) {
  for (let presses = 0; presses < 100; presses += 1) {
    const before = await sentence.textContent();
    if (before.startsWith(words)) return;
    await page.keyboard.press(key);
    await expect(sentence).not.toHaveText(before);
  }
  await expect(sentence).toContainText(words);
}

/** Opens the menu with the rarely used controls of the run, unless it is open. */
export async function openMore(page) {
  const more = page.getByRole("button", { name: "More playback controls" });
  if ((await more.getAttribute("aria-expanded")) === "false") await more.click();
}

/** Shows the ways on from the start of a run. A first visit hides them until the first step. */
export async function showDoors(page) {
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Home");
}

/** Opens the list of expectations, which belongs to the verdict. */
export async function openExpectations(page) {
  await page.getByRole("status").locator("button.verdict").click();
}

/** Chooses a command of the menu Share. */
export async function share(page, command) {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: command, exact: true }).click();
}

/** Shows the interpretations in the tab Semantics. */
export async function openInterpretations(page) {
  await page.getByRole("tab", { name: "Semantics" }).click();
  await page.locator(".readings-fold > summary").click();
}

/** Sums the page's layout shifts, in the browser's unit, in `shift`. Must be called before the page is opened. */
export const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Scrolls through a page from top to end, as a reader does, and waits for each embed that comes near. */
export async function readThrough(page) {
  await page.evaluate(async () => {
    const areLive = () =>
      [...document.querySelectorAll("lanescope-embed")].every((embed) => {
        const { top, bottom } = embed.getBoundingClientRect();
        return top > innerHeight || bottom < 0 || embed.dataset.state === "live";
      });
    for (let isThere = false; ; ) {
      for (const end = performance.now() + 30_000; !areLive(); ) {
        if (performance.now() > end) throw new Error("an embed in sight has not started");
        await new Promise((done) => setTimeout(done, 50));
      }
      if (isThere) break;
      scrollBy(0, innerHeight * 0.8);
      isThere = Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
    }
  });
  await page.waitForTimeout(200);
}

/** Scrolls to each picture, as a picture loads only when it comes near the window, and waits until it is there. */
export const loadPictures = (pictures) =>
  pictures.evaluateAll(async (all) => {
    for (const picture of all) {
      picture.scrollIntoView({ block: "center" });
      while (!(picture.complete && picture.naturalWidth > 0)) await new Promise((done) => requestAnimationFrame(done));
    }
  });

/**
 * Gives functions that run in the page some functions. `openExample` opens a scenario by its link and goes to its start.
 * `framePainted` waits until the next frame is painted. `paintedUntil` waits for frames until a condition holds, for at most two
 * seconds: on a busy machine, the page may need some frames for a change. `runAfter` waits until the page has another run than the given
 * one. Must be called before the page is opened.
 */
export async function letExamplesBeOpened(page) {
  await page.addInitScript(() => {
    // A posted task runs after the frame in which it was posted.
    window.framePainted = () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        requestAnimationFrame(() => port2.postMessage(0));
      });
    window.paintedUntil = async (isDone) => {
      for (const end = performance.now() + 2000; !isDone() && performance.now() < end; ) await framePainted();
    };
    window.runAfter = (before) =>
      new Promise((done) => {
        const { dataset } = document.documentElement;
        const finish = () => {
          if (dataset.run === before) return;
          observer.disconnect();
          done();
        };
        const observer = new MutationObserver(finish);
        observer.observe(document.documentElement, { attributeFilter: ["data-run"] });
        finish();
      });
    window.openExample = async (hash) => {
      const { dataset } = document.documentElement;
      const before = dataset.run;
      location.hash = hash;
      // At the start, the page writes its own address, which may interfere.
      for (let tries = 1; dataset.run === before; tries += 1) {
        await framePainted();
        if (tries % 60 === 0) location.hash = hash;
      }
      scrollTo(0, 0);
    };
  });
}

/**
 * Fails at violations of accessibility rules, and names each with its element. The light scheme is enough, because
 * tests/contrast.test.mjs shows that what is legible in it is legible in the dark scheme. With `within`, it looks only at the elements
 * of that selector, which takes less time.
 */
export async function expectNoViolations(page, within) {
  await parkPointer(page);
  // A colour in transition has another contrast.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  // The content of a frame is a page of its own, and its landmarks are not those of the page around it. Without frames, the
  // legacy mode has the same result and opens no second page. Rules that pass need no description.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude("iframe").options({ resultTypes: ["violations"] });
  if (within) axe.include(within);
  const { violations } = await axe.analyze();
  const named = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} ${node.target}`));
  expect(named).toEqual([]);
}

/**
 * Returns the accessibility rules that a page breaks, with the pointer where it is: those of all rules, or of some `rules`, or of all
 * rules `but` some. The content of an embed is a page of its own, which is checked separately.
 */
export async function violations(page, { rules, but = [] } = {}) {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ["violations"] }).exclude("lanescope-embed");
  const { violations } = await (rules ? axe.withRules(rules) : axe.disableRules(but)).analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} ${node.target}`));
}

/**
 * The rules that depend on colours, which take most of the time. The dark theme of mdBook differs only in
 * its table of colours.
 */
export const OF_COLOURS = ["color-contrast", "link-in-text-block"];
