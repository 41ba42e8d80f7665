//! "Is this result possible?": searches for an order that ends with an observed result.

use super::Session;
use super::outcomes::{OrderReport, SLICE, cell_in_words, share, shown};
use super::tries;
use crate::base::{Bits, NumberFormat, Span, one_of};
use crate::check::Expected;
use crate::diag::Severity;
use crate::exec::RunError;
use crate::explore::{Cell, Exploration, Explored, Observation, Question};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

/// A fact about the end of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fact {
    /// The contents of a place.
    Value(Observation),
    /// The error that the run ends with.
    Error(RunError),
}

/// The answer to the question whether an observed result is possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Possibility {
    /// Some order ends with it.
    Possible {
        /// The number of orders that end with it.
        orders: BigUint,
        /// The number of all orders.
        of: BigUint,
        /// Their share of all orders.
        share: f64,
        /// One of the orders that end with it.
        witness: Vec<OrderReport>,
    },
    /// Some order ends with it, but the budget ran out before the orders were counted.
    Shown {
        /// An order that ends with it, one of the few that are tried first.
        witness: Vec<OrderReport>,
    },
    /// No order ends with it.
    Impossible {
        /// The observations that contradict each other, as a sentence.
        because: String,
    },
    /// The budget ran out.
    Undecided,
}

/// The answer to a question about an observed result. `lanescope possible --json` prints it.
#[derive(Debug, Serialize)]
pub struct PossibilityReport<'p> {
    /// `possible`, `impossible`, or `undecided` if the budget ran out.
    verdict: &'static str,
    /// The number of orders that produce the result, as a decimal text; absent if it is unknown.
    orders: Option<String>,
    /// The number of all orders, as a decimal text.
    of_orders: Option<String>,
    /// The share of all orders.
    share: Option<f64>,
    /// One of the orders that produce the result.
    witness: Option<&'p [OrderReport]>,
    /// Why the result is impossible, as a sentence.
    because: Option<&'p str>,
}

impl<'p> From<&'p Possibility> for PossibilityReport<'p> {
    fn from(possibility: &'p Possibility) -> Self {
        let nothing = Self {
            verdict: "undecided",
            orders: None,
            of_orders: None,
            share: None,
            witness: None,
            because: None,
        };
        match possibility {
            Possibility::Possible { orders, of, share, witness } => Self {
                verdict: "possible",
                orders: Some(orders.to_string()),
                of_orders: Some(of.to_string()),
                share: Some(*share),
                witness: Some(witness),
                ..nothing
            },
            Possibility::Shown { witness } => Self { verdict: "possible", witness: Some(witness), ..nothing },
            Possibility::Impossible { because } => {
                Self { verdict: "impossible", because: Some(because), ..nothing }
            }
            Possibility::Undecided => nothing,
        }
    }
}

/// The most states that are explored to decide whether some observations contradict each other.
const CONTRADICTION_STATES: usize = 20_000;

/// The most states that are explored to count the orders that produce a result, if a run has shown that it is possible.
pub(super) const COUNTED_STATES: usize = 100_000;

/// A search for an order that ends with the observed result. If there is none, the search continues with observations
/// that contradict each other.
#[derive(Debug)]
pub(super) struct Looking {
    session: Session,
    observed: Vec<Fact>,
    /// An order that ends with the result, one of the few that are tried first.
    shown: Option<Vec<OrderReport>>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The search explores all orders.
    Exploring(Box<Exploration>),
    /// No order ends with the result. The search looks for a contradiction.
    Contradiction(Contradiction),
    Over(Possibility),
}

/// A search for a contradiction: as few observations as possible that no order produces together.
#[derive(Debug)]
struct Contradiction {
    /// The remaining observations. Together they contradict each other.
    observed: Vec<Fact>,
    part: Part,
    /// The exploration of the current selection of observations.
    trial: Option<Box<Exploration>>,
}

/// A selection of the remaining observations, to be tried next.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The observation at this index, alone.
    Alone(usize),
    /// All observations except a block of `size` that ends before the index `end`.
    Without { end: usize, size: usize },
}

impl Session {
    /// Returns the observations that the `.expect` lines state about the end of an order. If some lines state anything
    /// else, returns the number of each such line, and what to do about it.
    pub fn observations(&self) -> Result<Vec<Fact>, Vec<(usize, String)>> {
        let refused = self.expected.iter().filter_map(|expected| {
            let (span, why) = not_of_one_order(expected)?;
            Some((self.line(span), why))
        });
        let refused: Vec<_> = refused.collect();
        match refused.is_empty() {
            true => Ok(self.expected.iter().flat_map(facts).collect()),
            false => Err(refused),
        }
    }

    /// Returns whether some order ends with the observed result. `None` if nothing can run.
    pub fn possible(&self, observed: &[Fact]) -> Option<Possibility> {
        self.possible_within(observed, Question::memory().most_states, COUNTED_STATES)
    }

