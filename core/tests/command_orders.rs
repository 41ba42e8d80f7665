//! Output of the command line for verbs that explore orders.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{HEAD, file, told};
use serde_json::Value;

/// Returns a text in which four lanes exchange one dword, followed by `expected`.
fn exchange(expected: &str) -> String {
    let head = HEAD.replace("SRC = [1; 8]", "SRC = 1 2 3 4");
    let line = "dword_atomic.xchg (M1, 4) BUF OFF.0 SRC.0 V0.0 OLD.0\n";
    format!("{head}.decl OLD v_type=G type=ud num_elts=8\n{line}{expected}")
}

#[test]
fn every_order_is_explored() {
    let file = file("explore.lane", &exchange(""));
    let (status, out, complaints) = told(&["explore", &file.to_string_lossy()]);
    assert_eq!((status, &*complaints), (Some(0), ""));
    // The last lane decides the final value. Each lane is last in 3! of 4! orders.
    assert!(out.contains("memory: 4 outcomes of 24 orders\n"), "{out}");
    assert!(out.contains("  BUF[0] = 3: 6 of 24 (25.0 %), for instance .order 0 1 3\n"), "{out}");
    assert!(out.contains("    exactly if lanes 0, 1 and 3 come before lane 2\n"), "{out}");
    // Each lane finds the value of the previous lane, so no two orders have the same outcome.
    assert!(out.contains("memory and results: 24 outcomes of 24 orders\n"), "{out}");
    // As the first lane it finds 0. Otherwise it follows each of the three others equally often.
    assert!(
        out.contains("lane 1 can get back in OLD[1]: 0 (25.0 %), 1 (25.0 %), 3 (25.0 %), 4 (25.0 %)\n"),
        "{out}"
    );

    let (status, out, _) = told(&["explore", &file.to_string_lossy(), "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!((status, &report["memory"]["outcomes"]), (Some(0), &Value::from("4")));
    assert_eq!(report["memory"]["factors"][0]["outcomes"][2]["share"], 0.25);
    assert_eq!(report["meetings"][0]["decides"], "memory");
}

/// Lane 0 writes bytes 0 to 15, and lane 1 bytes 12 to 27. Both write only bytes 12 to 15, which are `BUF[3]`.
#[test]
fn lanes_meet_at_the_cells_that_two_of_them_access() {
    let text = ".isa visa grf=64\n.lanes 2\n.decl ADR v_type=G type=ud num_elts=16\n\
        .decl DST v_type=G type=ud num_elts=64\n.decl BUF v_type=T num_elts=1\n.set ADR = iota(0, 12)\n\
        .set DST = iota(100, 1)\n.surface BUF buffer ud 40\nlsc_store.ugm (M1, 2) bti(BUF)[ADR]:a32 DST:d32x4\n";
    let (_, out, _) = told(&["explore", &file("meeting.lane", text).to_string_lossy(), "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let cells = |at: usize| report["meetings"][at]["cells"].clone();
    assert_eq!((cells(0), cells(1)), (Value::from(vec!["BUF[3]"]), Value::Null), "{report}");
}

/// Lane 1 traps if it comes first. Memory ends the same.
#[test]
fn an_outcome_without_cells_is_named() {
    let semantics = ".semantics DWORD_ATOMIC {\n  foreach_active (i) {\n    UD old = 0;\n\
        atomic { old = surface[0]; surface[0] = 1; }\n    trap(outside, old == 0 && src0[i] == 2);\n  }\n}\n";
    let head = HEAD.replace("SRC = [1; 8]", "SRC = 1 2");
    let text = format!("{head}{semantics}dword_atomic.add (M1, 2) BUF OFF.0 SRC.0 V0.0 V0.0\n");
    let (_, out, _) = told(&["explore", &file("ends.lane", &text).to_string_lossy()]);
    assert!(out.contains("\n  the program ends: 1 of 2 (50.0 %), for instance .order ascending\n"), "{out}");
    assert!(out.contains("\n  the run stops: 1 of 2 (50.0 %), for instance .order 1\n"), "{out}");
}

/// A misaligned lane stops the run before, between or after the two others: 2 of 6 orders each. The other lanes write 1 and 2.
#[test]
fn orders_in_which_the_run_stops_are_counted_first() {
    let head = HEAD.replace("OFF = [0; 8]", "OFF = 0 0 2").replace("SRC = [1; 8]", "SRC = 1 2 4");
    let lanes = ".lanes 8 active=0b111\n.reading misaligned = error\n";
    let text = format!("{lanes}{head}dword_atomic.or (M1, 4) BUF OFF.0 SRC.0 V0.0 V0.0\n");
    let file = file("stopping.lane", &text);
    let (_, out, _) = told(&["explore", &file.to_string_lossy()]);
    assert!(out.starts_with("the run stops before its end in all 6 orders\n"), "{out}");
    // Lane 2 is misaligned, so a witness has to give its place among the others.
    assert!(
        out.contains("  BUF[0] = 0, and the run stops: 2 of 6 (33.3 %), for instance .order 2\n"),
        "{out}"
    );
    assert!(
        out.contains("  BUF[0] = 1, and the run stops: 1 of 6 (16.7 %), for instance .order 0 2\n"),
        "{out}"
    );
    let (_, out, _) = told(&["explore", &file.to_string_lossy(), "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(report["stopping"]["orders"], "6");
    let outcomes = report["memory"]["factors"][0]["outcomes"].as_array().expect("they are listed");
    assert!(outcomes.len() == 4 && outcomes.iter().all(|outcome| outcome["stops"] == true), "{out}");
}

/// 16 lanes add 16 different powers of two: no two orders return the same old values. A sample is enough to show that
/// the order matters and that there are more than three outcomes. It does not show how many there are.
#[test]
fn a_sample_refutes_what_it_shows_to_be_wrong() {
    let text = format!(
        "{}.expect order-independent\n.expect outcomes results 3\n.expect outcomes results 20000\n\
         .expect outcomes memory 1\n",
        powers()
    );
    let file = file("refuted.lane", &text);
    let (status, _, complaints) = told(&["test", &file.to_string_lossy()]);
    assert_eq!(status, Some(1), "{complaints}");
    let found: Vec<&str> = complaints.lines().filter(|line| line.contains("expectation failed")).collect();
    assert_eq!(found.len(), 2, "{complaints}");
    assert!(
        found[0].contains("outcomes, expected 1") && found[1].contains("outcomes, expected 3"),
        "{complaints}"
    );
    assert!(found.iter().all(|line| line.contains("there are at least")), "{complaints}");
    assert_eq!(complaints.matches("expectation not decided: the budget ran out").count(), 1, "{complaints}");
}

/// Returns a text in which 16 lanes add different powers of two, so no two orders return the same values.
fn powers() -> String {
    let set = |name: &str| format!(".decl {name} v_type=G type=ud num_elts=16 align=GRF\n");
    let powers: Vec<String> = (0..16).map(|lane| (1 << lane).to_string()).collect();
    format!(
        ".isa visa grf=64\n.lanes 16\n{}{}{}.decl BUF v_type=T num_elts=1\n.set OFF = [0; 16]\n.set A = {}\n\
         .surface BUF buffer ud = 0\ndword_atomic.add (M1, 16) BUF OFF.0 A.0 V0.0 OLD.0\n",
        set("OFF"),
        set("A"),
        set("OLD"),
        powers.join(" ")
    )
}

/// The search decides memory but not results, so the status is 1. No drawn result repeats. By Wilson, the interval for
/// 1 of 10,000 drawn is (z^2 / 2 + 1 -+ z * sqrt(1 + z^2 / 4 - 1e-4)) / (10000 + z^2) = 0.002 % to 0.057 %, with z =
/// 1.96.
#[test]
fn a_sample_is_a_list_of_intervals() {
    let file = file("sampled.lane", &powers());
    let path = file.to_string_lossy();
    let (status, out, _) = told(&["explore", &path, "--budget", "20000"]);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("memory: 1 outcome of "), "{out}");
    assert!(out.contains("memory and results: not decided, the budget ran out\n"), "{out}");
    let rows = |out: &str| out.lines().filter(|line| line.contains(" of 10000 drawn")).count();
    assert_eq!(rows(&out), 20);
    assert!(
        out.contains(": 1 of 10000 drawn, 95 % interval < 0.1 % to 0.1 % of all orders, for instance"),
        "{out}"
    );
    assert!(out.contains("\n  and 9980 more\n"), "{out}");
    assert!(out.contains("\na share is a share of orders, not a probability: "), "{out}");

    let (_, out, _) = told(&["explore", &path, "--top", "3", "--seed", "2", "--budget", "1000"]);
    assert_eq!(rows(&out), 3);
    assert!(out.contains("a sample of 10000 orders (seed 2) shows 10000 outcomes"), "{out}");

    // The JSON report lists the rows of the sample, and the number of drawn orders with other outcomes.
    let (_, out, _) = told(&["explore", &path, "--json", "--top", "3", "--budget", "1000"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let sample = &report["results_sample"];
    assert_eq!(sample["outcomes"].as_array().map(Vec::len), Some(3));
    assert_eq!((&sample["found"], &sample["unlisted"]), (&Value::from(10_000), &Value::from(9997)));
}

/// Four lanes that exchange have 24 exact outcomes. The text output lists 20 of them, JSON all.
#[test]
fn the_number_of_rows_is_chosen() {
    let file = file("top.lane", &exchange(""));
    let path = file.to_string_lossy();
    let (status, out, _) = told(&["explore", &path]);
    assert_eq!(status, Some(0));
    assert!(out.contains("\n  and 4 more; `--top 0` lists all\n"), "{out}");
    let rows = |arguments: &[&str]| {
        let (_, out, _) = told(&[&["explore", &path], arguments].concat());
        out.lines().filter(|line| line.contains(": 1 of 24 (4.2 %), for instance ")).count()
    };
    assert_eq!((rows(&[]), rows(&["--top", "0"]), rows(&["--top", "5"])), (20, 24, 5));
    let listed = |arguments: &[&str]| {
        let (_, out, _) = told(&[&["explore", &path, "--json"], arguments].concat());
        let report: Value = serde_json::from_str(&out).expect("it is JSON");
        let factor = &report["results"]["factors"][0];
        (factor["count"].clone(), factor["outcomes"].as_array().map(Vec::len))
    };
    assert_eq!(listed(&[]), (Value::from(24), Some(24)));
    assert_eq!(listed(&["--top", "5"]), (Value::from(24), Some(5)));
}

/// 16 lanes read and write in two turns each. There are far more orders than the budget allows. The run shows that
/// lanes one after the other leave 1 + 0 + 1 + ... + 15 = 121.
#[test]
fn what_a_run_shows_is_possible_at_once() {
    let text = powers().replace("dword_atomic.add", "split.add").replace(
        ".surface BUF buffer ud = 0\n",
        ".surface BUF buffer ud = 1\n.semantics SPLIT like DWORD_ATOMIC {\n  foreach_active (i) {\n    \
         T old = surface[element_offset[i]];\n    surface[element_offset[i]] = old + i;\n  }\n}\n",
    );
    let file = file("shown.lane", &format!("{text}.expect BUF = 121\n"));
    let (status, out, complaints) = told(&["possible", &file.to_string_lossy(), "--budget", "1000"]);
    assert_eq!(status, Some(0), "{out}{complaints}");
    assert!(out.starts_with("possible, for instance .order "), "{out}");
    assert!(out.ends_with("; the budget ran out before its orders were counted\n"), "{out}");
    let (status, out, _) = told(&["possible", &file.to_string_lossy(), "--budget", "1000", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(
        (status, &report["verdict"], &report["orders"]),
        (Some(0), &Value::from("possible"), &Value::Null)
    );
    let expected = format!("{text}.expect possible {{ BUF = 121 }}\n.expect impossible {{ BUF = 121 }}\n");
    let file = crate::common::command::file("shown-expected.lane", &expected);
    let (status, _, complaints) = told(&["test", &file.to_string_lossy(), "--budget", "1000"]);
    assert_eq!(status, Some(1));
    let failed: Vec<&str> = complaints.lines().filter(|line| line.contains("expectation failed")).collect();
    assert_eq!(failed.len(), 1, "{complaints}");
    assert!(failed[0].contains("it is possible, for instance .order "), "{complaints}");
}

/// The run shows the result, so no order is searched. Lane 3 is first, and lanes 0 and 2 are off.
#[test]
fn an_order_that_a_run_shows_lists_each_turn() {
    for (order, expected) in
        [("3", "3 1 4 5 6 7 8 9 10 11 12 13 14 15"), ("ascending", "1 3 4 5 6 7 8 9 10 11 12 13 14 15")]
    {
        let text = powers().replace(".lanes 16", &format!(".lanes 16 active=0xfffa\n.order {order}"));
        let file = file("turns.lane", &format!("{text}.expect BUF = 65530\n"));
        let (_, out, _) = told(&["possible", &file.to_string_lossy(), "--budget", "1", "--json"]);
        let report: Value = serde_json::from_str(&out).expect("it is JSON");
        let witness = &report["witness"][0];
        let turns: Vec<u64> = expected.split(' ').map(|lane| lane.parse().expect("a lane")).collect();
        assert_eq!((&witness["order"], &witness["turns"]), (&Value::from(order), &Value::from(vec![turns])));
    }
}

#[test]
fn what_was_seen_is_possible_or_not() {
    let possible = |name: &str, expected: &str| {
        let file = file(&format!("possible-{name}.lane"), &exchange(expected));
        let (status, out, _) = told(&["possible", &file.to_string_lossy()]);
        (status, out)
    };
    // Lane 1 is first and leaves 2 for lane 0. Lane 3 finds the 1 of lane 0, and lane 2 finds the 4 of lane 3. Only
    // this order fits.
    let (status, out) = possible("all", ".expect OLD = 2 0 4 1\n.expect BUF = 3\n");
    assert_eq!((status, &*out), (Some(0), "possible in exactly 1 of 24 orders, for instance .order 1 0 3\n"));
    // With lane 1 first, the others have 3! orders.
    let (status, out) = possible("first", ".expect OLD = _ 0 _ _\n");
    assert_eq!((status, &*out), (Some(0), "possible in exactly 6 of 24 orders, for instance .order 1 2 3\n"));
    // Only the next lane finds the value of lane 1.
    let (status, out) = possible("twice", ".expect OLD = 2 _ _ 2\n");
    assert_eq!((status, &*out), (Some(1), "impossible: no order ends with OLD[0] = 2 and OLD[3] = 2\n"));
    let (status, out) = possible("never", ".expect BUF = 5\n.expect OLD = 2 0 4 1\n");
    assert_eq!((status, &*out), (Some(1), "impossible: no order ends with BUF[0] = 5\n"));
}
