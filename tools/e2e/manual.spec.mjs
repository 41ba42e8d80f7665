// The manual: the page links to it, its pages are accessible, and without scripts they show figures and texts.

import { createHash } from "node:crypto";

import { embedsStarted, expect, OF_COLOURS, open, readThrough, test, violations, watchShifts } from "./fixtures.mjs";

test("header and help lead to the manual", async ({ page }) => {
  await open(page);
  const coming = page.waitForEvent("popup");
  await page.getByRole("banner").getByRole("link", { name: "Manual" }).click();
  const manual = await coming;
  await expect(manual).toHaveTitle(/Lanescope's manual/);
  await expect(manual.getByRole("heading", { level: 1, name: "Lanescope", exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "More commands" }).click();
  await page.getByRole("button", { name: "keys and help" }).click();
  const again = page.waitForEvent("popup");
  await page.getByRole("dialog").getByRole("link", { name: "The manual" }).click();
  await expect(await again).toHaveTitle(/Lanescope's manual/);
});

test("the invitation of a first visit and the help lead to the first lesson", async ({ page }) => {
  await open(page);
  for (const [width, height] of [[320, 568], [390, 844], [820, 1180], [1100, 540], [1440, 900]]) {
    await page.setViewportSize({ width, height });
    await page.getByRole("link", { name: "Take the first lesson" }).click({ trial: true });
  }
  const coming = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Take the first lesson" }).click();
  await expect((await coming).getByRole("heading", { level: 1, name: "1. One lane" })).toBeVisible();

  await page.getByRole("button", { name: "keys and help" }).click();
  const again = page.waitForEvent("popup");
  await page.getByRole("dialog").getByRole("link", { name: "First lesson" }).click();
  await expect((await again).getByRole("heading", { level: 1, name: "1. One lane" })).toBeVisible();

  await open(page, "./embed.html?size=full&editable");
  await expect(page.getByRole("button", { name: "Step", exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "Take the first lesson" })).toHaveCount(0);
});

/** Pages whose embeds have each size and each place: at the top, below text, one after the other, in a table. */
const WITH_EMBEDS = ["index", "tutorial/01-one-lane", "isa/visa/dword_atomic", "isa/side-by-side", "reference/scenario", "reference/notation", "readings/sass", "experiments", "embed"];

/** Pages of the other kinds: with long tables and code, with exercises, with few embeds or none. */
const OTHERS = [
  "tutorial/07-predicate",
  "tutorial/12-lock",
  "isa/visa/index",
  "isa/visa/typed_atomic",
  "isa/sass/SUATOM",
  "reference/diagnostics",
  "reference/limits",
  "reference/page",
  "reference/command-line",
  "readings/visa",
  "questions",
  "questions/swaps",
  "questions/fcmpwr-of-zeros",
];

/** Pages whose embeds have another place in a wider window. */
const WIDE = ["index", "reference/scenario", "reference/notation", "readings/sass", "experiments"];

/** Pages that have all colours of the manual. */
const COLOURED = ["index", "reference/scenario", "reference/notation", "reference/diagnostics", "isa/side-by-side", "questions", "embed"];

/** Opens a page of the manual, reads through it, and expects that nothing moves while its embeds load. */
async function expectStill(page, name, width) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(`./manual/${name}.html`);
  await readThrough(page);
  expect(await page.evaluate(() => window.shift), `${width} px`).toBeLessThanOrEqual(0.02);
}

/** Expects that an open page is as wide as a phone, and that it breaks no rule of accessibility. */
async function expectAccessible(page, name) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
  const isColoured = COLOURED.includes(name);
  expect(await violations(page, { but: isColoured ? [] : OF_COLOURS }), name).toEqual([]);
  if (!isColoured) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/navy/);
  expect(await violations(page, { rules: OF_COLOURS }), `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

for (const name of WITH_EMBEDS) {
  const widths = WIDE.includes(name) ? [1280, 800, 320] : [320];
  test(`${name} of the manual does not move at ${widths.join(", ")} px while its embeds load, fits a phone, and has no accessibility violation`, async ({ page }) => {
    test.slow();
    await watchShifts(page);
    for (const width of widths) await expectStill(page, name, width);
    await expectAccessible(page, name);
  });
}

test("the other pages of the manual fit a phone, and have no accessibility violation", async ({ page }) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 900 });
  for (const name of OTHERS) {
    await test.step(name, async () => {
      await page.goto(`./manual/${name}.html`);
      await expectAccessible(page, name);
      await embedsStarted(page);
    });
  }
});

test("the shortcuts that the manual lists are those of the page", async ({ page }) => {
  await page.goto("./manual/reference/page.html");
  const listed = await page.locator("main table").filter({ has: page.getByRole("columnheader", { name: "Keys", exact: true }) }).locator("kbd").allTextContents();
  expect(listed.length).toBeGreaterThan(8);
  await open(page);
  await page.getByRole("button", { name: "keys and help" }).click();
  const keys = page.getByRole("dialog").locator("kbd");
  await expect(keys).not.toHaveCount(0);
  const shown = await keys.allTextContents();
  expect(listed.filter((key) => !shown.includes(key))).toEqual([]);
});

test("page, embeds and manual run under the content security policy of the manual", async ({ page, baseURL }) => {
  test.slow();
  await page.goto("./manual/hosting.html");
  const policy = (await page.locator("pre code", { hasText: "default-src" }).textContent()).trim();
  expect(policy).not.toContain("unsafe-inline");
  const inline = [];
  await page.route(
    (url) => url.href.startsWith(baseURL),
    async (route) => {
      if (route.request().resourceType() !== "document") return route.continue();
      const response = await route.fetch();
      // The manual says that the policy allows the page's one inline script by its checksum.
      const scripts = [...(await response.text()).matchAll(/<script>(.*?)<\/script>/gs)].map((match) => match[1]);
      const sums = scripts.map((script) => ` 'sha256-${createHash("sha256").update(script).digest("base64")}'`);
      const allowed = policy.replace("'wasm-unsafe-eval'", (word) => word + sums.join(""));
      inline.push(...scripts.map(() => new URL(route.request().url()).pathname));
      await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": allowed } });
    },
  );
  await page.goto("./manual/index.html");
  const embed = page.locator("lanescope-embed").first();
  await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
  await embed.locator("iframe").contentFrame().getByRole("button", { name: "Step", exact: true }).click();
  await page.locator("#mdbook-search-toggle").click();
  for (const word of ["csp", "offline", "postMessage", "deadlock", "barrier", "keyboard"]) {
    await page.locator("#mdbook-searchbar").clear();
    await page.locator("#mdbook-searchbar").pressSequentially(word);
    // Until a key is released, the results of the word before are shown.
    await expect(page.locator("#mdbook-searchresults-header")).toHaveText(new RegExp(`^[1-9]\\d* search results? for '${word}'`));
    await expect(page.locator("#mdbook-searchresults li").first(), word).toBeVisible();
  }

  await open(page);
  await page.getByRole("button", { name: "Step", exact: true }).first().click();
  expect(inline).toEqual([new URL(baseURL).pathname]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("an example is a figure and its text", async ({ page }) => {
    await page.goto("./manual/tutorial/03-meeting.html");
    const [example, asking] = await page.locator("lanescope-embed").all();
    await expect(example.getByRole("img", { name: "Lane 0 writes 11 to BUF[0] (was 10)." })).toBeVisible();
    await expect(example.locator("pre")).toContainText("dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 OLD.0");
    // A text with questions shows no answers.
    await expect(asking.locator("pre")).toContainText("dword_atomic.add (M1, 4)");
    expect(await asking.innerText()).not.toContain(".expect");
  });
});
