// Joins the style sheets of a built page into one, in their order, and minifies it.
//
//     node tools/bundle-styles.mjs FOLDER

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { transform } from "esbuild";

import { writeNamed } from "./lib/named.mjs";

const folder = process.argv[2];
const index = join(folder, "index.html");
const html = readFileSync(index, "utf8");
const tags = html.match(/<link rel="stylesheet"[^>]*>\n?/g);
const paths = tags.map((tag) => join(folder, tag.match(/ href="([^"]+)"/)[1]));
const sheets = paths.map((path) => readFileSync(path, "utf8"));
const { code } = await transform(sheets.join("\n"), { loader: "css", minify: true });
for (const path of paths) rmSync(path);
const joined = `<link rel="stylesheet" ${writeNamed(folder, "style.css", code)} />\n`;
writeFileSync(index, tags.reduce((page, tag, at) => page.replace(tag, at === 0 ? joined : ""), html));
