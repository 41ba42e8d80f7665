// Prints what a first visit loads, and fails where it is more than the budget.
//
//     node tools/size.mjs DIST BUDGET_BYTES

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

import { firstVisit, later } from "./lib/first-visit.mjs";

const [dist, budget] = [process.argv[2], Number(process.argv[3])];
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".wasm"]);

const weigh = (path) => {
  const bytes = readFileSync(join(dist, path));
  const packed = COMPRESSIBLE.has(extname(path));
  return {
    path,
    raw: bytes.length,
    gzip: packed ? gzipSync(bytes, { level: 9 }).length : bytes.length,
    brotli: packed ? brotliCompressSync(bytes, brotli).length : bytes.length,
  };
};
const rows = firstVisit(dist).map(weigh);
const laterRows = later(dist).map(({ path, when }) => ({ ...weigh(path), when }));
rows.sort((a, b) => b.gzip - a.gzip);
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
const total = { path: "total", raw: sum("raw"), gzip: sum("gzip"), brotli: sum("brotli") };

const width = Math.max(...[...rows, ...laterRows].map((row) => row.path.length));
const line = ({ path, raw, gzip, brotli }) =>
  `${path.padEnd(width)} ${[raw, gzip, brotli].map((cell) => String(cell).padStart(9)).join("")}`;
console.log(line({ path: "first visit, bytes", raw: "raw", gzip: "gzip", brotli: "brotli" }));
for (const row of rows) console.log(line(row));
console.log(line(total));
for (const row of laterRows) console.log(`${line(row)}   ${row.when}`);

const kb = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const over = total.gzip > budget;
console.log(`${kb(total.gzip)} gzip of ${kb(budget)}: ${over ? "OVER the budget" : "within the budget"}`);
process.exitCode = over ? 1 : 0;
