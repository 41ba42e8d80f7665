//! The command line about orders that end with an error, and about invariants of all orders.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{HEAD, file, told};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Lanes 0 and 1 set the bits 0 and 1 of a word. The address of lane 2 is misaligned, which stops the run. Of the 6 orders, lane 2
/// comes first, between and last in 2 each, and leaves 0, then 1 or 2, then 3.
fn misaligned(expected: &str) -> String {
    let head = HEAD.replace("OFF = [0; 8]", "OFF = 0 0 2").replace("SRC = [1; 8]", "SRC = 1 2 4");
    let lanes = ".lanes 8 active=0b111\n.reading misaligned = error\n";
    format!("{lanes}{head}dword_atomic.or (M1, 4) BUF OFF.0 SRC.0 V0.0 V0.0\n{expected}")
}

/// Lane 0 sets a cell to 9, if it is 7, and lane 2 sets it to 7, if it is 9. What each lane finds is the coordinate of its
/// exchange in a surface of 8 texels, where 9 traps.
const COORDINATES: &str = ".isa sass sm=52\n.lanes 32 active=0b111\n.set R0 = [0; 32]\n.set R2 = 7 0 9\n.set R3 = 9 1 7\n\
    .set R12 = 100 200 300\n.surface 0 1d R32_UINT 8 = 7 1 2 3 4 5 6 7\n\
    SUATOM.D.1D.CAS.IGN R8, [R0], R2, 0x0;\nSUATOM.D.1D.EXCH.TRAP R10, [R8], R12, 0x0;\n";

/// Status, standard output and standard error of a verb for a file with that text.
fn of(verb: &str, name: &str, text: &str) -> (Option<i32>, String, String) {
    told(&[verb, &file(name, text).to_string_lossy()])
}

#[test]
fn possible_looks_for_orders_that_end_with_an_error() {
    let possible = |expected: &str| {
        let (status, out, _) = of("possible", "possible-error.lane", &misaligned(expected));
        (status, out)
    };
    let all = possible(".expect error run-misaligned\n");
    assert_eq!(all, (Some(0), "possible in exactly 6 of 6 orders, for instance .order 2\n".to_owned()));
    let last = possible(".expect BUF = 3\n.expect error run-misaligned\n");
    assert_eq!(
        last,
        (Some(0), "possible in exactly 2 of 6 orders, for instance .order ascending\n".to_owned())
    );
    let never = possible(".expect BUF = 3\n.expect error run-gave-up\n");
    assert_eq!(never, (Some(1), "impossible: no order ends with `run-gave-up`\n".to_owned()));

    // Lane 1 or lane 2 finds 9 in 4 of the 6 orders of the first line, each with 6 orders of the second. A lane can only
    // exchange texel 7 in the others.
    let coordinates = |expected: &str| {
        let (status, out, _) = of("possible", "possible-trap.lane", &format!("{COORDINATES}{expected}"));
        (status, out)
    };
    let (status, out) = coordinates(".expect error run-trap-outside\n");
    assert!(status == Some(0) && out.starts_with("possible in exactly 24 of 36 orders, "), "{out}");
    assert_eq!(coordinates(".expect 0 = _ _ _ _ _ _ _ 100\n").0, Some(0));
    let both = coordinates(".expect 0 = _ _ _ _ _ _ _ 100\n.expect error run-trap-outside\n");
    let why = "impossible: no order ends with `run-trap-outside` and 0[7] = 100\n";
    assert_eq!(both, (Some(1), why.to_owned()));
}

