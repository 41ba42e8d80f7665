//! Verdicts on the `.expect` lines about all orders.

use super::claim::Claim;
use super::exploring::{Budget, Exploring, Found, OutcomeCount, WantedParts};
use super::invariants::InvariantOrders;
use super::job::{Job, Progress};
use super::possible::{COUNTED_STATES, ClaimSearch, Possibility};
use crate::base::counted;
use crate::check::Expected;
use crate::session::text::{Expectation, OrderReport, Session, in_words, instance};
use num_bigint::BigUint;

/// The result of checking a claim about all orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum Judgement {
    /// The claim holds.
    Holds,
    /// The claim does not hold.
    Differs {
        /// The difference, as a sentence.
        difference: String,
        /// An order that shows it; empty if there is none, or if any order does.
        order: Vec<OrderReport>,
    },
    /// The budget ran out.
    Undecided,
}

/// An exploration of all orders that judges the `.expect` lines about them, one after the other.
#[derive(Debug)]
pub(in crate::session) struct Judging {
    pub session: Session,
    budget: Budget,
    /// The exploration; `None` if the lines need none.
    exploring: Option<Exploring>,
    /// The search for an order, if the current line needs one.
    search: Option<Box<ClaimSearch>>,
    /// The number of lines to judge.
    lines: usize,
    /// The judgement of each line so far; `None` if the line is not about all orders.
    judged: Vec<Option<Judgement>>,
    /// The numbers of outcomes of memory and of results, and the orders that break each invariant, once they are known.
    known: Option<([OutcomeCount; 2], Vec<InvariantOrders>)>,
}

/// The judgement of each `.expect` line, and what is known of all orders. A line that is not about all orders has none.
pub(in crate::session) struct Judgements {
    pub by_line: Vec<Option<Judgement>>,
    pub found: Found,
}

impl Judging {
    /// Begins a judgement that explores what the lines need. `None` if nothing can run.
    pub fn new(session: &Session, budget: Budget) -> Option<Self> {
        session.scenario.as_ref()?;
        let wants = WantedParts::of_lines(&session.expected);
        let exploring = wants.map(|wants| Exploring::new(session, budget, wants));
        Some(Self::with_exploring(session, budget, exploring, session.expected.len()))
    }

    /// Begins a judgement of the first `lines` lines, with this exploration.
    pub(super) fn with_exploring(
        session: &Session,
        budget: Budget,
        exploring: Option<Exploring>,
        lines: usize,
    ) -> Self {
        let (session, judged) = (session.clone(), Vec::new());
        Self { session, budget, exploring, search: None, lines, judged, known: None }
    }

    /// Returns what is known of all orders; `None` if nothing was explored.
    pub(super) fn found(&self) -> Option<&Found> {
        self.exploring.as_ref().map(Exploring::found)
    }

    /// Ends the exploration. Lines that are not decided yet are judged by what is known.
    pub(super) fn end_early(&mut self) {
        self.exploring.iter_mut().for_each(Exploring::end_early);
        (self.budget.memory_states, self.search) = (0, None);
    }

    /// Judges the next line, or explores at most that many states for it.
    fn judge_next(&mut self, states: usize) {
        let expected = &self.session.expected[self.judged.len()];
        let begin = |claim: Claim| {
            let search =
                ClaimSearch::new(&self.session, claim, self.budget.memory_states, most_counted(expected));
            search.map(Box::new)
        };
        let mut search = self.search.take().or_else(|| Claim::from_line(expected).and_then(begin));
        if search.as_mut().is_some_and(|search| !search.advance(states)) {
            self.search = search;
            return;
        }
        let possible = search.map(|search| search.finish());
        let nothing = Found::default();
        let found = self.exploring.as_ref().map_or(&nothing, Exploring::found);
        let know = || (found.counts(), self.session.invariant_orders(&found.watched));
        let (counts, invariants) = self.known.get_or_insert_with(know);
        self.judged.push(judge_line(expected, counts, possible, invariants));
    }
}

impl Job for Judging {
    type Answer = Judgements;

    fn advance(&mut self, states: usize) -> bool {
        let is_explored = self.exploring.as_mut().is_none_or(|exploring| exploring.advance(states));
        if is_explored && self.judged.len() < self.lines {
            self.judge_next(states);
        }
        is_explored && self.judged.len() == self.lines
    }

    fn progress(&self) -> Progress {
        let exploring = self.exploring.as_ref().map_or(Progress::REASONS, Job::progress);
        self.search.as_ref().map_or(exploring, |search| search.progress())
    }

    fn finish(self) -> Judgements {
        let found = self.exploring.map(Job::finish).unwrap_or_default();
        Judgements { by_line: self.judged, found }
    }
}

impl Session {
    /// Runs a text and each of its variants, in order, and judges their expectations, including those about all orders.
    pub fn judged(text: &str) -> Vec<Self> {
        Self::judged_within(text, Budget::default())
    }

    /// Does the same as [`Session::judged`], with a budget for all orders.
    pub fn judged_within(text: &str, budget: Budget) -> Vec<Self> {
        let mut sides = vec![Self::open(text)];
        sides.extend(sides[0].each_variant().collect::<Vec<_>>());
        sides.iter_mut().for_each(|side| side.judge_orders_within(budget));
        sides
    }

    /// Explores all orders and judges the `.expect` lines about them.
    pub fn judge_orders(&mut self) {
        self.judge_orders_within(Budget::default());
    }

