//! Incremental computation of a session, so that a long run does not block its caller.

use super::expectation::judge;
use super::idle_orders;
use super::session::{Session, reported};
use crate::base::{NumberFormat, line_starts};
use crate::check::{Checked, SetsWithChecks};
use crate::diag::{Diagnostic, Severity, has_errors};
use crate::exec::{Run, Running, Scenario};
use crate::explore::AllOrders;
use crate::spec::ChosenReadings;
use crate::syntax::{Document, parse};
use crate::{check, isa};
use std::rc::Rc;

/// A session whose run is still being computed.
#[derive(Clone, Debug)]
pub struct PendingSession {
    session: Session,
    /// The diagnostics of the parser and the checker, without a limit.
    found: Vec<Diagnostic>,
    /// The rest of the run; `None` if there is nothing left to run.
    running: Option<Running>,
}

impl PendingSession {
    /// Begins the run of a text that was checked. `found` holds the diagnostics that are known already.
    pub(super) fn begin(session: Session, checked: Checked, mut found: Vec<Diagnostic>) -> Self {
        found.extend(checked.diagnostics);
        let readings = checked.scenario.readings.clone();
        let (scenario, setup) = match checked.can_run {
            true => (Some(checked.scenario), None),
            false => (None, Some(Rc::new(checked.scenario))),
        };
        let session = Session {
            diagnostics: reported(found.clone()),
            setup,
            readings,
            claims: checked.claims.into(),
            questions: checked.questions.into(),
            ..session
        };
        Self::begin_run(session, scenario, found)
    }

    /// Begins the run of a scenario, with the other properties of a session.
    pub(super) fn begin_run(session: Session, scenario: Option<Scenario>, found: Vec<Diagnostic>) -> Self {
        let scenario = scenario.map(Rc::new);
        let running = scenario.clone().map(Run::begin);
        let orders = scenario.clone().map(AllOrders::new);
        let (counted_outcomes, expectations) = (Rc::default(), Vec::new());
        let session = Session { scenario, orders, counted_outcomes, run: None, expectations, ..session };
        let mut pending = Self { session, found, running };
        if pending.running.is_none() {
            pending.complete(None);
        }
        pending
    }

    /// Returns the session as far as it is known. Until the run is complete, the run, its diagnostics and the verdicts
    /// of expectations are missing.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the session as far as it is known, like [`Self::session`].
    pub fn into_session(self) -> Session {
        self.session
    }

    /// Runs at most `steps` micro-steps. Returns true once the session is complete.
    pub fn advance(&mut self, steps: u32) -> bool {
        let Some(running) = &mut self.running else { return true };
        let is_over = running.advance(steps);
        if is_over {
            let run = self.running.take().map(|running| Rc::new(running.finish()));
            self.complete(run);
        }
        is_over
    }

    pub(super) fn complete_run(mut self) -> Session {
        // A run's own budget is smaller than this. A slice ends early if checks of invariants take long.
        while !self.advance(u32::MAX) {}
        self.session
    }

    /// Returns the number of micro-steps done so far.
    pub fn steps(&self) -> u32 {
        let len = || self.session.run.as_ref().map_or(0, |run| run.len());
        self.running.as_ref().map_or_else(len, Running::steps)
    }

    fn complete(&mut self, run: Option<Rc<Run>>) {
        let session = &mut self.session;
        if let Some(run) = &run {
            let orders_without_effect = idle_orders::without_effect(&session.document, run);
            session.diagnostics = reported([&self.found, run.diagnostics(), &orders_without_effect].concat());
        }
        session.expectations = judge(&session.claims, run.as_deref(), &session.diagnostics);
        session.run = run;
    }
}

/// Returns the diagnostics of the variants, each checked with the directives in force there.
fn in_variants(
    text: &str,
    written: &Document,
    sets: &SetsWithChecks,
    known: &[Diagnostic],
) -> Vec<Diagnostic> {
    if has_errors(known) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, variant) in written.variants.iter().enumerate() {
        let document = written.as_variant(at, sets);
        let checked = check::check(text, &document, &sets.extended_by(&document), &[], None);
        let is_inside = |found: &Diagnostic| variant.span.encloses(found.span);
        let (inside, outside): (Vec<Diagnostic>, Vec<Diagnostic>) =
            checked.diagnostics.into_iter().partition(is_inside);
        // Errors outside the block are reported at the variant's name.
        let elsewhere =
            outside.into_iter().filter(|error| error.severity == Severity::Error).map(|mut error| {
                error.message = format!("in the variant `{}`: {}", variant.name.text, error.message);
                (error.span, error.fix) = (variant.name.span, None);
                error
            });
        found.extend(inside.into_iter().chain(elsewhere));
    }
    found
}

impl Session {
    /// Parses, checks and runs a text.
    pub fn open(text: &str) -> Self {
        Self::open_with(text, &isa::known_sets())
    }

    /// Parses and checks a text. The caller computes the run in slices.
    pub fn begin(text: &str, sets: &SetsWithChecks) -> PendingSession {
        Self::begin_as(text, sets, None)
    }

    /// Parses and checks one variant of a text, or the base text if it has no variant of that name.
    pub fn begin_as(text: &str, sets: &SetsWithChecks, variant: Option<&str>) -> PendingSession {
        let (written, found) = parse(text, sets);
        let variant = variant.and_then(|name| written.variant(name));
        let document = variant.map_or_else(|| written.clone(), |at| written.as_variant(at, sets));
        let in_force = sets.extended_by(&document);
        let mut checked = check::check(text, &document, &in_force, &found, None);
        if variant.is_none() {
            let known = [&found[..], &checked.diagnostics].concat();
            checked.diagnostics.extend(in_variants(text, &written, sets, &known));
        }
        let session = Self {
            text: Rc::from(text),
            line_starts: line_starts(text),
            variant: variant.map(|at| Rc::from(&*written.variants[at].name.text)),
            sets: sets.clone(),
            in_force,
            document: Rc::new(document),
            diagnostics: Vec::new(),
            scenario: None,
            orders: None,
            counted_outcomes: Rc::default(),
            setup: None,
            run: None,
            readings: ChosenReadings::default(),
            claims: Rc::default(),
            questions: Rc::default(),
            expectations: Vec::new(),
            value_format: NumberFormat::Auto,
        };
        PendingSession::begin(session, checked, found)
    }

    /// Parses, checks and runs one variant of a text, or the base text if `variant` is `None` or unknown.
    pub fn open_as(text: &str, variant: Option<&str>) -> Self {
        Self::begin_as(text, &isa::known_sets(), variant).complete_run()
    }

    /// Returns the names of the text's variants.
    pub fn variants(&self) -> impl Iterator<Item = &str> {
        self.document.variants.iter().map(|variant| &*variant.name.text)
    }

    /// Runs each variant of the text, in order.
    pub fn each_variant(&self) -> impl Iterator<Item = Self> {
        self.variants().map(|name| Self::begin_as(&self.text, &self.sets, Some(name)).complete_run())
    }

    /// Parses, checks and runs a text, with these instruction sets.
    pub fn open_with(text: &str, sets: &SetsWithChecks) -> Self {
        Self::begin(text, sets).complete_run()
    }
}
