//! The ledger of readings: each entry is complete, and its example distinguishes its choices.

use lanescope_core::diag::has_errors;
use lanescope_core::session::{Session, compare::ReadingEntry, known_sets, report::Report};
use lanescope_core::spec::{Choice, Reading};
use std::collections::BTreeSet;

#[cfg(target_arch = "wasm32")]
use wasm_bindgen_test::wasm_bindgen_test as test;

fn readings() -> Vec<&'static Reading> {
    known_sets().readings().collect()
}

/// Readings that do not change the end of a run: the name of a surface, and whether a failed compare-and-swap writes
/// the old value again.
const BEYOND_THE_END: [&str; 2] = ["stateless_name", "cas_failure"];

/// Returns the visible result of the example with a choice: the end of its run and its findings.
fn seen(reading: &Reading, choice: &Choice) -> (String, Vec<String>) {
    let text = reading.example;
    // The line is last, so it moves no other line, and `.isa` stays first.
    let session = Session::open(&format!("{text}.reading {} = {}\n", reading.name, choice.name));
    let end = match &session.run {
        _ if BEYOND_THE_END.contains(&reading.name) => Report::from_session(&session).to_json(),
        Some(run) => format!("{:?}", run.state(run.len())),
        None => String::new(),
    };
    let found = session.diagnostics.iter().map(|found| format!("{} {}", found.code(), found.message));
    (end, found.collect())
}

#[test]
fn choices_differ_from_each_other_in_the_example() {
    let mut same = Vec::new();
    for reading in readings() {
        let ends: Vec<_> = reading.choices.iter().map(|choice| seen(reading, choice)).collect();
        for (at, end) in ends.iter().enumerate() {
            let others = ends[..at].iter().zip(reading.choices).filter(|(other, _)| *other == end);
            same.extend(others.map(|(_, other)| {
                format!("{}: {} and {}", reading.name, other.name, reading.choices[at].name)
            }));
        }
    }
    assert_eq!(same, [""; 0]);
}

#[test]
fn the_example_asks_the_question_and_chooses_nothing() {
    for Reading { name, question, example, .. } in readings() {
        let comments = example.lines().take_while(|line| line.starts_with("// "));
        let words: Vec<&str> = comments.flat_map(|line| line[3..].split_whitespace()).collect();
        assert!(words.join(" ").starts_with(question), "{name}");
        assert!(!example.contains(&format!(".reading {name}")), "{name}");
        let session = Session::open(example);
        let views = session.reading_views();
        let view = views.iter().find(|view| view.reading.name == *name).expect("it is known");
        assert!(view.touches_program, "{name}");
        assert!(session.run.is_some() || has_errors(&session.diagnostics), "{name}");
    }
}

#[test]
fn each_entry_cites_texts_and_gives_a_reason_for_its_default() {
    for entry in readings() {
        let is_sentence = |text: &str| {
            let last = text.chars().last();
            matches!(last, Some('.' | '?')) && !text.starts_with(char::is_lowercase)
        };
        let says = entry.statements.iter().map(|text| text.says);
        let does = entry.practices.iter().map(|practice| practice.does);
        let sentences = says.chain(does).chain([entry.because, entry.question]);
        let broken: Vec<&str> = sentences.filter(|text| !is_sentence(text)).collect();
        assert_eq!(broken, [""; 0], "{}", entry.name);
        assert!(!entry.statements.is_empty(), "{}", entry.name);
        let report = serde_json::to_value(ReadingEntry::by_default(entry)).expect("it is JSON");
        let who: Vec<_> =
            report["known"].as_array().expect("it is a list").iter().map(|known| &known["who"]).collect();
        assert_eq!(who, ["compilers", "assemblers", "hardware"]);
    }
}

/// The words that are proposed at `|`.
fn proposed(text: &str) -> BTreeSet<String> {
    let (before, after) = text.split_once('|').expect("the caret is marked");
    let session = Session::open(&format!("{before}{after}"));
    let items = session.complete(before.len()).map(|found| found.items).unwrap_or_default();
    items.into_iter().map(|item| item.label).collect()
}

/// The text that makes a choice in a line of its own, after the example's last line.
fn with_choice(reading: &Reading, choice: &str) -> (String, usize) {
    let line = format!(".reading {} = {choice}\n", reading.name);
    let text = [reading.example, &line].concat();
    let at = text.len() - line.len() + ".reading ".len();
    (text, at)
}

#[test]
fn each_reading_and_each_choice_is_completed_and_explained() {
    let mut all = proposed(".reading |");
    all.extend(proposed(".isa sass sm=52\n.reading |"));
    for reading in readings() {
        assert!(all.contains(reading.name), "{}", reading.name);
        let choices = proposed(&format!("{}.reading {} = |", reading.example, reading.name));
        for choice in reading.choices {
            assert!(choices.contains(choice.name), "{} = {}", reading.name, choice.name);
            let (text, at) = with_choice(reading, choice.name);
            let session = Session::open(&text);
            let explained = |at: usize| {
                let (_, entry) = session.explain(at).expect("it is explained");
                (entry.group, entry.name, entry.prose)
            };
            let group = "Interpretations";
            let expected = (group, reading.name.to_owned(), reading.question.to_owned());
            assert_eq!(explained(at + 1), expected);
            let expected = (group, choice.name.to_owned(), choice.prose.to_owned());
            assert_eq!(explained(at + reading.name.len() + " = ".len() + 1), expected);
        }
    }
}

#[test]
fn a_choice_that_changes_the_example_is_found_by_trying_it() {
    // Readings that end alike in their example are those that only the report tells.
    for reading in readings().into_iter().filter(|reading| !BEYOND_THE_END.contains(&reading.name)) {
        let session = Session::open(reading.example);
        if session.run.is_none() {
            continue;
        }
        let tried = session.what_if();
        let entry = tried.iter().find(|entry| entry.reading == reading);
        let entry = entry.unwrap_or_else(|| panic!("{} is not tried", reading.name));
        let tried: Vec<&str> = entry.tried().map(|(choice, _)| choice.name).collect();
        let others: Vec<&str> = reading.choices[1..].iter().map(|choice| choice.name).collect();
        assert_eq!(tried, others, "{}", reading.name);
    }
}
