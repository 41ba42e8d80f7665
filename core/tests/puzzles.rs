//! The puzzles of the gallery: the start does not meet its goal, a solution does, and tempting changes do not.
#![cfg(not(target_arch = "wasm32"))]

mod cheats;
mod cost;
mod path;

use crate::common::edited;
use lanescope_core::session::{
    Budget, Session,
    orders::{GoalAnswer, GoalFailure, GoalFault},
    text::{PanelEdit, Verdict},
};
use std::path::{Path, PathBuf};

/// A replacement of a part of the text.
type Change = (&'static str, &'static str);

struct Puzzle {
    name: &'static str,
    solution: &'static [Change],
    /// Changes that do not solve it, each with what is wrong.
    wrong: &'static [(&'static [Change], Fault)],
}

/// The first failure of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// The run of the base text stops with an error.
    Error,
    /// The run of the base text ends with another result.
    Result,
    /// Another order of the base text fails.
    Orders,
    /// The run of a variant, or another order of it, fails.
    Input,
    /// The text exceeds a limit.
    Limit,
}

fn puzzles() -> impl Iterator<Item = &'static Puzzle> {
    path::PUZZLES.iter().chain(&cost::PUZZLES)
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples")
}

/// Returns the text of a puzzle with changes.
fn text(name: &str, changes: &[Change]) -> String {
    let text = std::fs::read_to_string(folder().join(format!("{name}.lane"))).expect("the puzzle is a file");
    edited(&text, changes.iter().copied())
}

fn answer(name: &str, changes: &[Change]) -> GoalAnswer {
    Session::goal(&text(name, changes), &text(name, &[]), Budget::default())
}

/// Returns the failure of a puzzle with changes.
fn failure(name: &str, changes: &[Change]) -> GoalFailure {
    match answer(name, changes) {
        GoalAnswer::Fails(failure) => *failure,
        other => panic!("{name} with {changes:?}: {other:?}"),
    }
}

fn fault(failure: &GoalFailure) -> Fault {
    match failure.fault {
        _ if failure.variant.is_some() => Fault::Input,
        GoalFault::Error => Fault::Error,
        GoalFault::Result => Fault::Result,
        GoalFault::Orders => Fault::Orders,
        GoalFault::Limit => Fault::Limit,
    }
}

#[test]
fn no_puzzle_is_solved_at_the_start() {
    for Puzzle { name, .. } in puzzles() {
        failure(name, &[]);
    }
    // A puzzle about cost ends right.
    for Puzzle { name, .. } in &cost::PUZZLES {
        assert_eq!(fault(&failure(name, &[])), Fault::Limit, "{name}");
    }
}

#[test]
fn each_puzzle_has_a_solution() {
    for Puzzle { name, solution, .. } in puzzles() {
        assert_eq!(answer(name, solution), GoalAnswer::Met, "{name}");
        // The command `test` agrees: a puzzle is an ordinary text.
        for side in Session::judged(&text(name, solution), Budget::default()) {
            assert!(side.is_as_expected(), "{name}: {:?}", side.expectations);
        }
    }
}

#[test]
fn tempting_changes_do_not_solve_a_puzzle() {
    for Puzzle { name, wrong, .. } in puzzles() {
        assert!(wrong.len() >= 3, "{name}");
        for (changes, expected) in *wrong {
            let failure = failure(name, changes);
            assert_eq!(fault(&failure), *expected, "{name} with {changes:?}: {failure:?}");
        }
    }
}

