//! Orders of turns: a written `.order` reads back as the same schedule, and replaying the recorded turns of a run gives
//! the same run.

use crate::common::{Random, draws};
use lanescope_core::base::Schedule;
use lanescope_core::exec::Run;
use lanescope_core::isa::known_sets;
use lanescope_core::session::Session;
use lanescope_core::syntax::{Directive, ItemKind, format, parse};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn read(text: &str) -> Option<Schedule> {
    let (document, findings) = parse(text, &known_sets());
    match &document.items[..] {
        [item] if findings.is_empty() => match &item.kind {
            ItemKind::Directive(Directive::Order(schedule), _) => Some(schedule.clone()),
            _ => None,
        },
        _ => None,
    }
}

fn drawn(random: &mut Random) -> Schedule {
    let seed = |random: &mut Random| u64::from(random.bits()) << random.below(33);
    match random.below(6) {
        0 => Schedule::Ascending,
        1 => Schedule::Descending,
        2 => Schedule::Seeded(seed(random)),
        _ => {
            let list = |random: &mut Random| (0..=random.below(40)).map(|_| random.below(32) as u8).collect();
            Schedule::Explicit((0..=random.below(4)).map(|_| list(random)).collect())
        }
    }
}

#[test]
fn a_written_schedule_reads_back_the_same() {
    let mut random = Random::new(5);
    for _ in 0..draws(500) {
        let schedule = drawn(&mut random);
        let text = format!(".order {schedule}\n");
        assert_eq!(read(&text), Some(schedule), "{text}");
        assert_eq!(format(&text, &known_sets()), text, "it is in canonical layout");
    }
}

#[test]
fn redundant_parts_of_lists_are_left_out() {
    let from_lists =
        |lists: &[&[u8]]| Schedule::from_lists(lists.iter().map(|list| list.to_vec())).to_string();
    // Lanes that are not listed follow in ascending order. The last list applies to every later loop.
    assert_eq!(from_lists(&[]), "ascending");
    assert_eq!(from_lists(&[&[0, 1, 2], &[]]), "ascending");
    assert_eq!(from_lists(&[&[2, 0, 1]]), "2");
    assert_eq!(from_lists(&[&[0, 1, 0, 1, 2]]), "0 1 0 1");
    assert_eq!(from_lists(&[&[3, 0], &[0, 3], &[3, 0, 3], &[3, 0, 3]]), "3 / 0 / 3 0 3");
    assert_eq!(from_lists(&[&[0, 1], &[1, 0]]), "0 / 1");
}

/// Returns the text with an `.order` before each instruction: the order in which the lanes of the run took turns.
fn recorded(text: &str, run: &Run) -> String {
    let mut out = text.to_owned();
    for (at, bound) in run.scenario().program.iter().enumerate().rev() {
        out.insert_str(bound.span.range().start, &format!(".order {}\n", run.turns(at)));
    }
    out
}

/// Returns the first difference between two runs, or `None` if they are the same.
fn difference(run: &Run, again: &Run) -> Option<String> {
    for (step, other) in run.steps().zip(again.steps()) {
        if step != other {
            return Some(format!("{step:#?}\nbecame\n{other:#?}"));
        }
    }
    let is_same = (run.len(), run.stop()) == (again.len(), again.stop())
        && run.state(run.len()) == again.state(again.len());
    (!is_same).then(|| "it ends elsewhere".to_owned())
}

/// Replays the recorded turns of a text's run. Returns the number of lists that they needed.
fn replay(name: &str, text: &str) -> usize {
    let session = Session::open(text);
    let Some(run) = session.run else { return 0 };
    let written = recorded(text, &run);
    let again = Session::open(&written).run.unwrap_or_else(|| panic!("{name} does not run as\n{written}"));
    if let Some(difference) = difference(&run, &again) {
        panic!("{name} as\n{written}{difference}");
    }
    let count = |at| match run.turns(at) {
        Schedule::Explicit(lists) => lists.len(),
        _ => 0,
    };
    (0..run.scenario().program.len()).map(count).sum()
}

/// Lanes that meet at one address, each with several turns.
const DIVISIBLE: &str = "\
.lanes 4
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = [0; 4]
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10
.semantics DWORD_ATOMIC {
  for (UD round = 0; round < 3; round += 1) {
    foreach_active (i) {
      T old = surface[element_offset[i]];
      T new = op(old, src0[i], src1[i]);
      surface[element_offset[i]] = new;
      dst[i] = old;
    }
  }
}
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0
";

#[test]
fn turns_of_divisible_lanes_replay() {
    for seed in 0..20 {
        let lists = replay("drawn", &format!(".order seed={seed}\n{DIVISIBLE}"));
        assert_eq!(lists, 6, "each loop of both instructions has its own turns");
    }
}

#[test]
fn each_loop_takes_its_own_list() {
    let run = Session::open(&format!(".order 3 3 / 2 0\n{DIVISIBLE}")).run.expect("it runs");
    let writers: Vec<u8> = run
        .steps()
        .filter(|step| step.instruction == 0 && step.accesses().next().is_some())
        .filter_map(|step| step.lane.map(|lane| lane.0))
        .collect();
    // Each lane has two accesses, one in each of its turns. The first loop takes 3 3 0 1 2 and then 0 1 2. The other
    // two loops take 2 0 1 3 twice.
    let (first, then) = ([3, 3, 0, 1, 2, 0, 1, 2], [2, 0, 1, 3, 2, 0, 1, 3]);
    assert_eq!(writers, [first, then, then].concat());
}

/// Replays every case as it is, and with drawn turns.
#[cfg(not(target_arch = "wasm32"))]
#[test]
fn the_turns_of_every_case_replay() {
    let mut lists = 0;
    for (path, text) in crate::common::files(&crate::common::root("core/tests/cases"), "lane") {
        let name = crate::common::name_of(&path);
        lists += replay(&name, &text);
        let orders = |line: &&str| !line.trim_start().starts_with(".order");
        let free: Vec<&str> = text.lines().filter(orders).collect();
        lists += replay(&name, &format!(".order seed=3\n{}\n", free.join("\n")));
    }
    assert!(lists > 500, "{lists}");
}
