// Embeds that cannot start, or whose scenario has a mistake.

import { createServer } from "node:http";

import { exampleLink, textOf } from "../lib/link.mjs";
import { embed, escape, expect, inside, isLive, pre, test } from "./embed.mjs";

test.describe("where it cannot start", () => {
  test.use({ mayFail: true });

  test("the text stays, with a line that gives the reason", async ({ page, baseURL, openHost }) => {
    const headers = { "content-security-policy": `frame-src 'none'; script-src ${new URL(baseURL).origin}` };
    await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, { headers });
    await expect(page.getByText("This scenario cannot run here: this page's content security policy forbids frames")).toBeVisible();
    await expect(embed(page).locator("pre")).toBeVisible();
    await openHost(`<lanescope-embed src="/missing.lane"></lanescope-embed>`);
    await expect(page.getByText("/missing.lane cannot be fetched: status 404.")).toBeVisible();
    // The space for the frame is released.
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBeLessThan(60);
    await openHost(`<lanescope-embed><p>Nothing.</p></lanescope-embed>`);
    await expect(page.getByText("the element holds no scenario")).toBeVisible();
    // HTML has no such tag, so the heading is inside the element.
    await openHost(`<lanescope-embed href="#${exampleLink("01-collision")}" /><h2>Below</h2><p>The end.</p>`);
    await expect(page.getByText("it has no end tag, so it contains the rest of the page; write </lanescope-embed>.")).toBeVisible();
    await expect(page.getByText("The end.")).toBeVisible();
    await openHost(`<lanescope-embed href="${exampleLink("01-collision")}"></lanescope-embed>`);
    await expect(page.getByText('"href" is no link to a scenario; expected an address with #v2. in it.')).toBeVisible();
    await openHost(`<lanescope-embed src="${baseURL}static/../lanescope-embed.js?large"></lanescope-embed>`, {
      script: "<script>fetch = async () => new Response(new Uint8Array(300_000))</script>",
    });
    await expect(page.getByText("is larger than a scenario may be (256 KiB).")).toBeVisible();
    const origin = new URL(baseURL).origin;
    const strict = { "content-security-policy": `default-src 'none'; script-src ${origin}; frame-src ${origin}` };
    await openHost(`<lanescope-embed src="/x.lane"></lanescope-embed>`, { headers: strict });
    await expect(page.getByText("this page's content security policy forbids to fetch")).toBeVisible();
    await expect(page.getByText("/x.lane (connect-src)")).toBeVisible();
  });

  /** Waits for a text, while the page's clock runs ahead: a frame has some seconds for its answer. */
  async function expectSoon(page, text) {
    const isThere = async () => {
      await page.clock.runFor(1000);
      return page.getByText(text).isVisible();
    };
    await expect.poll(isThere, { message: text, timeout: 15_000 }).toBe(true);
  }

  test("it says so where Lanescope's server shuts frames out, has no embed or no program there, or refuses sandboxes", async ({ page, baseURL, openHost }) => {
    await page.clock.install();
    const withHeader = (name, value) => async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), [name]: value } });
    };
    await page.route("**/embed.html*", withHeader("x-frame-options", "DENY"));
    const shutOut = "embed.html is not there, or its host forbids other pages to show it in a frame";
    const body = `<lanescope-embed>${pre("01-collision")}</lanescope-embed>`;
    await openHost(body);
    await expectSoon(page, `${shutOut}.`);
    await expect(embed(page).locator("pre")).toBeVisible();
    await page.unroute("**/embed.html*");
    await page.route("**/embed.html*", withHeader("content-security-policy", "frame-ancestors 'self'"));
    await openHost(body);
    await expectSoon(page, `${shutOut}.`);
    await page.unroute("**/embed.html*");
    await openHost(body.replace("<lanescope-embed", `<lanescope-embed base="${baseURL}elsewhere/"`));
    await expectSoon(page, `${shutOut}.`);
    // The same files from a server that sends only media types.
    const plain = createServer(async (request, response) => {
      const file = await fetch(new URL(request.url, baseURL));
      response.writeHead(file.status, { "content-type": file.headers.get("content-type") });
      response.end(Buffer.from(await file.arrayBuffer()));
    });
    await new Promise((done) => plain.listen(0, "127.0.0.1", done));
    await openHost(`<lanescope-embed sandboxed>${pre("01-collision")}</lanescope-embed>`, { base: `http://127.0.0.1:${plain.address().port}/` });
    await expectSoon(page, "or does not allow sandboxed frames (Access-Control-Allow-Origin)");
    plain.close();
    await page.route("**/*.wasm", (route) => route.fulfill({ status: 404, body: "gone" }));
    await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`);
    await expect(page.getByText("This scenario cannot run here: Lanescope could not start (")).toBeVisible({ timeout: 15_000 });
    await expect(embed(page).locator("pre")).toBeVisible();
  });
});

test.describe("where the host forbids or does not answer", () => {
  test.use({ mayFail: true });

  test("a policy that only reports changes nothing", async ({ page, openHost }) => {
    await openHost(`<lanescope-embed>${pre("01-collision")}</lanescope-embed>`, {
      headers: { "content-security-policy-report-only": "frame-src 'self'" },
    });
    await isLive(page);
  });

  test("all embeds load the program once", async ({ page, baseURL, openHost }) => {
    await page.clock.install();
    await page.route("**/embed.html*", () => {});
    const one = `<lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`;
    await openHost(one.repeat(6));
    await expect.poll(() => page.evaluate(() => document.querySelectorAll("lanescope-embed").length)).toBe(6);
    await expect.poll(() => embed(page).locator("iframe").count()).toBe(1);
    await page.clock.fastForward(31_000);
    await page.clock.runFor(1000);
    for (const index of [0, 1, 2]) {
      await expect(embed(page, index).getByText(`${new URL(baseURL).origin} does not answer`)).toBeVisible();
    }
    // The reserved height stays, and nothing below moves.
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(220);
  });

  test("an embed with a height that starts late has that height", async ({ page, openHost }) => {
    await page.clock.install();
    let hold;
    const held = new Promise((done) => (hold = done));
    await page.route("**/*.wasm", hold);
    await openHost(`<lanescope-embed height="400">${pre("01-collision")}</lanescope-embed>`);
    // The frame answers before it fetches the program.
    const program = await held;
    await expect(inside(page).getByText("Starting…")).toBeAttached();
    // The page may start its timer after the clock was moved.
    await expect(async () => {
      await page.clock.fastForward(31_000);
      await expect(page.getByText("still loading")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.clock.resume();
    await program.continue();
    await isLive(page);
    expect(await embed(page).evaluate((element) => element.offsetHeight)).toBe(400);
  });
});

test("a text that is too long fails at once, and the next embed starts", async ({ page, openHost }) => {
  const long = `${textOf("01-collision")}${"// More.\n".repeat(40_000)}`;
  await openHost(`<lanescope-embed size="strip"><pre>${escape(long)}</pre></lanescope-embed><lanescope-embed size="strip">${pre("01-collision")}</lanescope-embed>`);
  await expect(embed(page)).toHaveAttribute("data-state", "failed", { timeout: 20_000 });
  await expect(embed(page).getByText("a scenario has at most 256 KiB")).toBeVisible();
  await isLive(page, 1);
});

test("a damaged link fails, and shows no other scenario", async ({ page, baseURL, openHost }) => {
  const damaged = exampleLink("01-collision").slice(0, -3);
  await openHost(`<lanescope-embed href="${baseURL}#${damaged}"></lanescope-embed><lanescope-embed href="${baseURL}#${exampleLink("01-collision")}"></lanescope-embed>`);
  await expect(embed(page)).toHaveAttribute("data-state", "failed", { timeout: 20_000 });
  await expect(embed(page).getByText("This scenario cannot run here: the link is damaged")).toBeVisible();
  await isLive(page, 1);
  // A plain frame.
  await page.goto(`${baseURL}embed.html#${damaged}`);
  await expect(page.getByText("This link cannot be opened:")).toBeVisible();
  await expect(page.getByText("BUF")).toHaveCount(0);
});

