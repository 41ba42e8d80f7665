//! Runs that stop before the end of the program, and lanes that write the same element of a destination. Every order is
//! run whole and compared with the exploration.

use super::drawn::{sass, visa};
use super::{Decides, Ends, FEWER, compare_possible, explored, observed, ordered, permutations};
use crate::common::{Random, draws};
use lanescope_core::base::{Schedule, Span};
use lanescope_core::diag::Severity;
use lanescope_core::exec::{Run, RunError, Scenario, Stop};
use lanescope_core::explore::Question;
use lanescope_core::session::{Session, orders::Possibility};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// A drawn vISA text in which a misaligned access stops the run, with misaligned offsets and sometimes a predicate.
pub fn stopping_visa(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let text = visa(random, lanes, instructions);
    let offsets: Vec<String> = (0..8)
        .map(|_| {
            let odd = [0, 0, 0, 2, 1][random.below(5)];
            (4 * random.below(3) + odd).to_string()
        })
        .collect();
    let predicate = random.below(3) == 0;
    let bits: Vec<String> = (0..8).map(|_| random.below(4).min(1).to_string()).collect();
    let mut out = String::new();
    for line in text.lines() {
        let is_instruction = line.starts_with("dword_atomic") && predicate;
        match line {
            _ if line.starts_with(".lanes") => {
                let _ = writeln!(out, "{line}\n.reading misaligned = error");
                if predicate {
                    out.push_str(".decl P1 v_type=P num_elts=8\n");
                }
            }
            _ if line.starts_with(".set OFF") => {
                let _ = writeln!(out, ".set OFF = {}", offsets.join(" "));
                if predicate {
                    let _ = writeln!(out, ".set P1 = {}", bits.join(" "));
                }
            }
            _ if is_instruction => _ = writeln!(out, "(P1) {line}"),
            _ => _ = writeln!(out, "{line}"),
        }
    }
    out
}

/// A drawn SASS text in which lanes that go outside trap after others have changed memory, sometimes with a predicate.
pub fn stopping_sass(random: &mut Random, lanes: usize, instructions: usize) -> String {
    let text = sass(random, lanes, instructions);
    let set = ".isa sass sm=52\n";
    let (reading, trap) = (random.below(3) > 0, random.below(2) == 0);
    let text = if trap { text.replace(".IGN ", ".TRAP ").replace(".NEAR ", ".TRAP ") } else { text };
    let text =
        if reading { text.replace(set, ".isa sass sm=52\n.reading trap_effects = partial\n") } else { text };
    if random.below(3) > 0 {
        return text;
    }
    let bits: Vec<String> = (0..8).map(|_| random.below(4).min(1).to_string()).collect();
    let text = text.replace("SUATOM", "@P0 SUATOM");
    text.replacen(".set R0", &format!(".set P0 = {}\n.set R0", bits.join(" ")), 1)
}

/// A drawn vISA text of one instruction whose lanes trap after an access, depending on what they find, and in which a misaligned
/// access stops the run.
fn trapping_visa(random: &mut Random, lanes: usize) -> String {
    let text = stopping_visa(random, lanes, 1);
    let (wanted, reason) = (random.below(3), ["misaligned", "outside"][random.below(2)]);
    let semantics = format!(
        ".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n    T old = 0;\n    atomic {{\n      \
         old = surface[element_offset[i]];\n      surface[element_offset[i]] = op(old, src0[i], src1[i]);\n    }}\n    \
         trap({reason}, as(UD, old) % 3 == {wanted});\n    dst[i] = old;\n  }}\n}}\n"
    );
    let trapping = text.replacen(".surface", &(semantics + ".surface"), 1);
    // Elements of 16 bits are not reinterpreted as dwords.
    if Session::open(&trapping).scenario.is_some() { trapping } else { text }
}

