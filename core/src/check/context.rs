//! The inputs and findings of the check of a document's lines.

use super::declared::Declared;
use super::findings::Findings;
use super::notation::Notations;
use super::settings::Settings;
use crate::base::{Rule, ScalarType, Schedule, Span};
use crate::diag::has_errors;
use crate::semantics::{Code, Constant, OperandShape};
use crate::spec::FloatRules;
use crate::syntax::{Document, Orders};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The cache key of lowered semantics: everything that they depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CodeKey {
    pub mnemonic: String,
    pub op: Option<String>,
    pub access: ScalarType,
    pub exec_size: u8,
    pub operands: Vec<OperandShape>,
    pub constants: Vec<Constant>,
    /// The chosen words of the modifiers, as pairs of modifier and word.
    pub chosen: Vec<(String, String)>,
    pub float: FloatRules,
}

/// The state of the check: data that holds for every line, compiled semantics and findings.
pub struct Context<'a> {
    pub text: &'a str,
    pub settings: &'a Settings,
    pub declared: &'a Declared,
    pub notations: &'a Notations<'a>,
    pub document: &'a Document,
    /// The place of the line that is bound.
    pub line_span: Span,
    /// The orders of lanes in the document.
    pub orders: Orders<'a>,
    /// The compiled semantics. Instructions that differ only in the places of their operands share an entry. The code
    /// is `None` if an error was reported.
    pub compiled: FxHashMap<CodeKey, Option<Rc<Code>>>,
    /// The number of bytes of notation text lowered so far.
    pub lowered_bytes: usize,
    pub findings: Findings,
}

impl Context<'_> {
    /// Reports an error.
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.error(rule, span, message);
    }

    /// Returns the order in which the lanes of the line take turns.
    pub fn schedule(&self) -> Schedule {
        let order = self.orders.order_for(self.line_span);
        order.map_or(Schedule::Ascending, |(_, schedule)| schedule.clone())
    }

    /// Returns whether an error was reported after the first `before` findings.
    pub fn has_errors_since(&self, before: usize) -> bool {
        has_errors(&self.findings[before..])
    }
}
