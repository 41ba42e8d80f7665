//! Invariants: the step that breaks one, and the orders that break one.

use lanescope_core::base::Schedule;
use lanescope_core::exec::{Run, Scenario};
use lanescope_core::session::{Session, orders::InvariantOrders, run::NumberFormat, text::PanelEdit};
use std::rc::Rc;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns a text whose lanes add to one cell, with `lines` before the instruction.
fn adding(values: &str, lines: &str, lanes: usize) -> String {
    format!(
        ".isa visa grf=32\n.lanes {lanes}\n\
         .decl OFF v_type=G type=ud num_elts={lanes} align=GRF\n\
         .decl VAL v_type=G type=ud num_elts={lanes} align=GRF\n\
         .decl OLD v_type=G type=ud num_elts={lanes} align=GRF\n\
         .decl BUF v_type=T num_elts=1\n\
         .set OFF = [0; {lanes}]\n.set VAL = {values}\n\
         .surface BUF buffer ud = 10 20\n{lines}\n\
         dword_atomic.add (M1, {lanes}) BUF OFF.0 VAL.0 V0.0 OLD.0\n"
    )
}

const DIVISIBLE: &str = ".semantics DWORD_ATOMIC { foreach_active (i) { T old = surface[element_offset[i]]; \
    surface[element_offset[i]] = op(old, src0[i], src1[i]); dst[i] = result; } }";

fn orders(text: &str) -> Vec<InvariantOrders> {
    let session = Session::open(text);
    session.outcomes().unwrap_or_else(|| panic!("{:?}", session.diagnostics)).invariants
}

#[test]
fn the_first_step_that_breaks_one_is_found() {
    let text = adding("1 2 4 8 0 0 0 0", ".invariant low: BUF[0] < 15\n.invariant sum: sum(BUF) < 100", 8);
    let run = Session::open(&text).run.expect("it runs");
    let [breach] = run.breaches() else { panic!("{:?}", run.breaches()) };
    // 10 + 1 + 2 = 13 holds, and lane 2 makes it 17. The whole instruction has two steps first. Then each lane has
    // five: address, read, modify, write, return. The write of lane 2 is step 2 + 2 * 5 + 3 = 15.
    assert_eq!((breach.invariant, breach.step, breach.instruction), (0, Some(15), Some(0)));
    assert_eq!(breach.lane.map(|lane| lane.0), Some(2));
    assert_eq!(breach.values_in(NumberFormat::Auto), [("BUF[0]".to_owned(), "17".to_owned())]);
}

#[test]
fn an_invariant_changes_no_step() {
    let plain = Session::open(&adding("1 2 4 8 0 0 0 0", "", 8)).run.expect("it runs");
    let watched = adding("1 2 4 8 0 0 0 0", ".invariant low: BUF[0] < 15", 8);
    let watched = Session::open(&watched).run.expect("it runs");
    assert!(plain.steps().map(|step| step.effects).eq(watched.steps().map(|step| step.effects)));
}

#[test]
fn steps_are_looked_at_in_slices_too() {
    // After each write the invariant reads 4,096 elements, far more than a slice of one step allows.
    let lines = ".decl LARGE v_type=T num_elts=1\n.surface LARGE buffer ub size=4096 = [1; 4096]\n\
                 .invariant sum: sum(LARGE) + sum(BUF) < 4096 + 40";
    let text = adding("1 2 4 8 0 0 0 0", lines, 8);
    let whole = Session::open(&text);
    let mut pending = Session::begin(&text, &whole.sets);
    let mut slices = 0;
    while !pending.advance(1) {
        slices += 1;
        assert!(slices < 1000, "it never ends");
    }
    let run = |session: &Session| session.run.clone().expect("it runs");
    assert_eq!(run(pending.session()).breaches(), run(&whole).breaches());
    // 4096 + 30 + 1 + 2 + 4 = 4133 holds, and + 8 = 4141 does not.
    assert_eq!(run(&whole).breaches()[0].lane.map(|lane| lane.0), Some(3));
}

/// Returns all orders of lanes with the given numbers of turns.
fn all_orders(lanes: &[(u8, usize)]) -> Vec<Vec<u8>> {
    if lanes.iter().all(|(_, turns)| *turns == 0) {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &(first, turns)) in lanes.iter().enumerate().filter(|(_, (_, turns))| *turns > 0) {
        let mut left = lanes.to_vec();
        left[at].1 = turns - 1;
        all.extend(all_orders(&left).into_iter().map(|rest| [vec![first], rest].concat()));
    }
    all
}

/// Runs each order of one instruction. Returns the number of orders that break an invariant.
fn brute(scenario: &Scenario, orders: &[Vec<u8>]) -> usize {
    let breaks = |order: &&Vec<u8>| {
        let mut scenario = scenario.clone();
        scenario.program[0].schedule = Schedule::Explicit(vec![(*order).clone()]);
        !Run::new(Rc::new(scenario)).breaches().is_empty()
    };
    orders.iter().filter(breaks).count()
}

