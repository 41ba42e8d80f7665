// The recipes for documents. Each is followed as its README or its page of the manual says, in a fresh folder with the real
// tools, and the result is operated.

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { exampleLink } from "../lib/link.mjs";
import { blockWith } from "../lib/packages.mjs";
import { serveFolder } from "../serve.mjs";
import { expect, framesDrawn, readThrough, started, test, watchShifts } from "./fixtures.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** Sphinx, MkDocs and Jupyter. `cargo xtask test` installs them if there is python3. */
const PYTHON_TOOLS = join(ROOT, ".tools/python/bin");
const NODE_PACKAGES = join(ROOT, "tools/node_modules");
const EXAMPLE = readFileSync(join(ROOT, "static/examples/01-collision.lane"), "utf8");

// Each recipe installs packages and builds a site.
test.describe.configure({ mode: "default", timeout: 300_000 });

test.beforeAll(() => {
  // The suite has compiled both already.
  const build = (...words) => execFileSync("cargo", ["build", "--quiet", ...words], { cwd: ROOT, stdio: "inherit" });
  build("--package=lanescope", "--bin=lanescope");
  build("--manifest-path=docs/Cargo.toml", "--target-dir=target", "--locked", "--package=mdbook-lanescope", "--example=mdbook");
});

/**
 * Programs that take packages and downloads from the sources instead. `cargo xtask release --dry-run` tries the packed files. Cargo
 * installs into a folder, and shares the suite's compiled crates.
 */
const substitutes = (folder, cargo) => ({
  cargo: `[ "$*" = "install --locked mdbook-lanescope" ] && set -- install --locked --path '${ROOT}/docs/mdbook-lanescope'
exec '${cargo}' "$@" --debug --quiet --target-dir '${ROOT}/target' --root '${folder}/tools'`,
  pip: `[ "$*" = "install lanescope sphinx-lanescope" ] && set -- install '${ROOT}/docs/sphinx-lanescope'
exec '${PYTHON_TOOLS}/pip' "$@"`,
  // unzip -q lanescope-dist.zip -d FOLDER
  unzip: `exec cp -r '${ROOT}/dist' "$4"`,
  // python -m zipfile -e lanescope-dist.zip FOLDER
  python: `exec cp -r '${ROOT}/dist' "$5"`,
});

/** Creates a fresh folder, and the environment of a user there. */
function workplace(name) {
  const folder = join(ROOT, "target/recipes", name);
  rmSync(folder, { recursive: true, force: true });
  const bin = join(folder, "tools/bin");
  mkdirSync(bin, { recursive: true });
  const cargo = execFileSync("sh", ["-c", "command -v cargo"], { encoding: "utf8" }).trim();
  for (const [name, lines] of Object.entries(substitutes(folder, cargo))) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${lines}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(join(ROOT, "target/debug/lanescope"), join(bin, "lanescope"));
  symlinkSync(join(ROOT, "target/debug/examples/mdbook"), join(bin, "mdbook"));
  symlinkSync(join(NODE_PACKAGES, ".bin/vite"), join(bin, "vite"));
  const env = { ...process.env, PATH: [bin, PYTHON_TOOLS, process.env.PATH].join(delimiter) };
  // The suite has installed the dependencies of the extension, so no registry is asked again.
  Object.assign(env, { PIP_NO_DEPS: "1", PIP_NO_BUILD_ISOLATION: "0", PIP_DISABLE_PIP_VERSION_CHECK: "1" });
  const site = join(folder, "site");
  mkdirSync(site);
  const run = (command, input = "") => {
    const { status, stdout, stderr } = spawnSync("sh", ["-e", "-c", command], { cwd: site, env, input, encoding: "utf8" });
    return { status, stdout, told: stdout + stderr };
  };
  const must = (command, input) => {
    const { status, stdout, told } = run(command, input);
    expect(status, `${command}\n${told}`).toBe(0);
    return stdout;
  };
  return { site, run, must };
}