/// Texts of an instruction whose lanes write elements that other lanes write.
pub const SHARED: [&str; 7] = [
    "dst[0] = src0[i];",
    "dst[i & 1] = src0[i];",
    "dst[i] = src0[i];\n    dst[(i + 1) & 7] = src1[i];",
    "T old = surface[element_offset[i]];\n    dst[element_offset[i] / 4] = old + src0[i];",
    "atomic {\n      T old = surface[element_offset[i]];\n      surface[element_offset[i]] = op(old, src0[i], src1[i]);\n\
     dst[0] = old;\n    }",
    "atomic {\n      T old = surface[element_offset[i]];\n      surface[element_offset[i]] = op(old, src0[i], src1[i]);\n\
     dst[old & 3] = src0[i];\n    }",
    "UD ticket = 0;\n    atomic {\n      ticket = surface[0];\n      surface[0] = ticket + 1;\n    }\n\
     dst[ticket & 7] = src0[i];",
];

/// Lane 0 replaces 7 by 9, lane 2 replaces 9 by 7, and lane 1 changes nothing. R8 is the element that each lane exchanges next.
pub const SHARES: &str = ".isa sass sm=52\n.lanes 32 active=0b111\n.set R0 = [0; 32]\n.set R2 = 7 0 9\n.set R3 = 9 1 7\n\
    .set R12 = 100 200 300\n.surface 0 1d R32_UINT 8 = 7 1 2 3 4 5 6 7\nSUATOM.D.1D.CAS.IGN R8, [R0], R2, 0x0;\n\
    SUATOM.D.1D.EXCH.TRAP R10, [R8], R12, 0x0;\n";

/// All numbers of a report count the same 6 * 6 orders. By hand, the results of the first instruction for each order:
///
/// | order | R8 | the second instruction |
/// |---|---|---|
/// | 0 1 2 | 7 9 9 | stops: the surface has 8 elements |
/// | 0 2 1 | 7 7 9 | stops |
/// | 1 0 2 | 7 7 9 | stops |
/// | 1 2 0 | 7 7 7 | exchanges element 7 |
/// | 2 0 1 | 7 9 7 | stops |
/// | 2 1 0 | 7 7 7 | exchanges element 7 |
#[test]
fn all_numbers_are_of_the_same_orders() {
    let session = Session::open(SHARES);
    let report = session.outcomes().expect("it runs");
    let stopping = report.stopping.expect("some orders stop");
    assert_eq!((&*stopping.orders, &*stopping.of), ("24", "36"));
    let memory = report.memory.expect("within the budget");
    assert_eq!(&*memory.orders, "36");
    let stops: f64 =
        memory.factors[0].outcomes.iter().filter(|it| it.stops).map(|outcome| outcome.share).sum();
    assert!((stops - 24.0 / 36.0).abs() < 1e-9, "{stops}");
    let meetings = report.meetings.expect("within the budget");
    let share = |meeting: usize, lane: u8, value: &str| {
        let seen =
            meetings[meeting].seen.iter().flatten().find(|seen| seen.lane == lane).expect("it returns");
        seen.values.iter().find(|(known, _)| known == value).expect("it finds that").1
    };
    let possible = |expected: &str| {
        let session = Session::open(&format!("{SHARES}.expect {expected}\n"));
        match session.possible(&session.written_claim().expect("it is about one order")) {
            Some(Possibility::Possible { orders, of, .. }) => (orders.to_string(), of.to_string()),
            other => panic!("{other:?}"),
        }
    };
    // Lane 2 finds 7 in 1 2 0, 2 0 1 and 2 1 0.
    assert!((share(0, 2, "7") - 18.0 / 36.0).abs() < 1e-9);
    assert_eq!(possible("R8 = _ _ 7"), ("18".to_owned(), "36".to_owned()));
    // The second instruction is reached in 2 of 6 orders of the first. Then lane 0 is first in 2 of 6.
    assert!((share(1, 0, "7") - 4.0 / 36.0).abs() < 1e-9);
    assert_eq!(possible("R10 = 7 _ _"), ("4".to_owned(), "36".to_owned()));
}

