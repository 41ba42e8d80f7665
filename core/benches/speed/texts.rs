//! The cost of parsing and checking a text, and of seeking in a run.

use std::hint::black_box;

use lanescope_core::check::check;
use lanescope_core::exec::Run;
use lanescope_core::isa::known_sets;
use lanescope_core::syntax::parse;

use super::clock;
use super::machine::seconds_each;
use super::workloads::Workload;
use super::{median, quantile};

/// The number of moments in one turn.
const MOMENTS: u32 = 500;

/// Prints the cost of parsing and checking a text, compared with splitting it into words and running it.
pub fn report_reading(workload: &Workload, turns: usize) {
    let (text, sets) = (workload.text(), known_sets());
    let scenario = workload.scenario();
    let mut taken = [const { Vec::new() }; 4];
    for _ in 0..turns {
        let (document, findings) = parse(&text, &sets);
        taken[0].push(seconds_each(|| {
            black_box(black_box(&text).split_whitespace().count());
        }));
        taken[1].push(seconds_each(|| {
            black_box(parse(&text, &sets));
        }));
        taken[2].push(seconds_each(|| {
            black_box(check(&text, &document, &sets, &findings, None));
        }));
        taken[3].push(super::machine::native(&scenario));
    }
    println!("\nreading {} ({} KiB)", workload.name, text.len() / 1024);
    println!("{:28}{:>10}{:>10}{:>20}", "", "ms", "MiB/s", "times the splitting");
    let rows = ["splitting into words", "parsing", "checking", "running"];
    let least = median(&taken[0]);
    for (name, seconds) in rows.into_iter().zip(&taken) {
        let seconds = median(seconds);
        let rate = text.len() as f64 / seconds / 1024.0 / 1024.0;
        println!("{name:28}{:>10.3}{rate:>10.2}{:>20.1}", 1000.0 * seconds, seconds / least);
    }
}

/// Prints the cost of a moment of a long run, compared with the run's mean micro-step.
pub fn report_seeking(position: usize, workload: &Workload, turns: usize, module: Option<&str>) {
    let scenario = workload.scenario();
    let run = Run::new(scenario.clone());
    let (mut steps, mut seeks) = (Vec::new(), Vec::new());
    for turn in 0..turns as u32 {
        let start = clock::own();
        black_box(Run::new(scenario.clone()));
        steps.push((clock::own() - start) / f64::from(run.len()));
        for index in turn * MOMENTS..(turn + 1) * MOMENTS {
            // The golden ratio spreads the cursors evenly, and gives the same ones in each run of the benchmark.
            let cursor = (f64::from(index) * 0.618_034).fract() * f64::from(run.len());
            let start = clock::own();
            black_box(run.moment(cursor as u32));
            seeks.push(clock::own() - start);
        }
    }
    let step = median(&steps);
    println!("\nseeking in {}: {} micro-steps", workload.name, run.len());
    println!("{:28}{:>10}{:>20}", "", "ms", "times a micro-step");
    let count = turns * MOMENTS as usize;
    let in_node = module.map(|module| super::machine::wasm_moments(module, position, count));
    for (suffix, seeks) in [("", Some(seeks)), (", in Node", in_node)] {
        let Some(seeks) = seeks else { continue };
        for (name, share) in [("median", 0.5), ("99th percentile", 0.99), ("slowest", 1.0)] {
            let seconds = quantile(&seeks, share);
            println!("{:28}{:>10.4}{:>20.1}", [name, suffix].concat(), 1000.0 * seconds, seconds / step);
        }
    }
}
