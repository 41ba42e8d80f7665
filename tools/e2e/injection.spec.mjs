// A hundred texts that try to run a script, through each field, link and message: each is shown as text or refused.

import { scenarioLink, textOf } from "../lib/link.mjs";
import { expect, letExamplesBeOpened, open, openMore, share, test } from "./fixtures.mjs";
import { startHost } from "./host.mjs";

const RUN = "window.top.hit=1";
/** Ways to run a script from markup, addresses, templates and strings. */
const FORMS = [
  `<script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<svg onload="${RUN}">`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s></svg>`,
  `<details open ontoggle="${RUN}">a</details>`,
  `<iframe srcdoc="<script>${RUN}</script>"></iframe>`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<a href="javascript:${RUN}">a</a>`,
  `<math><mtext></table><img src=x onerror="${RUN}"></mtext></math>`,
  `<object data="javascript:${RUN}"></object>`,
  `<form action="javascript:${RUN}"><button autofocus>a</button></form>`,
  `<input autofocus onfocus="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<link rel=stylesheet href="//x.invalid/a">`,
  `<style>@import "//x.invalid/a";</style>`,
  `<base href="//x.invalid/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `\\u003cscript\\u003e${RUN}\\u003c/script\\u003e`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `\u202e<script>${RUN}</script>\u0000`,
];
/** Each of these, alone and after the end of an attribute, a text field and a script. */
const STRINGS = ["", '">', "'/>", "</textarea></title></style></script>-->"].flatMap((before) => FORMS.map((form) => before + form));

/** Fails unless nothing has run, nothing was refused by the policy, and nothing was fetched from elsewhere. */
const watched = test.extend({
  page: async ({ page, baseURL }, use) => {
    await page.addInitScript(() => {
      window.refused = [];
      addEventListener("securitypolicyviolation", (event) => window.refused.push(`${event.violatedDirective} ${event.blockedURI}`));
    });
    const elsewhere = [];
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith("http") && ![new URL(baseURL).hostname, "localhost"].includes(hostname)) elsewhere.push(request.url());
    });
    await use(page);
    for (const frame of page.frames()) {
      const { hit, refused, made } = await frame.evaluate(() => ({
        hit: window.hit,
        refused: window.refused,
        made: document.querySelectorAll("img[src=x], object, base, iframe[srcdoc], [onerror], [onload], [onfocus], a[href^=javascript]").length,
      }));
      expect([hit, refused, made]).toEqual([undefined, [], 0]);
    }
    expect(elsewhere).toEqual([]);
  },
});

/** The field of the first cell, and the button that opens it. */
const CELL = { field: ".cell-field input", opener: "#cell-0-0 .cell-button" };

/** Types each string into a field, and presses Enter. A field of a cell that closes is opened again. */
const typeAll = (field) =>
  field.evaluate(
    async (element, [strings, cell]) => {
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value");
      const drawn = () => new Promise((done) => setTimeout(done));
      let current = element;
      for (const string of strings) {
        if (!current.isConnected) {
          document.querySelector(cell.opener).click();
          await drawn();
          current = document.querySelector(cell.field);
        }
        set.call(current, string);
        current.dispatchEvent(new InputEvent("input", { bubbles: true }));
        current.dispatchEvent(new Event("change", { bubbles: true }));
        current.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
        await drawn();
      }
    },
    [STRINGS, CELL],
  );

/** A text with a string in a comment, a name, a directive, an instruction and a notation. */
const withString = (string) => {
  const line = string.replaceAll("\u0000", "");
  return `// ${line}\n.isa visa grf=32\n.lanes 8\n.decl ${line} v_type=G\n.set "${line}" = 1\n.${line}\n${line} (M1, 8) A B\n.op ${line} { new = ${line}; }\n.variant ${line} {\n}\n`;
};

watched("a text from a link, a damaged link and a query", async ({ page }) => {
  watched.slow();
  await letExamplesBeOpened(page);
  await open(page);
  await page.evaluate(async (links) => {
    for (const link of links) await openExample(link);
  }, STRINGS.map((string) => scenarioLink(withString(string))));
  await expect(page.getByRole("region", { name: "Problems" })).toContainText("error");
  await page.evaluate(async (strings) => {
    for (const string of strings) {
      location.hash = string;
      await new Promise((done) => setTimeout(done));
    }
  }, STRINGS);
  for (const string of STRINGS.slice(0, 5)) {
    await open(page, `./?${encodeURIComponent(string)}=${encodeURIComponent(string)}#c=${encodeURIComponent(string)}`);
  }
});