/// The order of a failure is replayed: some plain `.expect` line, or the run itself, fails in it.
#[test]
fn the_order_of_a_failure_fails_when_it_is_played() {
    for (name, changes) in [
        ("puzzle-08-smallest", &[][..]),
        ("puzzle-11-maximum", path::PUZZLES[10].wrong[1].0),
        ("puzzle-10-account", path::PUZZLES[9].wrong[1].0),
    ] {
        let failure = failure(name, changes);
        assert_eq!(failure.fault, GoalFault::Orders, "{name}");
        assert!(!failure.order.is_empty(), "{name}");
        let session = Session::open(&text(name, changes));
        assert!(!session.expectations.iter().any(|line| line.verdict == Verdict::Fails), "{name}");
        let played = session.edit(&PanelEdit::Witness(failure.order)).expect("the order can be written");
        let fails = played.expectations.iter().any(|line| line.verdict == Verdict::Fails);
        assert!(fails || played.unexpected_errors(), "{name}: {}", played.text);
    }
}

#[test]
fn an_order_in_the_text_changes_nothing() {
    let Puzzle { name, solution, wrong } = &path::PUZZLES[7];
    let ordered = [&[("dword_atomic", ".order 7 6 5 4 3 2 1 0\ndword_atomic")], *solution].concat();
    assert_eq!(answer(name, &ordered), GoalAnswer::Met);
    // The last of 7 ... 0 is the smallest lane.
    let (changes, fault_of) = &wrong[0];
    let ordered = [&[("dword_atomic", ".order descending\ndword_atomic")], *changes].concat();
    assert_eq!(fault(&failure(name, &ordered)), *fault_of);
}

#[test]
fn another_goal_is_not_the_goal_of_the_puzzle() {
    let name = "puzzle-02-predicate";
    for (changes, difference) in [
        (("SUM = 36", "SUM = 336"), "the line `.expect SUM = 36` is missing"),
        ((".expect outcomes memory 1\n", ""), "the line `.expect outcomes memory 1` is missing"),
        ((".limit modified 0", ".limit modified 1"), "the line `.limit modified 0` is missing"),
        (("[7; 8]", "[6; 8]"), "the line `.set VAL = [7; 8]` is missing"),
        (
            (".lanes 8", ".lanes 8\n.expect error run-race"),
            "the line `.expect error run-race` is not part of the goal",
        ),
        ((".lanes 8", ".lanes 8\n.model volta"), "the line `.model volta` is not part of the goal"),
    ] {
        assert_eq!(answer(name, &[changes]), GoalAnswer::Changed(difference.to_owned()), "{changes:?}");
    }
    // Layout and comments do not belong to the goal.
    let solution = [path::PUZZLES[1].solution, &[(".expect SUM = 36", ".expect   SUM=36 // yes")]].concat();
    assert_eq!(answer(name, &solution), GoalAnswer::Met);
}

#[test]
fn a_text_with_an_error_does_not_meet_a_goal() {
    let failure = failure("puzzle-02-predicate", &[("cmp.gt", "cmp.xx")]);
    assert_eq!((failure.fault, failure.line), (GoalFault::Error, 15));
}

/// Own semantics can compute any result.
#[test]
fn own_semantics_do_not_solve_a_puzzle() {
    let own = ".op INC = old == 0 ? 4 : old\ndword_atomic";
    let failure = failure("puzzle-05-histogram", &[("dword_atomic", own)]);
    assert!(matches!(failure.fault, GoalFault::Result | GoalFault::Limit | GoalFault::Error), "{failure:?}");
    let solved =
        [path::PUZZLES[4].solution, &[("dword_atomic", ".op INC = old + 2 - 1\ndword_atomic")]].concat();
    let failure = self::failure("puzzle-05-histogram", &solved);
    assert_eq!((failure.fault, &*failure.claim), (GoalFault::Limit, ".limit modified 0"));
}

#[test]
fn every_puzzle_of_the_gallery_is_tested() {
    let files = std::fs::read_dir(folder()).expect("the examples are files");
    let mut files: Vec<_> = files.map(|entry| entry.expect("an entry can be read").path()).collect();
    files.sort();
    let names = files.iter().filter_map(|file| file.file_stem()?.to_str());
    let names: Vec<_> = names.filter(|name| name.starts_with("puzzle")).collect();
    assert_eq!(names, puzzles().map(|puzzle| puzzle.name).collect::<Vec<_>>());
}