/// Channels of different lanes write the same dword in different loops. The manual leaves the result undefined.
#[test]
fn lanes_that_write_the_same_bytes_in_different_loops_meet() {
    let text = ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl S v_type=G type=ud num_elts=32 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = 0 4\n\
        .set S = iota(1,1)\n.surface BUF buffer ud = 0 0 0\nscatter4_scaled.RG (M1, 2) BUF 0x0:ud OFF.0 S.0\n";
    let found = |text: &str| {
        let scenario = Session::open(text).scenario.expect("it runs");
        let meetings = explored(&scenario, Question::memory()).meetings;
        let lanes = |it: &super::Meeting| it.lanes.iter().map(|lane| lane.0).collect::<Vec<_>>();
        meetings.iter().map(|it| (lanes(it), it.cells[0].byte_offset, it.decides)).collect::<Vec<_>>()
    };
    assert_eq!(found(text), [(vec![0, 1], 4, Decides::Nothing)]);
    assert_eq!(found(&text.replace("OFF = 0 4", "OFF = 0 8")), []);
}

/// The first lane finds 0. If it is lane 1, it traps.
#[test]
fn an_order_that_decides_whether_a_lane_traps_decides_the_end() {
    let text = ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8\n\
        .decl VAL v_type=G type=ud num_elts=8\n.decl BUF v_type=T num_elts=1\n.set OFF = 0 0\n.set VAL = 1 2\n\
        .surface BUF buffer ud = 0\n.semantics DWORD_ATOMIC {\n  foreach_active (i) {\n    UD old = 0;\n\
        atomic { old = surface[0]; surface[0] = 1; }\n    trap(outside, old == 0 && src0[i] == 2);\n  }\n}\n\
        dword_atomic.add (M1, 2) BUF OFF.0 VAL.0 V0.0 V0.0\n";
    let scenario = Session::open(text).scenario.expect("it runs");
    let found = explored(&scenario, Question::memory());
    assert_eq!(found.meetings[0].decides, Decides::Memory);
    assert_eq!(found.outcomes(), BigUint::from(2u32));
}

/// The errors that end one order, each with the line of its instruction and its lanes, as the diagnostics of the run say.
fn errors_of(run: &Run) -> BTreeMap<(&'static str, Span), BTreeSet<u8>> {
    let errors = run.diagnostics().iter().filter(|found| found.severity == Severity::Error);
    let lanes = |message: &str| {
        let (lanes, _) = message.split_once([':', ';']).expect("a message names lanes");
        let words: Vec<&str> = lanes.split([' ', ',']).collect();
        let lane = |at: usize| words.get(at).and_then(|word| word.parse::<u8>().ok());
        // Three or more lanes in a row are a range: `lanes 0 to 2`.
        let range = |at: usize| match words[at] {
            "to" => lane(at - 1).zip(lane(at + 1)).map(|(first, last)| first..=last),
            _ => lane(at).map(|lane| lane..=lane),
        };
        (0..words.len()).filter_map(range).flatten().collect()
    };
    errors.map(|found| ((found.code(), found.span), lanes(&found.message))).collect()
}

/// Runs every order of a scenario, with each permutation in each instruction.
fn each_order(scenario: &Scenario) -> Vec<Run> {
    let lanes: Vec<u8> = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
    let all = permutations(&lanes);
    let count = all.len().pow(scenario.program.len() as u32);
    let run = |number: usize| {
        let nth = |at: usize| all[number / all.len().pow(at as u32) % all.len()].clone();
        let schedule = |at: usize| (at, Schedule::Explicit(vec![nth(at)]));
        ordered(scenario, &(0..scenario.program.len()).map(schedule).collect::<Vec<_>>())
    };
    (0..count).map(run).collect()
}

