//! Lanes with too many orders to run one by one. The expected counts follow from how the lanes are made.

use super::drawn::crowd;
use super::{explored, listed, ordered, surfaces};
use crate::common::Random;
use lanescope_core::base::Schedule;
use lanescope_core::explore::{Exploration, Observation, Question};
use lanescope_core::machine::Place;
use lanescope_core::session::Session;
use num_bigint::BigUint;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Lanes whose steps can be taken in any order, too many lanes for a search of all orders.
#[test]
fn many_lanes_that_combine_have_one_end() {
    let mut random = Random::new(21);
    let mut lines: Vec<(&str, String)> = Vec::new();
    for (op, sources) in [
        ("add", "A.0 V0.0"),
        ("sub", "A.0 V0.0"),
        ("and", "A.0 V0.0"),
        ("or", "A.0 V0.0"),
        ("xor", "A.0 V0.0"),
        ("min", "A.0 V0.0"),
        ("max", "A.0 V0.0"),
        ("inc", "V0.0 V0.0"),
        ("predec", "V0.0 V0.0"),
    ] {
        lines.push(("visa", format!("dword_atomic.{op} (M1, 16) BUF OFF.0 {sources} OLD.0")));
    }
    for op in ["ADD", "AND", "OR", "XOR", "MIN", "MAX", "MIN.S32", "MAX.S32"] {
        lines.push(("sass", format!("SUATOM.D.1D_BUFFER.{op}.IGN R6, [R2], R4, 0x0;")));
    }
    for (set, line) in lines {
        let text = crowd(&mut random, set, &line);
        let scenario = Session::open(&text).scenario.unwrap_or_else(|| panic!("{text}"));
        let explored = explored(&scenario, Question::memory());
        let lanes = scenario.dispatch_mask.count() as u32;
        let orders: BigUint = (1..=lanes).map(BigUint::from).product();
        assert_eq!((explored.outcomes(), &explored.orders), (BigUint::from(1u32), &orders), "{text}");
        for seed in 0..4 {
            let run = ordered(&scenario, &[(0, Schedule::Seeded(seed))]);
            assert_eq!(
                surfaces(&scenario, &run.state(run.len())),
                surfaces(&scenario, &explored.end),
                "{text}"
            );
        }
    }
}

/// The end of many lanes is known without a search if each combines memory with a source of its own, and the order of two such
/// operations does not matter. Sums of floats depend on the order.
#[test]
fn lanes_that_combine_with_more_than_a_source_of_their_own_are_searched() {
    let given = |sources: &str| {
        let block = format!("atomic {{ T old = surface[0]; T new = op({sources}); surface[0] = new; }}");
        let semantics = format!(".semantics DWORD_ATOMIC {{ foreach_active (i) {{ {block} }} }}\n");
        let text = crowd(&mut Random::new(24), "visa", "dword_atomic.add (M1, 16) BUF OFF.0 A.0 V0.0 OLD.0");
        text.replace("dword_atomic", &format!("{semantics}dword_atomic"))
    };
    let floats = "SUATOM.D.1D_BUFFER.ADD.F32.FTZ.RN.IGN R6, [R2], R4, 0x0;";
    let floats = crowd(&mut Random::new(25), "sass", floats).replace("R32_UINT", "R32_FLOAT");
    for (text, is_known) in [
        // An addition does not read its second source.
        (given("old, src0[i], old"), true),
        (given("old, old + src0[i], src1[i]"), false),
        (given("old * 2, src0[i], src1[i]"), false),
        (floats, false),
    ] {
        let scenario = Session::open(&text).scenario.unwrap_or_else(|| panic!("{text}"));
        let few = Question { most_states: 1000, ..Question::memory() };
        let mut exploration = Exploration::new(scenario, few);
        while !exploration.advance(100) {}
        assert_eq!(exploration.finish().is_some(), is_known, "{text}");
    }
}

#[test]
fn many_lanes_that_replace_end_with_the_last() {
    let text = crowd(&mut Random::new(22), "sass", "SUATOM.D.1D_BUFFER.EXCH.IGN R6, [R2], R4, 0x0;")
        .replace(".lanes 32", ".lanes 32 active=0xfff");
    let scenario = Session::open(&text).scenario.expect("it runs");
    let explored = explored(&scenario, Question::memory());
    let others: BigUint = (1..=11u32).map(BigUint::from).product();
    assert_eq!(explored.orders, &others * 12u32);
    let outcomes = &explored.factors[0].outcomes;
    assert!(outcomes.len() == 12 && outcomes.iter().all(|outcome| outcome.orders == others));
    listed(&scenario, &explored, false);
    // Each lane comes first or right after one of 11 others.
    let seen = explored.meetings[0].seen.as_ref().expect("that is told");
    assert!(seen.len() == 12 && seen.iter().all(|seen| seen.count == 12));
}

/// Lanes that do the same are interchangeable, but every order counts.
#[test]
fn lanes_that_are_alike_are_counted_each() {
    let text = ".isa sass sm=52\n.lanes 32\n.set R4 = [5; 32]\n.surface 0 1d_buffer R32_UINT 1 = 3\n\
        SUATOM.D.1D_BUFFER.INC.IGN R6, [R2], R4, 0x0;\n";
    let scenario = Session::open(text).scenario.expect("it runs");
    let explored = explored(&scenario, Question::memory());
    assert_eq!(
        (explored.outcomes(), explored.orders),
        (BigUint::from(1u32), (1..=32u32).map(BigUint::from).product())
    );
    // 3, 4, 5, 0, ...: of 32 tickets, 3 and 4 are drawn six times and the others five times.
    let seen = &explored.meetings[0].seen.as_ref().expect("that is told")[7];
    let orders: BigUint = (1..=31u32).map(BigUint::from).product();
    let times: Vec<BigUint> = seen.values.iter().map(|(_, count)| count / &orders).collect();
    assert_eq!(times, [5u32, 5, 5, 6, 6, 5].map(BigUint::from));
}

