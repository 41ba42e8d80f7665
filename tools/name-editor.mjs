// Adds a checksum to the file name of the editor's module in a built page, and writes both into the tag that load-editor.js reads.
//
//     node tools/name-editor.mjs FOLDER
//
// Trunk would do the same for a module that the program imports, but then every visit would load it.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { writeNamed } from "./lib/named.mjs";

const folder = process.argv[2];
const index = join(folder, "index.html");
const html = readFileSync(index, "utf8");
const [tag, ...more] = html.match(/<link [^>]*data-editor[^>]*>/g) ?? [];
if (!tag || more.length > 0) throw new Error("index.html should have one tag with data-editor");
const editor = join(folder, "editor.js");
const named = writeNamed(folder, "editor.js", readFileSync(editor));
rmSync(editor);
writeFileSync(index, html.replace(tag, `<link rel="x-editor" data-editor ${named} />`));
