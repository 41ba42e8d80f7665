// Seconds that the core takes for one run of a workload, as WebAssembly in Node; with a number of moments, those that it takes
// to look at each of them, one a line.
//
//     node tools/bench/wasm.mjs MODULE POSITION [MOMENTS]
//
// MODULE is what wasm-bindgen made of core/examples/bench_wasm.rs for Node; `cargo xtask bench` builds it and calls this.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, position, moments] = process.argv.slice(2);
const { default: { Prepared } } = await import(pathToFileURL(resolve(module)));
const prepared = new Prepared(Number(position));

/** Seconds that the processor has worked for this process. */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Seconds for each run, from as many runs as fill that time. */
function each(atLeast) {
  const start = processor();
  let runs = 0;
  do {
    prepared.run();
    runs += 1;
  } while (processor() - start < atLeast);
  return (processor() - start) / runs;
}

/** Seconds for each of so many moments. */
function looks(count) {
  const run = prepared.finished();
  return Array.from({ length: count }, (_, index) => {
    // Spread over the run without a pattern, and the same in each run of the bench.
    const cursor = Math.floor(((index * 0.618034) % 1) * run.steps());
    const start = processor();
    run.look(cursor);
    return processor() - start;
  });
}

// Node compiles twice, the second time with more care while the first code runs.
each(1);
console.log(moments ? looks(Number(moments)).join("\n") : each(0.3));
