// Milliseconds to explore all orders of a collision in the core, as WebAssembly in Node: one number per line.
//
//     node tools/bench/orders.mjs MODULE POSITION TIMES
//
// MODULE is the output of wasm-bindgen for core/examples/bench_wasm.rs for Node; `cargo xtask bench` builds it and calls this
// script.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, position, times] = process.argv.slice(2);
const { default: { Orders } } = await import(pathToFileURL(resolve(module)));
const orders = new Orders(Number(position));

/** Returns the processor time of this process in milliseconds. */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

// Node compiles twice: the optimizing compiler works while the first code runs.
const start = performance.now();
do {
  orders.explore();
} while (performance.now() - start < 1000);
for (let time = 0; time < Number(times); time += 1) {
  const begun = processor();
  orders.explore();
  console.log(processor() - begun);
}
