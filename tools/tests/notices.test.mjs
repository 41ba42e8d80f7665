// The notices for what the manual carries.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bannerOf, manualParts } from "../lib/notices.mjs";

test("a banner has a version and its owners", () => {
  const script = "/*!\n * a.js v1.2.3\n * Copyright (c) 2006-2020, A\n * Licensed MIT © B\n */\nx();/* Copyright C */";
  assert.deepEqual(bannerOf(script), { version: "1.2.3", owners: ["Copyright (c) 2006-2020, A", "Licensed MIT © B"] });
  assert.throws(() => bannerOf("/* nothing */"), /has no version/);
});

test("the manual's scripts and icons have notices", () => {
  const parts = new Map(manualParts().map((part) => [part.name, part]));
  const expected = [
    ["mdbook-html", "MPL-2.0", /Mozilla Public License/],
    ["highlight.js", "BSD-3-Clause", /Ivan Sagalaev[^]*Redistribution and use/],
    ["clipboard.js", "MIT", /Zeno Rocha[^]*Permission is hereby granted/],
    ["mark.js", "MIT", /Julian Kühnel[^]*Permission is hereby granted/],
    ["elasticlunr.js", "MIT", /Oliver Nightingale\n[^]*Wei Song\n[^]*Permission is hereby granted/],
    ["Font Awesome Free", "CC-BY-4.0", /Fonticons[^]*CC BY 4\.0/],
  ];
  assert.deepEqual([...parts.keys()], expected.map(([name]) => name));
  for (const [name, license, text] of expected) {
    assert.equal(parts.get(name).license, license);
    assert.match(parts.get(name).version, /^\d+\.\d+\.\d+$/);
    assert.match(parts.get(name).text, text);
  }
});
