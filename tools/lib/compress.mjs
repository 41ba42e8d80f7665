// Compressed copies of the files of a built page.

import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".lane", ".svg", ".txt", ".wasm"]);
/** The least size to compress. Below it, the headers cost more than the compression gains. */
const SMALLEST_BYTES = 512;
const [toGzip, toBrotli] = [promisify(gzip), promisify(brotliCompress)];

async function compress(path) {
  const bytes = await readFile(path);
  if (bytes.length < SMALLEST_BYTES) return;
  await writeFile(`${path}.gz`, await toGzip(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${path}.br`, await toBrotli(bytes, { params }));
}

/** Writes a .gz and a .br next to each compressible file of a folder, for servers that send precompressed files. */
export async function compressFolder(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  await Promise.all(files.map(compress));
}
