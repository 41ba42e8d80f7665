//! Queries and edits of the stage other than stepping: reordered queues, stops, and differences between two moments.

use lanescope_core::base::{LaneId, LaneMask, NumberFormat};
use lanescope_core::exec::{Breakpoint, Condition, Run, nearest_stop};
use lanescope_core::session::{Session, compare::moment_differences, text::PanelEdit};

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Four lanes: 0, 1 and 3 meet at byte 4, lane 2 accesses byte 0.
const MEETING: &str = "\
.lanes 8 active=0b1111
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl VAL v_type=G type=ud num_elts=8 align=GRF
.decl OLD v_type=G type=ud num_elts=8 align=GRF
.decl BUF v_type=T num_elts=1
.set OFF = 4 4 0 4
.set VAL = 1 2 3 4
.surface BUF buffer ud = 10 20
dword_atomic.add (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0
";

/// Returns the lanes that access byte 4, in order.
fn queue(run: &Run) -> Vec<u8> {
    let target =
        run.targets(0).iter().find(|target| target.access.place.byte_offset == 4).expect("it is hit");
    target.lanes().map(|lane| lane.0).collect()
}

fn moved(text: &str, lane: u8, to: usize) -> Result<Session, String> {
    let session = Session::open(text);
    let run = session.run.as_ref().expect("it runs");
    let target = run.targets(0).iter().position(|target| target.access.place.byte_offset == 4);
    let target = target.expect("it is hit");
    session.edit(&PanelEdit::Queue { instruction: 0, target, lane: LaneId(lane), to })
}

/// The page may ask for a queue of an earlier run.
#[test]
fn a_queue_that_does_not_exist_is_not_reordered() {
    let session = Session::open(MEETING);
    for (instruction, target, lane) in [(0, 99, 0), (0, 0, 31), (7, 0, 0), (usize::MAX, usize::MAX, 0)] {
        let edit = PanelEdit::Queue { instruction, target, lane: LaneId(lane), to: 0 };
        let why = session.edit(&edit).err();
        assert_eq!(why.as_deref(), Some("this change does not apply to the text"), "{edit:?}");
        assert!(session.accept(&edit, &session).is_err(), "{edit:?}");
    }
}

/// A change that makes an error happen twice brings a new error, though both have the same message.
#[test]
fn a_second_error_with_the_same_message_is_new() {
    let broken = format!("{MEETING}.expect NONE = 1\n");
    let twice = format!("{broken}.expect NONE = 1\n");
    let messages = |text: &str| {
        let found = Session::open(text).diagnostics;
        found
            .into_iter()
            .map(|found| found.message)
            .filter(|message| message.contains("NONE"))
            .collect::<Vec<_>>()
    };
    assert_eq!(messages(&twice), [messages(&broken), messages(&broken)].concat());
    let (before, after) = (Session::open(&broken), Session::open(&twice));
    let edit = PanelEdit::LaneMask(LaneMask(1));
    assert_eq!(before.accept(&edit, &before), Ok(()));
    assert_eq!(before.accept(&edit, &after), Err(messages(&broken).remove(0)));
}

#[test]
fn one_directive_reorders_a_queue() {
    for (before, lane, to, line, expected) in [
        // Without an `.order` line, and with one of each form.
        ("", 3, 0, ".order 3 0 2\n", [3, 0, 1]),
        ("", 0, 1, ".order 1\n", [1, 0, 3]),
        (".order descending // down\n", 0, 0, ".order 0 2 3 // down\n", [0, 3, 1]),
        (".order 3 1 0\n", 3, 2, ".order 1 0 3\n", [1, 0, 3]),
        (".order 1\n", 1, 1, ".order ascending\n", [0, 1, 3]),
        // Lanes with two turns each keep both.
        (".order 3 3 0 0 1 1\n", 0, 0, ".order 0 0 3 3 1 1\n", [0, 3, 1]),
    ] {
        let session = moved(&format!("{before}{MEETING}"), lane, to).expect("it can be");
        assert!(session.text.contains(line), "{before:?}: {}", session.text);
        assert_eq!(session.text.matches(".order").count(), 1);
        assert_eq!(queue(session.run.as_ref().expect("it runs")), expected, "{before:?}");
    }
}

#[test]
fn a_drawn_order_is_written_and_changed() {
    for seed in 0..20 {
        let text = format!(".order seed={seed}\n{MEETING}");
        let mut expected = queue(Session::open(&text).run.as_ref().expect("it runs"));
        let last = expected.pop().expect("three lanes meet");
        expected.insert(0, last);
        let session = moved(&text, last, 0).expect("it can be");
        assert_eq!(queue(session.run.as_ref().expect("it runs")), expected, "seed {seed}");
    }
}

#[test]
fn an_order_that_no_schedule_makes_is_refused() {
    // Lane 0 writes in the first round and the others in the second, so lane 0 is first in every order.
    let rounds = "\
.semantics DWORD_ATOMIC {
  for (UD k = 0; k < 2; ++k) {
    foreach_active (i) {
      if ((i == 0) == (k == 0)) surface[element_offset[i]] = src0[i];
    }
  }
}
";
    let refusal = moved(&format!("{rounds}{MEETING}"), 3, 0).expect_err("lane 0 is first");
    assert!(refusal.contains("`foreach_active` loops"), "{refusal}");
    assert!(moved(&format!("{rounds}{MEETING}"), 3, 1).is_ok());
}

