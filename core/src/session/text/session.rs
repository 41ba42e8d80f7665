//! The session of a text: everything that is known once the text was parsed, checked and run.

use super::expectation::Expectation;
use super::idle_orders;
use crate::base::{Kind, NumberFormat, Rule, SCENARIO_TEXT, Span, counted, line_number, rules};
use crate::check::{Claim, ClaimKind, ClaimedContents, ReaderQuestion, SetsWithChecks};
use crate::diag::{Diagnostic, Severity};
use crate::exec::{Run, Scenario};
use crate::explore::{AllOrders, Explored};
use crate::spec::ChosenReadings;
use crate::syntax::{Directive, Document, ExpectLine, Item, ItemKind};
use crate::{check, exec, isa, semantics, syntax};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::rc::Rc;

/// A text that was parsed, checked and run. Every text has a session, with or without errors.
#[derive(Clone, Debug)]
pub struct Session {
    /// The text that was opened.
    pub text: Rc<str>,
    /// The offset of each line's first byte, ascending.
    pub(super) line_starts: Rc<[u32]>,
    /// The name of the variant that was opened; `None` for the base text.
    pub variant: Option<Rc<str>>,
    /// The instruction sets that the text may name.
    pub sets: SetsWithChecks,
    /// `sets` with the instructions that the text itself defines.
    pub(in crate::session) in_force: SetsWithChecks,
    /// The parsed text.
    pub document: Rc<Document>,
    /// The diagnostics, sorted by place, including those of the run.
    pub diagnostics: Vec<Diagnostic>,
    /// The scenario that can run; `None` if an error prevents it.
    pub scenario: Option<Rc<Scenario>>,
    /// All orders of the scenario, for questions about them.
    pub(in crate::session) orders: Option<AllOrders>,
    /// The outcomes by which answers are marked, of memory and of results; `None` if they are too many.
    pub(in crate::session) counted_outcomes: Rc<[OnceCell<Option<Explored>>; 2]>,
    /// The lanes and memory of a text that cannot run, as far as they can be read, without a program; `None` if it can
    /// run.
    pub setup: Option<Rc<Scenario>>,
    /// The run. While it is computed there is a scenario, but no run.
    pub run: Option<Rc<Run>>,
    /// The readings in force.
    pub readings: ChosenReadings,
    pub(in crate::session) claims: Rc<[Claim]>,
    /// The questions of the `.ask` lines.
    pub questions: Rc<[ReaderQuestion]>,
    /// The `.expect` lines with their verdicts. Empty while the run is computed.
    pub expectations: Vec<Expectation>,
    /// The format of values in reports: [`NumberFormat::Auto`] for people, [`NumberFormat::Hex`] in JSON.
    pub value_format: NumberFormat,
}

/// The maximum number of bytes of a text.
pub const MAX_TEXT_BYTES: usize = syntax::MAX_TEXT_BYTES;

pub(in crate::session) const MAX_FINDINGS: usize = 200;

rules! {
    ANSWERED: "ask-answered", Note, "some order of the lanes ends as `.ask schedule` demands",
        SCENARIO_TEXT, ".ask and .hint";
    SEPARATES: "ask-separates", Note, "a misconception that matters gives an answer of its own",
        SCENARIO_TEXT, ".ask and .hint";
    FINDINGS: "limit-findings", Budget, "at most 200 diagnostics are shown, errors first", "Lanescope", "limits", ["note"];
}

/// Returns every rule that a diagnostic can cite, in alphabetical order of their codes.
pub fn rules() -> Vec<&'static Rule> {
    let general = [semantics::RULES, exec::RULES, RULES, idle_orders::RULES].concat();
    let mut all = [syntax::rules(), isa::rules(), check::rules(), general].concat();
    all.sort_by_cached_key(|rule| rule.code);
    all
}

/// Returns the diagnostics to report: sorted by place, at most [`MAX_FINDINGS`].
pub(super) fn reported(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
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
    syntax::format(text, &isa::known_sets())
}

impl Session {
    /// Returns true if there is an error that no `.expect error` line names. An error inside a variant's block may also
    /// be named in that block.
    pub fn unexpected_errors(&self) -> bool {
        self.first_unexpected_error().is_some()
    }

    /// Returns the first error that no `.expect error` line names.
    pub fn first_unexpected_error(&self) -> Option<&Diagnostic> {
        let mut errors = self.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.find(|error| !self.is_expected_error(error))
    }

    /// Returns true if a diagnostic is an error that an `.expect error` line names.
    pub fn is_expected_error(&self, found: &Diagnostic) -> bool {
        let block = self.document.variants.iter().position(|variant| variant.span.encloses(found.span));
        let names = |item: &Item| {
            matches!(&item.kind, ItemKind::Directive(Directive::Expect(ExpectLine::Diagnostic { severity, code }), _)
                if *severity == Severity::Error && code.text == found.code()
                    && (item.variant.is_none() || item.variant == block))
        };
        found.severity == Severity::Error && self.document.items.iter().any(names)
    }

    /// Returns the line, from 1, on which a span begins.
    pub fn line(&self, span: Span) -> usize {
        line_number(&self.line_starts, span)
    }

    /// Returns true if every expectation is known to hold, and every error is named by an `.expect error` line.
    pub fn is_as_expected(&self) -> bool {
        !self.unexpected_errors() && self.expectations.iter().all(Expectation::holds)
    }

    /// Returns whether the text has an `.invariant` line, or an `.expect` or `.limit` line that can fail.
    pub fn has_claims(&self) -> bool {
        let states_value =
            |contents: &ClaimedContents| contents.elements.iter().any(|element| element.value.is_some());
        let can_fail = |claim: &Claim| match &claim.kind {
            ClaimKind::Contents(contents) => states_value(contents),
            ClaimKind::Possible { is_possible: true, end } => {
                !end.errors.is_empty() || end.contents.iter().any(states_value)
            }
            _ => true,
        };
        let has_invariants = self.scenario.as_ref().is_some_and(|scenario| !scenario.invariants.is_empty());
        has_invariants || self.claims.iter().any(can_fail)
    }

    /// Returns the prefix of messages about this side: the variant's name, or nothing for the base text.
    pub fn side_in_words(&self) -> String {
        self.variant.as_ref().map_or_else(String::new, |name| format!("in the variant `{name}`: "))
    }

    /// Returns the diagnostics of a variant that the base text does not have, prefixed with the variant's name. Empty
    /// if only the variant fails to check: the base text reports its errors already.
    pub fn own_findings(&self, base: &Self) -> Vec<Diagnostic> {
        if self.run.is_none() && base.run.is_some() {
            return Vec::new();
        }
        let is_in_base = |found: &&Diagnostic| {
            base.diagnostics.iter().any(|known| (known.span, known.code()) == (found.span, found.code()))
        };
        let named = |mut found: Diagnostic| {
            found.message = format!("{}{}", self.side_in_words(), found.message);
            found
        };
        self.diagnostics.iter().filter(|found| !is_in_base(found)).cloned().map(named).collect()
    }
}
