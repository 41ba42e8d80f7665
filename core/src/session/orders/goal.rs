//! The verdict on a solution of a puzzle: whether a text meets the goal of the puzzle on every input, in all orders and
//! within its limits.
//!
//! The inputs are the base text and its variants. Each is judged in the order of its lanes first, then in all orders.

use super::exploring::{Budget, Found};
use super::job::{Job, Progress};
use super::judging::{Judgement, Judgements, Judging};
use super::possible::orders_of_run;
use crate::base::{Bits, Span};
use crate::check::{Claim, ClaimKind, SetsWithChecks};
use crate::explore::{Cell, Factor};
use crate::session::text::{
    OrderReport, PendingSession, Session, Verdict, changed_goal, variant_names, without_orders,
};
use crate::syntax::OutcomeContents;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// The verdict on a solution of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalAnswer {
    /// The text meets the goal.
    Met,
    /// The text has another goal than the puzzle. The difference is a sentence.
    Changed(String),
    /// The text does not meet the goal.
    Fails(Box<GoalFailure>),
    /// The budget ran out for a line of the goal.
    Undecided {
        /// The text of the line.
        line: String,
    },
}

/// The first failure of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GoalFailure {
    /// The kind of failure.
    pub fault: GoalFault,
    /// The variant whose input fails; `None` for the base text.
    pub variant: Option<String>,
    /// The line, from 1, that fails, or that has the error.
    pub line: usize,
    /// The text of the line.
    pub claim: String,
    /// The difference from the goal, as a sentence.
    pub difference: String,
    /// An order of the lanes that fails; empty if it is the order of the text, or if no single order is at fault.
    pub order: Vec<OrderReport>,
}

impl GoalFailure {
    /// Returns whether a run shows the failure.
    pub fn can_be_played(&self) -> bool {
        match self.fault {
            GoalFault::Error | GoalFault::Result => true,
            GoalFault::Orders => !self.order.is_empty() || self.variant.is_some(),
            GoalFault::Limit => false,
        }
    }
}

/// The kinds of failures of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalFault {
    /// The text has an error, or its run stops with one.
    Error,
    /// The run does not end as an `.expect` line demands, with the lanes in ascending order.
    Result,
    /// A line about all orders does not hold.
    Orders,
    /// A `.limit` line does not hold.
    Limit,
}

/// A judgement of a solution: of each side after the other, the base text and its variants.
#[derive(Debug)]
pub(in crate::session) struct GoalSearch {
    has_orders: bool,
    budget: Budget,
    /// The run of the current side, without `.order` lines.
    side: PendingSession,
    /// The exploration of the orders of the current side, after its run.
    judging: Option<Box<Judging>>,
    variants: VecDeque<String>,
    answer: Option<GoalAnswer>,
}

/// The micro-steps of a slice, for each state of the slice.
const STEPS_PER_STATE: u32 = 32;

impl Session {
    /// Judges a solution of a puzzle. The goal is that of `puzzle`, the text that the puzzle starts with. `.order`
    /// lines of the solution do not count: the goal holds in all orders or not at all.
    pub fn goal(text: &str, puzzle: &str, budget: Budget) -> GoalAnswer {
        let search = GoalSearch::new(text, puzzle, &crate::isa::known_sets(), budget);
        search.complete().expect("the search is over")
    }

    /// Returns the first difference between the goal of a puzzle and that of a text, as a sentence.
    pub fn changed_goal(text: &str, puzzle: &str) -> Option<String> {
        changed_goal(text, puzzle, &crate::isa::known_sets())
    }
}

impl GoalSearch {
    pub fn new(written: &str, puzzle: &str, sets: &SetsWithChecks, budget: Budget) -> Self {
        let text = without_orders(written, sets);
        let side = Session::begin(&text, sets);
        let variants = variant_names(puzzle, sets).into();
        let answer = changed_goal(written, puzzle, sets).map(GoalAnswer::Changed);
        Self { has_orders: text != written, budget, side, judging: None, variants, answer }
    }

    /// Runs the current side, explores its orders, and begins the next side. Returns the verdict once it is known.
    fn advance_side(&mut self, states: usize) -> Option<GoalAnswer> {
        if self.judging.is_none() {
            let steps = u32::try_from(states).unwrap_or(u32::MAX).saturating_mul(STEPS_PER_STATE);
            if !self.side.advance(steps) {
                return None;
            }
            if let Some(failure) = self.failed_run() {
                return Some(failure);
            }
            self.judging = Judging::new(self.side.session(), self.budget).map(Box::new);
        }
        if self.judging.as_mut().is_some_and(|judging| !judging.advance(states)) {
            return None;
        }
        let session = self.side.session();
        if let Some(judging) = self.judging.take() {
            let failure = failed_line(session, &judging.finish()).or_else(|| failed_limit(session));
            if failure.is_some() {
                return failure;
            }
        }
        let Some(variant) = self.variants.pop_front() else { return Some(GoalAnswer::Met) };
        self.side = Session::begin_as(&session.text, &session.sets, Some(&variant));
        None
    }

