//! Worst-case processor time and memory of adversarial texts: `cargo bench -p lanescope --bench slow`. `-- --text=N` prints
//! the text of round N instead, and `-- --from=N` starts there.

#[path = "speed/clock.rs"]
mod clock;
#[path = "../tests/common/mod.rs"]
mod common;

use allocation_counter::measure;
use common::{crowded, slow};
use lanescope_core::session::Session;

/// The number of texts.
const ROUNDS: usize = 1_000;
/// The number of texts shown for each measure.
const SHOWN: usize = 5;

/// The cost of one text.
struct Cost {
    round: usize,
    steps: u32,
    seconds: f64,
    /// The peak memory, in MiB.
    most: f64,
    /// The memory that the session keeps, in MiB.
    kept: f64,
    /// Why the run ended; `None` if the text does not run.
    stop: Option<String>,
}

fn cost(round: usize, text: &str) -> Cost {
    let mut session = None;
    let start = clock::own();
    let taken = measure(|| session = Some(Session::open(text)));
    let seconds = clock::own() - start;
    let run = session.as_ref().and_then(|session| session.run.as_ref());
    let mebi = |bytes: f64| bytes / f64::from(1 << 20);
    Cost {
        round,
        steps: run.map_or(0, |run| run.len()),
        seconds,
        most: mebi(taken.bytes_max as f64),
        kept: mebi(taken.bytes_current as f64),
        stop: run.map(|run| format!("{:?}", run.stop())),
    }
}

/// Prints the highest costs by a measure.
fn report(costs: &mut [Cost], title: &str, by: fn(&Cost) -> f64) {
    costs.sort_by(|a, b| by(b).total_cmp(&by(a)));
    println!(
        "\n{title}\n{:>6}{:>10}{:>10}{:>10}{:>12}{:>12}   end",
        "round", "ms", "steps", "ns/step", "MiB at most", "MiB kept"
    );
    for cost in costs.iter().take(SHOWN) {
        let each = 1e9 * cost.seconds / f64::from(cost.steps.max(1));
        println!(
            "{:>6}{:>10.1}{:>10}{each:>10.0}{:>12.1}{:>12.1}   {}",
            cost.round,
            1000.0 * cost.seconds,
            cost.steps,
            cost.most,
            cost.kept,
            cost.stop.as_deref().unwrap_or("does not run"),
        );
    }
}

/// Returns the few crowded texts, followed by an endless sequence of texts with long runs.
fn texts() -> impl Iterator<Item = String> {
    crowded::texts().into_iter().map(|(_, text)| text).chain(slow::texts())
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let number = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.parse::<usize>().ok());
    if let Some(text) = number("--text=").and_then(|round| texts().nth(round)) {
        print!("{text}");
        return;
    }
    let texts = texts().enumerate().take(ROUNDS).skip(number("--from=").unwrap_or(0));
    let mut costs: Vec<Cost> = texts.map(|(round, text)| cost(round, &text)).collect();
    let still = costs.iter().filter(|cost| cost.stop.is_none()).count();
    println!("{} texts that try to be slow; {still} of them do not run", costs.len());
    report(&mut costs, "slowest", |cost| cost.seconds);
    report(&mut costs, "slowest for each step, of those with 10,000 and more", |cost| {
        if cost.steps < 10_000 { 0.0 } else { cost.seconds / f64::from(cost.steps) }
    });
    report(&mut costs, "most memory at one time", |cost| cost.most);
    report(&mut costs, "most memory kept", |cost| cost.kept);
}
