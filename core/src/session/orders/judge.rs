//! Verdicts on expectations about all orders.

use super::exploring::{Budget, Counted, SLICE};
use super::facts::{Fact, observed};
use super::invariants::InvariantOrders;
use super::possible::{COUNTED_STATES, Possibility};
use crate::base::{Span, counted};
use crate::check::Expected;
use crate::explore::{Question, Sampling};
use crate::session::text::{Expectation, OrderReport, Session, in_words, instance};
use num_bigint::BigUint;
use std::rc::Rc;

/// The result of checking a claim about all orders.
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
        let Budget { memory_states, results_states, .. } = budget;
        let exact = |question: Question| {
            let most_states = if question.results { results_states } else { memory_states };
            self.explored(Question { most_states, ..question }).map(|explored| explored.outcomes())
        };
        // An exact number makes a sample unnecessary.
        let count = |exact: Option<BigUint>, question: Question| match exact {
            Some(count) => Counted::Exactly(count),
            None => Counted::AtLeast(self.drawn(question, budget)),
        };
        let asks = |expected: &Expected| {
            matches!(expected, Expected::Outcomes { .. } | Expected::OrderIndependent { .. })
        };
        let counts = if self.expected.iter().any(asks) {
            let results = exact(Question::results()).or_else(|| exact(Question::renamed()));
            let memory = exact(Question::memory());
            [count(memory, Question::memory()), count(results, Question::results())]
        } else {
            [Counted::AtLeast(0), Counted::AtLeast(0)]
        };
        let demands = |expected: &Expected| matches!(expected, Expected::Invariant { .. });
        let invariants = match self.expected.iter().any(demands) {
            true => self.watched(budget),
            false => Vec::new(),
        };
        self.judge_by(counts, &invariants, budget);
    }

    /// Judges the `.expect` lines about all orders. `counts` holds the numbers of outcomes of memory and of results,
    /// and `invariants` the orders that break each invariant.
    pub(super) fn judge_by(&mut self, counts: [Counted; 2], invariants: &[InvariantOrders], budget: Budget) {
        let judged = |(expected, known): (&Expected, &Expectation)| {
            let possible = |observed: Vec<Fact>| {
                self.possible_within(&observed, budget.memory_states, most_counted(expected))
            };
            let possible = observed(expected).and_then(possible);
            let Some((span, judgement)) = judge_order(expected, counts.clone(), possible, invariants) else {
                return known.clone();
            };
            let difference = match judgement {
                _ if self.scenario.is_none() => Some("nothing ran".to_owned()),
                Judgement::Holds => None,
                Judgement::Differs { difference, .. } => Some(difference),
                Judgement::Undecided => Some(UNDECIDED.to_owned()),
            };
            Expectation::judged(span, difference.into_iter().collect())
        };
        self.expectations = self.expected.iter().zip(&self.expectations).map(judged).collect();
    }

    /// Returns the `.expect` lines about all orders, with their verdicts.
    pub fn about_orders(&self) -> Vec<Expectation> {
        let lines = self.expected.iter().zip(&self.expectations);
        let lines = lines.filter(|(expected, _)| expected.is_about_orders());
        lines.map(|(_, expectation)| expectation.clone()).collect()
    }

    /// Counts the orders that break each invariant.
    fn watched(&self, budget: Budget) -> Vec<InvariantOrders> {
        let scenario = self.scenario.as_ref();
        let Some(mut watching) = scenario.and_then(|scenario| budget.watching(scenario)) else {
            return Vec::new();
        };
        while !watching.advance(SLICE) {}
        self.invariant_orders(&watching.finish())
    }

    /// Returns the number of outcomes in a sample of orders. Drawing ends when there are more than any line expects.
    fn drawn(&self, question: Question, budget: Budget) -> usize {
        let count = |expected: &Expected| match expected {
            Expected::Outcomes { results, count, .. } if *results == question.results => Some(*count),
            Expected::OrderIndependent { .. } if question.results => Some(1),
            _ => None,
        };
        let most = self.expected.iter().filter_map(count).max();
        let (Some(most), Some(scenario)) = (most, &self.scenario) else { return 0 };
        let mut sampling = Sampling::new(Rc::clone(scenario), question, budget.seed, budget.drawn);
        while sampling.found() as u64 <= most && !sampling.advance(SLICE) {}
        sampling.found()
    }
}

/// Judges a claim about all orders; `None` for any other claim. The counts are the numbers of outcomes of memory and of
/// results. `possible` is the answer to a claim that a result is possible or impossible. `invariants` are those of the
/// scenario.
pub(in crate::session) fn judge_order(
    expected: &Expected,
    [memory, results]: [Counted; 2],
    possible: Option<Possibility>,
    invariants: &[InvariantOrders],
) -> Option<(Span, Judgement)> {
    Some(match expected {
        Expected::Outcomes { span, results: true, count } => (*span, judged_count(results, *count)),
        Expected::Outcomes { span, results: false, count } => (*span, judged_count(memory, *count)),
        Expected::OrderIndependent { span } => (*span, judged_count(results, 1)),
        Expected::Possible { span, is_possible, .. } => {
            let judgement = match (possible, is_possible) {
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
            };
            (*span, judgement)
        }
        Expected::Invariant { span, name } => {
            let judgement = match invariants.iter().find(|invariant| invariant.name == *name) {
                Some(invariant) if invariant.can_break() => {
                    let instance = instance(&invariant.witness);
                    let difference = format!("`{name}` {}{instance}", invariant.in_words());
                    Judgement::Differs { difference, order: invariant.witness.clone() }
                }
                Some(invariant) if !invariant.is_known => Judgement::Undecided,
                // A scenario without instructions breaks no invariant.
                _ => Judgement::Holds,
            };
            (*span, judgement)
        }
        Expected::Contents { .. }
        | Expected::Diagnostic { .. }
        | Expected::Cost { .. }
        | Expected::Limit { .. } => return None,
    })
}

/// Returns the maximum number of states to explore for the number of orders, if a single run already decides the claim.
pub(in crate::session) fn most_counted(expected: &Expected) -> usize {
    match expected {
        // One order decides the claim.
        Expected::Possible { is_possible: true, .. } => 0,
        _ => COUNTED_STATES,
    }
}

/// Judges a claim about the number of outcomes. A sample with more outcomes refutes it.
fn judged_count(found: Counted, expected: u64) -> Judgement {
    let found = match found {
        Counted::Exactly(found) => found,
        Counted::AtLeast(found) if found as u64 > expected => {
            let all = counted(found, "outcome");
            return differs(format!("there are at least {all}, expected {expected}"));
        }
        Counted::AtLeast(_) => return Judgement::Undecided,
    };
    match found {
        found if found == BigUint::from(expected) => Judgement::Holds,
        found if found == BigUint::from(1u32) => {
            differs(format!("there is one outcome, expected {expected}"))
        }
        found => differs(format!("there are {found} outcomes, expected {expected}")),
    }
}

fn differs(difference: String) -> Judgement {
    Judgement::Differs { difference, order: Vec::new() }
}

const UNDECIDED: &str = "not decided: the budget ran out";
