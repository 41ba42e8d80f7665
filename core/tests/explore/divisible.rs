//! Texts that lanes go through in several turns, held against all their interleavings.

use super::{Ends, FEWER, compare_meeting, explored, listed, ordered, permutations};
use crate::common::{Random, draws};
use crate::drawn::mask;
use lanescope_core::base::Schedule;
use lanescope_core::exec::{Run, Scenario, Stop};
use lanescope_core::explore::Question;
use lanescope_core::machine::State;
use lanescope_core::session::Session;
use num_bigint::BigUint;
use std::collections::HashMap;
use std::fmt::Write;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Texts that lanes go through in parts, each access a turn of its own.
const DIVISIBLE: [&str; 4] = [
    // A lost update.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    surface[element_offset[i]] = new;
    dst[i] = result;",
    // Not every lane has as many turns.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    if (new != old) surface[element_offset[i]] = new;
    dst[i] = result;",
    // Where a lane goes depends on what it finds.
    "T old = surface[element_offset[i]];
    T new = op(old, src0[i], src1[i]);
    surface[(old & 1) * 4] = new;
    dst[i] = result;",
    // A loop that ends when the lane has found what it waits for, or has waited long enough.
    "for (UD round = 0; round < 2; round += 1) {
      T old = surface[element_offset[i]];
      if ((old & 1) == 1) {
        T new = op(old, src0[i], src1[i]);
        surface[element_offset[i]] = new;
        round = 2;
      }
    }",
];

/// The lanes of the accesses of an instruction, in order: each access is a turn.
fn turns(run: &Run, instruction: usize) -> Vec<u8> {
    let accesses = run.steps().filter(|step| step.instruction as usize == instruction);
    let accesses = accesses.filter(|step| step.accesses().next().is_some());
    accesses.filter_map(|step| step.lane.map(|lane| lane.0)).collect()
}

/// How every interleaving of the last instruction ends that begins with these turns.
fn interleavings(scenario: &Scenario, first: &[u8], lanes: &[u8], ends: &mut Ends) {
    let last = scenario.program.len() - 1;
    let mut is_whole = true;
    for lane in lanes {
        let list = [first, &[*lane]].concat();
        let run = ordered(scenario, &[(last, Schedule::Explicit(vec![list.clone()]))]);
        let turns = turns(&run, last);
        if !turns.starts_with(&list) {
            // This lane has no further turn.
            continue;
        }
        is_whole = false;
        if turns == list {
            *ends.entry((run.state(run.len()), run.stop() == Stop::Fault)).or_default() += 1;
        } else {
            interleavings(scenario, &list, lanes, ends);
        }
    }
    assert!(!is_whole, "somebody has a turn");
}

#[test]
fn divisible_texts_end_as_all_interleavings_do() {
    let mut random = Random::new(19);
    let mut various = 0;
    for case in 0..draws(100 / FEWER) {
        let (op, sources) =
            [("add", "A.0 V0.0"), ("xchg", "A.0 V0.0"), ("cmpxchg", "A.0 B.0"), ("inc", "V0.0 V0.0")]
                [random.below(4)];
        let lanes = if case % 10 == 0 { 3 } else { 2 };
        let mut text = format!(".isa visa grf=32\n.lanes 8 active={:#x}\n", mask(&mut random, lanes));
        for name in ["OFF", "A", "B", "OLD"] {
            let _ = writeln!(text, ".decl {name} v_type=G type=ud num_elts=8 align=GRF");
        }
        let offsets: Vec<String> = (0..8).map(|_| (random.below(16) / 15 * 4).to_string()).collect();
        let _ = writeln!(text, ".set OFF = {}", offsets.join(" "));
        let small =
            |random: &mut Random| (0..8).map(|_| random.below(4).to_string()).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, ".set A = {}\n.set B = {}", small(&mut random), small(&mut random));
        let _ =
            writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = {} 1", random.below(4));
        let body = DIVISIBLE[case / 3 % DIVISIBLE.len()];
        let _ = writeln!(text, ".semantics DWORD_ATOMIC {{\n  foreach_active (i) {{\n    {body}\n  }}\n}}");
        let _ = writeln!(text, "dword_atomic.{op} (M1, 8) BUF OFF.0 {sources} OLD.0");
        let session = Session::open(&text);
        let scenario = session.scenario.clone().unwrap_or_else(|| panic!("{text}{:?}", session.diagnostics));
        let mut brute = Ends::new();
        let lanes: Vec<u8> = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
        interleavings(&scenario, &[], &lanes, &mut brute);
        let all = explored(&scenario, Question::results());
        assert_eq!(all.orders, BigUint::from(brute.values().sum::<u64>()), "{text}");
        let found = listed(&scenario, &all, true);
        assert_eq!(found.len(), brute.len(), "{text}");
        for (state, is_stopped, orders, _) in &found {
            let expected = brute.get(&(state.clone(), *is_stopped)).copied().unwrap_or(0);
            assert_eq!(*orders, BigUint::from(expected), "{text}");
        }
        // Where not every order has as many turns, those of lanes that meet are not told in the same number of all orders.
        for meeting in all.meetings.iter().filter(|meeting| meeting.lanes.len() == lanes.len()) {
            compare_meeting(&scenario.layout, &text, meeting, &brute);
        }
        various += usize::from(brute.len() > 1);
    }
    assert!(various * 2 > draws(100 / FEWER), "{various}");
}

