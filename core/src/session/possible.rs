//! "Is this result possible?": whether some order ends as was observed.

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
    /// A value that lies somewhere.
    Value(Observation),
    /// The error that the run ends with.
    Error(RunError),
}

/// Whether something can be that was seen at the end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Possibility {
    /// It can.
    Possible {
        /// In so many orders.
        orders: BigUint,
        /// Of so many.
        of: BigUint,
        /// Their share of all orders.
        share: f64,
        /// One of them.
        witness: Vec<OrderReport>,
    },
    /// It can, and the budget ran out before the orders were counted.
    Shown {
        /// An order that ends so, of the few that are tried first.
        witness: Vec<OrderReport>,
    },
    /// It cannot.
    Impossible {
        /// What of it cannot be at once, as a sentence.
        because: String,
    },
    /// The budget is spent.
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

/// The most states that are explored to find out whether some of the observations contradict each other.
const CONTRADICTION_STATES: usize = 20_000;

/// The most states that are explored to count the orders that produce a result, if a run shows that it is possible.
pub(super) const COUNTED_STATES: usize = 100_000;

/// A search for an order that ends as was observed or, where there is none, for observations that contradict each other.
#[derive(Debug)]
pub(super) struct Looking {
    session: Session,
    observed: Vec<Fact>,
    /// An order that ends so, of the few that are tried first.
    shown: Option<Vec<OrderReport>>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// All orders are explored.
    Exploring(Box<Exploration>),
    /// No order ends so, and a contradiction is looked for.
    Contradiction(Contradiction),
    Over(Possibility),
}

/// A search for a contradiction among observations that no order produces: as few of them as possible.
#[derive(Debug)]
struct Contradiction {
    /// The observations that are left. Together they contradict each other.
    observed: Vec<Fact>,
    part: Part,
    /// The exploration of the observations that are tried.
    trial: Option<Box<Exploration>>,
}

/// The observations that are tried next, of those that are left.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// The one at this index, alone.
    Alone(usize),
    /// All but a block that ends before the index `end`.
    Without { end: usize, size: usize },
}

impl Session {
    /// Returns what the `.expect` lines say of the end of an order. If some of them say anything else, returns those, each
    /// with its number and what to do about it.
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

    /// Returns whether some order ends as was observed. `None` where nothing can run.
    pub fn possible(&self, observed: &[Fact]) -> Option<Possibility> {
        self.possible_within(observed, Question::memory().most_states, COUNTED_STATES)
    }

    /// The same with a budget of states, and with one to count the orders if a run shows that the result is possible.
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

    /// The answer that an exploration gives; `None` where no order ends so.
    fn possibility(&self, explored: Option<Explored>) -> Option<Possibility> {
        let Some(explored) = explored else { return Some(Possibility::Undecided) };
        let (_, witness) = explored.choose(|_| 0).filter(|_| explored.fitting != BigUint::ZERO)?;
        let witness = self.orders(self.scenario.as_ref()?, &witness);
        let share = share(&explored.fitting, &explored.orders);
        Some(Possibility::Possible { orders: explored.fitting, of: explored.orders, share, witness })
    }

    /// Says which observations contradict each other.
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
    /// Begins a search with a budget of states, and with one to count the orders if a run shows that the result is possible.
    /// `None` if nothing can run.
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

    /// The number of states that have been found; `None` while a contradiction is looked for.
    pub fn states(&self) -> Option<u64> {
        match &self.stage {
            Stage::Exploring(exploration) => Some(exploration.states() as u64),
            _ => None,
        }
    }

    /// Explores at most that many states, of one trial of a contradiction. Returns whether the search is over.
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

    /// The stage after the exploration.
    fn explored(&mut self, explored: Option<Explored>) -> Stage {
        match (self.session.possibility(explored), self.shown.take()) {
            (Some(Possibility::Undecided) | None, Some(witness)) => {
                Stage::Over(Possibility::Shown { witness })
            }
            (Some(possibility), _) => Stage::Over(possibility),
            (None, None) => Stage::Contradiction(Contradiction::new(std::mem::take(&mut self.observed))),
        }
    }

    /// The answer, once the search is over.
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

    /// Goes on with a trial, from at most that many states. Returns whether none is left.
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

    /// The observations that are tried next; `None` if none of those that are left can be spared.
    fn tried(&self) -> Option<Vec<Fact>> {
        match self.part {
            Part::Alone(at) => self.observed.get(at).map(|alone| vec![*alone]),
            Part::Without { end, size } => {
                let start = end.saturating_sub(size);
                (end > 0).then(|| [&self.observed[..start], &self.observed[end..]].concat())
            }
        }
    }

    /// Takes the result of a trial: the observations that contradict each other, if they do.
    fn conclude(&mut self, contradicting: Option<Vec<Fact>>) {
        let is_contradicting = contradicting.is_some();
        if let Some(fewer) = contradicting {
            self.observed = fewer;
        }
        let count = self.observed.len();
        self.part = match self.part {
            Part::Alone(at) if !is_contradicting && at + 1 < count => Part::Alone(at + 1),
            // Large blocks first: of thousands of observations, few contradict each other.
            Part::Alone(_) => Part::Without { end: count, size: (count / 2).max(1).next_power_of_two() },
            Part::Without { end, size } if end > size => Part::Without { end: end - size, size },
            Part::Without { size: 1, .. } => Part::Without { end: 0, size: 1 },
            Part::Without { size, .. } => Part::Without { end: count, size: size / 2 },
        };
    }
}

/// The result that a line claims to be possible or impossible; `None` for any other claim.
pub(super) fn observed(expected: &Expected) -> Option<Vec<Fact>> {
    match expected {
        Expected::Possible { ends, .. } => Some(ends.iter().flat_map(facts).collect()),
        _ => None,
    }
}

/// The values and the errors among facts.
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

/// The question whether some order ends with these facts.
fn question(facts: &[Fact], most_states: usize) -> Question {
    let (values, errors) = parts(facts);
    Question { most_states, errors, ..Question::possible(values) }
}

/// The reason why a line says nothing of the end of one order, and what to do about it; `None` for one that does.
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

/// The reason why a form of `.expect` cannot be asked of one order, and what to do about it.
pub(super) fn refusal(form: &str) -> String {
    match Severity::from_word(form) {
        Some(_) => format!("`.expect {form}` cannot be decided for each order; leave the line out"),
        None => format!(
            "`.expect {form}` is about all orders, not about one; leave the line out, and check it with `test`"
        ),
    }
}

/// The facts that a line states about the end of one order.
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