    /// Returns the first error of the run, or the first of its results that is not as demanded.
    fn failed_run(&self) -> Option<GoalAnswer> {
        let session = self.side.session();
        // If the solution has `.order` lines, it may run in another order.
        let run = session.run.as_ref().filter(|_| self.has_orders);
        let own_order = || run.map_or_else(Vec::new, |run| orders_of_run(session, run));
        if let Some(error) = session.first_unexpected_error() {
            let message = error.message.clone();
            return Some(GoalAnswer::fails(session, GoalFault::Error, error.span, message, own_order()));
        }
        let (span, difference) = first_failed(session, |line| !is_limit(line))?;
        Some(GoalAnswer::fails(session, GoalFault::Result, span, difference, own_order()))
    }
}

impl Job for GoalSearch {
    /// `None` before the verdict is known.
    type Answer = Option<GoalAnswer>;

    fn advance(&mut self, states: usize) -> bool {
        if self.answer.is_none() {
            self.answer = self.advance_side(states);
        }
        self.answer.is_some()
    }

    fn progress(&self) -> Progress {
        self.judging.as_ref().map_or(Progress::REASONS, |judging| judging.progress())
    }

    fn finish(self) -> Option<GoalAnswer> {
        self.answer
    }
}

fn failed_limit(session: &Session) -> Option<GoalAnswer> {
    let (span, difference) = first_failed(session, is_limit)?;
    Some(GoalAnswer::fails(session, GoalFault::Limit, span, difference, Vec::new()))
}

fn is_limit(claim: &Claim) -> bool {
    matches!(claim.kind, ClaimKind::Limit { .. })
}

/// Returns the first line of some kind that fails, with the difference.
fn first_failed(session: &Session, is_kind: impl Fn(&Claim) -> bool) -> Option<(Span, String)> {
    let lines = session.claims.iter().zip(&session.expectations);
    let mut failed = lines.filter(|(claim, line)| is_kind(claim) && line.verdict == Verdict::Fails);
    failed.next().map(|(_, line)| (line.span, line.differences.first().cloned().unwrap_or_default()))
}

impl GoalAnswer {
    fn fails(
        session: &Session,
        fault: GoalFault,
        span: Span,
        difference: String,
        order: Vec<OrderReport>,
    ) -> Self {
        Self::Fails(Box::new(GoalFailure {
            fault,
            variant: session.variant.as_deref().map(str::to_owned),
            line: session.line(span),
            claim: span.of(&session.text).trim().to_owned(),
            difference,
            order,
        }))
    }
}

/// Returns the verdict of the first line about all orders that does not hold, or cannot be decided.
fn failed_line(session: &Session, judgements: &Judgements) -> Option<GoalAnswer> {
    let mut lines = session.claims.iter().zip(&judgements.by_line);
    lines.find_map(|(claim, judgement)| match judgement.as_ref()? {
        Judgement::Holds => None,
        Judgement::Undecided => {
            Some(GoalAnswer::Undecided { line: claim.span.of(&session.text).trim().to_owned() })
        }
        Judgement::Differs { difference, order } => {
            let other = match claim.kind {
                ClaimKind::OrderIndependent => {
                    other_end(session, &judgements.found, OutcomeContents::Results)
                }
                ClaimKind::Outcomes { contents, number: 1 } => {
                    other_end(session, &judgements.found, contents)
                }
                _ => None,
            };
            let (span, order) = (claim.span, other.unwrap_or_else(|| order.clone()));
            Some(GoalAnswer::fails(session, GoalFault::Orders, span, difference.clone(), order))
        }
    })
}

/// Returns an order whose run does not end like the run of the session.
fn other_end(session: &Session, found: &Found, contents: OutcomeContents) -> Option<Vec<OrderReport>> {
    let (scenario, run) = (session.scenario.as_ref()?, session.run.as_ref()?);
    let end = run.state(run.len());
    let (explored, sample) = match contents {
        OutcomeContents::Results => {
            (found.results.as_ref().or(found.renamed.as_ref()), found.results_sample.as_ref())
        }
        OutcomeContents::Memory => (found.memory.as_ref(), found.memory_sample.as_ref()),
    };
    let explored = explored.iter().flat_map(|explored| &explored.factors);
    let other = |factor: &Factor| {
        let differs = |(cell, bits): (&Cell, &Bits)| cell.read(&end) != *bits;
        let mut outcomes = factor.outcomes.iter();
        outcomes.find(|outcome| factor.cells.iter().zip(&outcome.values).any(differs)).cloned()
    };
    let outcome = explored.chain(sample.map(|sample| &sample.factor)).find_map(other)?;
    Some(session.orders(scenario, &outcome.witness))
}