/// The values that 24 lanes found after exchanging numbers, many of them equal. The search counts the orders that fit
/// without running them. In a browser, which may hold a third of the states, there are 21 lanes.
#[test]
fn a_whole_observation_of_many_lanes_is_counted() {
    const LANES: usize = if cfg!(target_arch = "wasm32") { 21 } else { 24 };
    let mut random = Random::new(23);
    let numbers: Vec<String> = (0..LANES).map(|_| random.below(5).to_string()).collect();
    let active = (1u32 << LANES) - 1;
    let text = format!(
        ".isa sass sm=52\n.lanes 32 active={active:#x}\n.set R4 = {}\n.surface 0 1d_buffer R32_UINT 1 = 0\n.order seed=4\n\
         SUATOM.D.1D_BUFFER.EXCH.IGN R6, [R2], R4, 0x0;\n",
        numbers.join(" ")
    );
    let session = Session::open(&text);
    let (scenario, run) = (session.scenario.expect("it is sound"), session.run.expect("it runs"));
    let end = run.state(run.len());
    let layout = &scenario.layout;
    let mut places = vec![layout.surfaces[0].element(0)];
    let found = layout.variables.iter().find(|variable| variable.name == "R6").expect("it is written");
    places.extend((0..LANES).map(|lane| found.element(lane)));
    let seen = |place: &Place| Observation { place: *place, mask: u64::MAX, bits: end.read(*place) };
    let mut observed: Vec<Observation> = places.iter().map(seen).collect();
    let possible = explored(&scenario, Question::possible(observed.clone()));
    assert!(possible.fitting > BigUint::from(1_000_000u32), "{}", possible.fitting);
    let witness = possible.choose(|_| 0).expect("something fits").witness;
    let again = ordered(&scenario, &witness.schedules());
    assert!(observed.iter().all(|seen| again.state(again.len()).read(seen.place) == seen.bits));
    // No lane writes 99, so no lane finds it.
    observed[5].bits = lanescope_core::base::Bits::known(99);
    assert_eq!(explored(&scenario, Question::possible(observed)).fitting, BigUint::ZERO);
}

/// 32 lanes draw tickets: each gets a different one, and which lane gets which decides nothing.
#[test]
fn tickets_are_one_outcome_whoever_gets_which() {
    let text = ".isa sass sm=52\n.lanes 32\n.set R4 = [1; 32]\n.surface 0 1d_buffer R32_UINT 1 = 5\n\
        SUATOM.D.1D_BUFFER.ADD.IGN R6, [R2], R4, 0x0;\n";
    let scenario = Session::open(text).scenario.expect("it runs");
    let tickets = explored(&scenario, Question::renamed());
    let orders: BigUint = (1..=32u32).map(BigUint::from).product();
    assert_eq!((tickets.kinds(), tickets.outcomes()), (BigUint::from(1u32), orders.clone()));
    let factor = &tickets.factors[0];
    assert_eq!((factor.cells.len(), &factor.outcomes[0].orders), (32, &orders));
    let mut drawn: Vec<u64> = factor.outcomes[0].values.iter().map(|bits| bits.value).collect();
    drawn.sort_unstable();
    assert_eq!(drawn, (5..37).collect::<Vec<u64>>());
    // Four of eight lanes draw two at a time.
    let text = text.replace("[1; 32]", "[1; 4] [2; 4]").replace(".lanes 32", ".lanes 8");
    let scenario = Session::open(&text).scenario.expect("it runs");
    let tickets = explored(&scenario, Question::renamed());
    // 4 and 4 lanes have 8! / (4! 4!) = 70 sequences of ones and twos, and each sequence hands out other numbers.
    assert_eq!((tickets.kinds(), tickets.outcomes()), (BigUint::from(70u32), BigUint::from(40_320u32)));
}

/// 12 lanes add 1, 2, 4, ...: each can find the sum of any subset of the others.
#[test]
fn lanes_that_combine_find_what_any_of_the_others_leave() {
    let numbers: Vec<String> = (0..12).map(|lane| (1 << lane).to_string()).collect();
    let text = format!(
        ".isa sass sm=52\n.lanes 16 active=0xfff\n.set R4 = {}\n.surface 0 1d_buffer R32_UINT 1 = 100\n\
         SUATOM.D.1D_BUFFER.ADD.IGN R6, [R2], R4, 0x0;\n",
        numbers.join(" ")
    );
    let scenario = Session::open(&text).scenario.expect("it runs");
    let explored = explored(&scenario, Question::memory());
    let seen = explored.meetings[0].seen.as_ref().expect("that is told");
    let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
    for seen in seen {
        // The 11 others have 2^11 subsets, whose sums are different.
        assert_eq!((seen.count, seen.values.len()), (2048, 256));
        assert_eq!(seen.orders, factorial(12));
        // A lane is first in 11! orders. It is second, after a given lane, in 10!, and third, after two given lanes, in
        // 2! 9!.
        assert_eq!((seen.values[0].0.value as u32, &seen.values[0].1), (100, &factorial(11)));
        let second = if seen.lane.0 == 0 { 102 } else { 101 };
        assert_eq!((seen.values[1].0.value as u32, &seen.values[1].1), (second, &factorial(10)));
    }
    let of_last = &seen[11].values[3];
    assert_eq!((of_last.0.value as u32, &of_last.1), (103, &(factorial(2) * factorial(9))));
}
