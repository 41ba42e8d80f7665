//! The inputs and findings of the check of a document's lines.

use super::declared::Declared;
use super::findings::Findings;
use super::notation::Notations;
use super::registers::spaces::RegisterSpaces;
use super::settings::Settings;
use super::undeclared::{NameUse, Undeclared};
use crate::base::{Rule, ScalarType, Schedule, Span};
use crate::diag::{Diagnostic, has_errors};
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
    /// The spaces that lines used without a declaration.
    pub spaces: RegisterSpaces,
    /// The names that lines used without a declaration, in the order of use.
    pub(crate) undeclared: Vec<Undeclared>,
    pub findings: Findings,
}

impl Context<'_> {
    /// Reports an error.
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.error(rule, span, message);
    }

    /// Reports an undeclared name, which a fix can declare. `is_declared` is true for a surface that only has no contents.
    pub(crate) fn report_undeclared(
        &mut self,
        finding: Diagnostic,
        name: &str,
        used: NameUse,
        is_declared: bool,
    ) {
        let index = self.findings.may_suggest().then_some(self.findings.len());
        let (name, line) = (name.to_owned(), self.line_span);
        self.undeclared.push(Undeclared { finding: index, name, used, is_declared, line });
        self.findings.push(finding);
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
