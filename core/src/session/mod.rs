//! The entry point of the crate: opens a text and answers what a page, a command line or a test asks about it.

mod aligned;
mod blank;
mod changes;
mod codes;
mod comparing;
mod complete_notation;
mod csv;
mod edit;
mod explanation;
mod exploring;
mod fill;
mod inquiry;
mod invariants;
mod judge;
mod limits;
mod link;
mod machine_code;
mod matters;
mod memory_use;
mod mentions;
mod orders;
mod other_readings;
mod outcomes;
mod outcomes_table;
mod part;
mod pending;
mod possible;
mod queue;
mod reference;
mod report;
mod seen;
mod shared;
mod stopping;
mod sweep;
mod sweep_picture;
mod sweep_values;
mod tries;
mod variant_edit;
mod variants;
mod vendors;
mod view;
mod what_if;
mod witness;

pub use crate::base::{
    Bits, Clause, Kind, LaneId, LaneMask, NumberFormat, Rule, ScalarType, Schedule, Span, TextEdit,
    apply_edits, line_col, show,
};
use crate::base::{counted, rules};
use crate::check::Expected;
use crate::diag::{Diagnostic, Severity};
pub use crate::exec::{
    Bound, BoundOperand, Breach, Breakpoint, Condition, Differences, Invariant, Run, Scenario, Stop,
    StopSearch, beside, is_counted, narrate, outside_in_words,
};
pub use crate::isa::roll_call;
pub use crate::machine::{GOB_BYTES, Gob, Layout, Place, Predicate, Slot, SpaceId, State, Surface, Variable};
pub use crate::semantics::Decided;
use crate::spec::{ReadingSet, RollCall};
pub use crate::syntax::{Completion, CompletionItem};
use crate::{check, exec, isa, semantics, syntax};
pub use blank::{blank, first_letters};
pub use changes::{ChangedLine, LineChange, NotationChange};
pub use codes::{CodeEntry, codes};
pub use comparing::{
    ComparedOutcomes, ComparedRow, ComparisonReport, FirstDifference, Limits, OnlyOutcome, OutcomesBeside,
    compare, compare_runs,
};
pub use edit::PanelEdit;
pub use explanation::{
    ChoiceEntry, Explanation, KnownEntry, ModifierEntry, OperandEntry, OperationEntry, PracticeEntry,
    ReadingEntry, TextEntry, closest_mnemonic,
};
pub use exploring::{Budget, Exploring, ExploringPart, ExploringProgress};
pub use fill::{Contents, Filling};
pub use inquiry::{Answer, Inquiring, Inquiry, Judged, Progress, Wanted, observed_ends};
pub use invariants::{InvariantOrders, InvariantReport};
pub use judge::{Expectation, Verdict, instance};
pub use limits::{ScenarioLimit, scenario_limits};
pub use link::{decode_link, encode_link};
pub use machine_code::{Encoded, EncodedField, EncodingReport, FieldCode, InstructionCode, encode};
pub use matters::{Matter, MatterKind};
pub use memory_use::{MemoryUse, memory_use};
pub use other_readings::OtherReadings;
pub use outcomes::{
    AlikeReport, CellPlace, ExplanationReport, FactorReport, MatterReport, MeetingReport, OrderReport,
    OutcomeList, OutcomeReport, OutcomesReport, RenamedReport, SampleReport, SampledReport, SeenReport,
    in_words, lanes_in_words, stop_in_words,
};
pub use part::{Hunk, NotationPart, PartName, Places, Written};
pub use pending::PendingSession;
pub use possible::{Fact, Possibility, PossibilityReport};
pub use reference::{ReferenceEntry, reference};
pub use report::{FileReport, Report, Versioned};
pub use seen::{claim, same_at_end, seen_at_end, seen_in_every_order, values_at_end};
pub use stopping::{CauseReport, StoppingReport};
pub use sweep::{Counterexample, Sweep, SweepAnswer, SweepQuestion, Sweeping, SweptComparison, SweptRow};
pub use sweep_picture::SweepPicture;
pub use variant_edit::VariantStart;
pub use vendors::{Comparison, LaneRow, Outcome, Side, comparisons, without_counterpart};
pub use view::{Highlight, ReadingView, highlight_notation};
pub use what_if::{ChoiceEffect, EndDifference, what_if_in_words};

