// Prints what each part of the page weighs, and fails where one has grown by more than a twentieth since its figure in
// sizes.json was written down. Who has a reason for more writes it there, with the new figure.
//
//     node tools/size.mjs DIST

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { firstVisit, later } from "./lib/first-visit.mjs";

const MOST_GROWTH = 1.05;

const dist = process.argv[2];
const known = JSON.parse(readFileSync(new URL("sizes.json", import.meta.url), "utf8"));
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

/** A file's name without its checksums. */
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
const after = later(dist).map(weigh);
const sum = (key) => first.reduce((total, row) => total + row[key], 0);
const total = { part: "first visit", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };

const width = Math.max(...[...first, ...after, total].map(({ part }) => part.length));
const line = (part, cells) => `${part.padEnd(width)}${cells.map((cell) => String(cell).padStart(9)).join("")}`;
console.log(line("bytes", ["raw", "gzip", "brotli", "before"]));
for (const { part, raw, gzip, brotli } of [...first, total, ...after]) {
  console.log(line(part, [raw, gzip, brotli, known[part]?.brotli ?? ""]));
}
const problems = [...first, ...after].flatMap(({ part, brotli }) => {
  if (!(part in known)) return `${part} is not in tools/sizes.json: ${brotli} bytes`;
  if (brotli <= known[part].brotli * MOST_GROWTH) return [];
  return `${part} has grown from ${known[part].brotli} to ${brotli} bytes: ${known[part].why}`;
});
for (const problem of problems) console.log(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
