//! Measurements of the core, natively and as WebAssembly in Node.

use std::hint::black_box;
use std::process::Command;
use std::rc::Rc;

use lanescope_core::exec::{Run, Scenario};

use super::clock;
use super::workloads::Workload;

/// The minimum duration of one measurement, in seconds.
const AT_LEAST: f64 = 0.3;

/// Returns the seconds of one call, averaged over the duration of a measurement.
pub fn seconds_each(mut call: impl FnMut()) -> f64 {
    let start = clock::own();
    let mut calls = 0;
    loop {
        call();
        calls += 1;
        let taken = clock::own() - start;
        if taken >= AT_LEAST {
            return taken / f64::from(calls);
        }
    }
}

/// Returns the seconds of a native run.
pub fn native(scenario: &Rc<Scenario>) -> f64 {
    seconds_each(|| {
        black_box(Run::new(scenario.clone()));
    })
}

/// Returns the seconds of a run in Node, with the module that `cargo xtask bench` builds. `position` selects the workload.
pub fn wasm(module: &str, position: usize) -> f64 {
    numbers(module, &[position])[0]
}

/// Returns the seconds of each of `moments` queries for a moment in Node.
pub fn wasm_moments(module: &str, position: usize, moments: usize) -> Vec<f64> {
    numbers(module, &[position, moments])
}

/// Returns the numbers that the Node script prints.
fn numbers(module: &str, arguments: &[usize]) -> Vec<f64> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/bench/wasm.mjs");
    let arguments = arguments.iter().map(usize::to_string);
    let output = Command::new("node").args([script, module]).args(arguments).output();
    let output = output.expect("Node is installed");
    let text = String::from_utf8_lossy(&output.stdout);
    let numbers: Result<Vec<_>, _> = text.lines().map(str::parse).collect();
    let said = || format!("{script}: {text}{}", String::from_utf8_lossy(&output.stderr));
    numbers.ok().filter(|numbers| !numbers.is_empty()).unwrap_or_else(|| panic!("{}", said()))
}

/// Returns the number of micro-steps of a workload.
pub fn micro_steps(workload: &Workload) -> u32 {
    Run::new(workload.scenario()).len()
}
