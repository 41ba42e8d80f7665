//! Cheats that must be refused, and other right solutions that must pass. Each cheat reaches the visible result in some other way
//! than the task demands.

#[path = "attempts_cost.rs"]
mod attempts_cost;
#[path = "attempts_first.rs"]
mod attempts_first;
#[path = "attempts_orders.rs"]
mod attempts_orders;

use super::{Change, Fault, GoalAnswer, answer, fault, text};
use lanescope_core::session::Session;

/// A puzzle with its cheats, each with what refuses it, and with other right solutions.
struct Attempts {
    name: &'static str,
    cheats: &'static [(&'static [Change], Fault)],
    right: &'static [&'static [Change]],
}

fn attempts() -> impl Iterator<Item = &'static Attempts> {
    attempts_first::ATTEMPTS.iter().chain(attempts_orders::ATTEMPTS).chain(attempts_cost::ATTEMPTS)
}

#[test]
fn cheats_are_refused() {
    let mut surprises = Vec::new();
    for Attempts { name, cheats, .. } in attempts() {
        assert!(cheats.len() >= 5, "{name}");
        for (changes, expected) in *cheats {
            let is_refused = match answer(name, changes) {
                GoalAnswer::Fails(failure) => fault(&failure) == *expected,
                _ => false,
            };
            if !is_refused {
                surprises
                    .push(format!("{name}, expected {expected:?}: {:?}\n{changes:?}", answer(name, changes)));
            }
        }
    }
    assert!(surprises.is_empty(), "{}", surprises.join("\n\n"));
}

#[test]
fn other_right_solutions_pass() {
    let mut refused = Vec::new();
    for Attempts { name, right, .. } in attempts() {
        for changes in *right {
            let answer = answer(name, changes);
            if answer != GoalAnswer::Met {
                refused.push(format!("{name}: {answer:?}\n{changes:?}"));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

#[test]
fn every_puzzle_has_attempts() {
    let names: Vec<&str> = attempts().map(|attempts| attempts.name).collect();
    assert_eq!(names, super::puzzles().map(|puzzle| puzzle.name).collect::<Vec<_>>());
}

/// Changing what a puzzle's variant says, or leaving it out, changes the goal. An own variant does not.
#[test]
fn only_own_variants_may_change() {
    let name = "puzzle-13-copy";
    for changed in [
        ("TO buffer ud 16 = [7; 16]", "TO buffer ud 16 = [8; 16]"),
        (".variant other {", ".variant another {"),
    ] {
        let changes = [&attempts_cost::DENSE[..], &[changed]].concat();
        assert!(matches!(answer(name, &changes), GoalAnswer::Changed(_)), "{changed:?}");
    }
}

/// A task names the limits of its puzzle, and the bar below it lists all of them.
#[test]
fn every_limit_is_named() {
    for Attempts { name, .. } in attempts() {
        let text = text(name, &[]);
        let task = text.lines().nth(1).expect("a task").to_lowercase();
        let listed = Session::limits_in_words(&text).expect("a puzzle has limits");
        for line in text.lines().take_while(|line| !line.starts_with(".variant")) {
            let Some(limit) = line.strip_prefix(".limit ") else { continue };
            let (count, number) = limit.split_once(' ').expect("a number");
            let words: &[&str] = match count {
                "modified" => &[],
                "passes" => &["shared memory"],
                "conflicts" => &["no bank conflicts"],
                "accesses" if number == "4" => &["each accesses", "once"],
                "accesses" => &["must not access memory"],
                "instructions" if number == "1" => &["this one instruction"],
                "instructions" | "sectors" => &[count, number.trim_start_matches("min=")],
                _ => &[count],
            };
            for word in words {
                assert!(task.contains(&word.to_lowercase()), "{name}: {line}: {word}");
            }
            let word = if count == "modified" { "built-in semantics" } else { count };
            let word = if number == "1" { word.trim_end_matches("es").trim_end_matches('s') } else { word };
            assert!(listed.contains(word), "{name}: {line}: {listed}");
        }
    }
    let listed = Session::limits_in_words(&text("puzzle-13-copy", &[]));
    assert_eq!(listed.as_deref(), Some("at most 4 sectors, at least 4 sectors, the built-in semantics"));
    let one = Session::limits_in_words(".limit instructions 1\n.limit passes 1\n.limit accesses 1\n");
    assert_eq!(one.as_deref(), Some("at most 1 instruction, at most 1 pass, at most 1 access"));
    assert_eq!(Session::limits_in_words(".lanes 8\n"), None);
}
