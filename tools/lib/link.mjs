// Links to scenarios, in the format of core/src/session/text/link.rs.

import { readdirSync, readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";

function checksum(bytes) {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}

/** Returns the fragment, without its `#`, that opens a scenario. */
export function scenarioLink(text) {
  const packed = deflateRawSync(Buffer.from(text), { level: 9 });
  const sum = Buffer.alloc(4);
  sum.writeUInt32LE(checksum(packed));
  return `v2.${Buffer.concat([sum, packed]).toString("base64url")}`;
}

/** The names of the examples of the gallery, sorted. */
export const EXAMPLES = readdirSync(new URL("../../static/examples/", import.meta.url))
  .filter((name) => name.endsWith(".lane"))
  .map((name) => name.slice(0, -".lane".length))
  .sort();

/** Returns the text of an example of the gallery. */
export const textOf = (name) => readFileSync(new URL(`../../static/examples/${name}.lane`, import.meta.url), "utf8");

/** Returns the fragment, without its `#`, that opens an example of the gallery. */
export const exampleLink = (name) => scenarioLink(textOf(name));
