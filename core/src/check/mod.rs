//! From what a text says to what can run: names, types, rules, memory, semantics.

mod barriers;
mod declare;
mod expect;
mod instruction;
mod modifier;
mod notation;
mod operand;
mod registers;
mod rules;
mod settings;
mod values;
mod vector;
mod written;

pub use expect::{Expected, ExpectedElement};
pub use rules::RULES;
pub use settings::set_of;

use crate::diag::{Diagnostic, has_errors};
use crate::exec::Scenario;
use crate::spec::{ReadingSet, RollCall};
use crate::syntax::Document;
use std::rc::Rc;

/// A text, checked.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What can run; `None` when an error forbids it.
    pub scenario: Option<Scenario>,
    /// The readings in force.
    pub readings: ReadingSet,
    /// What the `.expect` lines ask for.
    pub expected: Vec<Expected>,
    /// What is wrong, or worth knowing.
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a parsed text. `already` are the findings of its parser: with an error among them nothing runs.
pub fn check(text: &str, document: &Document, roll_call: &RollCall, already: &[Diagnostic]) -> Checked {
    let mut diagnostics = Vec::new();
    let settings = settings::settings(document, roll_call, &mut diagnostics);
    let declared = declare::declare(document, &settings, &mut diagnostics);
    let notations = notation::Notations::of(text, document, roll_call, &mut diagnostics);
    let mut program = instruction::Programmer {
        settings: &settings,
        declared: &declared,
        notations: &notations,
        document,
        diagnostics: Vec::new(),
        extra: registers::Extra::default(),
        compiled: Vec::new(),
    };
    let bound = program.program();
    diagnostics.append(&mut program.diagnostics);
    let extra = std::mem::take(&mut program.extra);
    let mut declared = declared;
    declared.add_registers(extra.spaces, usize::from(settings.lanes(document)));
    if let Some(registers) = settings.numbered() {
        let rule = &registers.rules.barrier;
        diagnostics.extend(barriers::barriers(document, &bound, &declared.layout, rule));
    }
    let expected = expect::expected(document, &declared, &mut diagnostics);
    let runs = !has_errors(already) && !has_errors(&diagnostics);
    let readings = settings.readings.clone();
    let scenario = runs.then(|| Scenario {
        set: Rc::clone(&settings.set),
        layout: declared.layout,
        initial: declared.initial,
        dispatch_lanes: settings.lanes(document),
        dispatch_mask: settings.mask(document),
        helpers: settings.helpers,
        exited: extra.exited,
        readings: settings.readings,
        program: bound,
    });
    Checked { scenario, readings, expected, diagnostics }
}
