// File names with a checksum in a built page, so that no cache serves an outdated version.

import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { extname, join } from "node:path";

/** Writes a file with a checksum in its name, and returns the attributes for a tag that loads it. */
export function writeNamed(folder, name, content) {
  const checksum = createHash("sha384").update(content).digest();
  const end = extname(name);
  const named = `${name.slice(0, -end.length)}-${checksum.toString("hex").slice(0, 16)}${end}`;
  writeFileSync(join(folder, named), content);
  return `href="./${named}" crossorigin="anonymous" integrity="sha384-${checksum.toString("base64")}"`;
}
