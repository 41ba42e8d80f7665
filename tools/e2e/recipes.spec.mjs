// The recipes for documents. Each is followed as its README says, in a fresh folder with the real tools, and the result is
// operated.

import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

import { exampleLink } from "../lib/link.mjs";
import { blockWith } from "../lib/packages.mjs";
import { serveFolder } from "../serve.mjs";
import { expect, readThrough, test, watchShifts } from "./fixtures.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
/** `cargo xtask test` installs it if there is python3. */
const SPHINX = join(ROOT, ".tools/sphinx/bin");
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
exec '${SPHINX}/pip' "$@"`,
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
  const env = { ...process.env, PATH: [bin, SPHINX, process.env.PATH].join(delimiter) };
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

/** Opens a page of a built site, whose example starts at step 12, and takes a step. */
async function click(page, folder, address) {
  // Browsers request this file if a site names no other icon.
  writeFileSync(join(folder, "favicon.ico"), "");
  const server = await serveFolder(folder);
  try {
    await watchShifts(page);
    await page.goto(server.url + address);
    await readThrough(page);
    expect(await page.evaluate(() => window.shift)).toBeLessThanOrEqual(0.02);
    const embed = page.locator("lanescope-embed");
    await embed.scrollIntoViewIfNeeded();
    await expect(embed).toHaveAttribute("data-state", "live", { timeout: 30_000 });
    await expect(embed.locator("pre")).toBeHidden();
    const inside = embed.locator("iframe").contentFrame();
    await expect(inside.getByText("step 12 of 42")).toBeVisible();
    await inside.getByRole("button", { name: "Step", exact: true }).click();
    await expect(inside.getByText("step 13 of 42")).toBeVisible();
    await inside.getByRole("button", { name: "to the end" }).click();
    await expect(inside.locator(".verdict")).toContainText("expectations hold");
  } finally {
    server.close();
  }
}

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
  test.skip(!existsSync(SPHINX), "there is no python3, with which a Markdown tool comes");
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
  test.skip(!existsSync(SPHINX), "there is no python3");
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
