//! What is known of a document when its lines are checked, and what is found in them.

use super::compiler::Compiled;
use super::declare::Declared;
use super::notation::Notations;
use super::settings::Settings;
use crate::base::{Rule, Span};
use crate::diag::{Diagnostic, has_errors};
use crate::syntax::Document;

/// What holds for every line, what was lowered and found so far.
pub(super) struct Context<'a> {
    pub settings: &'a Settings,
    pub declared: &'a Declared,
    pub notations: &'a Notations<'a>,
    pub document: &'a Document,
    pub compiled: Compiled,
    pub findings: Vec<Diagnostic>,
}

impl Context<'_> {
    /// Reports an error.
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.push(Diagnostic::error(rule, span, message));
    }

    /// Whether an error was reported after the first so many findings.
    pub fn has_errors_since(&self, before: usize) -> bool {
        has_errors(&self.findings[before..])
    }
}
