// Puts the examples into one file, which the gallery fetches when it opens: static/examples.txt, in the order of their
// names, with a form feed between two (gallery.rs).
//
// Writes only when the content changed: `trunk serve` watches that folder and would build for ever otherwise.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "static");
const names = readdirSync(join(folder, "examples")).filter((name) => name.endsWith(".lane")).sort();
const content = names.map((name) => readFileSync(join(folder, "examples", name), "utf8")).join("\f");
const target = join(folder, "examples.txt");
if (!existsSync(target) || readFileSync(target, "utf8") !== content) writeFileSync(target, content);