/// Compares the causes of stopped runs, and the answers to "Does an order end with this error?", with a run of every order.
fn compare_errors(random: &mut Random, text: &str) -> usize {
    let scenario = Session::open(text).scenario.expect("it runs");
    let runs = each_order(&scenario);
    let errors: Vec<_> = runs.iter().map(errors_of).collect();
    let total = runs.len();
    let same = |orders: &BigUint, of: &BigUint, found: usize| orders * total == of * found;
    for question in [Question::memory(), Question::results()] {
        let explored = explored(&scenario, question);
        let mut found = BTreeMap::new();
        for cause in &explored.causes {
            let key = (cause.error.code(), scenario.program[cause.instruction].span);
            let lanes = cause.lanes.lanes().map(|lane| lane.0).collect();
            let orders = errors.iter().filter(|errors| errors.contains_key(&key)).count();
            assert!(same(&cause.orders, &explored.orders, orders), "{cause:?}: {orders} of {total}\n{text}");
            let end = errors_of(&ordered(&scenario, &cause.witness.schedules()));
            assert!(end.contains_key(&key), "the witness of a cause ends with it\n{cause:?}\n{text}");
            assert!(found.insert(key, lanes).is_none(), "a cause is listed once\n{text}");
        }
        let mut all = BTreeMap::<_, BTreeSet<u8>>::new();
        errors.iter().flatten().for_each(|(key, lanes)| all.entry(*key).or_default().extend(lanes));
        assert_eq!(found, all, "{text}");
    }
    let mut ends = Ends::new();
    runs.iter().for_each(|run| *ends.entry((run.state(run.len()), false)).or_default() += 1);
    for error in RunError::ALL {
        for seen in [Vec::new(), observed(random, &scenario, &ends)] {
            let fits = |run: &Run| {
                let end = run.state(run.len());
                let has_error = errors_of(run).keys().any(|(code, _)| *code == error.code());
                has_error && seen.iter().all(|seen| end.read(seen.place) == seen.bits)
            };
            let fitting = runs.iter().filter(|run| fits(run)).count();
            let question = Question { errors: vec![error], ..Question::possible(seen.clone()) };
            let explored = explored(&scenario, question);
            assert!(
                same(&explored.fitting, &explored.orders, fitting),
                "{error:?} {seen:?}: {fitting}\n{text}"
            );
            if fitting > 0 {
                let witness = explored.choose(|_| 0).expect("something fits").witness;
                assert!(fits(&ordered(&scenario, &witness.schedules())), "{error:?} {seen:?}\n{text}");
            }
        }
    }
    errors.iter().filter(|errors| !errors.is_empty()).count()
}

/// Errors, their lanes and their numbers of orders, by running every order.
#[test]
fn errors_are_those_of_all_orders() {
    let mut random = Random::new(44);
    let (mut some, cases) = (0, draws(120 / FEWER));
    for case in 0..cases {
        let (lanes, instructions) = if case % 4 == 0 { (2, 2) } else { (2 + case % 3, 1) };
        let text = match case / 4 % 3 {
            0 => stopping_visa(&mut random, lanes, instructions),
            1 => stopping_sass(&mut random, lanes, instructions),
            _ => trapping_visa(&mut random, lanes),
        };
        some += usize::from(compare_errors(&mut random, &text) > 0);
    }
    assert!(some * 4 > cases, "{some} of {cases} can stop");
}

/// Observed ends of runs that may have stopped, by running every order.
#[test]
fn what_was_seen_of_runs_that_stop_can_be_in_as_many_orders_as_end_so() {
    let mut random = Random::new(45);
    for case in 0..draws(200 / FEWER) {
        let lanes = 2 + case / 2 % 3;
        let text = match case % 2 {
            0 => stopping_visa(&mut random, lanes, 1),
            _ => stopping_sass(&mut random, lanes, 1),
        };
        compare_possible(&mut random, &text);
    }
}

/// In 24 of 36 orders, lane 1 or lane 2 finds 9 and the second instruction stops, as the table of
/// [`all_numbers_are_of_the_same_orders`] shows.
#[test]
fn a_coordinate_that_depends_on_the_order_traps_in_some() {
    let scenario = Session::open(SHARES).scenario.expect("it runs");
    let explored = explored(&scenario, Question::memory());
    let [cause] = &explored.causes[..] else { panic!("{:?}", explored.causes) };
    assert_eq!((cause.instruction, cause.error.code(), cause.lanes.0), (1, "run-trap-outside", 0b110));
    assert_eq!((&cause.orders, &explored.orders), (&24u32.into(), &36u32.into()));
    let stopped = each_order(&scenario).iter().filter(|run| run.stop() == Stop::Fault).count();
    assert_eq!(stopped, 24);
}
