//! Time and peak memory of hard questions about all orders: `cargo bench -p lanescope --bench hard`. The bench fails if a
//! question takes more memory than [`MOST_MEBIBYTES`]. `-- --only=WORDS` asks the questions whose names contain these words.

#[path = "speed/clock.rs"]
mod clock;

use allocation_counter::measure;
use lanescope_core::session::{Session, orders::Possibility};
use std::process::ExitCode;

/// The most memory that a question may take, in MiB.
const MOST_MEBIBYTES: f64 = 512.0;

/// A question about all orders of a scenario.
struct Hard {
    name: &'static str,
    text: String,
    /// Whether the question is if the `.expect` lines are possible. Otherwise it is for all outcomes.
    is_possible: bool,
}

fn main() -> ExitCode {
    let only = std::env::args().find_map(|word| Some(word.strip_prefix("--only=")?.to_owned()));
    println!("Hard questions about all orders: processor time, peak memory and answer");
    let mut too_much = 0;
    for hard in questions() {
        if only.as_ref().is_some_and(|only| !hard.name.contains(only.as_str())) {
            continue;
        }
        let mut answer = String::new();
        let start = clock::own();
        let taken = measure(|| answer = hard.answer());
        let seconds = clock::own() - start;
        let mebibytes = taken.bytes_max as f64 / f64::from(1 << 20);
        let is_too_much = mebibytes > MOST_MEBIBYTES;
        too_much += usize::from(is_too_much);
        let mark = if is_too_much { "  TOO MUCH" } else { "" };
        println!("{:<44}{seconds:>8.1} s{mebibytes:>8.0} MiB  {answer}{mark}", hard.name);
    }
    if too_much == 0 {
        return ExitCode::SUCCESS;
    }
    println!("{too_much} questions take more than {MOST_MEBIBYTES} MiB");
    ExitCode::FAILURE
}

impl Hard {
    fn answer(&self) -> String {
        let session = Session::open(&self.text);
        if self.is_possible {
            let Ok(claim) = session.written_claim() else { return "a line cannot be asked".to_owned() };
            return match session.possible(&claim) {
                Some(Possibility::Possible { .. }) => "possible".to_owned(),
                Some(Possibility::Impossible { .. }) => "impossible".to_owned(),
                Some(Possibility::Shown { .. }) => "possible, not counted".to_owned(),
                Some(Possibility::Undecided) => "undecided".to_owned(),
                None => "the text does not run".to_owned(),
            };
        }
        let Some(report) = session.outcomes() else { return "the text does not run".to_owned() };
        let exact = |list: &Option<_>, sample: bool| match list {
            Some(outcomes) => format!("{outcomes} outcomes"),
            None if sample => "a sample".to_owned(),
            None => "nothing".to_owned(),
        };
        let memory = report.memory.map(|list| list.outcomes);
        let results = report.results.map(|list| list.outcomes);
        format!(
            "memory: {}; results: {}",
            exact(&memory, report.memory_sample.is_some()),
            exact(&results, report.results_sample.is_some())
        )
    }
}

fn questions() -> Vec<Hard> {
    let outcomes = |name, text| Hard { name, text, is_possible: false };
    let list =
        |lanes: u32, number: &dyn Fn(u32) -> String| (0..lanes).map(number).collect::<Vec<_>>().join(" ");
    // Different exponents and signs, so that the order of the sums matters.
    let float = |lane: u32| {
        let sign = if lane.is_multiple_of(3) { -1.0 } else { 1.0 };
        (sign * (1.0 + lane as f32 / 7.0) * 10f32.powi(lane as i32 % 12 - 4)).to_bits().to_string()
    };
    let halves =
        |lane: u32| ["0x3c003c00", "0xbc006800", "0x6800bc00", "0xe8010400"][lane as usize % 4].to_owned();
    let bounds = |kinds: u32| move |lane: u32| (3 + 5 * (lane % kinds)).to_string();
    let divisible = |lanes: u32, end: &str| {
        let text = atomic("ADD", "R32_UINT", lanes, &list(lanes, &|lane| (lane + 1).to_string()));
        let semantics = ".semantics SUATOM {\n  foreach_active (i) {\n    \
            UD address = texel_address(Sc[i] & 0xfffff, Q(x[i]) * 4, 0, 0);\n    T old = surface[address];\n    \
            surface[address] = op(old, src0[i], src1[i]);\n    Rd[i] = result;\n  }\n}\n";
        text.replace("SUATOM.D", &format!("{semantics}SUATOM.D")) + end
    };
    // Each instruction takes its coordinates from the results of the one before.
    let chained = |instructions: u32| {
        let mut text = String::from(".isa sass sm=52\n.lanes 32 active=0xffff\n.set R0 = [0; 32]\n");
        text += &format!(".set R4 = {}\n", list(16, &|lane| (lane % 5).to_string()));
        text += ".surface 0 1d_buffer R32_UINT 8 = 0 1 2 3 4 5 6 7\n";
        for at in 0..instructions {
            let (address, result) = if at % 2 == 0 { ("R0", "R8") } else { ("R8", "R0") };
            text += &format!("SUATOM.D.1D_BUFFER.EXCH.NEAR {result}, [{address}], R4, 0x0;\n");
        }
        text
    };
    let exchanges = {
        let text = atomic("EXCH", "R32_UINT", 32, &list(32, &|lane| (lane + 1).to_string()));
        let line = text.lines().last().unwrap_or_default().to_owned() + "\n";
        text + &line.repeat(19)
    };
    vec![
        outcomes("divisible ADD, 8 lanes", divisible(8, "")),
        outcomes("divisible ADD, 16 lanes", divisible(16, "")),
        outcomes("divisible ADD, 32 lanes", divisible(32, "")),
        outcomes("two chained EXCH, 16 lanes", chained(2)),
        outcomes("four chained EXCH, 16 lanes", chained(4)),
        outcomes("20 EXCH, 32 lanes", exchanges),
        outcomes(
            "INC with bounds of their own, 32 lanes",
            atomic("INC", "R32_UINT", 32, &list(32, &bounds(32))),
        ),
        outcomes("INC with 4 bounds, 32 lanes", atomic("INC", "R32_UINT", 32, &list(32, &bounds(4)))),
        outcomes("ADD of floats, 20 lanes", atomic("ADD.F32.FTZ.RN", "R32_FLOAT", 20, &list(20, &float))),
        outcomes("ADD of floats, 32 lanes", atomic("ADD.F32.FTZ.RN", "R32_FLOAT", 32, &list(32, &float))),
        outcomes(
            "ADD of pairs of halves, 16 lanes",
            atomic("ADD.F16x2.RN", "R16G16_FLOAT", 16, &list(16, &halves)),
        ),
        // One lane after the other: 1 + 2 + ... + 32.
        Hard {
            is_possible: true,
            ..outcomes("possible: divisible ADD, 32 lanes", divisible(32, ".expect 0 = 528\n"))
        },
    ]
}

/// Lanes that all go to one word.
fn atomic(operation: &str, format: &str, lanes: u32, numbers: &str) -> String {
    let mask = u32::MAX >> (32 - lanes);
    format!(
        ".isa sass sm=52\n.lanes 32 active={mask:#x}\n.set R0 = [0; 32]\n.set R4 = {numbers}\n\
         .surface 0 1d_buffer {format} 1 = 0\nSUATOM.D.1D_BUFFER.{operation}.IGN R8, [R0], R4, 0x0;\n"
    )
}