/// Returns the lane and the phase of each step. Steps of the whole instruction have lane 99.
fn at(run: &Run, steps: &[u32]) -> Vec<(u8, &'static str)> {
    let step = |index: &u32| run.step(*index).expect("it is in the run");
    steps.iter().map(step).map(|step| (step.lane.map_or(99, |lane| lane.0), step.phase.word())).collect()
}

fn hits(text: &str, condition: &str) -> Vec<(u8, &'static str)> {
    let session = Session::open(text);
    let run = session.run.as_ref().expect("it runs");
    let condition = Condition::new(condition, run.scenario()).expect("it is a condition");
    at(run, &run.stops(&[], Some(&condition)))
}

#[test]
fn a_condition_holds_from_the_step_that_makes_it_true() {
    // Lane 0 changes 20 to 21, lane 1 to 23 and lane 3 to 27. Lane 2 changes 10 to 13.
    for (condition, expected) in [
        ("lane == 3", vec![(3, "address")]),
        ("new > 21", vec![(1, "modify"), (3, "modify")]),
        ("lane == 3 && new > 100", vec![]),
        ("old == 10", vec![(2, "read")]),
        ("address == 4 && lane != 1", vec![(0, "address"), (3, "address")]),
        ("returned >= 20", vec![(0, "return"), (1, "return"), (3, "return")]),
        // Words of the notation.
        ("max(new, 25) == 27", vec![(3, "modify")]),
        ("!defined(old)", vec![(0, "address"), (1, "address"), (2, "address"), (3, "address")]),
        ("(T(lane) << 1) + 1 == new", vec![]),
        ("new - old == 2 ? true : false", vec![(1, "modify")]),
    ] {
        assert_eq!(hits(MEETING, condition), expected, "{condition}");
    }
}

#[test]
fn a_condition_uses_the_types_of_each_instruction() {
    let text = format!(
        ".decl ONE v_type=G type=f num_elts=8 align=GRF\n.set ONE = [1.0; 8]\n{MEETING}\
         dword_atomic.fmin (M1, 4) BUF OFF.0 ONE.0 V0.0 ONE.0\n"
    );
    // The condition compares floats, so it cannot hold in the first instruction. In the second, the bits of small
    // integers are tiny floats.
    assert_eq!(hits(&text, "new < 0.5"), [0, 1, 2, 3].map(|lane| (lane, "modify")));
}

#[test]
fn a_condition_reads_the_first_destination_that_is_no_predicate() {
    // Lane 0 gets the texel back. The others are not resident or out of bounds, and get 0. Each lane's bit of `P0` follows.
    let text = ".isa sass sm=52\n.lanes 4\n.set R0 = 0 128 255 256\n.set R2 = [1; 4]\n.set R3 = [0; 4]\n\
        .surface 0 1d R32_UINT 256 sparse=1 = [7; 256]\nSUATOM.D.1D.ADD.IGN P0, R4, [R0], R2, R3;\n";
    assert_eq!(hits(text, "returned == 0"), [1, 2, 3].map(|lane| (lane, "return")));
    assert_eq!(hits(text, "returned == 7"), [(0, "return")]);
}

#[test]
fn a_condition_that_is_wrong_says_where() {
    let session = Session::open(MEETING);
    let scenario = session.run.as_ref().expect("it runs").scenario().clone();
    for (text, piece, message) in [
        ("lane == 3 && nwe > 1", "nwe", "unknown name `nwe`"),
        ("lane = 3", "=", "expected `==`"),
        ("lane + new.x", ".", "expected"),
        ("lane == ", "", "expected"),
        ("lane == 3;", ";", "nothing more"),
        ("surface[0] == 1", "surface", "unknown name `surface`"),
        ("op(old) == 1", "op", "operation"),
    ] {
        let Err(error) = Condition::new(text, &scenario) else { panic!("{text} is taken") };
        assert!(error.message.contains(message), "{text}: {}", error.message);
        assert!(error.span.of(text).starts_with(piece), "{text}: {:?}", error.span.of(text));
    }
}

