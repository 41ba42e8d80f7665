// Messages between an embed and its host page, and events.

import { exampleLink, scenarioLink, textOf } from "../lib/link.mjs";
import { escape, expect, inside, isLive, lastHeard, listen, pre, send, test } from "./embed.mjs";
import { open } from "./fixtures.mjs";

test("the host page moves the run and gets its events", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed>${pre("04-order-matters")}</lanescope-embed>`);
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
  const errors = () => page.evaluate(() => window.heard.filter(([name]) => name === "error").length);
  const before = await errors();
  await page.evaluate(() => document.querySelector("lanescope-embed").shadowRoot.querySelector("iframe").contentWindow.postMessage({ a: 1 }, "*"));
  await page.waitForTimeout(200);
  expect(await errors()).toBe(before);
});

test("an embed accepts messages from its host page alone", async ({ page, baseURL, openHost }) => {
  const address = `${baseURL}embed.html?size=card#${exampleLink("01-collision")}&c=3`;
  // Another frame of the page sends messages to the embed.
  const stranger = "<script>addEventListener('click', () => parent.frames[0].postMessage(JSON.stringify({ lanescope: 'goto', step: 9 }), '*'))</script>Stranger";
  await openHost(`<iframe src="${address}" title="embed" width="800" height="470"></iframe>
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

test("no text, link or message runs or becomes markup", async ({ page, baseURL, openHost }) => {
  const evil = `<img src=x onerror="top.postMessage('hit','*')"><script>top.postMessage('hit','*')</script>`;
  const text = `// ${evil}\n${textOf("01-collision")}.expect BUF = 1 2 3 4 ${evil}\n.surface ${evil}\n`;
  let wasHit = false;
  await page.exposeFunction("noteHit", () => (wasHit = true));
  await page.addInitScript(() => addEventListener("message", ({ data }) => data === "hit" && window.noteHit()));
  await openHost(`<lanescope-embed size="full" editable>${pre("01-collision")}</lanescope-embed>`);
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

test("an embed without mistakes writes nothing to the console, and its host page gets no step before the scenario is loaded", async ({ page, openHost }) => {
  const written = [];
  page.on("console", (message) => written.push(message.text()));
  const script = "<script>window.steps = []; addEventListener('lanescope-step', ({ detail }) => steps.push(detail.steps));</script>";
  await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { script });
  await isLive(page);
  expect(await page.evaluate(() => window.steps)).toEqual([42]);
  // A browser warns of an unused preload some seconds after the page has loaded.
  await page.waitForTimeout(500);
  expect(written).toEqual([]);
});

/** Appends a claim that only an exploration of all orders refutes: memory ends the same in all orders. */
const WRONG = `${textOf("01-collision").split("\n").filter((line) => !line.startsWith(".expect")).join("\n")}\n.expect outcomes memory 77\n`;

test("a wrong answer at the end of a run is always reported as failed", async ({ page, openHost }) => {
  await openHost(`<lanescope-embed step="9999"><pre>${escape(WRONG)}</pre></lanescope-embed>`, {
    script: "<script>window.ends = []; addEventListener('lanescope-end', ({ detail }) => ends.push(detail));</script>",
  });
  await isLive(page);
  await expect.poll(() => page.evaluate(() => window.ends.length), { timeout: 20_000 }).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => window.ends.at(-1))).toEqual({ holds: 0, fails: 1, open: 0 });
  expect(await page.evaluate(() => window.ends.filter(({ fails }) => fails === 0))).toEqual([]);
});
