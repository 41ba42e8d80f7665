// Seconds for one run of a workload in the core, as WebAssembly in Node. With a number of moments, the seconds to view each of
// them, one per line.
//
//     node tools/bench/wasm.mjs MODULE POSITION [MOMENTS]
//
// MODULE is the output of wasm-bindgen for core/examples/bench_wasm.rs for Node; `cargo xtask bench` builds it and calls this
// script.

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [module, position, moments] = process.argv.slice(2);
const { default: { Prepared } } = await import(pathToFileURL(resolve(module)));
const prepared = new Prepared(Number(position));

/** Returns the processor time of this process in seconds. */
function processor() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Returns the seconds of each run, from as many runs as fill that time. */
function each(atLeast) {
  const start = processor();
  let runs = 0;
  do {
    prepared.run();
    runs += 1;
  } while (processor() - start < atLeast);
  return (processor() - start) / runs;
}

/** Returns the seconds to view each of `count` moments. */
function looks(count) {
  const run = prepared.finished();
  return Array.from({ length: count }, (_, index) => {
    // The moments are spread over the run without a pattern, and are the same each time.
    const cursor = Math.floor(((index * 0.618034) % 1) * run.steps());
    const start = processor();
    run.look(cursor);
    return processor() - start;
  });
}

// Node compiles twice: the optimizing compiler works while the first code runs.
each(1);
console.log(moments ? looks(Number(moments)).join("\n") : each(0.3));
