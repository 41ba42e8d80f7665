//! Broken scenarios, one mistake each, with what is said about them beside. `BLESS=1` writes the findings anew.
#![cfg(not(target_arch = "wasm32"))] // reads a folder

mod common;

use common::{files, name_of, root};
use lanescope_core::base::{Clause, apply_edits};
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::Session;
use std::path::Path;

/// What is said about a text, as a terminal shows it.
fn findings(name: &str, session: &Session) -> String {
    let told: Vec<String> =
        session.diagnostics.iter().map(|finding| render(name, &session.text, finding)).collect();
    told.join("\n")
}

/// What is wrong with what is said about a text.
struct Complaints<'a> {
    name: &'a str,
    all: Vec<String>,
}

impl Complaints<'_> {
    fn unless(&mut self, holds: bool, complaint: impl FnOnce() -> String) {
        if !holds {
            self.all.push(format!("{}: {}", self.name, complaint()));
        }
    }

    /// What every finding owes its reader.
    fn is_well_formed(&mut self, text: &str, finding: &Diagnostic) {
        let (message, rule) = (&finding.message, finding.rule);
        self.unless(!message.trim().is_empty(), || format!("{} has no message", rule.code));
        let is_plain = !message.ends_with('.') && !message.contains('\n');
        self.unless(is_plain, || format!("`{message}` is not one plain sentence"));
        let source = finding.source;
        let is_cited =
            [rule.code, rule.statement, source.page, source.heading].iter().all(|part| !part.is_empty());
        self.unless(is_cited, || format!("`{message}` cites no rule"));
        self.unless(source != Clause::ITS_PAGE, || format!("`{message}` does not say whose page"));
        let places = finding.notes.iter().filter_map(|note| note.span).chain([finding.span]);
        let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        for span in places.chain(edits) {
            let is_place = span.start <= span.end && text.get(span.range()).is_some();
            self.unless(is_place, || format!("`{message}`: {span:?} is no place of the text"));
        }
    }

    /// A fix mends what it is for, and breaks nothing else.
    fn mends(&mut self, session: &Session, finding: &Diagnostic) {
        let Some(fix) = &finding.fix else { return };
        self.unless(!fix.label.is_empty() && !fix.edits.is_empty(), || "an empty fix".to_owned());
        let after = Session::open(&apply_edits(&session.text, &fix.edits));
        let is_same =
            |other: &&Diagnostic| other.code() == finding.code() && other.message == finding.message;
        let count = |session: &Session| session.diagnostics.iter().filter(is_same).count();
        let (label, message) = (&fix.label, &finding.message);
        self.unless(count(&after) < count(session), || format!("`{label}` leaves `{message}` in place"));
        let said = || format!("`{label}` makes it worse:\n{}", findings(self.name, &after));
        let said = (errors(&after) > errors(session)).then(said);
        self.all.extend(said);
    }
}

fn errors(session: &Session) -> usize {
    session.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn check(path: &Path, text: &str) -> Vec<String> {
    let name = name_of(path);
    let session = Session::open(text);
    let mut complaints = Complaints { name: &name, all: Vec::new() };
    let is_trouble = |finding: &Diagnostic| finding.severity >= Severity::Warning;
    complaints.unless(session.diagnostics.iter().any(is_trouble), || "nothing is found wrong".to_owned());
    for finding in &session.diagnostics {
        complaints.is_well_formed(text, finding);
        complaints.mends(&session, finding);
    }
    let is_among =
        |list: &[&str]| path.file_stem().is_some_and(|stem| list.iter().any(|known| *known == stem));
    let count = errors(&session);
    complaints.unless(count <= 1 || is_among(SEVERAL), || format!("one mistake gives {count} errors"));
    if is_among(KNOWN_TO_FAIL) {
        let is_mended = std::mem::take(&mut complaints.all).is_empty();
        complaints
            .unless(!is_mended, || "all is well now: take it off the list of those that fail".to_owned());
    }
    let file = path.with_extension("err");
    let said = findings(&name, &session);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, &said).expect("the folder of the tests can be written");
    } else {
        let known = std::fs::read_to_string(&file).unwrap_or_default();
        complaints.unless(known == said, || format!("BLESS=1 would change its .err file to\n{said}"));
    }
    complaints.all
}

/// Texts for which something other than one error is right.
const SEVERAL: &[&str] = &[
    // Each use of the address says that it is no integer.
    "semantics-float-address",
];

/// Texts about which too much or too little is said today. Whoever mends that takes the text off the list.
const KNOWN_TO_FAIL: &[&str] = &[];

#[test]
fn every_broken_text_is_told_what_is_wrong() {
    let found = files(&root("core/tests/bad"), "lane");
    assert!(found.len() >= 70, "only {} files", found.len());
    let complaints: Vec<String> = found.iter().flat_map(|(path, text)| check(path, text)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn what_is_said_belongs_to_a_text() {
    for (path, _) in files(&root("core/tests/bad"), "err") {
        assert!(path.with_extension("lane").exists(), "{} stands alone", name_of(&path));
    }
}