    /// Does the same as [`Session::possible`], with budgets of states. If a run shows that the result is possible,
    /// `most_counted` also limits the count of the orders.
    pub fn possible_within(
        &self,
        observed: &[Fact],
        most_states: usize,
        most_counted: usize,
    ) -> Option<Possibility> {
        let mut looking = Looking::new(self, observed.to_vec(), most_states, most_counted)?;
        while !looking.advance(SLICE) {}
        looking.finish()
    }

    /// Returns the answer of an exploration; `None` if no order ends with the result.
    fn possibility(&self, explored: Option<Explored>) -> Option<Possibility> {
        let Some(explored) = explored else { return Some(Possibility::Undecided) };
        let (_, witness) = explored.choose(|_| 0).filter(|_| explored.fitting != BigUint::ZERO)?;
        let witness = self.orders(self.scenario.as_ref()?, &witness);
        let share = share(&explored.fitting, &explored.orders);
        Some(Possibility::Possible { orders: explored.fitting, of: explored.orders, share, witness })
    }

    /// Describes the observations that contradict each other.
    fn contradiction(&self, observed: &[Fact]) -> String {
        let (values, errors) = parts(observed);
        let mut names = values.iter().filter_map(|seen| {
            let layout = &self.scenario.as_ref()?.layout;
            let cell = Cell { place: seen.place, mask: seen.mask };
            Some((cell_in_words(layout, cell), shown(layout, cell, seen.bits, NumberFormat::Auto)))
        });
        let errors: Vec<String> = errors.iter().map(|error| format!("`{}`", error.code())).collect();
        if !errors.is_empty() {
            let errors = errors.join(" and ");
            let values: Vec<String> = names.map(|(name, value)| format!("{name} is {value}")).collect();
            return match values.is_empty() {
                true => format!("no order ends with {errors}"),
                false => format!("no order ends with {errors} where {}", values.join(" and ")),
            };
        }
        match (names.next(), names.next()) {
            (Some((name, value)), None) => format!("{name} is {value} in no order"),
            (Some((name, value)), Some((other, other_value))) => {
                let rest = names.map(|(name, value)| format!(" and {name} {value}")).collect::<String>();
                format!("in no order is {name} {value} and {other} {other_value}{rest}")
            }
            (None, _) => "the run never comes to its end".to_owned(),
        }
    }
}

impl Looking {
    /// Begins a search, with the budgets of [`Session::possible_within`]. `None` if nothing can run.
    pub fn new(
        session: &Session,
        observed: Vec<Fact>,
        most_states: usize,
        most_counted: usize,
    ) -> Option<Self> {
        let shown = tries::shown(session, &observed);
        let most_states = if shown.is_some() { most_states.min(most_counted) } else { most_states };
        let exploration = session.explore(question(&observed, most_states))?;
        let stage = match &shown {
            Some(witness) if most_states == 0 => Stage::Over(Possibility::Shown { witness: witness.clone() }),
            _ => Stage::Exploring(Box::new(exploration)),
        };
        Some(Self { session: session.clone(), observed, shown, stage })
    }

    /// Returns the number of states that have been found; `None` during the search for a contradiction.
    pub fn states(&self) -> Option<u64> {
        match &self.stage {
            Stage::Exploring(exploration) => Some(exploration.states() as u64),
            _ => None,
        }
    }

    /// Explores at most that many states, in one trial if the search looks for a contradiction. Returns whether the
    /// search is over.
    pub fn advance(&mut self, states: usize) -> bool {
        let stage = std::mem::replace(&mut self.stage, Stage::Over(Possibility::Undecided));
        self.stage = match stage {
            Stage::Exploring(mut exploration) => match exploration.advance(states) {
                true => self.explored(exploration.finish()),
                false => Stage::Exploring(exploration),
            },
            Stage::Contradiction(mut contradiction) => match contradiction.advance(&self.session, states) {
                true => {
                    let because = self.session.contradiction(&contradiction.observed);
                    Stage::Over(Possibility::Impossible { because })
                }
                false => Stage::Contradiction(contradiction),
            },
            Stage::Over(possibility) => Stage::Over(possibility),
        };
        matches!(self.stage, Stage::Over(_))
    }

    /// Returns the stage that follows the exploration of all orders.
    fn explored(&mut self, explored: Option<Explored>) -> Stage {
        match (self.session.possibility(explored), self.shown.take()) {
            (Some(Possibility::Undecided) | None, Some(witness)) => {
                Stage::Over(Possibility::Shown { witness })
            }
            (Some(possibility), _) => Stage::Over(possibility),
            (None, None) => Stage::Contradiction(Contradiction::new(std::mem::take(&mut self.observed))),
        }
    }

    /// Returns the answer; `None` before the search is over.
    pub fn finish(self) -> Option<Possibility> {
        match self.stage {
            Stage::Over(possibility) => Some(possibility),
            _ => None,
        }
    }
}

impl Contradiction {
    fn new(observed: Vec<Fact>) -> Self {
        Self { observed, part: Part::Alone(0), trial: None }
    }

