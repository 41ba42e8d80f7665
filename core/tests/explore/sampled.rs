//! Samples of orders, compared with all orders where these are few, and with the ordinary machine where they are many.

use super::drawn::{crowd, sass, visa};
use super::stopping::SHARES;
use super::{explored, listed, ordered, surfaces};
use crate::common::{Random, draws};
use lanescope_core::explore::{Question, Sample, Sampling, interval};
use lanescope_core::machine::State;
use lanescope_core::session::Session;
use num_bigint::BigUint;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn sample(text: &str, question: Question, seed: u64, most: u64) -> Sample {
    let scenario = Session::open(text).scenario.unwrap_or_else(|| panic!("{text}"));
    let mut sampling = Sampling::new(scenario, question, seed, most);
    while !sampling.advance(100) {}
    sampling.finish().expect("every order is short")
}

fn number(count: &BigUint) -> u64 {
    count.to_string().parse().expect("it is that small")
}

/// In 4 of the 6 orders of the first line, lane 1 or lane 2 finds 9, and the second line traps.
#[test]
fn stopped_runs_of_a_sample_are_counted_with_their_causes() {
    let text = ".isa sass sm=52\n.lanes 32 active=0b111\n.set R0 = [0; 32]\n.set R2 = 7 0 9\n.set R3 = 9 1 7\n\
        .surface 0 1d R32_UINT 8 = 7\nSUATOM.D.1D.CAS.IGN R8, [R0], R2, 0x0;\n\
        SUATOM.D.1D.EXCH.TRAP R10, [R8], R2, 0x0;\n";
    let sample = sample(text, Question::memory(), 1, 3000);
    let [cause] = &sample.causes[..] else { panic!("{:?}", sample.causes) };
    assert_eq!((cause.instruction, cause.error.code()), (1, "run-trap-outside"));
    assert_eq!((cause.lanes.0, number(&cause.orders)), (0b110, sample.stopping));
    // 2,000 are expected. The standard deviation is sqrt(3,000 * 2/3 * 1/3), about 26.
    assert!((1850..2150).contains(&sample.stopping), "{}", sample.stopping);
}

/// Lane 1 counts to 60,000 if lane 0 comes first. Such an order is too long to run, but those drawn before it are a sample.
#[test]
fn an_order_that_is_too_long_ends_the_sample() {
    let text = ".lanes 2\n.decl V v_type=G type=ud num_elts=8\n.set V = [0; 8]\n.decl BUF v_type=T num_elts=1\n\
        .surface BUF buffer ud = 0 0\n.semantics dword_atomic {\n  foreach_active (i) {\n    UD seen = surface[0];\n\
        surface[0] = 1;\n    if (seen == 1 && i == 1) {\n\
        for (UD round = 0; round < 60000; round += 1) { UD count = surface[4]; surface[4] = count + 1; }\n    }\n  }\n}\n\
        dword_atomic.add (M1, 2) BUF V.0 V.0 V0.0 V.0\n";
    let sample = sample(text, Question::memory(), 3, 200);
    assert!((1..200).contains(&sample.drawn) && !sample.is_even, "{} drawn", sample.drawn);
    assert_eq!(sample.found, 1);
}

