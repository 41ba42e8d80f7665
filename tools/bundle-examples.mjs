// Joins the examples into static/examples.txt, which the gallery fetches when it opens: for each example in the order of examples.json,
// its group and its name on lines of their own and its text, separated by form feeds (gallery.rs).
//
// Writes the file only if its content changed. Otherwise `trunk serve`, which watches that folder, would rebuild without end.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "static");
const text = (name) => readFileSync(join(folder, name), "utf8");
const groups = Object.entries(JSON.parse(text("examples.json")));
const content = groups.flatMap(([group, names]) => names.map((name) => `${group}\n${name}\n${text(`examples/${name}.lane`)}`)).join("\f");
const target = join(folder, "examples.txt");
if (!existsSync(target) || readFileSync(target, "utf8") !== content) writeFileSync(target, content);
