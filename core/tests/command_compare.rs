//! The command line: comparisons of scenarios, and sweeps.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::command::{ADD, HEAD, file, told};
use serde_json::Value;

#[test]
fn a_scenario_is_compared_with_its_variant_and_with_another() {
    let text = format!("{HEAD}{ADD}.variant two {{ .set SRC = [2; 8] }}\n");
    let (one, other) =
        (file("compare.lane", &text), file("compare-other.lane", &format!("{HEAD}{ADD}{ADD}")));
    let (one, other) = (one.to_string_lossy(), other.to_string_lossy());
    let (status, out, complaints) = told(&["compare", &one]);
    assert_eq!((status, &*complaints), (Some(1), ""));
    let row = |out: &str, place: &str| -> Vec<String> {
        let line = out.lines().find(|line| line.starts_with(place));
        line.unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row(&out, "BUF[0]"), ["BUF[0]", "1", "2"], "{out}");
    assert_eq!(row(&out, " "), ["base", "two"], "{out}");
    assert_eq!(told(&["compare", &one, "two"]).1, out);
    let text = format!("{HEAD}{ADD}.invariant small: BUF[0] < 2\n.variant two {{ .set SRC = [2; 8] }}\n");
    let broken = file("compare-broken.lane", &text);
    let place = broken.to_string_lossy();
    for arguments in [&["compare", &place, "two"][..], &["sweep", &place, "BUF", "--beside", "two"]] {
        let complaints = told(arguments).2;
        let is_told = complaints.contains("`two`: ") && complaints.contains(&format!("{place}:8:1"));
        assert!(is_told, "{complaints}");
    }
    // 0 + 1 and 0 + 1 + 1
    let (_, out, _) = told(&["compare", &one, &other]);
    assert_eq!(row(&out, "BUF[0]"), ["BUF[0]", "1", "2"], "{out}");
    let (_, out, _) = told(&["compare", &one, "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    assert_eq!(report["outcomes"]["only_b"][0]["values"][0], serde_json::json!(["BUF[0]", "0x00000002"]));
    let (status, _, complaints) = told(&["compare", &other]);
    assert_eq!(status, Some(2));
    assert!(complaints.contains("it has no variants"), "{complaints}");
}

#[test]
fn a_scenario_is_swept_alone_and_against_its_variant() {
    let text = format!("{HEAD}{ADD}.variant two {{ .set SRC = [2; 8] }}\n");
    let file = file("sweep.lane", &text);
    let file = file.to_string_lossy();
    let (status, out, complaints) = told(&["sweep", &file, "SRC = 5 6"]);
    assert_eq!((status, &*complaints), (Some(0), ""));
    assert!(out.starts_with("2 values of SRC[0]\n  5: BUF[0] = 5"), "{out}");
    let (_, out, _) = told(&["sweep", &file, "SRC = 5", "--json"]);
    let report: Value = serde_json::from_str(&out).expect("it is JSON");
    let value = &report["rows"][0]["value"];
    assert_eq!((&report["place"], value), (&"SRC[0]".into(), &"0x00000005".into()));
    let (status, out, _) = told(&["sweep", &file, "BUF = 0..9", "--beside", "two", "--seed", "3"]);
    assert_eq!(status, Some(1));
    assert!(
        out.starts_with(
            "10 of 10 values make a difference (10 values of BUF[0]). The first: with BUF[0] = 0, "
        ),
        "{out}"
    );
    let (status, _, complaints) = told(&["sweep", &file, "NO"]);
    assert_eq!((status, complaints.contains("`NO` is neither a surface")), (Some(2), true), "{complaints}");
    assert_eq!(told(&["sweep", &file]).0, Some(2));
    assert_eq!(told(&["sweep", &file, "SRC", "--beside"]).0, Some(2));
}

#[test]
fn a_comparison_without_a_difference_is_fine_and_any_other_is_not() {
    let text =
        format!("{HEAD}{ADD}.variant same {{ .set SRC = [1; 8] }}\n.variant two {{ .set SRC = [2; 8] }}\n");
    let file = file("differ.lane", &text);
    let name = file.to_string_lossy();
    for (other, expected) in [("same", 0), ("two", 1)] {
        assert_eq!(told(&["compare", &name, other]).0, Some(expected), "{other}");
        assert_eq!(told(&["sweep", &name, "BUF = 1 2", "--beside", other]).0, Some(expected), "{other}");
    }
    let (status, _, problems) = told(&["compare", "-", "-"]);
    assert_eq!(status, Some(2));
    assert!(problems.contains("standard input can be read only once"), "{problems}");
}

/// 16 lanes get back different values in 16! orders.
#[test]
fn a_comparison_says_which_outcomes_it_leaves_out() {
    let head =
        HEAD.replace("num_elts=8", "num_elts=16").replace("[0; 8]", "[0; 16]").replace("[1; 8]", "iota(1)");
    let line = "dword_atomic.add (M1, 16) BUF OFF.0 SRC.0 V0.0 SRC.0\n";
    let text = format!("{head}{line}.variant same {{ .lanes 16 }}\n");
    let file = file("compare-many.lane", &text);
    let (status, out, problems) = told(&["compare", &file.to_string_lossy()]);
    assert_eq!((status, &*problems), (Some(1), ""), "{out}");
    assert!(
        out.contains("The results in all orders were not compared: there are too many outcomes"),
        "{out}"
    );
}

/// Lane 0 counts to `SRC[0]` before it accesses memory. A run that counts to 400000 is cut off on both sides before these differ.
#[test]
fn runs_that_are_cut_off_are_not_the_same() {
    let counting = ".semantics DWORD_ATOMIC {\n  foreach_active (i) {\n    UD x = 0;\n    \
        for (UD c = 0; c < src0[i]; c++) { x = x + 1; }\n    surface[0] = op(x, src0[i], src1[i]);\n  }\n}\n";
    let variants = ".variant other { .op ADD = old - src0 }\n.variant same { .op ADD = src0 + old }\n";
    let text = format!("{HEAD}{counting}.op ADD = old + src0\n{ADD}{variants}");
    let name = file("cut-off.lane", &text).to_string_lossy().into_owned();
    let sweep =
        |values: &str, other: &str| told(&["sweep", &name, &format!("SRC = {values}"), "--beside", other]);
    let (status, out, _) = sweep("400000 0", "same");
    let expected = "No difference was found over 2 values of SRC[0]. 1 value is not decided, because a run is too long.\n";
    assert_eq!((status, &*out), (Some(1), expected));
    let (status, out, _) = sweep("400000 1", "other");
    assert!(status == Some(1) && out.starts_with("1 of 2 values make a difference"), "{out}");
    assert!(out.ends_with(" in other. 1 value is not decided, because a run is too long.\n"), "{out}");

    let long = file("cut-off-long.lane", &text.replace("SRC = [1; 8]", "SRC = 400000"));
    let (status, out, _) = told(&["compare", &long.to_string_lossy(), "other"]);
    assert!(status == Some(2) && out.contains("is too long to be compared"), "{out}");
}

/// With `strict`, a lane that gets a misaligned offset back stops the run: lane 0 gets 2 if lane 1 comes first.
#[test]
fn a_comparison_of_outcomes_tells_how_runs_stop() {
    let max = "dword_atomic.max (M1, 2) BUF OFF.0 SRC.0 V0.0 OLD.0\n";
    let gather = "gather_scaled.4 (M1, 2) TAB 0x0:ud OLD.0 DST.0\n";
    let more = ".decl OLD v_type=G type=ud num_elts=8\n.decl DST v_type=G type=ud num_elts=8\n.set DST = 7 7\n\
        .decl TAB v_type=T num_elts=1\n.surface TAB buffer ud = 7 7 7 7\n";
    let strict = ".variant strict { .reading misaligned = error }\n";
    let text = format!("{}{more}{max}{gather}{strict}", HEAD.replace("SRC = [1; 8]", "SRC = 4 2"));
    let (status, out, _) = told(&["compare", &file("stops.lane", &text).to_string_lossy()]);
    assert_eq!(status, Some(1), "{out}");
    assert!(out.contains("\n  only strict: the run stops, for instance .order 1 for line "), "{out}");
    assert!(out.contains("Errors in all orders"), "{out}");
}

/// The results of 8 lanes have 40,320 values, which are not compared one by one.
#[test]
fn scenarios_are_not_the_same_if_their_outcomes_are_too_many() {
    let digits = ".decl OLD v_type=G type=ud num_elts=8\n.op DIGITS = (old << 3) + src0 - 1\n";
    let head = HEAD.replace("SRC = [1; 8]", "SRC = 1 2 3 4 5 6 7 8");
    let text = format!(
        "{head}{digits}dword_atomic.DIGITS (M1, 8) BUF OFF.0 SRC.0 V0.0 OLD.0\n.variant same {{ .set SRC = 1 2 3 4 5 6 7 8 }}\n"
    );
    let (status, out, _) = told(&["compare", &file("many-outcomes.lane", &text).to_string_lossy()]);
    assert!(status == Some(1) && out.contains("The outcomes of all orders were not compared"), "{out}");
}

/// `test --puzzle` fails a text that changes the goal, even if all its lines hold.
#[test]
fn a_solution_is_compared_with_its_puzzle() {
    let goal = ".expect BUF = 1\n.limit instructions 1\n";
    let start = [HEAD, "dword_atomic.sub (M1, 1) BUF OFF.0 SRC.0 V0.0 V0.0\n", goal].concat();
    let puzzle = file("puzzle.lane", &start);
    let puzzle = puzzle.to_string_lossy();
    let solved = start.replace("sub", "add");
    let changed = start.replace(".expect BUF = 1", ".expect BUF = 0xffffffff");
    for (name, text, expected) in
        [("solved.lane", &solved, 0), ("changed.lane", &changed, 1), ("unsolved.lane", &start, 1)]
    {
        let (status, _, complaints) =
            told(&["test", "--puzzle", &puzzle, &file(name, text).to_string_lossy()]);
        assert_eq!(status, Some(expected), "{name}: {complaints}");
        let is_named =
            complaints.contains("not the goal of the puzzle: the line `.expect BUF = 1` is missing");
        assert_eq!(is_named, name == "changed.lane", "{name}: {complaints}");
    }
    // Without the puzzle, the changed goal holds.
    assert_eq!(told(&["test", &file("changed.lane", &changed).to_string_lossy()]).0, Some(0));
    assert_eq!(told(&["test", "--puzzle", "nowhere.lane", &puzzle]).0, Some(2));
}
