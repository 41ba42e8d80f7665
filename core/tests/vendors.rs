//! The instruction sets side by side: the scenarios run and show the differences that the manuals imply.

use lanescope_core::isa::{known_sets, side_by_side};
use lanescope_core::session::{
    Session,
    compare::{VendorComparison, comparisons, without_counterpart},
};
use std::collections::BTreeSet;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Returns the outcomes of each lane, one for each side: the returned value and the value in memory, `-` for none.
fn outcomes(title: &str, op: &str) -> Vec<Vec<String>> {
    let all = comparisons(&known_sets());
    let wanted = |known: &&VendorComparison| known.title == title && known.sides[1].title == op;
    let comparison = all.iter().find(wanted).unwrap_or_else(|| panic!("{title}, {op} is compared"));
    let shown = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
    let rows = comparison.lanes.iter().map(|lane| {
        let shown =
            lane.outcomes.iter().map(|side| format!("{} {}", shown(&side.returned), shown(&side.stored)));
        shown.collect()
    });
    rows.collect()
}

#[test]
fn increment_wraps_at_the_end_or_at_the_bound() {
    // The bound is 5. vISA takes none and adds 1 modulo 2^32. SUATOM computes M >= 5 ? 0 : M + 1. Out of bounds, 0 is
    // returned.
    let expected = [
        ["2 3", "2 3"],
        ["5 6", "5 0"],
        ["9 10", "9 0"],
        ["4294967295 0", "4294967295 0"], // 2^32 - 1 + 1 = 0 modulo 2^32; and it is above 5
        ["0 -", "0 -"],
    ];
    assert_eq!(outcomes("Increment", "SUATOM.D.1D.INC.IGN"), expected);
}

#[test]
fn decrement_wraps_at_zero_or_to_the_bound() {
    // vISA subtracts 1 modulo 2^32. SUATOM computes M == 0 or M > 5 ? 5 : M - 1.
    let expected = [["3 2", "3 2"], ["0 4294967295", "0 5"], ["5 4", "5 4"], ["9 8", "9 5"], ["0 -", "0 -"]];
    assert_eq!(outcomes("Decrement", "SUATOM.D.1D.DEC.IGN"), expected);
}

#[test]
fn compare_and_exchange_takes_its_sources_in_opposite_order() {
    // The sources are 5 and 9. CMPXCHG compares with the second and stores the first; CAS compares with the first and
    // stores the second. CAS matches 5 in memory, CMPXCHG matches 9, and neither matches 7. With the sources 5 and 5,
    // both match and store 5.
    let expected = [["5 5", "5 9"], ["9 5", "9 9"], ["7 7", "7 7"], ["5 5", "5 5"], ["0 -", "0 -"]];
    assert_eq!(outcomes("Compare and exchange", "SUATOM.D.1D.CAS.IGN"), expected);
}

#[test]
fn floats_are_compared_as_numbers_or_as_bits() {
    // FCMPWR compares with the first source, like CAS, but as floats: -0 equals 0, and a NaN equals nothing.
    let nan = "nan:0x7fc00000";
    let expected = [
        ["1.5 9.0", "1.5 9.0"],
        ["2.5 2.5", "2.5 2.5"],
        ["-0.0 9.0", "-0.0 -0.0"],
        [&format!("{nan} {nan}"), &format!("{nan} 9.0")],
        ["0.0 -", "0.0 -"],
    ];
    assert_eq!(outcomes("Compare floats and write", "SUATOM.D.1D.CAS.IGN"), expected);
}

#[test]
fn accesses_out_of_bounds_are_ignored_clamped_or_trapped() {
    // Three elements; lanes at 0 to 3 and at -1 each add 1. In vISA and with IGN, an access out of bounds returns 0 and
    // writes nothing.
    let ignored = ["10 11", "20 21", "30 31", "0 -", "0 -"];
    let same = ignored.map(|outcome| [outcome, outcome]);
    assert_eq!(outcomes("Out of bounds, IGN", "SUATOM.D.1D.ADD.IGN"), same);
    // Without a clamp word, the nearest element is used, and lanes take turns from 0 on. Element 3 becomes 2, where
    // lane 2 left 31, so 32 is stored. Element -1 becomes 0, where lane 0 left 11, so 12 is stored.
    let clamped = ["10 12", "20 21", "30 32", "31 -", "11 -"];
    let expected: Vec<[&str; 2]> = ignored.into_iter().zip(clamped).map(<[&str; 2]>::from).collect();
    assert_eq!(outcomes("Out of bounds, NEAR", "SUATOM.D.1D.ADD"), expected);
    // A trap stops the instruction before any lane has an effect.
    let trapped = ["- 10", "- 20", "- 30", "- -", "- -"];
    let expected: Vec<[&str; 2]> = ignored.into_iter().zip(trapped).map(<[&str; 2]>::from).collect();
    assert_eq!(outcomes("Out of bounds, TRAP", "SUATOM.D.1D.ADD.TRAP"), expected);
}

