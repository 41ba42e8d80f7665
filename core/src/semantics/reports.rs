//! What is found wrong in the texts, as it is found.

use super::{NotationDiagnostic, rules};
use crate::base::{Rule, Span, closest, distance, one_of};
use crate::diag::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// The most findings that are reported of one text.
pub(super) const MAX_DIAGNOSTICS: usize = 50;

/// The findings in both texts.
#[derive(Default)]
pub(super) struct Reports {
    /// The text that is being read: 0 for the instruction's, 1 for the operation's.
    pub text_index: u8,
    pub findings: Vec<NotationDiagnostic>,
    /// The unknown names that were reported.
    reported: BTreeSet<(u8, String)>,
}

impl Reports {
    /// Takes over what the parser found in a text, which is the one that is read from now on.
    pub fn begin(&mut self, text_index: u8, found: Vec<Diagnostic>) {
        self.text_index = text_index;
        let found = found.into_iter().map(|diagnostic| NotationDiagnostic { text: text_index, diagnostic });
        self.findings.extend(found);
    }

    /// Whether there is an error in the text that is being read.
    pub fn has_errors(&self) -> bool {
        self.count(|severity| severity == Severity::Error) > 0
    }

    /// Whether so much is wrong with this text that nobody reads on; suggestions cost time.
    fn is_full(&self) -> bool {
        self.count(|severity| severity == Severity::Error) >= MAX_DIAGNOSTICS
    }

    fn count(&self, counts: impl Fn(Severity) -> bool) -> usize {
        let here = self.findings.iter().filter(|found| found.text == self.text_index);
        here.filter(|found| counts(found.diagnostic.severity)).count()
    }

    /// Notes a finding. Warnings never crowd out an error: whether there is one decides whether there is code.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let dropped = match diagnostic.severity {
            Severity::Error => self.is_full(),
            _ => self.count(|_| true) >= MAX_DIAGNOSTICS,
        };
        if !dropped {
            self.findings.push(NotationDiagnostic { text: self.text_index, diagnostic });
        }
    }

    pub fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    /// Reports a name that was declared at `at` in a block which has ended; the same name only once.
    pub fn ended(&mut self, name: &str, span: Span, at: Span) {
        if self.is_full() || !self.reported.insert((self.text_index, name.to_owned())) {
            return;
        }
        let message = format!("`{name}` is not a name that is known here: its block has ended");
        let diagnostic = Diagnostic::error(&rules::UNKNOWN_NAME, span, message);
        self.report(diagnostic.note_at(at, "it is declared here, and ends with the block around it"));
    }

    /// Reports an unknown name with the nearest known one; the same name only once.
    pub fn unknown(&mut self, name: &str, span: Span, what: &str, known: &[String]) {
        if self.is_full() || !self.reported.insert((self.text_index, name.to_owned())) {
            return;
        }
        let message = format!("`{name}` is not a {what} that is known here");
        self.report(with_suggestion(Diagnostic::error(&rules::UNKNOWN_NAME, span, message), name, known));
    }
}

/// Adds the nearest of the known names: as a fix where there is exactly one.
pub(super) fn with_suggestion(diagnostic: Diagnostic, name: &str, known: &[String]) -> Diagnostic {
    if let Some(only) = closest(name, known.iter().map(String::as_str)) {
        return diagnostic.write(only);
    }
    let near: Vec<&String> = known.iter().filter(|other| distance(name, other) <= 1).collect();
    match near.is_empty() {
        true => diagnostic,
        false => {
            diagnostic.note(format!("did you mean {}?", one_of(near.iter().map(|other| other.as_str()))))
        }
    }
}
