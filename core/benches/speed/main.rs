//! Benchmark of the core, compared with others that do the same work: `cargo bench -p lanescope --bench speed`.
//! `cargo xtask bench` also builds the core as WebAssembly and measures it.
//!
//! All contestants take turns in one run, so that other load affects them alike. Times are processor times where the system
//! provides them. Printed values are medians over the turns, and medians of the ratios of each turn.
//!
//! The core performs this many times as many atomic additions as Oclgrind in the same time:
//!
//! | | natively |
//! |---|---|
//! | `DWORD_ATOMIC`, 16 lanes, a loop in one instruction | 2.4 |
//! | the same additions by 1,000 instructions | 1.8 |
//! | `SUATOM`, 32 lanes, a loop in one instruction | 1.6 |
//! | the same additions by 1,000 instructions | 0.8 |
//!
//! Beginning an instruction costs as much as about twenty plain steps, and an instruction with 16 lanes has 80. In the text of
//! `SUATOM`, a lane takes 12 steps. 8 of them prepare its access and query the header six times. A round of the loop has 6 steps
//! and one query.

mod clock;
mod machine;
mod oclgrind;
mod plain;
mod texts;
mod workloads;

use oclgrind::Oclgrind;
use workloads::Workload;

/// The number of measurements of each contestant.
const TURNS: usize = 7;

/// Returns the value below which a share of the values lies.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn median(values: &[f64]) -> f64 {
    quantile(values, 0.5)
}

/// The results of one contestant.
struct Row<'a> {
    name: String,
    /// Seconds for each atomic addition of a lane, by turn.
    seconds: Vec<f64>,
    measure: Box<dyn Fn() -> f64 + 'a>,
}

impl<'a> Row<'a> {
    fn new(name: String, measure: impl Fn() -> f64 + 'a) -> Self {
        Self { name, seconds: Vec::new(), measure: Box::new(measure) }
    }

    /// Returns how many times as fast this contestant is as the other; `-` without another.
    fn times(&self, other: Option<&Self>) -> String {
        let Some(other) = other else { return "-".to_owned() };
        let turns = other.seconds.iter().zip(&self.seconds);
        format!("{:.4}", median(&turns.map(|(other, own)| other / own).collect::<Vec<_>>()))
    }
}

/// Measures all contestants on a workload's additions.
fn report_additions(position: usize, workload: &Workload, module: Option<&str>, oclgrind: Option<&Oclgrind>) {
    let scenario = workload.scenario();
    let operations = f64::from(workload.program.lanes * workload.times);
    let mut rows = vec![
        Row::new("plain Rust loop".to_owned(), || {
            machine::seconds_each(|| plain::run(workload.program.lanes, workload.times)) / operations
        }),
        Row::new("core".to_owned(), || machine::native(&scenario) / operations),
    ];
    if let Some(module) = module {
        let measure = move || machine::wasm(module, position) / operations;
        rows.push(Row::new("core as WebAssembly in Node".to_owned(), measure));
    }
    if let Some(oclgrind) = oclgrind {
        rows.push(Row::new(format!("Oclgrind {}", oclgrind.version), || oclgrind.seconds(workload)));
    }
    for _ in 0..TURNS {
        for row in &mut rows {
            row.seconds.push((row.measure)());
        }
    }
    let steps = f64::from(machine::micro_steps(workload)) / operations;
    println!("\n{}: {steps:.2} micro-steps for each addition", workload.name);
    println!("{:28}{:>14}{:>13}{:>16}", "", "additions/s", "times plain", "times Oclgrind");
    for row in &rows {
        let plain = row.times(rows.first());
        let other = row.times(rows.last().filter(|_| oclgrind.is_some()));
        println!("{:28}{:>14.3e}{plain:>13}{other:>16}", row.name, 1.0 / median(&row.seconds));
    }
    println!("{:28}{:>14.3e}", "micro-steps/s of the core", steps / median(&rows[1].seconds));
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let module = words.iter().find_map(|word| word.strip_prefix("--wasm="));
    let oclgrind = Oclgrind::find();
    println!("atomic additions of lanes, each at a dword of its own: medians of {TURNS} turns");
    if oclgrind.is_none() {
        println!(
            "Oclgrind is not installed (on Debian: apt install oclgrind), so nothing is compared with it"
        );
    }
    if module.is_none() {
        println!("the core as WebAssembly is left out: `cargo xtask bench` builds it");
    }
    for (position, workload) in workloads::ALL.iter().enumerate() {
        report_additions(position, workload, module, oclgrind.as_ref());
    }
    texts::report_reading(&workloads::ALL[0], TURNS);
    texts::report_seeking(1, &workloads::ALL[1], TURNS, module);
}