/** Returns the README of a package, and its blocks by a part of their text. */
function readme(name) {
  const text = readFileSync(join(ROOT, "docs", name, "README.md"), "utf8");
  return { text, block: (part) => blockWith(text, part) };
}

/**
 * Returns the blocks of code in a page of the manual that are in a language, with the address of Lanescope. The marks of more
 * text become the example.
 */
function manual(name, language, base) {
  const text = readFileSync(join(ROOT, `docs/manual/src/embed/${name}.md`), "utf8");
  const blocks = [...text.matchAll(/^(```+)(.*)\n((?:.*\n)*?)\1\n/gm)].filter((block) => block[2] === language);
  const filled = (code) => code.replaceAll("https://YOUR-HOST/lanescope/", base).replaceAll("LANESCOPE", ROOT);
  return blocks.map((block) => filled(block[3]));
}

/** Serves a built site while `use` runs. */
async function serve(folder, use) {
  // Browsers request this file if a site names no other icon.
  writeFileSync(join(folder, "favicon.ico"), "");
  const server = await serveFolder(folder);
  try {
    await use(server.url);
  } finally {
    server.close();
  }
}

/** Takes a step in the frame of an example, which starts at that step, and goes to its end. */
async function operate(inside, start) {
  await expect(inside.getByText(`step ${start} of 42`)).toBeVisible({ timeout: 30_000 });
  await inside.getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside.getByText(`step ${start + 1} of 42`)).toBeVisible();
  await inside.getByRole("button", { name: "to the end" }).click();
  await expect(inside.locator(".verdict")).toContainText("expectations hold");
}

/** Reads a page of a site, whose embeds show the example at those steps, and operates each of them. */
async function read(page, address, starts = [12]) {
  await watchShifts(page);
  await page.goto(address);
  await expect(page.locator("lanescope-embed")).toHaveCount(starts.length);
  await readThrough(page);
  expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
  for (const [index, start] of starts.entries()) {
    const embed = page.locator("lanescope-embed").nth(index);
    await embed.scrollIntoViewIfNeeded();
    await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
    await expect(embed.locator("pre")).toBeHidden();
    // A click during the scroll of the page would miss the frame.
    await framesDrawn(page);
    await operate(embed.locator("iframe").contentFrame(), start);
  }
}

/** Opens a page of a built site, whose example starts at step 12, and takes a step. */
const click = (page, folder, address) => serve(folder, (url) => read(page, url + address));

test("mdBook, as the README of the preprocessor says", async ({ page }) => {
  const { site, run, must } = workplace("mdbook");
  must("mdbook init .");
  const { text, block } = readme("mdbook-lanescope");
  must(block("cargo install"));
  const fence = text.match(/```` (```lanescope .*?) ````/)[1];
  // The manual lists the files that embeds do not need.
  must(readFileSync(join(ROOT, "docs/manual/src/embed/mdbook.md"), "utf8").match(/^rm -r src.*\nfind src.*$/m)[0]);
  const chapter = join(site, "src/chapter_1.md");
  appendFileSync(chapter, `\n${fence}\n${EXAMPLE}\`\`\`\n`);
  must("mdbook build .");
  await click(page, join(site, "book"), "chapter_1.html");

  // A scenario whose expectation does not hold.
  const lines = readFileSync(chapter, "utf8").replace(".expect BUF = 26", ".expect BUF = 27").split("\n");
  writeFileSync(chapter, lines.join("\n"));
  const failed = run("mdbook build .");
  expect(failed.status).not.toBe(0);
  const line = lines.findIndex((line) => line.startsWith(".expect BUF = 27")) + 1;
  expect(failed.told).toContain(`src/chapter_1.md:${line}: expectation failed: BUF[0] is 26, expected 27`);
});

