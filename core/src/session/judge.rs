//! Verdicts on expectations.

use super::exploring::Budget;
use super::outcomes::SLICE;
use super::possible::{COUNTED_STATES, Fact, observed};
use super::{InvariantOrders, OrderReport, Possibility, Session, in_words};
use crate::base::{Bits, NumberFormat, ScalarType, Span, counted, show};
use crate::check::{Expected, ExpectedElement};
use crate::diag::{Diagnostic, Severity};
use crate::explore::{Explored, Question, Sample, Sampling};
use crate::machine::State;
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// An `.expect` line with its verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The place of the line.
    pub span: Span,
    /// The verdict.
    pub verdict: Verdict,
    /// The differences from the expectation, one sentence each.
    pub differences: Vec<String>,
}

/// The verdict on an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The expectation holds.
    Holds,
    /// The expectation does not hold, or the budget is too small to decide it.
    Fails,
    /// The expectation is about all orders, and these have not been explored.
    NotJudged,
}

impl Expectation {
    /// Returns whether the expectation is known to hold.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Holds
    }

    /// Creates an expectation. It holds if `differences` is empty.
    pub fn judged(span: Span, differences: Vec<String>) -> Self {
        let verdict = if differences.is_empty() { Verdict::Holds } else { Verdict::Fails };
        Self { span, verdict, differences }
    }
}

/// The result of checking a claim about all orders.
pub(super) enum Judgement {
    /// The claim holds.
    Holds,
    /// The claim does not hold. The difference is a sentence.
    Differs(String),
    /// The budget ran out.
    Undecided,
}

impl Session {
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
                Judgement::Differs(difference) => Some(difference),
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
pub(super) fn judge_order(
    expected: &Expected,
    [memory, results]: [Counted; 2],
    possible: Option<Possibility>,
    invariants: &[InvariantOrders],
) -> Option<(Span, Judgement)> {
    Some(match expected {
        Expected::Outcomes { span, results: true, count } => (*span, of_count(results, *count)),
        Expected::Outcomes { span, results: false, count } => (*span, of_count(memory, *count)),
        Expected::OrderIndependent { span } => (*span, of_count(results, 1)),
        Expected::Possible { span, is_possible, .. } => {
            let judgement = match (possible, is_possible) {
                (Some(Possibility::Possible { orders, of, witness, .. }), false) => {
                    let instance = instance(&witness);
                    Judgement::Differs(format!("it is possible in {orders} of {of} orders{instance}"))
                }
                (Some(Possibility::Shown { witness }), false) => {
                    Judgement::Differs(format!("it is possible, for instance {}", in_words(&witness)))
                }
                (Some(Possibility::Impossible { because }), true) => {
                    Judgement::Differs(format!("it is impossible: {because}"))
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
                    Judgement::Differs(format!("`{name}` {}{instance}", invariant.in_words()))
                }
                Some(invariant) if !invariant.is_known => Judgement::Undecided,
                // A scenario without instructions breaks no invariant.
                _ => Judgement::Holds,
            };
            (*span, judgement)
        }
        Expected::Contents { .. } | Expected::Diagnostic { .. } => return None,
    })
}

/// Returns an example order as the end of a sentence; empty if any order is an example.
pub fn instance(witness: &[OrderReport]) -> String {
    match witness {
        [] => String::new(),
        _ => format!(", for instance {}", in_words(witness)),
    }
}

/// Returns the most states that are explored to count the orders of a claim, if a run decides the claim.
pub(super) fn most_counted(expected: &Expected) -> usize {
    match expected {
        // One order decides the claim.
        Expected::Possible { is_possible: true, .. } => 0,
        _ => COUNTED_STATES,
    }
}

/// The known number of outcomes.
#[derive(Clone, Debug)]
pub(super) enum Counted {
    /// The exact number, if all orders were explored.
    Exactly(BigUint),
    /// The number in a sample of orders. There may be more.
    AtLeast(usize),
}

impl Counted {
    /// Returns the exact number if all orders were explored. Otherwise, returns the number in the sample.
    pub(super) fn new(explored: Option<&Explored>, sample: Option<&Sample>) -> Self {
        match explored {
            Some(explored) => Self::Exactly(explored.outcomes()),
            None => Self::AtLeast(sample.map_or(0, |sample| sample.found)),
        }
    }
}

/// Judges a claim about the number of outcomes. A sample with more outcomes refutes it.
fn of_count(found: Counted, expected: u64) -> Judgement {
    let found = match found {
        Counted::Exactly(found) => found,
        Counted::AtLeast(found) if found as u64 > expected => {
            let all = counted(found, "outcome");
            return Judgement::Differs(format!("there are at least {all}, expected {expected}"));
        }
        Counted::AtLeast(_) => return Judgement::Undecided,
    };
    match found {
        found if found == BigUint::from(expected) => Judgement::Holds,
        found if found == BigUint::from(1u32) => {
            Judgement::Differs(format!("there is one outcome, expected {expected}"))
        }
        found => Judgement::Differs(format!("there are {found} outcomes, expected {expected}")),
    }
}

const UNDECIDED: &str = "not decided: there is more to go through than the budget allows";

/// Judges claims about the end of a run and about its diagnostics. Claims about all orders get no verdict.
pub(super) fn judge(
    expected: &[Expected],
    end: Option<&State>,
    diagnostics: &[Diagnostic],
) -> Vec<Expectation> {
    let of = |expected: &Expected| match expected {
        Expected::Contents { span, name, ty, elements } => {
            let differences = match end {
                Some(end) => differences(name, *ty, elements, end),
                None => vec!["nothing ran".to_owned()],
            };
            Expectation::judged(*span, differences)
        }
        Expected::Diagnostic { span, severity, code } => {
            let found = diagnostics.iter().filter(|diagnostic| diagnostic.code() == code);
            let found: Vec<Severity> = found.map(|diagnostic| diagnostic.severity).collect();
            let difference = match found.first() {
                _ if found.contains(severity) => None,
                None => Some(format!("`{code}` was not reported")),
                Some(other) => {
                    let (other, expected) = (other.word(), severity.word());
                    Some(format!("`{code}` was reported with severity `{other}`, expected `{expected}`"))
                }
            };
            Expectation::judged(*span, difference.into_iter().collect())
        }
        &(Expected::Outcomes { span, .. }
        | Expected::Possible { span, .. }
        | Expected::Invariant { span, .. }
        | Expected::OrderIndependent { span }) => {
            Expectation { span, verdict: Verdict::NotJudged, differences: Vec::new() }
        }
    };
    expected.iter().map(of).collect()
}

fn differences(name: &str, ty: ScalarType, elements: &[ExpectedElement], end: &State) -> Vec<String> {
    let mut out = Vec::new();
    for (at, element) in elements.iter().enumerate() {
        let Some(wanted) = element.value else { continue };
        let found = end.read(element.place);
        let (found, wanted, width_bits) = match element.bit {
            Some(bit) => (Bits::new(found.value >> bit & 1, found.defined >> bit & 1 | !1), wanted, 1),
            None => (found, wanted, ty.width_bits()),
        };
        if found.truncate(width_bits) != wanted.truncate(width_bits) {
            let text = |bits: Bits| {
                if bits.is_undefined(width_bits) {
                    "?".to_owned()
                } else {
                    show(bits.truncate(width_bits), ty, NumberFormat::Auto)
                }
            };
            out.push(format!("{name}[{at}] is {}, expected {}", text(found), text(wanted)));
        }
    }
    out
}