#[test]
fn any_typed_condition_ends() {
    let session = Session::open(MEETING);
    let run = session.run.as_ref().expect("it runs");
    let pieces = [
        "lane", "==", "(", ")", "&&", "new", "3", "!", "?", ":", "op", "T", "-", "[", "]", "0x", "=",
        "\u{e9}",
    ];
    for n in 0..pieces.len().pow(3) {
        let word = |k: u32| pieces[n / pieces.len().pow(k) % pieces.len()];
        let text = format!("{} {} {}", word(0), word(1), word(2));
        if let Ok(condition) = Condition::new(&text, run.scenario()) {
            run.stops(&[], Some(&condition));
        }
    }
}

#[test]
fn a_run_stops_at_instructions_lines_and_bytes() {
    let text = format!("{MEETING}dword_atomic.sub (M1, 4) BUF OFF.0 VAL.0 V0.0 OLD.0\n");
    let session = Session::open(&text);
    let run = session.run.as_ref().expect("it runs");
    let stops = |breakpoint: Breakpoint| at(run, &run.stops(&[breakpoint], None));
    assert_eq!(stops(Breakpoint::Instruction(1)), [(99, "mask")]);
    assert_eq!(stops(Breakpoint::Instruction(2)), []);
    // The line of the notation that reads memory, in both instructions.
    let texts = &run.scenario().program[0].code.texts;
    let line = texts[0].text.lines().position(|line| line.contains("old = surface")).expect("it reads");
    let read = Breakpoint::Line { text: texts[0].name.clone(), line };
    let lanes = [0, 1, 2, 3, 0, 1, 2, 3];
    assert_eq!(stops(read.clone()), lanes.map(|lane| (lane, "read")));
    // The name of an operation identifies its text.
    assert_eq!(stops(Breakpoint::Line { text: "SUB".to_owned(), line: 0 }).len(), 4);
    // A line after the first one of an operation, in each lane, and only where it runs.
    let own =
        MEETING.to_owned() + ".op ADD {\n  new = old;\n  new += src0;\n  if (old == 77)\n    new = 0;\n}\n";
    let own = Session::open(&own);
    let run_of_own = own.run.as_ref().expect("it runs");
    let in_add =
        |line| at(run_of_own, &run_of_own.stops(&[Breakpoint::Line { text: "ADD".to_owned(), line }], None));
    let name = &run_of_own.scenario().program[0].code.texts[1].text;
    let line_of = |piece: &str| name.lines().position(|line| line.contains(piece)).expect("it is there");
    assert_eq!(in_add(line_of("+= src0")).len(), 4);
    assert_eq!(in_add(line_of("new = 0")), []);
    let written = |byte_offset| Breakpoint::Written { space: "BUF".to_owned(), byte_offset, size_bytes: 4 };
    assert_eq!(stops(written(0)), [(2, "write"), (2, "write")]);
    assert_eq!(stops(written(8)), []);
    assert_eq!(stops(Breakpoint::Written { space: "gone".to_owned(), byte_offset: 0, size_bytes: 4 }), []);
    // Combined stops are in order and contain each step once.
    let both = run.stops(&[read.clone(), written(0), read], None);
    assert!(both.is_sorted_by(|a, b| a < b));
    assert_eq!(both.len(), 10);
    assert_eq!(nearest_stop(&[3, 7], 0, true), Some(4));
    assert_eq!(nearest_stop(&[3, 7], 4, true), Some(8));
    assert_eq!(nearest_stop(&[3, 7], 8, true), None);
    assert_eq!(nearest_stop(&[3, 7], 8, false), Some(4));
    assert_eq!(nearest_stop(&[3, 7], 4, false), None);
}

#[test]
fn two_moments_differ_by_the_writes_between_them() {
    let session = Session::open(MEETING);
    let run = session.run.as_ref().expect("it runs");
    let places = |from: u32, to: u32| -> Vec<String> {
        let (all, more) = moment_differences(run, [from, to], NumberFormat::Auto);
        assert_eq!(more, 0);
        all.into_iter().map(|it| it.place).collect()
    };
    assert_eq!(places(5, 5), [""; 0]);
    // Between the latch and the end of lane 0's turn, the lane has written cell 1 (byte 4) and returned to `OLD[0]`.
    assert_eq!(places(2, 7), ["BUF[1]", "OLD[0]"]);
    // Either moment may come first.
    assert_eq!(places(7, 2), places(2, 7));
    assert_eq!(places(0, run.len()).len(), 2 + 4);
}
