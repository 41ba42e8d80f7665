//! What is known of a document when its lines are checked, and what is found in them.

use super::declare::Declared;
use super::notation::Notations;
use super::settings::Settings;
use crate::base::{Rule, ScalarType, Schedule, Span};
use crate::diag::{Diagnostic, has_errors};
use crate::semantics::{Code, Constant, OperandShape};
use crate::spec::FloatRules;
use crate::syntax::{Document, Orders};
use std::rc::Rc;

/// What lowered semantics depend on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub mnemonic: String,
    pub op: Option<String>,
    pub access: ScalarType,
    pub exec_size: u8,
    pub bindings: Vec<OperandShape>,
    pub constants: Vec<Constant>,
    /// The words of the modifiers.
    pub chosen: Vec<(String, String)>,
    pub float: FloatRules,
}

/// What holds for every line, what was lowered and found so far.
pub(super) struct Context<'a> {
    pub text: &'a str,
    pub settings: &'a Settings,
    pub declared: &'a Declared,
    pub notations: &'a Notations<'a>,
    pub document: &'a Document,
    /// The orders of lanes that it asks for.
    pub orders: Orders<'a>,
    /// The semantics that are lowered so far: those of instructions that differ in places only once. Nothing, where an error was
    /// reported.
    pub compiled: Vec<(Key, Option<Rc<Code>>)>,
    /// How many bytes of texts have been lowered for that.
    pub lowered_bytes: usize,
    pub findings: Vec<Diagnostic>,
}

impl Context<'_> {
    /// Reports an error.
    pub fn error(&mut self, rule: &'static Rule, span: Span, message: String) {
        self.findings.push(Diagnostic::error(rule, span, message));
    }

    /// The order in which lanes of the instruction at that place take turns.
    pub fn schedule(&self, instruction: Span) -> Schedule {
        let order = self.orders.in_force(instruction);
        order.map_or(Schedule::Ascending, |(_, schedule)| schedule.clone())
    }

    /// Whether an error was reported after the first so many findings.
    pub fn has_errors_since(&self, before: usize) -> bool {
        has_errors(&self.findings[before..])
    }
}