#[test]
fn possible_names_the_lines_that_are_not_about_one_order() {
    let invariant = ".invariant small: BUF[0] <= 3\n";
    let first = misaligned(invariant).lines().count() + 1;
    for (line, why) in [
        ("outcomes memory 4", "`.expect outcomes` is about all orders"),
        ("order-independent", "`.expect order-independent` is about all orders"),
        ("possible { BUF = 3 }", "`.expect possible` is about all orders"),
        ("impossible error run-gave-up", "`.expect impossible` is about all orders"),
        ("invariant small", "`.expect invariant` is about all orders"),
        ("warning run-race", "`.expect warning` cannot be decided for each order"),
        ("note run-out-of-bounds", "`.expect note` cannot be decided for each order"),
        ("error run-invariant", "no order ends with `run-invariant`"),
    ] {
        let text = misaligned(&format!("{invariant}.expect BUF = 3\n.expect {line}\n"));
        let (status, out, complaints) = of("possible", "possible-refused.lane", &text);
        assert_eq!((status, &*out), (Some(2), ""), "{line}");
        let refusal = complaints.lines().find(|it| it.starts_with("error: ")).expect("it is refused");
        assert!(refusal.contains(&format!(":{}: {why}", first + 1)), "{refusal}");
        assert!(refusal.contains("leave the line out"), "{refusal}");
    }
}

#[test]
fn tests_expect_errors_of_orders() {
    let holds = ".expect error run-misaligned\n.expect possible error run-misaligned\n.expect impossible error run-gave-up\n\
        .expect possible { BUF = 0; error run-misaligned }\n.expect impossible { BUF = 4; error run-misaligned }\n";
    let (status, out, complaints) = of("test", "order-error-holds.lane", &misaligned(holds));
    assert_eq!(status, Some(0), "{out}{complaints}");
    let fails = ".expect error run-misaligned\n.expect impossible { BUF = 1; error run-misaligned }\n\
        .expect possible error run-trap-outside\n";
    let (status, _, complaints) = of("test", "order-error-fails.lane", &misaligned(fails));
    assert_eq!(status, Some(1));
    // 1 is left where lane 2 comes between lanes 0 and 1, in this order.
    let first = "expectation failed: it is possible in 1 of 6 orders, for instance .order 0 2";
    let second = "expectation failed: it is impossible: no order ends with `run-trap-outside`";
    assert!(complaints.contains(first) && complaints.contains(second), "{complaints}");
    let (status, _, complaints) = of("explore", "order-error-fails.lane", &misaligned(fails));
    assert!(status == Some(1) && complaints.contains(first) && complaints.contains(second), "{complaints}");
}

