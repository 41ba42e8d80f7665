//! Diagnostics: what is wrong, where, by which rule, and how to mend it.

mod render;

pub use render::render;

use crate::base::{Clause, Kind, Rule, Span, TextEdit, closest};
use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The finding is worth knowing, and nothing is wrong.
    Info,
    /// The run goes on, but its result deserves a second look.
    Warning,
    /// The text cannot run as it stands.
    Error,
}

impl Severity {
    /// Every severity.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];

    /// The word for it in messages and in `.expect` lines.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "note",
        }
    }

    /// The severity of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }
}

/// A further remark on a diagnostic, with a place of its own where it has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// Place in the same text.
    pub span: Option<Span>,
    /// The remark.
    pub text: String,
}

/// The one way to mend what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What the fix does, as a button would say it.
    pub label: String,
    /// The edits, not overlapping.
    pub edits: Vec<TextEdit>,
}

/// One finding. Messages are lower case without a full stop, the thing in backticks, what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The rule that it cites; its code is the diagnostic's code.
    pub rule: &'static Rule,
    /// Where the rule is written; for a rule of many instructions, on the page of the one at hand.
    pub source: Clause,
    /// How bad it is.
    pub severity: Severity,
    /// The place in the scenario text that it is about.
    pub span: Span,
    /// What is wrong there, and what was expected.
    pub message: String,
    /// Further remarks.
    pub notes: Vec<Note>,
    /// The fix, where there is exactly one.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding of the severity given.
    pub fn new(rule: &'static Rule, severity: Severity, span: Span, message: impl Into<String>) -> Self {
        Self {
            rule,
            source: rule.source,
            severity,
            span,
            message: message.into(),
            notes: Vec::new(),
            fix: None,
        }
    }

    /// An error.
    pub fn error(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Error, span, message)
    }

    /// A warning.
    pub fn warning(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Warning, span, message)
    }

    /// A remark where nothing is wrong.
    pub fn info(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Info, span, message)
    }

    /// The diagnostic with a further remark that has no place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note { span: None, text: text.into() });
        self
    }

    /// The diagnostic with a further remark at another place of the text.
    #[must_use]
    pub fn note_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push(Note { span: Some(span), text: text.into() });
        self
    }

    /// The diagnostic with its fix.
    #[must_use]
    pub fn fix(mut self, label: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        self.fix = Some(Fix { label: label.into(), edits });
        self
    }

    /// The diagnostic with a fix that replaces what stands at its place.
    #[must_use]
    pub fn fix_here(self, label: impl Into<String>, replacement: impl Into<String>) -> Self {
        let edit = TextEdit { span: self.span, replacement: replacement.into() };
        self.fix(label, vec![edit])
    }

    /// The diagnostic with the fix to write this in its place.
    #[must_use]
    pub fn write(self, replacement: impl Into<String>) -> Self {
        let replacement = replacement.into();
        self.fix_here(format!("write `{replacement}`"), replacement)
    }

    /// The diagnostic with the fix to write what a misspelt word is close to, where it is close to exactly one of these.
    #[must_use]
    pub fn write_closest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        match closest(word, known) {
            Some(close) => self.write(close),
            None => self,
        }
    }

    /// The stable code.
    pub fn code(&self) -> &'static str {
        self.rule.code
    }

    /// What sort of trouble it is.
    pub fn kind(&self) -> Kind {
        self.rule.kind
    }
}

/// Whether any of the diagnostics is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
