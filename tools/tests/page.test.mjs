// The changes that tools/finish.mjs makes to the HTML of the page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { inlineCode, inlineScripts, withPicture, withPolicy, withProgramOf, withTag } from "../lib/page.mjs";

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const INDEX = read("index.html");
const EMBED = read("embed.html");

test("the policy is the first tag after the charset, with a checksum for each inline script", () => {
  const page = withPolicy('<html><head><meta charset="utf-8" /><script>x()</script><script src="a.js"></script></head></html>');
  const [before, after] = page.split('<meta http-equiv="Content-Security-Policy"');
  assert.match(before.trimEnd(), /<meta charset="utf-8" \/>$/);
  assert.match(after, /; script-src 'self' 'wasm-unsafe-eval' 'sha256-D6IGS8VMvCoyaR\/l0h9tERrBTATY01CoPS7l6xDv0kI='"/);
  assert.match(after, /<script src="a\.js"><\/script><\/head><\/html>$/);
  assert.throws(() => withPolicy("<html></html>"), /no `<meta charset>`/);
});

test("code that the policy forbids is found", () => {
  assert.equal(inlineCode('<p class="on">on = 1</p><script type="module" src="a">'), undefined);
  assert.equal(inlineCode('<b><script type="module">x()</script>'), '<script type="module">');
  assert.equal(inlineCode("<script>x()</script>"), undefined);
  assert.deepEqual(inlineScripts('<script>x()</script><script src="a"></script><script>y'), ["x()", "y"]);
  assert.equal(inlineCode('<p style="color: red">'), '<p style="color: red">');
  assert.equal(inlineCode('<a onclick="x()">'), '<a onclick="x()">');
  assert.equal(inlineCode("<style>"), "<style>");
  assert.throws(() => withPolicy('<meta charset="utf-8"><p style="color: red">'), /forbids this in the page: `<p style="color: red">`/);
});

test("the pages of the project keep to the policy", () => {
  assert.match(withPolicy(INDEX), /Content-Security-Policy/);
  assert.match(withPolicy(EMBED), /Content-Security-Policy/);
});

test("the first picture replaces its comment", () => {
  assert.match(withPicture(INDEX, "<p>$&</p>"), /<div id="app" aria-busy="true">\n      <p>\$&<\/p>/);
  assert.throws(() => withPicture("<html></html>", "<p>A</p>"), /no `<!-- first picture -->`/);
});

test("a tag is replaced only if it is the only one", () => {
  assert.equal(withTag('<p><link rel="a" />', /<link[^>]*>/, "<link $& />"), "<p><link $& />");
  assert.throws(() => withTag("<p>", /<link[^>]*>/, ""), /has 0/);
  assert.throws(() => withTag("<link /><link />", /<link[^>]*>/, ""), /has 2/);
});

test("index.html names one style sheet and one editor", () => {
  for (const pattern of [/<link rel="stylesheet"[^>]*>/, /<link [^>]*data-editor[^>]*>/]) {
    assert.match(withTag(INDEX, pattern, "<!-- replaced -->"), /<!-- replaced -->/);
  }
});

test("the page for embeds loads the program of index.html", () => {
  const tags = [
    '<link rel="stylesheet" href="a.css" crossorigin="anonymous" integrity="sha384-A" />',
    '<link rel="modulepreload" href="a.js" integrity="sha384-B">',
    '<link rel="preload" href="a.wasm" integrity="sha384-C" as="fetch" crossorigin="anonymous">',
    '<link rel="x-editor" data-editor href="editor.js" crossorigin="anonymous" integrity="sha384-D" />',
    '<script type="module" id="boot" src="static/boot.js"></script>',
  ];
  const page = withProgramOf(EMBED, `<link rel="icon" href="other.svg" />${tags.join("<script>x()</script>")}`);
  const own = [
    tags[0],
    // A sandboxed frame has an opaque origin.
    '<link rel="modulepreload" href="a.js" crossorigin="anonymous" integrity="sha384-B">',
    // Browsers ignore the checksum of such a preload, with a warning.
    '<link rel="preload" href="a.wasm" as="fetch" crossorigin="anonymous">',
    tags[3],
    tags[4],
  ];
  assert.ok(page.includes(own.join("\n    ")), page);
  assert.ok(!page.includes("x()") && !page.includes("other.svg"));
  assert.throws(() => withProgramOf(EMBED, "<p>"), /lacks its program/);
  assert.throws(() => withProgramOf("<p>", tags.join("")), /lacks its program/);
});
