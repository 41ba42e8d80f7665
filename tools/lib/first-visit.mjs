// Which files of the built page a first visit loads, or a first embed. The browser suite checks the former list against real
// requests.

import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";

/** Paths below `dist`, the page first. */
export function firstVisit(dist, page = "index.html") {
  const html = readFileSync(join(dist, page), "utf8");
  // A tag with data-editor only names a module for later (see pane.src.js), and a link leads to another page.
  const isForLater = (tag) => /\sdata-editor[\s=>]/.test(tag) || tag.startsWith("<a ");
  const tags = [...html.matchAll(/<[^>]+>/g)].map(([tag]) => tag).filter((tag) => !isForLater(tag));
  const named = tags
    .flatMap((tag) => [...tag.matchAll(/\s(?:href|src|data-js|data-wasm)="([^"#?]+)/g)])
    .map((match) => posix.normalize(match[1]))
    .filter((path) => existsSync(join(dist, path)) && statSync(join(dist, path)).isFile());
  return [...new Set([page, ...named])];
}

/** What a page loads for its first embed: the element, then what that puts into a frame. */
export function firstEmbed(dist) {
  return ["lanescope-embed.js", ...firstVisit(dist, "embed.html")];
}

/** The larger file that comes when somebody turns to the text, as a list. */
export function later(dist) {
  const html = readFileSync(join(dist, "index.html"), "utf8");
  return [posix.normalize(html.match(/ data-editor href="([^"]+)"/)[1])];
}
