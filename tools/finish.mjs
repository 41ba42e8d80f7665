// Finishes a page that Trunk has built: joins the style sheets, names files by their content, and adds the page for embeds and the
// manual. For visitors, also adds the first picture, the content security policy, notices and precompressed files.
//
//     node tools/finish.mjs       Trunk's hook sets TRUNK_STAGING_DIR and TRUNK_PROFILE.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { buildSync } from "esbuild";

import { compressFolder } from "./lib/compress.mjs";
import { writeNamed } from "./lib/named.mjs";
import { writeNotices } from "./lib/notices.mjs";
import { withPicture, withPolicy, withProgramOf, withTag } from "./lib/page.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error("tools/finish.mjs is run by Trunk's hook");
/** Whether the page is for visitors. `trunk serve` injects an inline script, which the policy would refuse. */
const isForVisitors = process.env.TRUNK_PROFILE === "release";

const read = (path) => readFileSync(path, "utf8");
const cargo = (...words) => execFileSync("cargo", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });

/** Joins and minifies the style sheets. */
function withStyles(html) {
  const entryPoints = [join(root, "frontend/css/main.css")];
  const [{ contents }] = buildSync({ entryPoints, bundle: true, minify: true, write: false }).outputFiles;
  return withTag(html, /<link rel="stylesheet"[^>]*>/, `<link rel="stylesheet" ${writeNamed(folder, "style.css", contents)} />`);
}

/** Trunk would name a module that the program imports, but then every visit would load it. load-editor.js reads the tag. */
function withEditor(html) {
  const editor = join(folder, "editor.js");
  const named = writeNamed(folder, "editor.js", readFileSync(editor));
  rmSync(editor);
  return withTag(html, /<link [^>]*data-editor[^>]*>/, `<link rel="x-editor" data-editor ${named} />`);
}

/** Draws the page of a first visit natively, with the components that draw it in the browser. */
function firstPicture() {
  return cargo("run", "--quiet", "--package", "lanescope_frontend", "--example", "first_picture");
}

/** Builds the manual. Its workspace is separate and shares the target directory. */
function buildManual(to) {
  cargo("run", "--quiet", "--manifest-path=docs/Cargo.toml", "--target-dir=target", "--locked", "--package=lanescope-manual", "--", to);
}

/** The page that replaces the manual if it cannot be built. */
const NO_MANUAL = `<!doctype html><html lang="en"><meta charset="utf-8"><title>No manual</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<p>The manual cannot be built as the sources are now: the terminal of <code>cargo xtask serve</code> says why.</p>
<p><a href="../">Back to the page</a></p></html>
`;

/**
 * Adds the manual to a page under development. It is built with the first page and copied beside each later one (`serve` deletes it
 * when it starts). The page is served even if an example of the manual fails.
 */
function serveManual(to) {
  const built = join(root, "target/serve-manual");
  try {
    if (!existsSync(built)) buildManual(built);
    cpSync(built, to, { recursive: true });
  } catch (error) {
    console.error(`the manual is left out: ${error.message}`);
    rmSync(built, { recursive: true, force: true });
    mkdirSync(to, { recursive: true });
    writeFileSync(join(to, "index.html"), NO_MANUAL);
  }
}

const built = withEditor(withStyles(read(join(folder, "index.html"))));
const embed = withProgramOf(read(join(root, "embed.html")), built);
writeFileSync(join(folder, "index.html"), isForVisitors ? withPolicy(withPicture(built, firstPicture())) : built);
writeFileSync(join(folder, "embed.html"), isForVisitors ? withPolicy(embed) : embed);

// Each page with embeds loads this script.
const element = { entryPoints: [join(root, "frontend/js/lanescope-embed.js")], outfile: join(folder, "lanescope-embed.js") };
buildSync({ ...element, bundle: true, minify: true, target: "es2022" });

if (isForVisitors) {
  buildManual(join(folder, "manual"));
  writeNotices(folder);
  await compressFolder(folder);
} else {
  serveManual(join(folder, "manual"));
}