pub use crate::syntax::Document;
use crate::syntax::{Directive, Expect, ItemKind, Variant};
use std::cmp::Reverse;
use std::rc::Rc;

/// A text that was parsed, checked and run. Every text has a session, with or without errors.
#[derive(Clone, Debug)]
pub struct Session {
    /// The text that was opened.
    pub text: Rc<str>,
    /// The name of the variant that was opened; `None` for the base text.
    pub variant: Option<Rc<str>>,
    /// The instruction sets that the text may name.
    pub roll_call: RollCall,
    /// `roll_call` with the instructions that the text itself defines.
    in_force: RollCall,
    /// The parsed text.
    pub document: Rc<Document>,
    /// The diagnostics, by place, including those of the run.
    pub diagnostics: Vec<Diagnostic>,
    /// The scenario that can run; `None` if an error prevents it.
    pub scenario: Option<Rc<Scenario>>,
    /// The lanes and memory of a text that cannot run, as far as they can be read, without a program; `None` if it can
    /// run.
    pub setup: Option<Rc<Scenario>>,
    /// The run. While it is computed there is a scenario, but no run.
    pub run: Option<Rc<Run>>,
    /// The readings in force.
    pub readings: ReadingSet,
    /// The claims of the `.expect` lines.
    expected: Rc<[Expected]>,
    /// The `.expect` lines with their verdicts. Empty while the run is computed.
    pub expectations: Vec<Expectation>,
    /// The format of values in reports: [`NumberFormat::Auto`] for people, [`NumberFormat::Hex`] in JSON.
    pub value_format: NumberFormat,
}

/// The most bytes of a text.
pub const MAX_TEXT_BYTES: usize = syntax::MAX_BYTES;

/// The most diagnostics that are reported.
const MAX_FINDINGS: usize = 200;

rules! {
    FINDINGS: "limit-findings", Budget, "at most 200 diagnostics are shown, errors first", "Lanescope", "limits";
}

/// Returns every rule that a diagnostic can cite.
pub fn rules() -> Vec<&'static Rule> {
    let general = [semantics::RULES, exec::RULES, RULES, orders::RULES].concat();
    [syntax::rules(), isa::rules(), check::rules(), general].concat()
}

/// Returns the diagnostics to report: sorted by place, at most [`MAX_FINDINGS`].
fn reported(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if diagnostics.len() > MAX_FINDINGS {
        limit(&mut diagnostics);
    }
    diagnostics.sort_by_key(|found| (found.span, Reverse(found.severity)));
    diagnostics
}

/// Drops the least severe diagnostics above the limit, and adds a note with their number. A used-up budget is kept
/// before others of its severity.
fn limit(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|found| (Reverse(found.severity), found.kind() != Kind::Budget));
    let dropped = diagnostics.split_off(MAX_FINDINGS);
    let message = format!("{} not shown", counted(dropped.len(), "further diagnostic"));
    diagnostics.push(Diagnostic::info(&FINDINGS, dropped[0].span, message));
}

/// Returns a text in canonical layout. The text is parsed, but not run.
pub fn formatted(text: &str) -> String {
    syntax::format(text, &roll_call())
}

impl Session {
    /// Parses, checks and runs a text.
    pub fn open(text: &str) -> Self {
        Self::open_with(text, &roll_call())
    }

    /// Returns true if there is an error that no `.expect error` line names. An error inside a variant's block may also
    /// be named in that block.
    pub fn unexpected_errors(&self) -> bool {
        self.first_unexpected_error().is_some()
    }

    /// Returns the first error that no `.expect error` line names.
    pub fn first_unexpected_error(&self) -> Option<&Diagnostic> {
        let block = |error: &Diagnostic| {
            let holds = |variant: &Variant| {
                variant.span.start <= error.span.start && error.span.end <= variant.span.end
            };
            self.document.variants.iter().position(holds)
        };
        let is_expected = |error: &Diagnostic| {
            self.document.items.iter().any(|item| {
                matches!(&item.kind, ItemKind::Directive(Directive::Expect(Expect::Diagnostic { severity, code }))
                    if *severity == Severity::Error && code.text == error.code()
                        && (item.variant.is_none() || item.variant == block(error)))
            })
        };
        let mut errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.find(|error| !is_expected(error))
    }

    /// Returns the line, from 1, on which a span begins.
    pub fn line(&self, span: Span) -> usize {
        line_col(&self.text, span.range().start).line
    }
}