#[test]
fn orders_that_break_one_are_counted_as_by_running_each() {
    // -2, 4, -3 and 1 in 32 bits.
    let values = "0xfffffffe 4 0xfffffffd 1 0 0 0 0";
    for least in 5..12 {
        let text = adding(values, &format!(".invariant least: BUF[0] >= {least} && BUF[0] < 100"), 8);
        let text = text.replace("(M1, 8)", "(M1, 4)");
        let session = Session::open(&text);
        let scenario = session.scenario.as_ref().expect("it checks");
        let found = &orders(&text)[0];
        let expected = brute(scenario, &all_orders(&[(0, 1), (1, 1), (2, 1), (3, 1)]));
        assert_eq!((&*found.broken, &*found.of), (&*expected.to_string(), "24"), "at least {least}");
        assert!(found.is_known);
    }
}

#[test]
fn interleavings_that_break_one_are_counted_as_by_running_each() {
    let all = all_orders(&[(0, 2), (1, 2), (2, 2)]);
    // 6! / 2^3
    assert_eq!(all.len(), 90);
    for (most, returned) in [(12, 0), (13, 0), (16, 0), (17, 0), (100, 11)] {
        let line = format!(".invariant most: BUF[0] <= {most} && (!defined(OLD[2]) || OLD[2] != {returned})");
        let text = adding("1 2 4 0 0 0 0 0", &format!("{DIVISIBLE}\n{line}"), 8);
        let text = text.replace("(M1, 8)", "(M1, 4)").replace(".lanes 8", ".lanes 8 active=0b111");
        let session = Session::open(&text);
        let scenario = session.scenario.as_ref().expect("it checks");
        let found = &orders(&text)[0];
        let expected = brute(scenario, &all);
        assert_eq!((&*found.broken, &*found.of), (&*expected.to_string(), "90"), "at most {most}");
    }
}

#[test]
fn a_witness_breaks_it() {
    // The invariant holds in ascending order. It breaks if both withdrawals come first.
    let lines = ".invariant solvent: BUF[0] < 100";
    let text = adding("0xfffffff8 4 0xfffffffb 1 0 0 0 0", lines, 8).replace("(M1, 8)", "(M1, 4)");
    let session = Session::open(&text);
    let run = session.run.as_ref().expect("it runs");
    // 10 - 8 = 2, 6, 1, 2
    assert_eq!(run.breaches(), []);
    let found = &orders(&text)[0];
    // As in the gallery: among lanes 0, 1 and 2, lane 1 is last in a third of the 24 orders.
    assert_eq!((&*found.broken, &*found.of), ("8", "24"));
    let witness = session.edit(&PanelEdit::Witness(found.witness.clone())).expect("it is an order");
    assert_eq!(witness.run.expect("it runs").breaches().len(), 1, "{}", witness.text);
}

/// Uses the scenario of `explore/stopping.rs`. Element 7 changes in the 12 of 36 orders that reach the second
/// instruction.
#[test]
fn orders_that_stop_early_count_as_in_outcomes() {
    let text = "\
.isa sass sm=52
.lanes 32 active=0b111
.set R0 = [0; 32]
.set R2 = 7 0 9
.set R3 = 9 1 7
.set R12 = 100 200 300
.surface 0 1d R32_UINT 8 = 7 1 2 3 4 5 6 7
.invariant last: surface0[7] == 7
.invariant second: surface0[1] == 1
SUATOM.D.1D.CAS.IGN R8, [R0], R2, 0x0;
SUATOM.D.1D.EXCH.TRAP R10, [R8], R12, 0x0;
";
    let found = orders(text);
    assert_eq!((&*found[0].broken, &*found[0].of), ("12", "36"));
    assert!(!found[0].witness.is_empty());
    assert_eq!(found[1].in_words(), "holds in all 36 orders");
}

#[test]
fn ten_lanes_are_decided() {
    let text =
        adding("[1; 16]", ".invariant most: BUF[0] <= 20", 16).replace(".lanes 16", ".lanes 16 active=0x3ff");
    let decided = &orders(&text)[0];
    // 10 + 10 = 20 in all of the 10! orders.
    assert_eq!((&*decided.broken, &*decided.of, decided.is_known), ("0", "3628800", true));
}

#[test]
fn where_there_is_too_much_orders_are_drawn() {
    // A state is the set of lanes that have had a turn: 2^8 = 256 states.
    let text = adding("1 2 4 8 16 32 64 128", ".invariant seen: OLD[7] < 1000 || !defined(OLD[7])", 8);
    let inquiry = lanescope_core::session::Budget { memory_states: 100, ..Default::default() };
    let session = Session::open(&text);
    let report = session.outcomes_within(inquiry, usize::MAX).expect("it runs");
    let found = &report.invariants[0];
    assert!(!found.is_known && !found.can_break(), "{found:?}");
    assert_eq!(found.of, "1000");
}
