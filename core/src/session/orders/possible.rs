//! "Is this result possible?": searches for an order that ends with an observed result.

use super::exploring::SLICE;
use super::facts::{Fact, facts, not_of_one_order, parts, question};
use super::tries;
use super::words::share;
use crate::base::NumberFormat;
use crate::explore::{Cell, Exploration, Explored, Question};
use crate::session::text::{OrderReport, Session, cell_in_words, shown};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

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
        /// One of the orders that end with the result.
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

/// The maximum number of states that are explored to decide whether some observations contradict each other.
const CONTRADICTION_STATES: usize = 20_000;

/// The maximum number of states that are explored to count the orders that produce a result, after a run has shown that
/// the result is possible.
pub(in crate::session) const COUNTED_STATES: usize = 100_000;

/// A search for an order that ends with the observed result. If there is none, the search continues with observations
/// that contradict each other.
#[derive(Debug)]
pub(in crate::session) struct Looking {
    session: Session,
    observed: Vec<Fact>,
    /// An order that ends with the result, one of the few that are tried first.
    shown: Option<Vec<OrderReport>>,
    stage: SearchStage,
}

#[derive(Debug)]
enum SearchStage {
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
    part: Selection,
    /// The exploration of the current selection of observations.
    trial: Option<Box<Exploration>>,
}

/// A selection of the remaining observations, to be tried next.
#[derive(Clone, Copy, Debug)]
enum Selection {
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
            let values: Vec<String> = names.map(|(name, value)| format!("{name} = {value}")).collect();
            return match values.is_empty() {
                true => format!("no order ends with {errors}"),
                false => format!("no order ends with {errors} and {}", values.join(" and ")),
            };
        }
        match (names.next(), names.next()) {
            (Some((name, value)), None) => format!("no order ends with {name} = {value}"),
            (Some((name, value)), Some((other, other_value))) => {
                let rest = names.map(|(name, value)| format!(" and {name} = {value}")).collect::<String>();
                format!("no order ends with {name} = {value} and {other} = {other_value}{rest}")
            }
            (None, _) => "no order reaches the end of the program".to_owned(),
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
            Some(witness) if most_states == 0 => {
                SearchStage::Over(Possibility::Shown { witness: witness.clone() })
            }
            _ => SearchStage::Exploring(Box::new(exploration)),
        };
        Some(Self { session: session.clone(), observed, shown, stage })
    }

    /// Returns the number of states that have been found; `None` during the search for a contradiction.
    pub fn states(&self) -> Option<u64> {
        match &self.stage {
            SearchStage::Exploring(exploration) => Some(exploration.states() as u64),
            _ => None,
        }
    }

    /// Explores at most that many states, in one trial if the search looks for a contradiction. Returns whether the
    /// search is over.
    pub fn advance(&mut self, states: usize) -> bool {
        let stage = std::mem::replace(&mut self.stage, SearchStage::Over(Possibility::Undecided));
        self.stage = match stage {
            SearchStage::Exploring(mut exploration) => match exploration.advance(states) {
                true => self.explored(exploration.finish()),
                false => SearchStage::Exploring(exploration),
            },
            SearchStage::Contradiction(mut contradiction) => {
                match contradiction.advance(&self.session, states) {
                    true => {
                        let because = self.session.contradiction(&contradiction.observed);
                        SearchStage::Over(Possibility::Impossible { because })
                    }
                    false => SearchStage::Contradiction(contradiction),
                }
            }
            SearchStage::Over(possibility) => SearchStage::Over(possibility),
        };
        matches!(self.stage, SearchStage::Over(_))
    }

    /// Returns the stage that follows the exploration of all orders.
    fn explored(&mut self, explored: Option<Explored>) -> SearchStage {
        match (self.session.possibility(explored), self.shown.take()) {
            (Some(Possibility::Undecided) | None, Some(witness)) => {
                SearchStage::Over(Possibility::Shown { witness })
            }
            (Some(possibility), _) => SearchStage::Over(possibility),
            (None, None) => {
                SearchStage::Contradiction(Contradiction::new(std::mem::take(&mut self.observed)))
            }
        }
    }

    /// Returns the answer; `None` before the search is over.
    pub fn finish(self) -> Option<Possibility> {
        match self.stage {
            SearchStage::Over(possibility) => Some(possibility),
            _ => None,
        }
    }
}

impl Contradiction {
    fn new(observed: Vec<Fact>) -> Self {
        Self { observed, part: Selection::Alone(0), trial: None }
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
            Selection::Alone(at) => self.observed.get(at).map(|alone| vec![*alone]),
            Selection::Without { end, size } => {
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
            Selection::Alone(at) if !is_contradicting && at + 1 < count => Selection::Alone(at + 1),
            // Large blocks come first, because only few of thousands of observations contradict each other.
            Selection::Alone(_) => {
                Selection::Without { end: count, size: (count / 2).max(1).next_power_of_two() }
            }
            Selection::Without { end, size } if end > size => Selection::Without { end: end - size, size },
            Selection::Without { size: 1, .. } => Selection::Without { end: 0, size: 1 },
            Selection::Without { size, .. } => Selection::Without { end: count, size: size / 2 },
        };
    }
}