watched("the fields of the stage and of the run", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: /^8 lanes/ }).click();
  await typeAll(page.getByRole("textbox", { name: "dispatch mask" }));
  await page.keyboard.press("Escape");
  await openMore(page);
  await typeAll(page.getByRole("textbox", { name: "Run until" }));
  await page.keyboard.press("Escape");
  await page.locator(CELL.opener).click();
  await typeAll(page.locator(CELL.field));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Fill BUF" }).click();
  const fill = page.getByRole("group", { name: "Fill BUF" });
  for (const name of ["With", "From", "step"]) await typeAll(fill.getByLabel(name, { exact: true }));
});

watched("the fields of the panels", async ({ page }) => {
  // Eight lanes exchange. The list of their outcomes is long, so it has a filter.
  const text = textOf("01-collision").replace(/\.expect.*/g, "").replaceAll("dword_atomic.add", "dword_atomic.xchg").replace(/\.set OFF = .*/, ".set OFF = [0; 8]");
  await open(page, `./#${scenarioLink(text)}`);
  await page.getByRole("tab", { name: "Compare" }).click();
  await page.getByRole("button", { name: "Sweep", exact: true }).click();
  await typeAll(page.getByRole("combobox", { name: "Elements" }));
  await page.getByRole("tab", { name: "Outcomes" }).click();
  await typeAll(page.getByRole("tabpanel").locator("textarea"));
  await page.getByRole("button", { name: "Explore all orders" }).click();
  await page.getByRole("tabpanel").getByRole("button", { name: "Memory and results" }).click();
  await typeAll(page.getByRole("searchbox", { name: /^filter outcomes/ }).first());
  await page.getByRole("tab", { name: "Semantics" }).click();
  await page.getByRole("button", { name: "Edit DWORD_ATOMIC", exact: true }).click();
  await page.getByRole("button", { name: "Make an instruction from this", exact: true }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await typeAll(name);
  await name.press("Enter");
  await page.getByRole("button", { name: "Reference", exact: true }).click();
  await typeAll(page.getByRole("searchbox").first());
});

watched("the fields of dialogs", async ({ page }) => {
  await open(page);
  await page.getByRole("button", { name: "Examples" }).first().click();
  await typeAll(page.getByRole("dialog").getByRole("searchbox"));
  // The first Escape empties the field.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await share(page, "Embed");
  await typeAll(page.getByRole("dialog").locator(".embed-title"));
  await page.keyboard.press("Escape");
  await share(page, "Export");
  await page.getByRole("combobox", { name: "steps of the strip" }).selectOption("these steps:");
  await typeAll(page.getByRole("textbox", { name: "numbers of the steps" }));
});

watched("answers to questions, and the names and texts of files", async ({ page }) => {
  await open(page, `./#${scenarioLink(`${textOf("01-collision")}\n.ask element OLD\n`)}`);
  await typeAll(page.locator("#answer-0"));
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const html = page.locator("html");
  for (const string of STRINGS.slice(0, 10)) {
    const before = await html.getAttribute("data-run");
    await page.getByRole("button", { name: "New" }).first().click();
    await page.locator("input[type=file]").first().setInputFiles(file(`${string.replaceAll("/", "")}.lane`, withString(string)));
    await expect(html).not.toHaveAttribute("data-run", before);
    await expect(page.getByRole("region", { name: "Problems" })).toContainText("error");
    await expect(page.getByRole("dialog")).toBeHidden();
  }
});

watched("messages to an embed, and the attributes of its element", async ({ page, baseURL }) => {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">
    <script src="${baseURL}lanescope-embed.js"></script><lanescope-embed size="full" editable><pre>${textOf("01-collision")}</pre></lanescope-embed></html>`;
  const host = await startHost();
  await host.open(page, html);
  const embed = page.locator("lanescope-embed");
  await expect(embed).toHaveAttribute("data-state", "live", { timeout: 20_000 });
  const texts = STRINGS.map(withString);
  await embed.evaluate(
    async (element, [strings, texts]) => {
      for (const [index, string] of strings.entries()) {
        element.send({ lanescope: "load", text: texts[index] });
        element.send({ lanescope: string, text: string });
        element.send({ lanescope: "goto", step: string });
        await new Promise((done) => setTimeout(done, 20));
      }
    },
    [STRINGS, texts],
  );
  const problems = embed.locator("iframe").contentFrame().locator("body");
  await expect(problems).toContainText("error");
  await embed.evaluate((element, strings) => {
    for (const string of strings) for (const name of ["title", "size", "step", "theme", "height", "href"]) element.setAttribute(name, string);
  }, STRINGS);
  await page.evaluate((string) => {
    const element = document.createElement("lanescope-embed");
    for (const name of ["title", "size", "step", "theme", "height"]) element.setAttribute(name, string);
    element.textContent = string;
    document.body.append(element);
  }, STRINGS[1]);
  // Each attribute starts an embed again.
  await expect(embed.first()).toHaveAttribute("data-state", /live|failed/, { timeout: 20_000 });
  await embed.nth(1).scrollIntoViewIfNeeded();
  await expect(embed.nth(1)).toHaveAttribute("data-state", "failed");
  host.close();
});
