// Writes embed.html, the page for frames of other pages, into a built page: it loads what index.html loads, so that what one of
// them has fetched the other need not fetch. And makes the script of the element small, which each page with embeds fetches.
//
//     node tools/embed-page.mjs FOLDER

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { transformSync } from "esbuild";

const folder = process.argv[2];
const PLACE = /<!-- the tags by which index\.html loads the program[^>]*-->/;
/** The styles, the program, and the name of the editor. */
const TAGS = [
  /<meta http-equiv="Content-Security-Policy"[^>]*>/g,
  /<link [^>]*rel="(?:stylesheet|modulepreload|preload|x-editor)"[^>]*>/g,
  /<script [^>]*id="boot"[^>]*><\/script>/g,
];

const index = readFileSync(join(folder, "index.html"), "utf8");
const tags = TAGS.flatMap((tag) => index.match(tag) ?? []);
const page = readFileSync(new URL("../embed.html", import.meta.url), "utf8");
if (!PLACE.test(page) || !tags.some((tag) => tag.includes('id="boot"'))) throw new Error("embed.html lacks its program");
// There is no script in the page itself that a checksum would have to allow. In a frame with a sandbox, what has a checksum of
// its own has to be asked for as of another origin.
const asOfAnother = (tag) => (/ integrity=/.test(tag) && !/ crossorigin/.test(tag) ? tag.replace(" integrity=", ' crossorigin="anonymous" integrity=') : tag);
// Browsers ignore a checksum on a preload of this kind, and warn of it on the console of the host page.
const withoutIgnored = (tag) => (/ rel="preload"/.test(tag) && / as="fetch"/.test(tag) ? tag.replace(/ integrity="[^"]*"/, "") : tag);
const own = tags.map((tag) => asOfAnother(withoutIgnored(tag).replace(/ 'sha256-[^']+'/g, "")));
// The policy governs what stands behind it.
const [policy, ...rest] = own[0].startsWith("<meta") ? own : [undefined, ...own];
const html = page.replace(PLACE, () => rest.join("\n    "));
const charset = '<meta charset="utf-8" />';
writeFileSync(join(folder, "embed.html"), policy ? html.replace(charset, () => `${charset}\n    ${policy}`) : html);

const element = join(folder, "lanescope-embed.js");
writeFileSync(element, transformSync(readFileSync(element, "utf8"), { minify: true, target: "es2022" }).code);