/// Lanes exchange a value, and then go through a divisible text. It has more orders for some values than for others.
#[test]
fn all_orders_of_an_instruction_count_equally() {
    let mut random = Random::new(23);
    let (mut various, cases) = (0, draws(40 / FEWER));
    for case in 0..cases {
        let mut text = format!(".isa visa grf=32\n.lanes 8 active={}\n", [0b11, 0b101][case % 2]);
        for name in ["OFF", "A", "B", "OLD"] {
            let _ = writeln!(text, ".decl {name} v_type=G type=ud num_elts=8 align=GRF");
        }
        text.push_str(".set OFF = [0; 8]\n");
        let small =
            |random: &mut Random| (0..8).map(|_| random.below(2).to_string()).collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, ".set A = {}\n.set B = {}", small(&mut random), small(&mut random));
        let _ = writeln!(text, ".decl BUF v_type=T num_elts=1\n.surface BUF buffer ud = 0 1");
        let body = DIVISIBLE[[1, 3][case / 2 % 2]];
        let _ = writeln!(
            text,
            ".semantics SPLIT like DWORD_ATOMIC {{\n  foreach_active (i) {{\n    {body}\n  }}\n}}"
        );
        text.push_str("dword_atomic.xchg (M1, 8) BUF OFF.0 A.0 V0.0 OLD.0\n");
        text.push_str("split.cmpxchg (M1, 8) BUF OFF.0 A.0 B.0 V0.0\n");
        let session = Session::open(&text);
        let scenario = session.scenario.clone().unwrap_or_else(|| panic!("{text}{:?}", session.diagnostics));
        let (mut expected, mut totals) = (HashMap::<State, f64>::new(), Vec::new());
        let lanes: Vec<u8> = scenario.dispatch_mask.lanes().map(|lane| lane.0).collect();
        let first = permutations(&lanes);
        for order in &first {
            let mut scenario = Scenario::clone(&scenario);
            scenario.program[0].schedule = Schedule::Explicit(vec![order.clone()]);
            let mut ends = Ends::new();
            interleavings(&scenario, &[], &lanes, &mut ends);
            totals.push(ends.values().sum::<u64>());
            let all = (first.len() as u64 * totals[totals.len() - 1]) as f64;
            for ((state, _), orders) in ends {
                *expected.entry(state).or_default() += orders as f64 / all;
            }
        }
        let explored = explored(&scenario, Question::results());
        let found = listed(&scenario, &explored, true);
        assert_eq!(found.len(), expected.len(), "{text}");
        let number = |count: &BigUint| count.to_string().parse::<f64>().expect("it is a number");
        for (state, _, orders, _) in &found {
            let share = number(orders) / number(&explored.orders);
            let expected = expected.get(state).copied().unwrap_or(0.0);
            assert!((share - expected).abs() < 1e-9, "{share} for {expected}\n{text}");
        }
        various += usize::from(totals.iter().any(|total| *total != totals[0]));
    }
    assert!(various * 10 > cases, "{various} of {cases}");
}
