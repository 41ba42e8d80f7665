//! Collection of the findings in the texts.

use super::rules;
use crate::base::{Rule, Span, closest, distance, one_of};
use crate::diag::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// The largest number of findings reported for one text.
pub(super) const MAX_DIAGNOSTICS: usize = 50;

/// The findings in both texts.
#[derive(Default)]
pub(super) struct Reports {
    /// The current text: 0 for the instruction's, 1 for the operation's.
    pub text_index: u8,
    /// The findings in each text.
    pub findings: [Vec<Diagnostic>; 2],
    /// The unknown names reported so far in the current text.
    reported: BTreeSet<String>,
}

impl Reports {
    /// Switches to a text and adds the parser's findings in it.
    pub fn begin(&mut self, text_index: u8, found: Vec<Diagnostic>) {
        self.text_index = text_index;
        self.reported.clear();
        self.here().extend(found);
    }

    /// Returns the findings in the current text.
    pub fn here(&mut self) -> &mut Vec<Diagnostic> {
        &mut self.findings[usize::from(self.text_index)]
    }

    /// Returns whether the current text has reached the error limit. Suggestions for further errors would cost time.
    fn is_full(&mut self) -> bool {
        let errors = self.here().iter().filter(|finding| finding.severity == Severity::Error);
        errors.count() >= MAX_DIAGNOSTICS
    }

    /// Adds a finding. Warnings never displace an error, because a text compiles exactly if it has no error.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        let dropped = match diagnostic.severity {
            Severity::Error => self.is_full(),
            _ => self.here().len() >= MAX_DIAGNOSTICS,
        };
        if !dropped {
            self.here().push(diagnostic);
        }
    }

    pub fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(rule, span, message));
    }

    /// Reports a name that was declared at `declaration` in a block that has ended. Each name is reported once.
    pub fn ended(&mut self, name: &str, span: Span, declaration: Span) {
        if self.is_full() || !self.reported.insert(name.to_owned()) {
            return;
        }
        let message = format!("unknown name `{name}`: its block has ended");
        let diagnostic = Diagnostic::error(&rules::UNKNOWN_NAME, span, message);
        self.report(
            diagnostic.note_at(declaration, "it is declared here, and ends with the block around it"),
        );
    }

    /// Reports an unknown name, with the closest known one as a fix. Each name is reported once.
    pub fn unknown(&mut self, name: &str, span: Span, what: &str, known: &[String]) {
        if self.is_full() || !self.reported.insert(name.to_owned()) {
            return;
        }
        let message = format!("unknown {what} `{name}`");
        self.report(with_suggestion(Diagnostic::error(&rules::UNKNOWN_NAME, span, message), name, known));
    }
}

/// The maximum number of known names that a note lists.
const MOST_LISTED: usize = 12;

/// Adds the closest known name as a fix, or several close names as a note. Without a close name, a note lists a few known ones.
pub(super) fn with_suggestion(diagnostic: Diagnostic, name: &str, known: &[String]) -> Diagnostic {
    if let Some(only) = closest(name, known.iter().map(String::as_str)) {
        return diagnostic.write(only);
    }
    let near: Vec<&String> =
        known.iter().filter(|other| distance(name, other) <= 1).take(MOST_LISTED).collect();
    match near.is_empty() {
        true if known.is_empty() || known.len() > MOST_LISTED => diagnostic,
        true => diagnostic.note(format!("known here: {}", one_of(known.iter().map(String::as_str)))),
        false => {
            diagnostic.note(format!("did you mean {}?", one_of(near.iter().map(|other| other.as_str()))))
        }
    }
}
