// The files of the built page that a first visit or a first embed loads. The browser suite checks those of a first visit against
// real requests.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** Returns paths below `dist`, the page first. */
export function firstVisit(dist, page = "index.html") {
  const html = readFileSync(join(dist, page), "utf8");
  // A tag with data-editor only names a module for later (see load-editor.js), and an `<a>` leads to another page.
  const isForLater = (tag) => /\sdata-editor[\s=>]/.test(tag) || tag.startsWith("<a ");
  const tags = [...html.matchAll(/<[^>]+>/g)].map(([tag]) => tag).filter((tag) => !isForLater(tag));
  const named = tags
    .flatMap((tag) => [...tag.matchAll(/\s(?:href|src|data-js|data-wasm)="([^"#?]+)/g)])
    .map((match) => posix.normalize(match[1]))
    .filter((path) => existsSync(join(dist, path)) && statSync(join(dist, path)).isFile());
  return [...new Set([page, ...named])];
}

/** Returns the files that a page loads for its first embed: the element's script, then the files of its frame. */
export function firstEmbed(dist) {
  return ["lanescope-embed.js", ...firstVisit(dist, "embed.html")];
}

/** Returns the editor's file, as a list. It is loaded when the browser is idle, or in an embed when the text gets the focus. */
export function later(dist) {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  return [posix.normalize(html.match(/ data-editor href="([^"]+)"/)[1])];
}
