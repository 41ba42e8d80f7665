//! The inputs and findings of the check of a document's lines.

use super::compiler::Compiler;
use super::notation::Notations;
use crate::base::{Schedule, Span};
use crate::check::findings::Findings;
use crate::check::setup::declared::Declared;
use crate::check::setup::settings::ScenarioSettings;
use crate::syntax::{Document, Orders};

/// The state of the check of lines: data of the scenario, the current line, compiled semantics and findings.
pub struct Context<'a> {
    pub text: &'a str,
    pub settings: &'a ScenarioSettings,
    pub declared: &'a Declared,
    pub notations: &'a Notations<'a>,
    pub document: &'a Document,
    /// The span of the line that is bound.
    pub line_span: Span,
    /// The orders of lanes in the document.
    pub orders: Orders<'a>,
    pub compiler: Compiler<'a>,
    pub findings: Findings,
}

impl Context<'_> {
    /// Returns the order in which the lanes of the line take turns.
    pub fn schedule(&self) -> Schedule {
        let order = self.orders.order_for(self.line_span);
        order.map_or(Schedule::Ascending, |(_, schedule)| schedule.clone())
    }
}
