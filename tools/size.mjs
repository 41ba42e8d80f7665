// Prints the size of each part of the page. Fails if a part is more than a twentieth larger than its figure in sizes.json. A
// justified increase is entered there as the new figure.
//
//     node tools/size.mjs DIST

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { firstEmbed, firstVisit, later } from "./lib/first-visit.mjs";
import { EXAMPLES, exampleLink } from "./lib/link.mjs";

const MOST_GROWTH = 1.05;

const dist = process.argv[2];
const known = JSON.parse(readFileSync(new URL("sizes.json", import.meta.url), "utf8"));
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

/** Returns a file's name without its checksums. */
const partOf = (path) => path.replace(/[-_][0-9a-f]{15,16}(?=[-._/])/g, "");

const weigh = (path) => {
  const bytes = readFileSync(join(dist, path));
  const packed = COMPRESSIBLE.has(extname(path));
  return {
    part: partOf(path),
    raw: bytes.length,
    gzip: packed ? gzipSync(bytes, { level: 9 }).length : bytes.length,
    brotli: packed ? brotliCompressSync(bytes, brotli).length : bytes.length,
  };
};
const first = firstVisit(dist).map(weigh).sort((a, b) => b.brotli - a.brotli);
const embed = firstEmbed(dist).map(weigh);
/** The files that only an embed loads, and those that are loaded later. */
const others = [...embed.filter(({ part }) => !first.some((row) => row.part === part)), ...later(dist).map(weigh)];
const totalOf = (part, rows) => {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  return { part, raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };
};
const [total, ofEmbed] = [totalOf("first visit", first), totalOf("first embed", embed)];

const width = Math.max(...[...first, ...others, total].map(({ part }) => part.length));
const line = (part, cells) => `${part.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;
console.log(line("bytes", ["raw", "gzip", "brotli", "before"]));
for (const { part, raw, gzip, brotli } of [...first, total, ...others, ofEmbed]) {
  console.log(line(part, [raw, gzip, brotli, known[part]?.brotli ?? ""]));
}
const problems = [...first, ...others].flatMap(({ part, brotli }) => {
  if (!(part in known)) return `${part} is not in tools/sizes.json: ${brotli} bytes`;
  if (brotli <= known[part].brotli * MOST_GROWTH) return [];
  return `${part} has grown from ${known[part].brotli} to ${brotli} bytes: ${known[part].why}`;
});
if (ofEmbed.brotli > total.brotli) problems.push("a first embed weighs more than the page");

// The most characters of a link to an example. Mail and chat programs recognise links of about 2,000 characters.
const LONGEST_LINK = 2000;
const links = EXAMPLES.map((name) => `https://lanescope.example/#${exampleLink(name)}`.length).sort((a, b) => a - b);
console.log(`links to ${links.length} examples: median ${links[links.length >> 1]} characters, longest ${links.at(-1)}`);
if (links.at(-1) > LONGEST_LINK) problems.push(`a link to an example has more than ${LONGEST_LINK} characters`);
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