test("plain Markdown, as the README of the preprocessor says", async ({ page, baseURL }) => {
  test.skip(!existsSync(PYTHON_TOOLS), "there is no python3, with which a Markdown tool comes");
  const { site, must } = workplace("markdown");
  const { text, block } = readme("mdbook-lanescope");
  must(block("cargo install").split("\n")[0]);
  const fence = text.match(/```` (```lanescope .*?) ````/)[1];
  writeFileSync(join(site, "page.md"), `# A page\n\n${fence}\n${EXAMPLE}\`\`\`\n`);
  must(block("mdbook-lanescope markdown").replace("BASE", baseURL));
  must("markdown-it page-with-embeds.md > page.html");
  await click(page, site, "page.html");
});

test("Sphinx, as the README of the extension says", async ({ page }) => {
  test.skip(!existsSync(PYTHON_TOOLS), "there is no python3");
  const { site, run, must } = workplace("sphinx");
  must("sphinx-quickstart -q -p Site -a Me -v 1 --no-makefile --no-batchfile .");
  const { text, block } = readme("sphinx-lanescope");
  must(block("pip install"));
  const directive = text.match(/`(\.\. lanescope:: .*?)`/)[1];
  const scenario = EXAMPLE.replace(/^(?=.)/gm, "   ");
  const index = join(site, "index.rst");
  appendFileSync(index, `\n${directive}\n\n${scenario}`);
  must("sphinx-build -W -q . out");
  await click(page, join(site, "out"), "index.html");

  const lines = readFileSync(index, "utf8").replace(".expect BUF = 26", ".expect BUF = 27").split("\n");
  writeFileSync(index, lines.join("\n"));
  const failed = run("sphinx-build -W -q . out");
  expect(failed.status).not.toBe(0);
  const line = lines.findIndex((line) => line.includes(".expect BUF = 27")) + 1;
  expect(failed.told).toContain(`index.rst:${line}: ERROR: expectation failed: BUF[0] is 26, expected 27`);
});

test("MkDocs Material, as the manual says", async ({ page, baseURL }) => {
  test.skip(!existsSync(PYTHON_TOOLS), "there is no python3");
  const { site, run, must } = workplace("mkdocs");
  const [install, build] = manual("mkdocs", "text", baseURL);
  must(install);
  const [sample] = manual("mkdocs", "markdown", baseURL);
  const indented = (text) => text.replace(/^(?=.)/gm, "    ");
  const fence = `${sample.match(/^```lanescope .*$/m)[0]}\n${EXAMPLE}\`\`\`\n`;
  mkdirSync(join(site, "pages"));
  mkdirSync(join(site, "docs"));
  writeFileSync(join(site, "docs/index.md"), "# A site\n\n[Counters](counters.md)\n");
  const text = `# Counters\n\n${fence}\n!!! note\n\n${indented(fence)}\n=== "Tab"\n\n${indented(fence)}\n1.  A list\n\n${indented(fence)}`;
  writeFileSync(join(site, "pages/counters.md"), text);
  const extensions = "[admonition, {pymdownx.tabbed: {alternate_style: true}}]";
  const theme = "{ name: material, font: false, features: [navigation.instant] }";
  // Instant navigation needs the address of the site.
  const configuration = `site_name: A site\nsite_url: http://127.0.0.1/\ntheme: ${theme}\nmarkdown_extensions: ${extensions}\n`;
  writeFileSync(join(site, "mkdocs.yml"), configuration);
  must(build);
  await serve(join(site, "site"), (url) => read(page, `${url}counters/`, [12, 12, 12, 12]));

  writeFileSync(join(site, "pages/counters.md"), text.replace(".expect BUF = 26", ".expect BUF = 27"));
  const failed = run(build);
  expect(failed.status).toBe(1);
  expect(failed.told).toMatch(/^line \d+: expectation failed: BUF\[0\] is 26, expected 27/m);
});

/** Writes a site for Vite, with a root element and that code, and builds it. Builds for development show all warnings of React. */
function buildWithVite({ site, must }, head, main, mode = "development") {
  symlinkSync(NODE_PACKAGES, join(site, "node_modules"));
  writeFileSync(join(site, "package.json"), '{ "private": true, "type": "module" }\n');
  const body = '<div id="root"></div><script type="module" src="/src/main.js"></script>';
  const page = `<!doctype html><html lang="en"><head><title>A site</title>${head}</head><body>${body}</body></html>`;
  writeFileSync(join(site, "index.html"), page);
  mkdirSync(join(site, "src"), { recursive: true });
  writeFileSync(join(site, "src/counters.lane"), EXAMPLE);
  writeFileSync(join(site, "src/main.js"), main);
  must(`NODE_ENV=${mode} vite build --mode ${mode} --logLevel error`);
  return join(site, "dist");
}

