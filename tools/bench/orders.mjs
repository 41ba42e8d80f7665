// Milliseconds that the core takes to go through all orders of a collision, as WebAssembly in Node: one a line.
//
//     node tools/bench/orders.mjs MODULE POSITION TIMES
//
// MODULE is what wasm-bindgen made of core/examples/bench_wasm.rs for Node; `cargo xtask bench` builds it and calls this.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, position, times] = process.argv.slice(2);
const { default: { Orders } } = await import(pathToFileURL(resolve(module)));
const orders = new Orders(Number(position));

/** Milliseconds that the processor has worked for this process. */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

// Node compiles twice, the second time with more care while the first code runs.
const start = performance.now();
do {
  orders.explore();
} while (performance.now() - start < 1000);
for (let time = 0; time < Number(times); time += 1) {
  const begun = processor();
  orders.explore();
  console.log(processor() - begun);
}
