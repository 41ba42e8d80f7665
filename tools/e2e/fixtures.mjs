// The test function of this suite: each test ends by asking the page's console for errors.

import AxeBuilder from "@axe-core/playwright";
import { expect, test as base } from "@playwright/test";

/**
 * As Playwright's, with `page` failing the test at an error on its console, a blocked resource or an exception, unless
 * the option `mayFail` expects some.
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

/** Opens the page (with a query or fragment, if any) and waits until it has started. */
export async function open(page, address = "./") {
  await page.goto(address);
  await started(page);
}

/** Waits until the program listens to keys and buttons. That may be a moment after the page is drawn. */
export async function started(page) {
  await expect(page.locator("html")).toHaveAttribute("data-run", /./, { timeout: 20_000 });
}

/** Adds up in `shift` how far the parts of the page move by themselves, as browsers reckon it. Asked for before the page is opened. */
export const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: "layout-shift", buffered: true });
  });

/** Goes through a page from its top to its end as a reader does, and waits for each embed that comes near. */
export async function readThrough(page) {
  const areLive = () =>
    [...document.querySelectorAll("lanescope-embed")].every((embed) => {
      const { top, bottom } = embed.getBoundingClientRect();
      return top > innerHeight || bottom < 0 || embed.dataset.state === "live";
    });
  for (let isThere = false; !isThere; ) {
    await page.waitForFunction(areLive, null, { timeout: 30_000 });
    isThere = await page.evaluate(() => {
      scrollBy(0, innerHeight * 0.8);
      return Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
    });
  }
  await page.waitForFunction(areLive, null, { timeout: 30_000 });
  await page.waitForTimeout(200);
}

/**
 * Gives the functions that run in the page `openExample`, which opens a scenario by its link and goes to its top. Asked for
 * before the page is opened.
 */
export async function letExamplesBeOpened(page) {
  await page.addInitScript(() => {
    const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    window.openExample = async (hash) => {
      const before = document.documentElement.dataset.run;
      location.hash = hash;
      // At the start the page writes its own address, which may come between.
      for (let tries = 1; document.documentElement.dataset.run === before; tries += 1) {
        await frame();
        if (tries % 30 === 0) location.hash = hash;
      }
      scrollTo(0, 0);
    };
  });
}

/** The rules of axe that depend on colours. Between two themes nothing else differs. */
export const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** Fails at the first violation of an accessibility rule that axe knows, or of one of these, naming each with its element. */
export async function expectNoViolations(page, rules = []) {
  // What is in a frame is a page of its own: its landmarks are not those of the page around. Without frames the legacy mode does
  // the same and opens no second page for it. What is in order need not be described.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).exclude("iframe").options({ resultTypes: ["violations"] });
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze();
  const named = violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} ${node.target}`));
  expect(named).toEqual([]);
}

/** The same in both themes, for a page that follows the system: the colours in the dark, all in the light. */
export async function expectNoViolationsInEitherTheme(page) {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectNoViolations(page, OF_COLOURS);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoViolations(page);
}