test("React, as the manual says, with a page that a server has rendered", async ({ page, baseURL }) => {
  const place = workplace("react");
  const [scenario, app] = manual("react", "jsx", baseURL);
  mkdirSync(join(place.site, "src"));
  writeFileSync(join(place.site, "src/Scenario.jsx"), scenario);
  writeFileSync(join(place.site, "src/App.jsx"), app);
  const configuration = 'import react from "@vitejs/plugin-react";\nexport default { plugins: [react()] };\n';
  writeFileSync(join(place.site, "vite.config.js"), configuration);
  const main = `import { createElement } from "react";
    import { hydrateRoot } from "react-dom/client";
    import { renderToString } from "react-dom/server";
    import App from "./App.jsx";
    const root = document.getElementById("root");
    root.innerHTML = renderToString(createElement(App));
    hydrateRoot(root, createElement(App));`;
  const [head] = manual("react", "html", baseURL);
  await click(page, buildWithVite(place, head, main), "index.html");
  await expect(page.locator("main > p")).toContainText("OLD[7]");
});

test("Vue, as the manual says", async ({ page, baseURL }) => {
  const place = workplace("vue");
  mkdirSync(join(place.site, "src"));
  writeFileSync(join(place.site, "src/App.vue"), manual("vue", "vue", baseURL)[0]);
  writeFileSync(join(place.site, "vite.config.js"), manual("vue", "js", baseURL)[0]);
  const main = 'import { createApp } from "vue";\nimport App from "./App.vue";\ncreateApp(App).mount("#root");\n';
  const [head] = manual("vue", "html", baseURL);
  await click(page, buildWithVite(place, head, main), "index.html");
  await expect(page.locator("#root > p")).toContainText("OLD[7]");
});

