// Joins the examples into static/examples.txt, which the gallery fetches when it opens. They are sorted by name and separated by
// form feeds (gallery.rs).
//
// Writes the file only if its content changed. Otherwise `trunk serve`, which watches that folder, would rebuild without end.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), "static");
const names = readdirSync(join(folder, "examples")).filter((name) => name.endsWith(".lane")).sort();
const content = names.map((name) => readFileSync(join(folder, "examples", name), "utf8")).join("\f");
const target = join(folder, "examples.txt");
if (!existsSync(target) || readFileSync(target, "utf8") !== content) writeFileSync(target, content);
