// A program as text: binaryen's disassembly, cut into its top-level forms.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What Rust's compiler takes for granted in a browser. */
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/** Runs one of binaryen's programs on a text or on bytes and returns the file that it wrote. */
function binaryen(program, input) {
  const path = fileURLToPath(new URL(`../node_modules/binaryen/bin/${program}`, import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "lanescope-"));
  const [from, to] = [join(folder, "in"), join(folder, "out")];
  try {
    writeFileSync(from, input);
    execFileSync("node", [path, from, ...FEATURES.map((name) => `--enable-${name}`), "-o", to]);
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A name in the text format, with or without quotes. */
const NAME = String.raw`\$(?:"(?:[^"\\]|\\.)*"|[^\s()"]+)`;

/** The top-level forms of a program: `word` says what a form is, `name` what it defines, `text` is all of it. */
export function disassemble(bytes) {
  const text = binaryen("wasm-dis", bytes).toString();
  const body = text.slice(text.indexOf("\n ("), text.lastIndexOf("\n)"));
  const define = new RegExp(`^ \\((?:import "[^"]*" "[^"]*" \\()?(\\w+) (${NAME})`);
  return body
    .split(/\n(?= \()/)
    .filter((form) => form.startsWith(" ("))
    .map((form) => {
      const [, word, name] = form.match(define) ?? [];
      return { word, name, imported: form.startsWith(" (import "), text: form };
    });
}

/** The bytes of a program with these forms as texts, without names. */
export function assemble(texts) {
  return binaryen("wasm-as", `(module\n${texts.join("\n")}\n)\n`);
}

/** The functions that a form calls, exports or puts into a table. */
export function functionsIn({ text }) {
  const list = text.match(/^ \(elem .* func (.*)\)$/)?.[1];
  const name = new RegExp(list === undefined ? `\\((?:call|return_call|ref\\.func|func) (${NAME})` : `(${NAME})`, "g");
  return [...(list ?? text).matchAll(name)].map((match) => match[1]);
}

/** The types of a function's parameters, and its result as text. */
export function signature({ text }) {
  const [header] = text.split("\n");
  const typed = new RegExp(String.raw`\(param(?: ${NAME})?((?: \w+)+)\)`, "g");
  const parameters = [...header.matchAll(typed)].flatMap((match) => match[1].trim().split(" "));
  return { parameters, result: header.match(/\(result [^)]*\)/)?.[0] ?? "" };
}

/** Without the checksums and numbers in names that change from build to build. */
const steady = (text) => text.replace(/\[[0-9a-f]{16}\]|::h[0-9a-f]{16}|\.\d+(?="|$)/g, "");

/** A function's name without what changes from build to build. */
const plain = (name) => steady(name.slice(1).replace(/^"|"$/g, ""));

/** A function's text without what changes from build to build: numbers for names, and addresses. */
const shape = (text) => steady(text).replace(/\$\d+/g, "$").replace(/(const |offset=)-?\d{3,}/g, "$1");

/**
 * What functions are known by from build to build, by their names here. Instances of one generic function have one plain
 * name, and some functions have none: a checksum of what they do tells them apart. One that was changed since the list
 * was made is not found on it, and stays where it is.
 */
export function lastingNames(forms) {
  const functions = forms.filter(({ word, imported }) => word === "func" && !imported);
  const count = new Map();
  for (const { name } of functions) count.set(plain(name), (count.get(plain(name)) ?? 0) + 1);
  const lasting = ({ name, text }) => {
    if (count.get(plain(name)) === 1 && /[a-z]/.test(name)) return plain(name);
    return `${plain(name).replace(/^\d+$/, "")} ~${createHash("sha256").update(shape(text)).digest("hex").slice(0, 10)}`;
  };
  return new Map(functions.map((form) => [form.name, lasting(form)]));
}
