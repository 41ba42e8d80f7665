// The test function of this suite: each test ends with a check of the page's console for errors.

import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";

/** A frame that is removed, such as that of an embed that cannot run, cancels what it still fetches. */
const isCancelled = (request) => request.failure()?.errorText === "net::ERR_ABORTED" && request.frame().isDetached();

/**
 * Extends Playwright's test. `page` fails the test after an error on its console, a blocked resource or an exception, unless the
 * option `mayFail` expects them.
 */
export const test = base.extend({
  mayFail: [false, { option: true }],
  page: async ({ page, mayFail }, use) => {
    const problems = [];
    const failed = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("requestfailed", (request) => failed.push(request));
    await use(page);
    if (mayFail) return;
    problems.push(...failed.filter((request) => !isCancelled(request)).map((request) => `${request.url()}: ${request.failure()?.errorText}`));
    expect(problems, "errors on the page's console").toEqual([]);
  },
});

export { expect };

/** Sixteen lanes add floats of very different magnitudes: more states than the page explores automatically. */
export const FLOATS = `.op FADD F = old + src0
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

/** Opens the page, with a query or fragment if one is given, and waits until it has started and loaded the editor. */
export async function open(page, address = "./") {
  await page.goto(address);
  await started(page);
  // An embed loads the editor only when its text gets the focus.
  if (!address.includes("embed")) await page.waitForFunction(() => document.querySelector("#editor .plain") === null);
}

/**
 * Waits until the program handles keys and clicks. That may be a moment after the page is drawn. It looks in each frame, while a
 * repeated assertion looks again after up to half a second.
 */
export const started = (page) => page.waitForFunction(() => document.documentElement.dataset.run, undefined, { timeout: 20_000 });

/** Reloads the page, and waits until it has started. Before that it shows a picture of its controls. */
export async function reload(page) {
  await page.reload();
  await started(page);
}

/** Opens another text by its link on a page that is already open, and waits for its run. That takes less time than another page. */
export async function openLink(page, link) {
  const html = page.locator("html");
  const before = await html.getAttribute("data-run");
  // The page writes its own address after a moment, which may take the place of the link.
  await expect(async () => {
    await page.evaluate((link) => (location.hash = link), link);
    await expect(html).not.toHaveAttribute("data-run", before, { timeout: 1000 });
  }).toPass();
}

/**
 * Moves the pointer to the corner of the window, where nothing reacts to it. The browser sends events to whatever moves under a resting
 * pointer, so a text there may load the editor or show a tooltip.
 */
export const parkPointer = (page) => page.mouse.move(0, 0);

/** Waits for two frames. What is measured in the first one is drawn in the second. */
export const framesDrawn = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Gives the window another size, and waits until the page is drawn in it. */
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(([width, height]) => innerWidth === width && innerHeight === height, [width, height]);
  await framesDrawn(page);
}

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

/** Waits until the embeds near the window have started. Another page would cancel their requests. */
export const embedsStarted = (page) =>
  page.waitForFunction(
    () =>
      [...document.querySelectorAll("lanescope-embed")].every((embed) => {
        const { top, bottom } = embed.getBoundingClientRect();
        return top > 2 * innerHeight || bottom < -innerHeight || embed.dataset.state !== undefined;
      }),
    undefined,
    { timeout: 30_000 },
  );

/** Scrolls to each picture, as a picture loads only when it comes near the window, and waits until it is there. */
export const loadPictures = (pictures) =>
  pictures.evaluateAll(async (all) => {
    for (const picture of all) {
      picture.scrollIntoView({ block: "center" });
      while (!(picture.complete && picture.naturalWidth > 0)) await new Promise((done) => requestAnimationFrame(done));
    }
  });

/**
 * Lets the browser compute layouts and frames of a document, but draw none, which saves a quarter of the time of a walk through many
 * states. The document becomes all but transparent: layout shifts of a fully transparent one would not be counted.
 */
export const stopDrawing = (frame) => frame.evaluate(() => (document.documentElement.style.opacity = "0.0001"));

/**
 * Gives functions that run in the page some functions. `openExample` opens a scenario by its link and goes to its start.
 * `framePainted` waits until the next frame is painted. `paintedUntil` waits for frames until a condition holds, for at most ten
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
      for (const end = performance.now() + 10_000; !isDone() && performance.now() < end; ) await framePainted();
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
 * Returns a check of a page. The content of a frame is a page of its own, and its landmarks are not those of the page around it. Without
 * frames, the legacy mode has the same result and opens no second page. Rules that pass need no description.
 */
const withoutFrames = (page) => new AxeBuilder({ page }).setLegacyMode(true).exclude("iframe").options({ resultTypes: ["violations"] });

/** Returns the violations that a check finds, each with its element. */
async function named(axe) {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} ${node.target}`));
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
  const axe = withoutFrames(page);
  if (within) axe.include(within);
  expect(await named(axe)).toEqual([]);
}

/**
 * Returns the accessibility rules that a page breaks, with the pointer where it is: those of all rules, or of some `rules`, or of all
 * rules `but` some. The content of an embed is a page of its own, which is checked separately.
 */
export async function violations(page, { rules, but = [] } = {}) {
  const axe = withoutFrames(page).exclude("lanescope-embed");
  return named(rules ? axe.withRules(rules) : axe.disableRules(but));
}

/**
 * The rules that depend on colours, which take most of the time. The dark theme of mdBook differs only in
 * its table of colours.
 */
export const OF_COLOURS = ["color-contrast", "link-in-text-block"];
