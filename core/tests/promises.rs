//! Promises about formats: texts and links of each released version open, with the results that they had. The files in
//! `promises` hold them. A change of a link is reported, and does not open another text.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::golden::{Case, cases, hold};
use lanescope_core::diag::Severity;
use lanescope_core::session::{
    Session, known_sets,
    text::{Verdict, decode_link, encode_link, reference},
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const FOLDER: &str = "core/tests/promises";

/// Returns the links of a case: one of each version that some case has.
fn links(case: &Case) -> Vec<&str> {
    let link = case.part("link").expect("each case has a link");
    [Some(link), case.part("link of version 1")].into_iter().flatten().map(str::trim_end).collect()
}

/// Describes the end of a text in a few lines: its state, its findings, its lines with a verdict, its questions, and the
/// first elements of each surface.
fn summary(text: &str) -> String {
    let session = Session::open(text);
    let mut out = String::new();
    let state = session.run.as_ref().map_or("does not run".to_owned(), |run| format!("{:?}", run.stop()));
    let _ = writeln!(out, "end: {}", state.to_lowercase());
    let findings: BTreeSet<&str> = session.diagnostics.iter().map(|found| found.code()).collect();
    for code in findings {
        let _ = writeln!(out, "finding: {code}");
    }
    let mut verdicts = BTreeMap::new();
    for expectation in &session.expectations {
        *verdicts.entry(word(expectation.verdict)).or_insert(0) += 1;
    }
    for (verdict, count) in verdicts {
        let _ = writeln!(out, "lines that {verdict}: {count}");
    }
    if !session.questions.is_empty() {
        let _ = writeln!(out, "questions: {}", session.questions.len());
    }
    let Some(run) = &session.run else { return out };
    let end = run.state(run.len());
    for surface in &run.scenario().layout.surfaces {
        let element = |at| end.read(surface.element(at));
        let values = (0..surface.count()).take(12).map(|at| format!(" {:#x}", element(at).value));
        let _ = writeln!(out, "{}:{}", surface.name, values.collect::<String>());
    }
    out
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "hold",
        Verdict::Fails => "fail",
        Verdict::NotJudged => "are about all orders",
    }
}

#[test]
fn texts_and_links_of_earlier_versions_open() {
    hold(FOLDER, |case| {
        for link in links(case) {
            assert_eq!(decode_link(link).as_deref(), Ok(&*case.text), "{}", case.name);
        }
        summary(&case.text)
    });
}

#[test]
fn the_cases_have_every_directive_and_every_form_of_expect() {
    let texts: Vec<String> = cases(FOLDER).into_iter().map(|case| case.text).collect();
    let sets = known_sets();
    let mut missing = BTreeSet::new();
    for set in sets.all() {
        for entry in reference(set, &sets) {
            let words = match (entry.group, &*entry.name) {
                ("Directives", word) => word.to_owned(),
                ("Expectations", "NAME") => ".expect ".to_owned(),
                ("Expectations", form) => format!(".expect {form}"),
                _ => continue,
            };
            let mut lines = texts.iter().flat_map(|text| text.lines());
            if !lines.any(|line| line.trim_start().starts_with(&words)) {
                missing.insert(words);
            }
        }
    }
    assert_eq!(missing, BTreeSet::new());
}

/// Each other printable character at each place.
#[test]
fn a_link_with_one_other_character_is_refused() {
    let cases = cases(FOLDER);
    for case in cases.iter().step_by(8) {
        let link = encode_link(&case.text).expect("it is short");
        for at in 0..link.len() {
            for other in (' '..='~').filter(|other| !link[at..].starts_with(*other)) {
                let changed = format!("{}{other}{}", &link[..at], &link[at + 1..]);
                assert!(decode_link(&changed).is_err(), "{}: {other} at {at}", case.name);
            }
        }
    }
}

/// A character that is missing, doubled, or exchanged with the next one.
#[test]
fn a_link_with_a_slip_is_refused() {
    for case in cases(FOLDER) {
        let link = encode_link(&case.text).expect("it is short");
        let bytes = link.as_bytes();
        for at in 0..bytes.len() {
            let missing = [&bytes[..at], &bytes[at + 1..]].concat();
            let doubled = [&bytes[..=at], &bytes[at..]].concat();
            let mut exchanged = bytes.to_vec();
            exchanged.swap(at, (at + 1).min(bytes.len() - 1));
            for changed in [missing, doubled, exchanged] {
                let changed = String::from_utf8(changed).expect("links are ASCII");
                assert!(changed == link || decode_link(&changed).is_err(), "{}: at {at}", case.name);
            }
        }
    }
}

#[test]
fn only_some_cases_have_errors() {
    let has_error = |case: &&Case| {
        let session = Session::open(&case.text);
        session.diagnostics.iter().any(|found| found.severity == Severity::Error)
    };
    let cases = cases(FOLDER);
    let with: Vec<&str> = cases.iter().filter(has_error).map(|case| &*case.name).collect();
    assert_eq!(with, ["trap", "a-text-with-an-error"]);
    assert!(cases.len() >= 40, "{}", cases.len());
}
