// Gives the editor's module in a built page a name with its checksum, so that no cache hands out another version, and
// writes name and checksum into the tag where pane.src.js looks for it.
//
//     node tools/name-editor.mjs FOLDER
//
// Trunk would do so for a module that the program imports, but would also have every visit load it.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const index = join(folder, "index.html");
const html = readFileSync(index, "utf8");
const [tag, ...more] = html.match(/<link [^>]*data-editor[^>]*>/g) ?? [];
if (!tag || more.length > 0) throw new Error("index.html should have one tag with data-editor");
const checksum = createHash("sha384").update(readFileSync(join(folder, "editor.js"))).digest();
const name = `editor-${checksum.toString("hex").slice(0, 16)}.js`;
const integrity = `crossorigin="anonymous" integrity="sha384-${checksum.toString("base64")}"`;
renameSync(join(folder, "editor.js"), join(folder, name));
writeFileSync(index, html.replace(tag, `<link rel="x-editor" data-editor href="./${name}" ${integrity} />`));