test("embeds of each size with a mistake in their scenario show its line, and no useless control", async ({ page, baseURL, openHost }) => {
  const warnings = [];
  page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
  const mistaken = textOf("01-collision").replace(/^\.lanes .*$/m, ".lanes 99");
  const line = mistaken.split("\n").indexOf(".lanes 99") + 1;
  const sizes = ["strip", "card", "full"];
  const texts = sizes.flatMap((size) => [[size, mistaken, line], [size, "This is prose.\n", 1]]);
  const embeds = texts.map(([size, text]) => `<lanescope-embed size="${size}"><pre>${escape(text)}</pre></lanescope-embed>`);
  const body = [...embeds, `<lanescope-embed src="${baseURL}mistaken.lane"></lanescope-embed>`].join("\n");
  await openHost(body, { script: '<script>fetch = async () => new Response(".isa visa grf=32\\n\\n.lanes 99\\n")</script>' });
  for (const [index, [size, , line]] of texts.entries()) {
    await test.step(`a ${size} with a mistake in line ${line}`, async () => {
      await embed(page, index).scrollIntoViewIfNeeded();
      await isLive(page, index);
      await expect.soft(inside(page, index).getByRole("alert")).toContainText(`line ${line}: `);
      await expect.soft(inside(page, index).getByRole("alert")).toBeInViewport();
      await expect.soft(inside(page, index).getByText("open an example")).toHaveCount(0);
      await expect.soft(inside(page, index).locator(".diagnostics :is(button.diagnostic-place, .fix)")).toHaveCount(0);
    });
  }
  expect(warnings.filter((it) => it.includes(`line ${line}: `))).toHaveLength(sizes.length);
  // The line of a file, too.
  await embed(page, texts.length).scrollIntoViewIfNeeded();
  await isLive(page, texts.length);
  await expect(inside(page, texts.length).getByRole("alert")).toContainText("line 3: ");
});