test("MDX, as the manual says", async ({ page, baseURL }) => {
  const place = workplace("mdx");
  const { site, must } = place;
  must(manual("mkdocs", "text", baseURL)[0]);
  const [fence] = manual("mkdocs", "markdown", baseURL)[0].match(/^```lanescope .*$/m);
  mkdirSync(join(site, "pages"));
  mkdirSync(join(site, "docs"));
  writeFileSync(join(site, "pages/counters.md"), `# Counters\n\n${fence}\n${EXAMPLE}\`\`\`\n`);
  must(manual("mdx", "text", baseURL)[0]);
  // The second way of the manual: the text as a string.
  const [element] = manual("mdx", "mdx", baseURL);
  appendFileSync(join(site, "docs/counters.mdx"), `\n${element.replace(/`(?:.*\n)*.*`/, () => `\`${EXAMPLE}\``)}`);
  const configuration = `import mdx from "@mdx-js/rollup";\nexport default { plugins: [mdx()] };\n`;
  writeFileSync(join(site, "vite.config.js"), configuration);
  const main = `import { createElement } from "react";
    import { createRoot } from "react-dom/client";
    import Page from "../docs/counters.mdx";
    createRoot(document.getElementById("root")).render(createElement(Page));`;
  const [, src] = manual("mdx", "js", baseURL)[0].match(/src: "(.*?)"/);
  // In development, React warns that it does not run the script in the page.
  const folder = buildWithVite(place, `<script async src="${src}"></script>`, main, "production");
  await serve(folder, (url) => read(page, `${url}index.html`, [12, 8]));
});

test("reveal.js, as the manual says", async ({ page, baseURL }) => {
  const { site } = workplace("reveal");
  symlinkSync(join(NODE_PACKAGES, "reveal.js/dist"), join(site, "dist"));
  const [head, slide] = manual("reveal", "html", baseURL);
  const text = EXAMPLE.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const html = `<!doctype html><html lang="en"><head><title>Slides</title>
    <link rel="stylesheet" href="dist/reveal.css"><link rel="stylesheet" href="dist/theme/white.css">${head}</head><body>
    <div class="reveal"><div class="slides"><section><h1>Slides</h1></section>${slide.replace("…", () => text)}</div></div>
    <script src="dist/reveal.js"></script><script>Reveal.initialize({ transition: "none" })</script></body></html>`;
  writeFileSync(join(site, "index.html"), html);
  await serve(site, async (url) => {
    await page.goto(url);
    const embed = page.locator("lanescope-embed");
    const slideNumber = () => page.evaluate(() => window.Reveal.getIndices().h);
    await page.keyboard.press("ArrowRight");
    await expect.poll(slideNumber).toBe(1);
    await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
    await operate(embed.locator("iframe").contentFrame(), 8);
    // The embed has the keyboard, until Escape gives it back to the slides.
    await page.keyboard.press("ArrowLeft");
    await expect(embed.locator("iframe").contentFrame().getByText("step 41 of 42")).toBeVisible();
    expect(await slideNumber()).toBe(1);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(slideNumber).toBe(0);
  });
});

test("a Jupyter notebook, as the manual says", async ({ page, baseURL }) => {
  test.skip(!existsSync(PYTHON_TOOLS), "there is no python3");
  const { site, must } = workplace("jupyter");
  const [source] = manual("notebooks", "python", baseURL);
  writeFileSync(join(site, "counters.lane"), EXAMPLE);
  const cell = { cell_type: "code", id: "one", execution_count: null, metadata: {}, outputs: [], source };
  const kernelspec = { display_name: "Python 3", language: "python", name: "python3" };
  const notebook = { nbformat: 4, nbformat_minor: 5, metadata: { kernelspec }, cells: [cell] };
  writeFileSync(join(site, "counters.ipynb"), JSON.stringify(notebook));
  must("jupyter nbconvert --execute --to html --log-level ERROR counters.ipynb");
  // The page loads scripts for formulas and widgets, which this one does not have.
  await page.route(/^https:/, (route) => route.fulfill({ body: "" }));
  await serve(site, async (url) => {
    await page.goto(`${url}counters.html`);
    await operate(page.locator("iframe").contentFrame(), 12);
  });
});

test("a README, as the manual says", async ({ page, baseURL }) => {
  const { site, must } = workplace("readme");
  writeFileSync(join(site, "counters.lane"), EXAMPLE);
  const [render, link] = manual("github", "text", baseURL)[0].trim().split("\n");
  must(render);
  const address = must(link).trim();
  const readme = `<a href="${address}"><img alt="Eight lanes" src="counters.svg"></a>`;
  writeFileSync(join(site, "index.html"), `<!doctype html><html lang="en"><title>A README</title>${readme}`);
  await serve(site, async (url) => {
    await page.goto(url);
    const drawing = page.getByRole("img", { name: "Eight lanes" });
    const first = await drawing.screenshot();
    await expect.poll(async () => first.equals(await drawing.screenshot()), "the drawing moves").toBe(false);
    await page.getByRole("link").click();
    await started(page);
    await expect(page.locator("#editor")).toContainText("Eight lanes, four counters");
  });
});

test("an iframe in any page, as the manual says", async ({ page, baseURL }) => {
  const { site } = workplace("frame");
  const manual = readFileSync(join(ROOT, "docs/manual/src/embed/html.md"), "utf8");
  const frame = manual.match(/^<iframe .*<\/iframe>$/m)[0];
  const html = frame.replace("https://YOUR-HOST/lanescope/", baseURL).replace("v2.…", exampleLink("01-collision"));
  writeFileSync(join(site, "index.html"), `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>A page</title>${html}`);
  const server = await serveFolder(site);
  await page.goto(server.url);
  const inside = page.locator("iframe").contentFrame();
  await expect(inside.getByText("step 8 of 42")).toBeVisible({ timeout: 30_000 });
  await inside.getByRole("button", { name: "Step", exact: true }).click();
  await expect(inside.getByText("step 9 of 42")).toBeVisible();
  server.close();
});
