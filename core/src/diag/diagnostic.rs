//! Diagnostics: findings with a place, a rule, and fixes.

use crate::base::{Clause, Kind, Rule, Span, TextEdit, closest};
use serde::{Serialize, Serializer};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A fact worth knowing; nothing is wrong.
    #[serde(rename = "note")]
    Info,
    /// The run continues, but its result deserves a second look.
    Warning,
    /// The text cannot run.
    Error,
}

impl Severity {
    /// Every severity.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Info];

    /// Returns the word used in messages and in `.expect` lines.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Info => "note",
        }
    }

    /// Returns the severity named by `word`.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }
}

/// An additional remark on a diagnostic, with an optional place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The place in the same text.
    pub span: Option<Span>,
    /// The remark.
    pub text: String,
}

/// The only fix of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// The effect of the fix, worded as a button label.
    pub label: String,
    /// The edits; they do not overlap.
    pub edits: Vec<TextEdit>,
}

/// A diagnostic. Messages are lower case without a full stop, name the thing in backticks, and say what was expected.
///
/// Reports have the fields of the rule among those of the diagnostic, its source as a text, and notes as a list of
/// texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The rule that is broken; its code is the diagnostic's code.
    #[serde(flatten)]
    pub rule: &'static Rule,
    /// The source of the rule. A rule of many instructions has the page of the instruction concerned.
    #[serde(serialize_with = "serialize_source")]
    pub source: Clause,
    /// The severity.
    pub severity: Severity,
    /// The place in the scenario text.
    pub span: Span,
    /// The problem, and what was expected.
    pub message: String,
    /// Additional remarks.
    #[serde(serialize_with = "serialize_notes")]
    pub notes: Vec<Note>,
    /// The fix, if there is exactly one.
    pub fix: Option<Fix>,
}

fn serialize_source<S: Serializer>(source: &Clause, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(source)
}

fn serialize_notes<S: Serializer>(notes: &[Note], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(notes.iter().map(|note| &note.text))
}

impl Diagnostic {
    /// Creates a diagnostic.
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

    /// Creates an error.
    pub fn error(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Error, span, message)
    }

    /// Creates the error that something is given at `span` a second time, and shows the first place.
    pub fn second(rule: &'static Rule, span: Span, first: Span, message: impl Into<String>) -> Self {
        Self::error(rule, span, message).note_at(first, "the first is here")
    }

    /// Creates a warning.
    pub fn warning(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Warning, span, message)
    }

    /// Creates a remark; nothing is wrong.
    pub fn info(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        Self::new(rule, Severity::Info, span, message)
    }

    /// Adds a remark without a place.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note { span: None, text: text.into() });
        self
    }

    /// Adds a remark at another place of the text.
    #[must_use]
    pub fn note_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.notes.push(Note { span: Some(span), text: text.into() });
        self
    }

    /// Sets the fix.
    #[must_use]
    pub fn fix(mut self, label: impl Into<String>, edits: Vec<TextEdit>) -> Self {
        self.fix = Some(Fix { label: label.into(), edits });
        self
    }

    /// Sets a fix that replaces the text at the diagnostic's place.
    #[must_use]
    pub fn fix_here(self, label: impl Into<String>, replacement: impl Into<String>) -> Self {
        let edit = TextEdit { span: self.span, replacement: replacement.into() };
        self.fix(label, vec![edit])
    }

    /// Sets a fix that writes `replacement` at the diagnostic's place.
    #[must_use]
    pub fn write(self, replacement: impl Into<String>) -> Self {
        let replacement = replacement.into();
        self.fix_here(format!("change to `{replacement}`"), replacement)
    }

    /// Sets a fix that writes `replacement` at the diagnostic's place, if there is one.
    #[must_use]
    pub fn write_if(self, replacement: Option<impl Into<String>>) -> Self {
        match replacement {
            Some(replacement) => self.write(replacement),
            None => self,
        }
    }

    /// Sets a fix that replaces a misspelt word by the known word closest to it, if there is exactly one.
    #[must_use]
    pub fn write_closest<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        self.write_if(closest(word, known))
    }

    /// Returns the stable code.
    pub fn code(&self) -> &'static str {
        self.rule.code
    }

    /// Returns the category of the broken rule.
    pub fn kind(&self) -> Kind {
        self.rule.kind
    }
}

/// Returns whether any diagnostic is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
