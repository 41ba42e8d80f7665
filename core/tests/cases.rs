//! Every case file and every example of the gallery meets its expectations.
#![cfg(not(target_arch = "wasm32"))] // reads folders

use crate::common::{files, is_puzzle, name_of, root};
use lanescope_core::session::{Budget, Session};

/// Returns the reasons why a scenario does not hold; none if it does.
fn complaints(session: &Session) -> Vec<String> {
    let mut out = Vec::new();
    let side = session.side_in_words();
    if session.unexpected_errors() {
        let found = session.diagnostics.iter();
        out.extend(found.map(|found| format!("{side}{}: {}", found.code(), found.message)));
    }
    if session.expectations.is_empty() {
        out.push(format!("{side}it expects nothing"));
    }
    for expectation in session.expectations.iter().filter(|expectation| !expectation.holds()) {
        let line = session.line(expectation.span);
        out.extend(
            expectation.differences.iter().map(|difference| format!("{side}line {line}: {difference}")),
        );
    }
    out
}

#[test]
fn every_file_holds() {
    let mut failures = Vec::new();
    let mut seen = 0;
    for (path, text) in
        ["core/tests/cases", "static/examples"].iter().flat_map(|folder| files(&root(folder), "lane"))
    {
        let name = name_of(&path);
        if is_puzzle(&path) {
            continue;
        }
        let complaints: Vec<String> =
            Session::judged(&text, Budget::default()).iter().flat_map(complaints).collect();
        seen += 1;
        if !complaints.is_empty() {
            failures.push(format!("{name}\n    {}", complaints.join("\n    ")));
        }
    }
    assert!(seen > 100, "only {seen} files were found");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn examples_introduce_themselves() {
    for (path, text) in files(&root("static/examples"), "lane") {
        let name = name_of(&path);
        let mut head = text.lines().map(|line| line.strip_prefix("// "));
        let title = head.next().flatten().unwrap_or_default();
        let sentence = head.next().flatten().unwrap_or_default();
        assert!(!title.is_empty() && !title.ends_with('.'), "{name}: title {title:?}");
        assert!(sentence.ends_with('.') && sentence.len() < 130, "{name}: sentence {sentence:?}");
        let steps = Session::open(&text).run.map_or(0, |run| run.len());
        assert!(steps <= 120, "{name} has {steps} steps, too many to be watched");
    }
}

#[test]
fn layout_changes_no_outcome() {
    for (path, text) in
        ["core/tests/cases", "static/examples"].iter().flat_map(|folder| files(&root(folder), "lane"))
    {
        let name = name_of(&path);
        let session = Session::open(&text);
        let formatted = session.formatted();
        let again = Session::open(&formatted);
        assert_eq!(again.formatted(), formatted, "{name}: laid out twice is laid out once");
        let end = |session: &Session| {
            session.run.as_ref().map(|run| (run.len(), run.state(run.len()).fingerprint()))
        };
        assert_eq!(end(&again), end(&session), "{name} runs as before");
        let verdicts =
            |session: &Session| session.expectations.iter().map(|found| found.holds()).collect::<Vec<_>>();
        assert_eq!(verdicts(&again), verdicts(&session), "{name}");
        let comments = |text: &str| text.lines().filter(|line| line.trim_start().starts_with("//")).count();
        assert_eq!(comments(&formatted), comments(&text), "{name} keeps its comments");
    }
}
