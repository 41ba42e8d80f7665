// Cuts the program of a built page in two: what a first visit runs, and the rest, which static/boot.js fetches later.
//
//     node tools/split.mjs FOLDER
//
// tools/deferred.txt names the functions of the rest; `cargo xtask profile` writes it. Where the first part calls one
// of them there is a stub, which sees to it that the rest is there and goes on through the function table. So a list
// that is out of date costs time, and never changes what happens.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { assemble, disassemble, functionsIn, lastingNames, signature } from "./lib/wat.mjs";

/** The two parts as lists of forms; `deferred` holds lasting names. */
function split(forms, deferred) {
  const lasting = lastingNames(forms);
  const loader = forms.find((form) => form.text.startsWith(' (export "load_deferred"'));
  if (!loader) throw new Error("the program does not export load_deferred");
  const byName = new Map(forms.filter((form) => form.word === "func").map((form) => [form.name, form]));
  // What fetches the rest cannot be in it.
  const needed = new Set(functionsIn(loader));
  for (const name of needed) for (const callee of functionsIn(byName.get(name))) needed.add(callee);

  const isMoved = (form) => deferred.has(lasting.get(form.name)) && !needed.has(form.name);
  const moved = new Map(forms.filter(isMoved).map((form) => [form.name, form]));
  const kept = forms.filter((form) => !isMoved(form));
  const text = ({ text }) => text;

  const table = kept.find((form) => form.word === "table" && form.text.includes("funcref"));
  const size = Number(table.text.match(/ (\d+)/)[1]);
  const stubbed = [...new Set(kept.flatMap(functionsIn))].filter((name) => moved.has(name));
  const slots = `${size + stubbed.length}`;
  const grown = table.text.replace(/ \d+ \d+ /, ` ${slots} ${slots} `);
  const missing = `(ref.is_null (table.get ${table.name} (i32.const ${size})))`;
  const ensure = ` (func $ensure (if ${missing} (then (call ${functionsIn(loader)[0]}))))`;
  const stubs = stubbed.map((name, index) => {
    const { parameters, result } = signature(moved.get(name));
    const type = `(param ${parameters.join(" ")}) ${result}`;
    const given = parameters.map((_, place) => `(local.get ${place})`).join(" ");
    return ` (func ${name} ${type} (call $ensure) (call_indirect ${table.name} ${type} ${given} (i32.const ${size + index})))`;
  });

  const calls = new Set([...moved.values()].flatMap(functionsIn));
  const isShared = ({ word, name }) => ["memory", "table", "global"].includes(word) || (word === "func" && calls.has(name));
  const shared = kept.filter(isShared);
  const exports = shared.map(({ word, name }, index) => ` (export "${index}" (${word} ${name}))`);
  const imports = shared.map((form, index) => {
    const { word, name } = form;
    const { parameters, result } = signature(form);
    const type = {
      func: () => `(param ${parameters.join(" ")}) ${result}`,
      global: () => form.text.match(/(\(mut \w+\)|\w+) \(\w+\.const/)[1],
      memory: () => form.text.match(/ (\d+(?: \d+)?)\)$/)[1],
      table: () => (form === table ? grown : form.text).match(/ (\d+(?: \d+)? \w+)\)$/)[1],
    }[word]();
    return ` (import "first" "${index}" (${word} ${name} ${type}))`;
  });
  const types = kept.filter(({ word }) => word === "type").map(text);
  const fill = ` (elem (table ${table.name}) (i32.const ${size}) func ${stubbed.join(" ")})`;

  return {
    first: [...kept.map((form) => (form === table ? grown : form.text)), ...exports, ensure, ...stubs],
    rest: [...types, ...imports, fill, ...[...moved.values()].map(text)],
  };
}

const folder = process.argv[2];
const index = join(folder, "index.html");
const html = readFileSync(index, "utf8");
const [, name] = html.match(/data-wasm="\.\/([^"]+)"/);
const whole = readFileSync(join(folder, name));
rmSync(join(folder, name));
mkdirSync("target", { recursive: true });
writeFileSync("target/whole.wasm", whole); // With names, for tools/profile.mjs.

/** Writes a part under a name with its checksum. */
function write(stem, texts) {
  const bytes = assemble(texts);
  const name = `${stem}-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}.wasm`;
  writeFileSync(join(folder, name), bytes);
  return name;
}

const deferred = new Set(readFileSync("tools/deferred.txt", "utf8").split("\n"));
const { first, rest } = split(disassemble(whole), deferred);
const [firstName, restName] = [write("lanescope", first), write("lanescope-rest", rest)];
writeFileSync(
  index,
  html
    .replace(/(<link rel="preload" [^>]*)integrity="[^"]*" (as="fetch")/, "$1$2")
    .replace(`data-wasm="./${name}"`, `data-wasm="./${name}" data-rest="./${restName}"`)
    .replaceAll(name, firstName),
);
