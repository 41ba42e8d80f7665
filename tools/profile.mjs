// Writes tools/deferred.txt: the functions of the built page that a first visit does not run.
//
//     node tools/profile.mjs DIST
//
// The whole program is run with a counter in each function, through all that a newcomer is invited to do.

import { readFileSync, writeFileSync } from "node:fs";

import { chromium } from "@playwright/test";

import { launchOptions } from "./lib/chromium.mjs";
import { assemble, disassemble, lastingNames } from "./lib/wat.mjs";
import { serveFolder } from "./serve.mjs";

/** What runs some time after a press, when the rest has come: the link in the address. */
const LATER = /session::link::|miniz_oxide::/;
/** Functions with less text than this stay where they are: a stub would weigh as much. */
const SMALLEST = 150;

const forms = disassemble(readFileSync("target/whole.wasm"));
const functions = forms.filter((form) => form.word === "func" && !form.imported);
const lasting = lastingNames(forms);
const place = new Map(functions.map((form, index) => [form, index]));
const counted = forms.map((form) => {
  const index = place.get(form);
  if (index === undefined) return form.text;
  const [header, ...lines] = form.text.split("\n");
  const locals = lines.findLastIndex((line) => line.startsWith("  (local $")) + 1;
  return [header, ...lines.slice(0, locals), `(global.set $seen${index} (i32.const 1))`, ...lines.slice(locals)].join("\n");
});
const globals = functions.map((_, index) => ` (global $seen${index} (export "seen${index}") (mut i32) (i32.const 0))`);
const program = assemble([...counted, ...globals]);

const server = await serveFolder(process.argv[2]);
const browser = await chromium.launch(launchOptions());
const seen = new Set();

/** Opens an address, does what a visitor does, and notes which functions ran. */
async function visit(address, options, work) {
  const page = await browser.newPage(options);
  await page.route("**/*.wasm", (route) => route.fulfill({ body: program, contentType: "application/wasm" }));
  await page.addInitScript(() => {
    const { instantiateStreaming } = WebAssembly;
    WebAssembly.instantiateStreaming = async (...given) => (globalThis.program = await instantiateStreaming(...given));
  });
  await page.goto(server.url + address);
  await page.locator(".boot").waitFor({ state: "detached" });
  await work(page);
  // What runs when somebody leaves cannot wait for anything.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide")));
  const ran = await page.evaluate(() =>
    Object.entries(globalThis.program.instance.exports)
      .filter(([name, value]) => name.startsWith("seen") && value.value === 1)
      .map(([name]) => Number(name.slice("seen".length))),
  );
  for (const index of ran) seen.add(lasting.get(functions[index].name));
  await page.close();
}

async function tour(page) {
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
  }
  await page.keyboard.press("Space");
  await page.waitForTimeout(2000);
}

try {
  await visit("", { viewport: { width: 1440, height: 900 } }, tour);
  await visit("", { viewport: { width: 390, height: 844 }, colorScheme: "dark", reducedMotion: "reduce" }, tour);
} finally {
  await browser.close();
  server.close();
}

const size = new Map();
for (const { name, text } of functions) size.set(lasting.get(name), (size.get(lasting.get(name)) ?? 0) + text.length);
const waits = ([name, length]) => length >= SMALLEST && (!seen.has(name) || LATER.test(name));
const deferred = [...size].filter(waits).map(([name]) => name);
writeFileSync("tools/deferred.txt", `${deferred.sort().join("\n")}\n`);
console.log(`${deferred.length} of ${functions.length} functions wait until somebody does more than look and step`);
