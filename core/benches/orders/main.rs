//! Benchmark of the exploration of all orders: `cargo bench -p lanescope --bench orders`. `-- --wasm=MODULE` also measures
//! a WebAssembly module for Node, built from the example `bench_wasm` with wasm-bindgen.

#[path = "../speed/clock.rs"]
mod clock;
mod collisions;
mod spin;

use collisions::{ALL, Collision};
use spin::Spin;
use std::process::Command;

/// The number of measurements of each collision.
const TIMES: usize = 20;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let module = words.iter().find_map(|word| word.strip_prefix("--wasm="));
    println!(
        "All orders with each lane's results: milliseconds of processor time, median and 95th percentile of {TIMES} runs"
    );
    println!("{:<44}{:>10}{:>10}{:>12}{:>12}{:>10}", "", "native", "p95", "wasm", "p95", "states");
    for (position, collision) in ALL.iter().enumerate() {
        let prepared = collision.prepare();
        let mut states = 0;
        let native = summary((0..TIMES).map(|_| {
            let start = clock::own();
            states = prepared.explore();
            1000.0 * (clock::own() - start)
        }));
        let wasm = module.map(|module| summary(wasm(module, position).into_iter()));
        let columns =
            wasm.map_or_else(|| ["-".into(), "-".into()], |times| times.map(|ms| format!("{ms:.1}")));
        let [median, p95] = native;
        let name = collision.name;
        println!("{name:<44}{median:>10.1}{p95:>10.1}{:>12}{:>12}{states:>10}", columns[0], columns[1]);
    }
    beside_spin();
}

/// Prints times by the number of lanes, for Lanescope and for a model checker on the same collision.
fn beside_spin() {
    let spin = Spin::find();
    let version = spin.as_ref().map_or("SPIN is not installed", |spin| &spin.version);
    println!(
        "\nLanes that count up, each to its bound: milliseconds ({version}; SPIN finds reachable states without counting orders)"
    );
    println!("{:>6}{:>12}{:>12}  {:>12}", "lanes", "Lanescope", "SPIN", "states");
    for lanes in [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] {
        let collision = Collision::counting(lanes);
        let prepared = collision.prepare();
        let start = clock::own();
        let states = prepared.explore();
        let own = 1000.0 * (clock::own() - start);
        let other = spin.as_ref().and_then(|spin| spin.seconds(&collision.numbers()));
        let other = other.map_or_else(|| "-".to_owned(), |seconds| format!("{:.1}", 1000.0 * seconds));
        // After a spent budget, the page draws a sample instead.
        let states = if states == 0 { "budget spent".to_owned() } else { states.to_string() };
        println!("{lanes:>6}{own:>12.1}{other:>12}  {states:>12}");
    }
}

/// Returns the milliseconds of each run as WebAssembly in Node.
fn wasm(module: &str, position: usize) -> Vec<f64> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../tools/bench/orders.mjs");
    let words = [script, module, &position.to_string(), &TIMES.to_string()];
    let output = Command::new("node").args(words).output().expect("node is installed");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split_whitespace().map(|ms| ms.parse().expect("a number a line")).collect()
}

/// Returns the median and the 95th percentile.
fn summary(times: impl Iterator<Item = f64>) -> [f64; 2] {
    let mut times: Vec<f64> = times.collect();
    times.sort_by(f64::total_cmp);
    [times[times.len() / 2], times[(times.len() * 95).div_ceil(100) - 1]]
}
