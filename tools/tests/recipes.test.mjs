// The manual's table of tools names the versions that the suite installs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Returns the pinned versions by name, from the lists of Node, Python and Cargo. */
function pinned() {
  const node = Object.entries(JSON.parse(read("tools/package.json")).devDependencies);
  const python = [...read("docs/requirements.txt").matchAll(/^(.+)==(.+)$/gm)].map(([, name, version]) => [name, version]);
  const [, mdbook] = read("docs/Cargo.lock").match(/^name = "mdbook-driver"\nversion = "(.+)"$/m);
  return new Map([...node, ...python, ["mdbook", mdbook]]);
}

test("the versions in the manual are the pinned ones", () => {
  const rows = read("docs/manual/src/embed.md").split("\n").filter((line) => line.endsWith("| automatic |"));
  const named = rows.flatMap((row) => [...row.matchAll(/`(\S+)` (\d+\.\d+\.\d+)/g)]);
  assert.ok(named.length >= 12, `only ${named.length} versions`);
  const versions = pinned();
  for (const [, name, version] of named) assert.equal(version, versions.get(name), name);
});
