// Writes embed.html, the page for frames of other pages, into a built page. It loads the same files as index.html, so that the
// two share the browser's cache. Also minifies the script of the element, which each page with embeds loads.
//
//     node tools/embed-page.mjs FOLDER

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { transformSync } from "esbuild";

const folder = process.argv[2];
const PLACE = /<!-- the tags by which index\.html loads the program[^>]*-->/;
/** The tags of the styles, of the program, and of the editor's name. */
const TAGS = [
  /<meta http-equiv="Content-Security-Policy"[^>]*>/g,
  /<link [^>]*rel="(?:stylesheet|modulepreload|preload|x-editor)"[^>]*>/g,
  /<script [^>]*id="boot"[^>]*><\/script>/g,
];

const index = readFileSync(join(folder, "index.html"), "utf8");
const tags = TAGS.flatMap((tag) => index.match(tag) ?? []);
const page = readFileSync(new URL("../embed.html", import.meta.url), "utf8");
if (!PLACE.test(page) || !tags.some((tag) => tag.includes('id="boot"'))) throw new Error("embed.html lacks its program");
// The page has no inline script, so the policy needs no checksum of one. A sandboxed frame has an opaque origin, so tags with a
// checksum need `crossorigin`.
const asOfAnother = (tag) => (/ integrity=/.test(tag) && !/ crossorigin/.test(tag) ? tag.replace(" integrity=", ' crossorigin="anonymous" integrity=') : tag);
// Browsers ignore a checksum on a preload of this kind, and print a warning on the console of the host page.
const withoutIgnored = (tag) => (/ rel="preload"/.test(tag) && / as="fetch"/.test(tag) ? tag.replace(/ integrity="[^"]*"/, "") : tag);
const own = tags.map((tag) => asOfAnother(withoutIgnored(tag).replace(/ 'sha256-[^']+'/g, "")));
// A policy applies to the elements that follow it.
const [policy, ...rest] = own[0].startsWith("<meta") ? own : [undefined, ...own];
const html = page.replace(PLACE, () => rest.join("\n    "));
const charset = '<meta charset="utf-8" />';
writeFileSync(join(folder, "embed.html"), policy ? html.replace(charset, () => `${charset}\n    ${policy}`) : html);

const element = join(folder, "lanescope-embed.js");
writeFileSync(element, transformSync(readFileSync(element, "utf8"), { minify: true, target: "es2022" }).code);
