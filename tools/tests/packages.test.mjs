// Tests the checks of a release on its packages, and the licences of the tools.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  allowedLicences,
  blockWith,
  isPlaceholder,
  METADATA,
  npmManifest,
  packagesWithOtherLicences,
  problemsWithFiles,
  problemsWithMetadata,
  valueOf,
} from "../lib/packages.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("a package has what it needs and no tests", () => {
  for (const [names, needed, expected] of [
    [["LICENSE", "src/lib.rs"], ["LICENSE"], []],
    [["src/tests.rs", "static/examples/01-collision.lane", "latest/a", ".cargo_vcs_info.json", "manual/.nojekyll"], [], []],
    [["src/lib.rs"], ["README.md"], ["README.md is missing"]],
    [["tests/cases.rs"], [], ["tests/cases.rs does not belong in it"]],
    [["a/test/b.js", "dist/page.js.br", "a/__pycache__/b", ".env"], [], ["a/test/b.js", "dist/page.js.br", "a/__pycache__/b", ".env"].map((it) => `${it} does not belong in it`)],
  ]) {
    assert.deepEqual(problemsWithFiles(names, needed), expected);
  }
});

test("the metadata of each kind of package is read and compared", () => {
  const expected = { name: "a", version: "1.0.0", repository: "https://a.example/b", otherReadme: "# Root" };
  const texts = {
    crate: { "Cargo.toml": 'name = "a"\nversion = "1.0.0"\nlicense = "MIT"\nrepository = "https://a.example/b"\n', "README.md": "# A" },
    npm: { "package.json": JSON.stringify({ name: "a", version: "1.0.0", license: "MIT", repository: { url: "https://a.example/b" } }), "README.md": "# A" },
    wheel: { "a-1.dist-info/METADATA": "Name: a\nVersion: 1.0.0\nLicense-Expression: MIT\nProject-URL: Repository, https://a.example/b\n\n# A\n\nText\n" },
  };
  for (const [kind, files] of Object.entries(texts)) {
    const found = METADATA[kind]((name) => files[name], Object.keys(files));
    assert.deepEqual(problemsWithMetadata(found, expected), [], kind);
    assert.deepEqual(problemsWithMetadata(found, { ...expected, version: "1.0.1" }), ["its version is 1.0.0, expected 1.0.1"], kind);
    assert.match(problemsWithMetadata({ ...found, readme: "# Root\n" }, expected)[0], /that of the repository/, kind);
    assert.deepEqual(problemsWithMetadata({ ...found, readme: "" }, expected), ["it has no readme"], kind);
  }
});

test("a block of a readme is found by a part of it", () => {
  const readme = "# A\n\nText:\n\n    pip install a\n\n    b\n\nAnd:\n\n    .isa visa\n    .lanes 8\n";
  assert.equal(blockWith(readme, "pip"), "pip install a\n\nb\n");
  assert.equal(blockWith(readme, ".isa "), ".isa visa\n.lanes 8\n");
  assert.throws(() => blockWith(readme, "cargo"), /no block with cargo/);
});

test("Cargo.toml has the version and the address", () => {
  assert.match(valueOf(read("Cargo.toml"), "version"), /^\d+\.\d+\.\d+$/);
  assert.match(valueOf(read("Cargo.toml"), "repository"), /^https:/);
  assert.deepEqual(["https://a.example/b", "https://example.org/b"].map(isPlaceholder), [true, false]);
});

test("the types have every event of the element and every request of an embed", () => {
  const types = read("frontend/npm/index.d.ts");
  const typed = [...types.matchAll(/^ {2}"lanescope-(.*?)":/gm)].map(([, name]) => name);
  const [, reports] = read("frontend/js/lanescope-embed.js").match(/const REPORTS = \{([^]*?)\n {2}\};/);
  // The element sends no event for the first, and `error` for the second.
  const sent = [...reports.matchAll(/^ {4}(\w+):/gm)].map(([, name]) => name).filter((name) => !["starting", "failed"].includes(name));
  assert.deepEqual(typed.sort(), sent.sort());
  const [, examples] = read("frontend/src/state/message.rs").match(/const EXAMPLES: [^=]*= \[([^]*?)\n\];/);
  const requests = [...examples.matchAll(/^ {4}\("(\w+)"/gm)].map(([, name]) => name);
  assert.deepEqual([...types.matchAll(/\{ lanescope: "(\w+)"/g)].map(([, name]) => name).sort(), requests.sort());
});

test("the npm package exports the element and its types", () => {
  const { exports, version } = npmManifest("1.2.3", "https://a.example/b");
  assert.equal(version, "1.2.3");
  assert.deepEqual(exports["."], { types: "./index.d.ts", default: "./dist/lanescope-embed.js" });
});

test("the packages of the tools have licences that are allowed", () => {
  // The tools are not shipped, except for the editor's packages, which are under the MIT licence.
  const tools = ["BSD-2-Clause", "BSD-3-Clause", "0BSD"];
  const allowed = [...allowedLicences(read("deny.toml")), ...tools];
  const lock = JSON.parse(read("tools/package-lock.json"));
  assert.deepEqual(packagesWithOtherLicences(lock, allowed), []);
  const editor = { packages: Object.fromEntries(Object.entries(lock.packages).filter(([path]) => /\/(@codemirror|@lezer)\//.test(path))) };
  assert.ok(Object.keys(editor.packages).length > 6);
  assert.deepEqual(packagesWithOtherLicences(editor, ["MIT"]), []);
  for (const [license, expected] of [["MIT", 0], ["(GPL-3.0 OR MIT)", 0], ["GPL-3.0", 1], [undefined, 1]]) {
    assert.equal(packagesWithOtherLicences({ packages: { "": {}, a: { license } } }, ["MIT"]).length, expected);
  }
});