/// An interval contains the true share in 95 of 100 cases; the test requires 90.
#[test]
fn intervals_hold_the_shares_of_all_orders() {
    let mut random = Random::new(31);
    let (mut held, mut all) = (0, 0);
    for case in 0..draws(40 / super::FEWER) {
        let lanes = 2 + case % 4;
        let text = if case % 2 == 0 { visa(&mut random, lanes, 1) } else { sass(&mut random, lanes, 1) };
        let scenario = Session::open(&text).scenario.expect("it runs");
        let question = if case % 3 == 0 { Question::results() } else { Question::memory() };
        let explored = explored(&scenario, question.clone());
        let whole = listed(&scenario, &explored, question.results);
        let sample = sample(&text, question.clone(), case as u64, 200);
        assert!(sample.is_even && sample.unlisted == 0 && sample.drawn == 200, "{text}");
        assert!(sample.found <= whole.len() && sample.found == sample.factor.outcomes.len(), "{text}");
        for outcome in &sample.factor.outcomes {
            let run = ordered(&scenario, &outcome.witness.schedules());
            let end = run.state(run.len());
            let is_it = |state: &State| match question.results {
                true => *state == end,
                false => surfaces(&scenario, state) == surfaces(&scenario, &end),
            };
            let found = whole.iter().find(|(state, ..)| is_it(state));
            let (_, _, orders, _) = found.unwrap_or_else(|| panic!("no such outcome\n{text}"));
            let (low, high) = interval(number(&outcome.orders), sample.drawn);
            let share = number(orders) as f64 / number(&explored.orders) as f64;
            held += usize::from(low <= share && share <= high);
            all += 1;
        }
    }
    assert!(held * 10 >= all * 9, "{held} of {all}");
}

/// 32 lanes that each add a different float have 32! orders. A sample shows some of their outcomes.
#[test]
fn more_orders_than_can_be_gone_through_are_sampled() {
    let text =
        crowd(&mut Random::new(32), "sass", "SUATOM.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN R6, [R2], R4, 0x0;")
            .replace("R32_UINT", "R32_FLOAT");
    let scenario = Session::open(&text).scenario.expect("it runs");
    let first = sample(&text, Question::memory(), 5, 60);
    assert!(first.is_even && first.found == first.factor.outcomes.len());
    for outcome in &first.factor.outcomes {
        let run = ordered(&scenario, &outcome.witness.schedules());
        let end = run.state(run.len());
        for (cell, bits) in first.factor.cells.iter().zip(&outcome.values) {
            let found = end.read(cell.place);
            assert_eq!((found.value & cell.mask, found.defined & cell.mask), (bits.value, bits.defined));
        }
    }
    // The same seed draws the same orders; another seed draws others.
    assert_eq!(first.factor, sample(&text, Question::memory(), 5, 60).factor);
    assert_ne!(first.factor, sample(&text, Question::memory(), 6, 60).factor);
}

/// All interleavings of lanes that read and then write are equally likely. Two lanes have six.
#[test]
fn interleavings_are_drawn_evenly() {
    let text = ".isa visa grf=32\n.lanes 8\n.decl OFF v_type=G type=ud num_elts=8 align=GRF\n\
        .decl A v_type=G type=ud num_elts=8 align=GRF\n.decl BUF v_type=T num_elts=1\n.set OFF = [0; 8]\n.set A = 1 2\n\
        .surface BUF buffer ud = 0\n.semantics DWORD_ATOMIC {\n  foreach_active (i) {\n\
        T old = surface[element_offset[i]];\nsurface[element_offset[i]] = op(old, src0[i], src1[i]);\n  }\n}\n\
        dword_atomic.add (M1, 2) BUF OFF.0 A.0 V0.0 V0.0\n";
    let drawn = sample(text, Question::memory(), 1, 3000);
    assert!(drawn.is_even);
    // The cell ends with 3 where one lane follows the other: 2 of 6. Otherwise it ends with the 1 or 2 of the last
    // write: 2 of 6 each.
    assert_eq!(drawn.factor.outcomes.len(), 3);
    for outcome in &drawn.factor.outcomes {
        let (low, high) = interval(number(&outcome.orders), 3000);
        assert!(low < 1.0 / 3.0 && 1.0 / 3.0 < high, "{low} {high}");
    }
}

/// 24 of the 36 orders of this text stop (see [`SHARES`]). Orders that reach fewer instructions are not drawn more
/// often.
#[test]
fn orders_that_stop_are_drawn_evenly() {
    let drawn = sample(SHARES, Question::memory(), 1, 3000);
    assert!(drawn.is_even);
    let stops = drawn.factor.outcomes.iter().filter(|outcome| outcome.is_stopped);
    let (low, high) = interval(stops.map(|outcome| number(&outcome.orders)).sum(), 3000);
    assert!(low < 24.0 / 36.0 && 24.0 / 36.0 < high, "{low} {high}");
}