#[test]
fn halves_differ_for_signalling_nans_and_subnormals() {
    // 1 and 2; 0 and -0; a quiet NaN, which loses on both sides; a signalling NaN, which wins in vISA and loses in
    // SUATOM; 2 x 2^-24 and 2^-24, which FTZ flushes to 0.
    let (two, one) = ("1.19e-7", "5.96e-8");
    let expected = [
        ["1.0 1.0", "1.0 1.0"],
        ["0.0 -0.0", "0.0 -0.0"],
        ["1.0 1.0", "1.0 1.0"],
        ["1.0 nan:0x7d00", "1.0 1.0"],
        [&format!("{two} {one}"), &format!("{two} 0.0")],
        ["0.0 -", "0.0 -"],
    ];
    assert_eq!(outcomes("Minimum of halves", "SUATOM.D.1D.MIN.F16x2.FTZ.RN.IGN"), expected);
}

#[test]
fn floats_are_added_and_subnormals_differ() {
    // 1.5 + 2.5 and -2 + 0.5. Twice 2^-149, shown as 1e-45, is 2^-148 in vISA, shown as 3e-45; FTZ flushes it to 0.
    let expected = [
        ["1.5 4.0", "1.5 4.0"],
        ["-2.0 -1.5", "-2.0 -1.5"],
        ["1e-45 3e-45", "1e-45 0.0"],
        ["0.0 -", "0.0 -"],
    ];
    assert_eq!(outcomes("Add floats", "SUATOM.D.1D.ADD.F32.FTZ.RN.IGN"), expected);
}

#[test]
fn every_comparison_runs() {
    let all = comparisons(&known_sets());
    // All but the two that only one set has.
    assert_eq!(all.len(), side_by_side().len() - 2);
    for comparison in &all {
        let base = Session::open(&comparison.text);
        let sessions = [base.clone()].into_iter().chain(base.each_variant());
        for (side, session) in comparison.sides.iter().zip(sessions) {
            let is_trap = side.title.ends_with("TRAP");
            assert_eq!(side.problem.is_some(), is_trap, "{}: {:?}", side.title, side.problem);
            assert!(session.run.is_some_and(|run| run.len() <= 120), "{} can be watched", side.title);
            assert!(
                comparison.text.contains(&side.line) && side.notation.starts_with("op "),
                "{}",
                side.title
            );
        }
        assert!(comparison.lanes.iter().all(|lane| lane.sources.len() == comparison.sources.len()));
        assert!(comparison.lanes.iter().any(|lane| lane.memory.is_none()), "one lane is outside");
    }
    assert!(all.is_sorted_by_key(|comparison| !comparison.differs()), "those that differ come first");
}

#[test]
fn every_operation_is_in_a_scenario() {
    let mut ops = BTreeSet::new();
    for text in side_by_side() {
        let base = Session::open(&text);
        let sides = [base.clone()].into_iter().chain(base.each_variant());
        ops.extend(sides.map(|side| {
            assert!(side.is_as_expected(), "{text}");
            let run = side.run.expect("it runs");
            let bound = &run.scenario().program[0];
            (bound.row.mnemonic.to_string(), bound.op.clone().expect("it has an operation"))
        }));
    }
    for row in ["DWORD_ATOMIC", "SUATOM"] {
        let sets = known_sets();
        let row = sets.instructions().find(|known| known.mnemonic == row).expect("it is a row");
        for op in row.op_table().expect("it has operations").ops {
            assert!(ops.contains(&(row.mnemonic.to_string(), op.name.to_owned())), "{}", op.name);
        }
    }
}

#[test]
fn operations_without_a_counterpart_are_listed() {
    let expected = [("Decrement, new value back", "dword_atomic.predec"), ("Subtract", "dword_atomic.sub")];
    assert_eq!(
        without_counterpart(&known_sets()),
        expected.map(|(title, name)| (title.to_owned(), name.to_owned()))
    );
}
