//! The report on all orders, in slices.

use super::exploring::{Budget, Exploring, Found, WantedParts};
use super::job::{Job, Progress};
use super::judging::{Judgements, Judging};
use super::outcomes::{FactorReport, OutcomesReport};
use crate::explore::{Explaining, Factor};
use crate::session::text::Session;

/// The micro-steps that may be run to explain factors within the default budget.
const MOST_EXPLAINED_STEPS: u64 = 40_000_000;

/// A report on all orders that is being made: explores them, judges the `.expect` lines about them, and explains the
/// outcomes.
#[derive(Debug)]
pub struct Reporting {
    judging: Judging,
    /// The number of micro-steps that may still be run to explain factors.
    steps_left: u64,
    most_listed: usize,
    /// The explanation of the next factor, if it has begun.
    explaining: Option<Explaining>,
    /// The reports of the factors of memory and of results that have been explained.
    factors: [Vec<FactorReport>; 2],
}

/// The knowledge of all orders of a text, for further questions about it.
#[derive(Debug, Default)]
pub struct KnownOrders {
    session: Option<Session>,
    /// The knowledge that a whole report came from, and its budget.
    found: Option<(Budget, Found)>,
}

impl KnownOrders {
    /// Returns the session of a text, if the knowledge is about it. Otherwise, `open` opens it, and nothing is known.
    pub(in crate::session) fn session_of(
        &mut self,
        text: &str,
        variant: Option<&str>,
        open: impl FnOnce() -> Session,
    ) -> Session {
        let is_it = |known: &&Session| *known.text == *text && known.variant.as_deref() == variant;
        if let Some(session) = self.session.as_ref().filter(is_it) {
            return session.clone();
        }
        let session = open();
        *self = Self { session: Some(session.clone()), found: None };
        session
    }

    /// Takes what is known within a budget.
    pub(in crate::session) fn take_found(&mut self, budget: Budget) -> Option<Found> {
        self.found.take().filter(|(known, _)| *known == budget).map(|(_, found)| found)
    }

    /// Keeps what a whole report came from.
    pub(in crate::session) fn keep(&mut self, budget: Budget, found: Found) {
        self.found = Some((budget, found));
    }
}

/// A report on all orders, with verdicts.
pub struct Reported {
    /// The outcomes.
    pub report: OutcomesReport,
    /// The judgement of each `.expect` line, and the knowledge that the report comes from.
    pub judgements: Judgements,
}

impl Session {
    /// Reports the outcomes of all orders. `None` if nothing can run.
    pub fn outcomes(&self) -> Option<OutcomesReport> {
        self.outcomes_within(Budget::default(), usize::MAX)
    }

    /// Does the same as [`Session::outcomes`], within a budget. Lists at most `most_listed` outcomes of each factor and
    /// of each sample.
    pub fn outcomes_within(&self, budget: Budget, most_listed: usize) -> Option<OutcomesReport> {
        Some(Reporting::new(self, budget, most_listed, 0, None)?.complete().report)
    }

    /// Begins a report on all orders, which lists at most `most_listed` outcomes of each factor and of each sample.
    /// `None` if nothing can run.
    pub fn begin_report(&self, budget: Budget, most_listed: usize) -> Option<Reporting> {
        Reporting::new(self, budget, most_listed, self.claims.len(), None)
    }
}

impl Reporting {
    /// Does the same as [`Session::begin_report`], but judges only the first `lines` lines. Explores nothing that is
    /// known.
    pub(in crate::session) fn new(
        session: &Session,
        budget: Budget,
        most_listed: usize,
        lines: usize,
        found: Option<Found>,
    ) -> Option<Self> {
        session.scenario.as_ref()?;
        let exploring = match found {
            Some(found) => Exploring::over(session, budget, found),
            None => Exploring::new(session, budget, WantedParts::ALL),
        };
        let judging = Judging::with_exploring(session, budget, Some(exploring), lines);
        let steps_left = budget.steps(MOST_EXPLAINED_STEPS);
        Some(Self { judging, steps_left, most_listed, explaining: None, factors: Default::default() })
    }

    /// Ends the exploration early: the report has what is known so far. The orders that have been drawn are a sample.
    pub fn end_early(&mut self) {
        self.judging.end_early();
    }

    /// Goes on with the explanation of the next factor. Returns whether none is left.
    fn explain_next(&mut self) -> bool {
        let (session, found) = (&self.judging.session, self.judging.found());
        let Some((scenario, found)) = session.scenario.as_ref().zip(found) else { return true };
        let run_steps = session.run.as_ref().map(|run| u64::from(run.len()));
        for (explored, reports) in [&found.memory, &found.results].into_iter().zip(&mut self.factors) {
            let mut factors = explored.iter().flat_map(|explored| &explored.factors);
            let Some(factor) = factors.nth(reports.len()) else { continue };
            let begin = || {
                let steps = steps_of_all(factor, run_steps?);
                self.steps_left = self.steps_left.checked_sub(steps)?;
                Explaining::new(factor, scenario)
            };
            let mut explaining = self.explaining.take().or_else(begin);
            if explaining.as_mut().is_some_and(|explaining| !explaining.advance(factor, scenario)) {
                self.explaining = explaining;
                return false;
            }
            let explanations = explaining.and_then(Explaining::finish).unwrap_or_default();
            reports.push(session.factor(scenario, factor, explanations, self.most_listed));
            return false;
        }
        true
    }
}

/// Returns the number of micro-steps of all orders of a factor, each with a run of that many.
fn steps_of_all(factor: &Factor, run_steps: u64) -> u64 {
    u64::try_from(&factor.orders).map_or(u64::MAX, |orders| run_steps.saturating_mul(orders))
}

impl Job for Reporting {
    type Answer = Reported;

    fn advance(&mut self, states: usize) -> bool {
        self.judging.advance(states) && self.explain_next()
    }

    fn progress(&self) -> Progress {
        self.judging.progress()
    }

    fn finish(self) -> Reported {
        let Self { judging, most_listed, factors, .. } = self;
        let session = judging.session.clone();
        let judgements = judging.finish();
        let report = session.outcomes_report(&judgements.found, factors, most_listed);
        Reported { report, judgements }
    }
}