    /// Does the same as [`Session::judge_orders`], within a budget.
    pub fn judge_orders_within(&mut self, budget: Budget) {
        match Judging::new(self, budget) {
            Some(judging) => self.take_judgements(&judging.complete().by_line),
            None => {
                let judged = |(expected, known): (&Expected, &Expectation)| match expected.is_about_orders() {
                    true => Expectation::judged(expected.span(), vec!["nothing ran".to_owned()]),
                    false => known.clone(),
                };
                self.expectations = self.expected.iter().zip(&self.expectations).map(judged).collect();
            }
        }
    }

    /// Gives the `.expect` lines their verdicts. Lines that are not decided count as failed.
    pub(super) fn take_judgements(&mut self, judgements: &[Option<Judgement>]) {
        let lines = self.expected.iter().zip(&mut self.expectations);
        for ((expected, expectation), judgement) in lines.zip(judgements) {
            let difference = match judgement {
                None => continue,
                Some(Judgement::Holds) => None,
                Some(Judgement::Differs { difference, .. }) => Some(difference.clone()),
                Some(Judgement::Undecided) => Some(UNDECIDED.to_owned()),
            };
            *expectation = Expectation::judged(expected.span(), difference.into_iter().collect());
        }
    }

    /// Returns the `.expect` lines about all orders, with their verdicts.
    pub fn about_orders(&self) -> Vec<Expectation> {
        let lines = self.expected.iter().zip(&self.expectations);
        let lines = lines.filter(|(expected, _)| expected.is_about_orders());
        lines.map(|(_, expectation)| expectation.clone()).collect()
    }
}

const UNDECIDED: &str = "not decided: the budget ran out";

/// Judges a claim about all orders; `None` for any other claim. The counts are the numbers of outcomes of memory and of
/// results. `possible` is the answer to a claim that a result is possible or impossible. `invariants` are those of the
/// scenario.
fn judge_line(
    expected: &Expected,
    [memory, results]: &[OutcomeCount; 2],
    possible: Option<Possibility>,
    invariants: &[InvariantOrders],
) -> Option<Judgement> {
    Some(match expected {
        Expected::Outcomes { results: true, count, .. } => judge_count(results, *count),
        Expected::Outcomes { results: false, count, .. } => judge_count(memory, *count),
        Expected::OrderIndependent { .. } => judge_count(results, 1),
        Expected::Possible { is_possible, .. } => match (possible, is_possible) {
            (Some(Possibility::Possible { orders, of, witness, .. }), false) => {
                let instance = instance(&witness);
                let difference = format!("it is possible in {orders} of {of} orders{instance}");
                Judgement::Differs { difference, order: witness }
            }
            (Some(Possibility::Shown { witness }), false) => {
                let difference = format!("it is possible, for instance {}", in_words(&witness));
                Judgement::Differs { difference, order: witness }
            }
            (Some(Possibility::Impossible { because }), true) => {
                differs(format!("it is impossible: {because}"))
            }
            (Some(Possibility::Undecided), _) => Judgement::Undecided,
            _ => Judgement::Holds,
        },
        Expected::Invariant { name, .. } => {
            match invariants.iter().find(|invariant| invariant.name == *name) {
                Some(invariant) if invariant.can_break() => {
                    let instance = instance(&invariant.witness);
                    let difference = format!("`{name}` {}{instance}", invariant.in_words());
                    Judgement::Differs { difference, order: invariant.witness.clone() }
                }
                Some(invariant) if !invariant.is_known => Judgement::Undecided,
                // A scenario without instructions breaks no invariant.
                _ => Judgement::Holds,
            }
        }
        Expected::Contents { .. }
        | Expected::Diagnostic { .. }
        | Expected::Cost { .. }
        | Expected::Limit { .. } => return None,
    })
}

/// Returns the maximum number of states to explore for the number of orders, if a single run already decides the claim.
fn most_counted(expected: &Expected) -> usize {
    match expected {
        // One order decides the claim.
        Expected::Possible { is_possible: true, .. } => 0,
        _ => COUNTED_STATES,
    }
}

/// Judges a claim about the number of outcomes. A sample with more outcomes refutes it.
fn judge_count(found: &OutcomeCount, expected: u64) -> Judgement {
    let found = match found {
        OutcomeCount::Exactly(found) => found,
        OutcomeCount::AtLeast(found) if *found as u64 > expected => {
            let all = counted(found, "outcome");
            return differs(format!("there are at least {all}, expected {expected}"));
        }
        OutcomeCount::AtLeast(_) => return Judgement::Undecided,
    };
    match found {
        found if *found == BigUint::from(expected) => Judgement::Holds,
        found if *found == BigUint::from(1u32) => {
            differs(format!("there is one outcome, expected {expected}"))
        }
        found => differs(format!("there are {found} outcomes, expected {expected}")),
    }
}

fn differs(difference: String) -> Judgement {
    Judgement::Differs { difference, order: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_of_outcomes_holds_differs_or_is_open() {
        let exactly = |count: u32| OutcomeCount::Exactly(count.into());
        let rows = [
            (exactly(4), 4, Judgement::Holds),
            (exactly(1), 4, differs("there is one outcome, expected 4".to_owned())),
            (exactly(5), 4, differs("there are 5 outcomes, expected 4".to_owned())),
            // A sample can show that there are more outcomes. It cannot show that there are fewer.
            (OutcomeCount::AtLeast(5), 4, differs("there are at least 5 outcomes, expected 4".to_owned())),
            (OutcomeCount::AtLeast(4), 4, Judgement::Undecided),
            (OutcomeCount::AtLeast(0), 4, Judgement::Undecided),
        ];
        for (found, expected, judgement) in rows {
            assert_eq!(judge_count(&found, expected), judgement, "{found:?}");
        }
    }
}
