// Embeds in other pages: the element, its attributes, and what a reader does in it.

import { exampleLink, textOf } from "../lib/link.mjs";
import { embed, escape, expect, inside, isLive, pre, scrollers, test } from "./embed.mjs";
import { expectNoViolations, FLOATS, open, started } from "./fixtures.mjs";

test("the text of an element runs in its place", async ({ page, baseURL, openHost }) => {
  await openHost(`<lanescope-embed step="14">${pre("01-collision")}</lanescope-embed><p>Below.</p>`);
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

test("an embed matches the colour scheme of its page, and follows it", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, {
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
    await openHost(`${meta}<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await isLive(page);
    expect(await ground(), scheme).toBe(colour);
  }
});

test("an embed plays when its stage is visible, however tall it is, unless reduced motion is preferred", async ({ page, openHost }) => {
  const body = `<div class="far"></div><lanescope-embed autoplay granularity="lane">${pre("01-collision")}</lanescope-embed>`;
  const style = ".far { height: 1300px }";
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await openHost(body, { style });
  await isLive(page);
  await expect(inside(page).getByText("start of 42")).toBeAttached();
  await embed(page).scrollIntoViewIfNeeded();
  await expect(inside(page).getByText(/^step \d+ of 42/)).toBeVisible();
  await test.step("a very tall one", async () => {
    await page.setViewportSize({ width: 900, height: 600 });
    const long = `${textOf("01-collision")}${"// One more line.\n".repeat(120)}`;
    await openHost(`<lanescope-embed size="full" autoplay><pre>${escape(long)}</pre></lanescope-embed>`);
    await isLive(page);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBeGreaterThan(1800);
    await expect(inside(page).getByText(/^step \d+ of 42/)).toBeVisible();
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openHost(body, { style });
  await embed(page).scrollIntoViewIfNeeded();
  await isLive(page);
  await page.waitForTimeout(1500);
  await expect(inside(page).getByText("start of 42")).toBeVisible();
});

test("an editable embed runs the typed text", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed size="full" editable>${pre("01-collision")}</lanescope-embed>`);
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

test("a variant is shown side by side with the scenario", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed compare="second_first">${pre("47-said-otherwise")}</lanescope-embed>`);
  await isLive(page);
  await inside(page).getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside(page).locator(".stage-beside .stage-side")).toHaveText("second_first");
  await expect.poll(() => scrollers(page)).toEqual([]);
  await expectNoViolations(page);
});

test("a link and a file open in an embed", async ({ page, baseURL, openHost }) => {
  const body = `<lanescope-embed href="${baseURL}#${exampleLink("13-out-of-bounds")}&c=5"></lanescope-embed>
    <lanescope-embed src="${baseURL}static/examples/16-lock.lane"></lanescope-embed>`;
  await openHost(body);
  await isLive(page, 0);
  await expect(inside(page, 0).getByText(/^step 5 of/)).toBeVisible();
  await isLive(page, 1);
  await expect(inside(page, 1).locator(".stage-instruction")).toBeVisible();
});

test.describe("in a page that changes", () => {
  // The requests of a removed frame are cancelled.
  test.use({ mayFail: true });

  test("an embed that is moved in its page starts again", async ({ page, openHost }) => {
    await openHost(`<lanescope-embed step="3">${pre("01-collision")}</lanescope-embed><section></section>`);
    await isLive(page);
    await page.evaluate(() => document.querySelector("section").append(document.querySelector("lanescope-embed")));
    await expect(embed(page)).not.toHaveAttribute("data-state");
    await isLive(page);
    await expect(inside(page).getByText("step 3 of 42")).toBeAttached();
    expect(await page.evaluate(() => document.querySelector("lanescope-embed").shadowRoot.querySelectorAll("iframe").length)).toBe(1);
  });

  test("an embed that is removed while its file is fetched does not hold up the next one", async ({ page, openHost }) => {
    let answer;
    const isHeld = new Promise((done) => (answer = done));
    await page.route("**/slow.lane", async (route) => {
      await isHeld;
      // The request has been cancelled.
      await route.fulfill({ body: textOf("01-collision") }).catch(() => {});
    });
    const asked = page.waitForRequest("**/slow.lane");
    await openHost('<lanescope-embed src="/slow.lane"></lanescope-embed>');
    await asked;
    await embed(page).evaluate((element) => element.remove());
    answer();
    await page.waitForTimeout(200);
    await page.evaluate((html) => document.querySelector("main").insertAdjacentHTML("beforeend", html), `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await isLive(page);
  });
});

test.describe("in a page that changes its embeds", () => {
  test.use({ mayFail: true });

  test("changed attributes and a changed text take effect", async ({ page, openHost }) => {
    await openHost(`<lanescope-embed step="3">${pre("01-collision")}</lanescope-embed>`);
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

  test("a moved embed keeps its name, and its run after moveBefore", async ({ page, openHost }) => {
    await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed><section></section>`);
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

test("the full page opens with the text, the step and the view of the embed", async ({ page, context, openHost }) => {
  const body = `<lanescope-embed size="full" step="9" granularity="lane" theme="light">${pre("04-order-matters")}</lanescope-embed>`;
  await openHost(body);
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

test("a full embed shows the outcomes of all orders, and starts no long search", async ({ page, openHost }) => {
  const body = `<lanescope-embed size="full" side="outcomes">${pre("04-order-matters")}</lanescope-embed>
    <lanescope-embed size="full" side="outcomes"><pre>${escape(FLOATS)}</pre></lanescope-embed>`;
  await openHost(body);
  await isLive(page);
  // The last of four lanes decides the outcome.
  await expect(inside(page).locator(".outcome-table tbody th")).toHaveCount(4);
  await inside(page).locator(".outcome-table .row-name").first().click();
  // A reader of a read-only embed cannot change the order, and a sandboxed frame may not download a file.
  for (const words of ["Play this order", "Export all outcomes:"]) {
    await expect(inside(page).getByText(words)).toBeAttached();
    await expect(inside(page).getByText(words)).toBeHidden();
  }
  await embed(page, 1).scrollIntoViewIfNeeded();
  await isLive(page, 1);
  await expect(inside(page, 1).getByText("press “Explore all orders”").first()).toBeVisible();
  await expect(inside(page, 1).getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await inside(page, 1).getByRole("button", { name: "Explore all orders" }).click();
  await inside(page, 1).getByRole("button", { name: "Cancel" }).click();
  await expect(inside(page, 1).getByRole("button", { name: "Explore all orders" })).toBeVisible();
  await expect.poll(() => scrollers(page)).toEqual([]);
});

test("embeds of each size mark modified semantics and carry them to the full page", async ({ page, openHost }) => {
  const sizes = ["strip", "card", "full"];
  const body = sizes.map((size) => `<lanescope-embed size="${size}" step="9">${pre("22-lost-update")}</lanescope-embed>
    <lanescope-embed size="${size}" step="9">${pre("01-collision")}</lanescope-embed>`);
  await openHost(body.join("\n"));
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

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the text and the still picture stay", async ({ page, openHost }) => {
    const still = `<img alt="a still" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>">`;
    await openHost(`<lanescope-embed>${still}${pre("01-collision")}</lanescope-embed>`);
    await expect(page.getByText("dword_atomic.add (M1, 8)")).toBeVisible();
    await expect(page.getByAltText("a still")).toBeVisible();
  });
});

test("an embed works in a sandbox without storage and workers", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed sandboxed step="3">${pre("04-order-matters")}</lanescope-embed>`);
  await isLive(page);
  await expect(embed(page).locator("iframe")).toHaveAttribute("sandbox", /^allow-scripts/);
  await expect(inside(page).locator(".sentence")).not.toBeEmpty();
  await page.evaluate(() => addEventListener("lanescope-outcomes", ({ detail }) => (window.told = detail)));
  await page.evaluate(() => document.querySelector("lanescope-embed").send({ lanescope: "outcomes" }));
  await expect.poll(() => page.evaluate(() => window.told?.memory)).toContain("in");
});

test("embeds say which attributes and places cannot be as written, a link wins over a text, and margins count", async ({ page, baseURL, openHost }) => {
  const off = 'editable="false" autoplay="false" fold-setup="false" sandboxed="false"';
  const embeds = [
    `<lanescope-embed size="full" ${off}>${pre("01-collision")}</lanescope-embed>`,
    `<lanescope-embed href="${baseURL}#${exampleLink("01-collision")}&c=5%20"><pre>the same</pre></lanescope-embed>`,
    `<lanescope-embed version="9.9">${pre("01-collision")}</lanescope-embed>`,
    `<lanescope-embed compare="nosuch">${pre("47-said-otherwise")}</lanescope-embed>`,
    `<lanescope-embed class="narrow" size="strip">${pre("01-collision")}</lanescope-embed>`,
    `<p>Text <lanescope-embed>${pre("01-collision")}</lanescope-embed></p>`,
  ];
  await openHost(embeds.join("\n"), { style: ".narrow { margin-inline: 50px }" });
  expect(await page.locator(".narrow").evaluate((element) => element.offsetWidth)).toBe(1440 - 2 * 16 - 2 * 50);
  for (const index of [0, 1, 2, 3]) {
    await embed(page, index).scrollIntoViewIfNeeded();
    await isLive(page, index);
  }
  // A flag with the value false is off.
  await expect(inside(page, 0).locator(".plain-view")).toBeVisible();
  await expect(inside(page, 0).getByRole("button", { name: "Reset" })).toHaveCount(0);
  await expect(inside(page, 0).locator(".fold-setup")).toHaveCount(0);
  expect(await embed(page, 0).locator("iframe").getAttribute("sandbox")).toBeNull();
  await expect(inside(page, 1).getByText("step 5 of 42")).toBeVisible();
  await expect(inside(page, 2).getByText("This page was written for Lanescope 9.9")).toBeVisible();
  await expect(inside(page, 3).getByText("the variants of the scenario are")).toBeVisible();
  await expect(page.getByText("it is inside a <p>, which ends at the <pre>; put the embed into a <div>")).toBeVisible();
});

test("a script that is imported finds its folder, and events leave a shadow root", async ({ page, baseURL, host }) => {
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

test("attributes with a wrong value warn on the console", async ({ page, openHost }) => {
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const wrong = 'size="huge" granularity="week" side="moon" theme="pink" height="-3" step="abc" compare="a-b"';
  await openHost(`<lanescope-embed ${wrong}>${pre("01-collision")}</lanescope-embed><lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
  await isLive(page);
  const said = (name, value) => warnings.filter((it) => it.startsWith(`lanescope-embed: ${name}="${value}" is ignored; expected `)).length;
  for (const [, name, value] of wrong.matchAll(/(\w+)="([^"]*)"/g)) expect(said(name, value), name).toBe(1);
  expect(warnings.filter((it) => it.startsWith("lanescope-embed"))).toHaveLength(7);
});

test("an editable embed has Reset, and a read-only embed does not", async ({ page, openHost }) => {
  const body = `<lanescope-embed size="full" editable step="5">${pre("01-collision")}</lanescope-embed><lanescope-embed>${pre("01-collision")}</lanescope-embed>`;
  await openHost(body);
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

test("set-up lines are folded away until a reader asks for them", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed size="full" fold-setup>${pre("01-collision")}</lanescope-embed>`);
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

test("print shows the still picture and the whole text", async ({ page, openHost }) => {
  const still = `<img alt="a still" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='90' height='90'/>">`;
  const one = `<lanescope-embed size="strip">${still}${pre("01-collision")}</lanescope-embed>`;
  await openHost(`${one}<div style="height: 5000px"></div>${one}`);
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