/// The reason why runs stop comes first, with its lanes and an example.
#[test]
fn explore_says_why_runs_stop() {
    let (status, out, _) = of("explore", "causes.lane", &misaligned(""));
    let first = "the run stops before its end in all 6 orders\n  line 9, run-misaligned, lane 2: 6 orders\n    \
        lane 2: address 2 is not a multiple of 4; the run ends there\n";
    assert!(status == Some(0) && out.starts_with(first), "{out}");

    // Lane 1 finds 9 between lanes 0 and 2, and lane 2 finds it wherever it follows lane 0: 0 1 2, 0 2 1, 1 0 2 and 2 0 1, each
    // with 6 orders of the second line.
    let (status, out, _) = of("explore", "causes-some.lane", COORDINATES);
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        status == Some(0) && lines[0].starts_with("the run stops before its end in 24 of 36 orders"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("  line 9, run-trap-outside, lanes 1 and 2: 24 orders, for instance .order "),
        "{out}"
    );
    assert!(lines[2].ends_with("the access is out of bounds; the run ends there"), "{out}");

    let (_, out, _) = told(&["explore", &file("causes-some.lane", COORDINATES).to_string_lossy(), "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let stopping = &report["stopping"];
    assert_eq!((&stopping["orders"], &stopping["is_known"]), (&Value::from("24"), &Value::from(true)));
    let cause = &stopping["causes"][0];
    assert_eq!(stopping["causes"].as_array().map(Vec::len), Some(1));
    assert_eq!((&cause["code"], &cause["orders"]), (&Value::from("run-trap-outside"), &Value::from("24")));
    assert_eq!((&cause["instruction"], &cause["line"]), (&Value::from(1), &Value::from(9)));
    assert_eq!(cause["lanes"], Value::from(vec![1, 2]));

    // The example order stops.
    let order = cause["witness"][0]["order"].as_str().expect("it has an order");
    let text = COORDINATES.replacen("SUATOM", &format!(".order {order}\nSUATOM"), 1);
    let (status, _, complaints) = of("run", "causes-example.lane", &text);
    assert!(status == Some(1) && complaints.contains("error[run-trap-outside]"), "{complaints}");
}

/// Two instructions can stop runs that leave the same memory. A run stops with one of them.
#[test]
fn different_errors_of_the_same_memory_are_two_causes() {
    // Lanes 0 and 1 set no bit and bit 0 of texel 0, and find its old value. The surface of line 10 has 1 texel. Line 11 traps
    // in any case, at texel 9.
    let text = ".isa sass sm=52\n.lanes 32 active=0b11\n.set R0 = 0 0\n.set R2 = 9 9\n.set R4 = 0 1\n\
        .surface 0 1d R32_UINT 1 = 0\n.surface 1 1d R32_UINT 8 = 1\n.set R6 = 1 1\n\
        SUATOM.D.1D.OR R8, [R0], R4, 0x0;\nSUATOM.D.1D.OR.TRAP R10, [R8], RZ, 0x0;\n\
        SUATOM.D.1D.OR.TRAP R10, [R2], RZ, 0x0;\n";
    let (_, out, _) = of("explore", "causes-two.lane", text);
    // Lane 0 finds 1 if lane 1 comes first: then line 10 traps. In the other order both find 0. Lines 9 and 10 have 2 orders
    // each, and line 11 accesses nothing.
    assert!(out.starts_with("the run stops before its end in all "), "{out}");
    assert!(out.contains("  line 10, run-trap-outside, lane 0: 2 orders, for instance .order 1\n"), "{out}");
    assert!(out.contains("  line 11, run-trap-outside, lanes 0 and 1: 2 orders, "), "{out}");
    assert!(out.contains("memory: 1 outcome of "), "{out}");
}

/// The 8 of 24 orders of the example in which lane 1 follows lanes 0 and 2 overdraw the account.
#[test]
fn an_invariant_is_demanded_of_all_orders() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/48-invariant.lane");
    let text = fs::read_to_string(example).expect("it is there");
    let demanding = format!("{text}.invariant bounded: BUF[0] <= 8\n.expect invariant bounded\n");
    let (status, _, complaints) = of("test", "invariant-kept.lane", &demanding);
    assert_eq!((status, &*complaints), (Some(0), ""));
    assert_eq!(of("explore", "invariant-kept.lane", &demanding).0, Some(0), "solvent is not demanded");

    // Without an instruction, it can be broken at the start.
    let idle = format!("{HEAD}.invariant five: BUF[0] == 5\n.expect invariant five\n");
    let (status, _, complaints) = of("test", "invariant-idle.lane", &idle);
    assert!(status == Some(1) && complaints.contains("`five` is broken in 1 of 1 order"), "{complaints}");

    let demanding = format!("{text}.expect invariant solvent\n");
    for verb in ["test", "explore", "run"] {
        let (status, _, complaints) = of(verb, "invariant-broken.lane", &demanding);
        let (_, order) = complaints
            .split_once("`solvent` is broken in 8 of 24 orders, for instance .order ")
            .unwrap_or_else(|| panic!("{verb}: {complaints}"));
        assert_eq!(status, Some(1), "{verb}");
        let order = order.lines().next().unwrap_or_default();
        let replayed = text.replacen("dword_atomic", &format!(".order {order}\ndword_atomic"), 1);
        let (_, _, complaints) = of("run", "invariant-replayed.lane", &replayed);
        assert!(complaints.contains("error[run-invariant]"), "{complaints}");
    }
}
