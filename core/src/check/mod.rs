//! The semantic check: turns a parsed document into a scenario that can run.

mod claims;
mod entered_values;
mod findings;
mod invariant;
mod lines;
mod quota;
mod registers;
pub(crate) mod rules;
mod set_check;
mod sets_with_checks;
mod setup;

pub use claims::{
    Claim, ClaimKind, ClaimedContents, ClaimedElement, ClaimedEnd, LimitTarget, QuestionContent,
    ReaderQuestion, claimed_end,
};
pub(crate) use claims::{MAX_ELEMENTS, MAX_POSSIBLE, MAX_QUESTIONS};
pub use entered_values::{parse_elements, parse_predicate, parse_values};
pub(crate) use findings::{FindingId, Findings, FirstSpans, Reported, collect_reported};
pub(crate) use invariant::MAX_INVARIANTS;
pub(crate) use lines::compiler::{CompileInput, MAX_COMPILED_BYTES, notation_operand};
pub(crate) use lines::context::Context;
pub(crate) use lines::modifiers;
pub(crate) use lines::notation::OpInForce;
pub(crate) use lines::operand_count::OperandCount;
pub use registers::NumberedSetCheck;
pub use set_check::{DocumentCheck, SetCheck};
pub use sets_with_checks::{SetWithCheck, SetsWithChecks};
pub(crate) use setup::declared::Declared;
pub(crate) use setup::layout_builder::{LayoutBuilder, MAX_BYTES, MAX_NAMES, MAX_TOTAL_BYTES};
pub(crate) use setup::settings::ScenarioSettings;
pub use setup::settings::set_of;
pub(crate) use setup::values;

use crate::base::{Rule, Span};
use crate::diag::Diagnostic;
use crate::exec::Scenario;
use crate::spec::{Choice, InstructionSet, Reading};
use crate::syntax::Document;
use claims::{ClaimContext, ClaimResolver};
use lines::compiler::Compiler;
use lines::notation::Notations;
use lines::program::bind_program;
use setup::declare::declare;
use setup::settings::resolve_settings;
use std::rc::Rc;

/// The result of checking a text.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The scenario. That of a text that cannot run has memory and no program.
    pub scenario: Scenario,
    /// Whether the text can run: it has no error.
    pub can_run: bool,
    /// The claims of the `.expect` and `.limit` lines.
    pub claims: Vec<Claim>,
    /// The questions of the `.ask` lines.
    pub questions: Vec<ReaderQuestion>,
    /// The findings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Returns every rule that checking cites, except those that an instruction set words.
pub fn rules() -> Vec<&'static Rule> {
    [rules::RULES, invariant::RULES, &claims::rules()].concat()
}

/// Checks a parsed text. An error among the parser's findings prevents a run. `reading_override` chooses a reading against the text.
pub fn check(
    text: &str,
    document: &Document,
    sets: &SetsWithChecks,
    parser_findings: &[Diagnostic],
    reading_override: Option<(&'static Reading, &'static Choice)>,
) -> Checked {
    let mut findings = Findings::new(parser_findings);
    let needed_lanes = |set: &InstructionSet| sets.check_of(set).needed_lanes(document);
    let settings = resolve_settings(document, sets, needed_lanes, reading_override, &mut findings);
    let mut document_check = sets.check_of(&settings.set).begin(&settings.set, settings.lanes.into());
    let mut declared = declare(document, &settings, &mut *document_check, sets, &mut findings);
    let notations = Notations::from_document(text, document, &settings.set, sets, &mut findings);
    let mut cx = Context {
        text,
        settings: &settings,
        declared: &declared,
        notations: &notations,
        document,
        line_span: Span::at(0),
        orders: document.orders(),
        compiler: Compiler::new(&settings, &notations),
        findings,
    };
    let program = bind_program(&mut cx, &mut *document_check, sets);
    let mut findings = cx.findings;
    document_check.finish(text, document, &program, &mut declared, &mut findings);
    let invariants = invariant::compile_invariants(text, document, &settings, &declared, &mut findings);
    let running = (!findings.has_errors()).then_some(&program[..]);
    let claim_context = ClaimContext::new(&declared, &*document_check, &mut findings);
    let (claims, questions) = ClaimResolver::new(document, &settings.set, running, claim_context).resolve();
    let can_run = !findings.has_errors();
    let scenario = Scenario {
        set: Rc::clone(&settings.set),
        layout: declared.layout,
        initial: declared.initial,
        dispatch_lanes: settings.lanes,
        dispatch_mask: settings.mask,
        helpers: settings.helpers,
        readings: settings.readings,
        cost_model: settings.cost_model,
        names_cost_model: settings.names_cost_model,
        program: if can_run { program } else { Vec::new() },
        invariants: if can_run { invariants } else { Vec::new() },
        breaches: None,
    };
    let diagnostics = if document.is_unnamed_listing { Vec::new() } else { findings.into_all() };
    Checked { scenario, can_run, claims, questions, diagnostics }
}