    /// Explores at most that many states of the current trial. Returns whether no trial is left.
    fn advance(&mut self, session: &Session, states: usize) -> bool {
        let Some(tried) = self.tried() else { return true };
        if self.trial.is_none() {
            self.trial = session.explore(question(&tried, CONTRADICTION_STATES)).map(Box::new);
        }
        let Some(trial) = &mut self.trial else { return true };
        if trial.advance(states) {
            let found = self.trial.take().and_then(|trial| trial.finish());
            let contradicts = found.is_some_and(|found| found.fitting == BigUint::ZERO);
            self.conclude(contradicts.then_some(tried));
        }
        false
    }

    /// Returns the observations to try next; `None` if all trials are done.
    fn tried(&self) -> Option<Vec<Fact>> {
        match self.part {
            Part::Alone(at) => self.observed.get(at).map(|alone| vec![*alone]),
            Part::Without { end, size } => {
                let start = end.saturating_sub(size);
                (end > 0).then(|| [&self.observed[..start], &self.observed[end..]].concat())
            }
        }
    }

    /// Applies the result of a trial, and selects the next one. `contradicting` holds the observations of the trial if
    /// they contradict each other.
    fn conclude(&mut self, contradicting: Option<Vec<Fact>>) {
        let is_contradicting = contradicting.is_some();
        if let Some(fewer) = contradicting {
            self.observed = fewer;
        }
        let count = self.observed.len();
        self.part = match self.part {
            Part::Alone(at) if !is_contradicting && at + 1 < count => Part::Alone(at + 1),
            // Large blocks come first, because only few of thousands of observations contradict each other.
            Part::Alone(_) => Part::Without { end: count, size: (count / 2).max(1).next_power_of_two() },
            Part::Without { end, size } if end > size => Part::Without { end: end - size, size },
            Part::Without { size: 1, .. } => Part::Without { end: 0, size: 1 },
            Part::Without { size, .. } => Part::Without { end: count, size: size / 2 },
        };
    }
}

/// Returns the result that a line claims to be possible or impossible; `None` for any other claim.
pub(super) fn observed(expected: &Expected) -> Option<Vec<Fact>> {
    match expected {
        Expected::Possible { ends, .. } => Some(ends.iter().flat_map(facts).collect()),
        _ => None,
    }
}

/// Splits facts into values and errors.
fn parts(facts: &[Fact]) -> (Vec<Observation>, Vec<RunError>) {
    let (mut values, mut errors) = (Vec::new(), Vec::new());
    for fact in facts {
        match fact {
            Fact::Value(seen) => values.push(*seen),
            Fact::Error(error) => errors.push(*error),
        }
    }
    (values, errors)
}

/// Returns the question whether some order ends with these facts.
fn question(facts: &[Fact], most_states: usize) -> Question {
    let (values, errors) = parts(facts);
    Question { most_states, errors, ..Question::possible(values) }
}

/// Returns the reason why a line is not about the end of one order, and what to do about it; `None` if it is about
/// that.
fn not_of_one_order(expected: &Expected) -> Option<(Span, String)> {
    Some(match expected {
        Expected::Contents { .. } => return None,
        Expected::Diagnostic { severity: Severity::Error, code, .. }
            if RunError::from_code(code).is_some() =>
        {
            return None;
        }
        Expected::Diagnostic { span, severity: Severity::Error, code } => {
            let known = one_of(RunError::ALL.map(RunError::code));
            (*span, format!("no order ends with `{code}`; leave the line out, or name {known}"))
        }
        Expected::Diagnostic { span, severity, .. } => (*span, refusal(severity.word())),
        Expected::Outcomes { span, .. } => (*span, refusal("outcomes")),
        Expected::Possible { span, is_possible: true, .. } => (*span, refusal("possible")),
        Expected::Possible { span, is_possible: false, .. } => (*span, refusal("impossible")),
        Expected::Invariant { span, .. } => (*span, refusal("invariant")),
        Expected::OrderIndependent { span } => (*span, refusal("order-independent")),
    })
}

/// Returns the reason why a form of `.expect` cannot be checked for one order, and what to do about it.
pub(super) fn refusal(form: &str) -> String {
    match Severity::from_word(form) {
        Some(_) => format!("`.expect {form}` cannot be decided for each order; leave the line out"),
        None => format!(
            "`.expect {form}` is about all orders, not about one; leave the line out, and check it with `test`"
        ),
    }
}

/// Returns the facts that a line states about the end of one order.
fn facts(expected: &Expected) -> Vec<Fact> {
    let (ty, elements) = match expected {
        Expected::Contents { ty, elements, .. } => (ty, elements),
        Expected::Diagnostic { severity: Severity::Error, code, .. } => {
            return RunError::from_code(code).map(Fact::Error).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    let looked_at = elements.iter().filter_map(|element| {
        let value = element.value?;
        let (mask, bits) = match element.bit {
            Some(bit) => (1 << bit, Bits::new(value.value << bit, value.defined << bit)),
            None => (u64::MAX >> (64 - ty.width_bits()), value),
        };
        let bits = Bits::new(bits.value & mask, bits.defined & mask);
        Some(Fact::Value(Observation { place: element.place, mask, bits }))
    });
    looked_at.collect()
}
