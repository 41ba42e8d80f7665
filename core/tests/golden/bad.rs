//! Broken scenarios with one mistake each: their findings, and requirements on every finding.

use crate::common::golden::{Case, hold};
use lanescope_core::base::{Clause, apply_edits};
use lanescope_core::diag::{Diagnostic, Severity, render};
use lanescope_core::session::Session;

/// Renders the findings of a text as a terminal shows them.
fn findings(name: &str, session: &Session) -> String {
    let shown: Vec<String> =
        session.diagnostics.iter().map(|finding| render(name, &session.text, finding)).collect();
    shown.join("\n")
}

/// Requirements that the findings of a text violate.
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

    /// Checks that a finding has a plain message, cites a rule, and has its spans in the text.
    fn check_form(&mut self, text: &str, finding: &Diagnostic) {
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
            self.unless(is_place, || format!("`{message}`: {span:?} is outside of the text"));
        }
    }

    /// Checks that a fix removes its finding and adds no error. If `is_last`, checks that it leaves none.
    fn check_fix(&mut self, session: &Session, finding: &Diagnostic, is_last: bool) {
        let Some(fix) = &finding.fix else { return };
        self.unless(!fix.label.is_empty() && !fix.edits.is_empty(), || "an empty fix".to_owned());
        let after = Session::open(&apply_edits(&session.text, &fix.edits));
        let is_same =
            |other: &&Diagnostic| other.code() == finding.code() && other.message == finding.message;
        let count = |session: &Session| session.diagnostics.iter().filter(is_same).count();
        let (label, message) = (&fix.label, &finding.message);
        self.unless(count(&after) < count(session), || format!("`{label}` leaves `{message}` in place"));
        let said = || format!("`{label}` leaves too many errors:\n{}", findings(self.name, &after));
        let allowed = if is_last { 0 } else { errors(session) };
        let said = (errors(&after) > allowed).then(said);
        self.all.extend(said);
    }
}

fn errors(session: &Session) -> usize {
    session.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).count()
}

fn complaints(case: &Case, session: &Session) -> Vec<String> {
    let mut complaints = Complaints { name: &case.name, all: Vec::new() };
    let is_trouble = |finding: &Diagnostic| finding.severity >= Severity::Warning;
    complaints.unless(session.diagnostics.iter().any(is_trouble), || "nothing is found wrong".to_owned());
    for finding in &session.diagnostics {
        complaints.check_form(&case.text, finding);
        // By the setting `each-fix-is=last`, no error is left after any of the fixes.
        complaints.check_fix(
            session,
            finding,
            case.settings().any(|setting| setting == ("each-fix-is", "last")),
        );
    }
    // The setting `errors` allows one mistake to be reported in several places.
    let allowed = case.settings().find(|(name, _)| *name == "errors");
    let allowed = allowed.map_or(1, |(_, count)| count.parse().expect("a number of errors"));
    let count = errors(session);
    complaints.unless(count <= allowed, || format!("one mistake gives {count} errors"));
    complaints.all
}

#[test]
fn every_broken_scenario_has_its_findings() {
    let mut all = Vec::new();
    hold("core/tests/bad", |case| {
        let session = Session::open(&case.text);
        all.extend(complaints(case, &session));
        findings(&case.name, &session)
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
}
