//! Comparison of the outcomes of all orders of two sessions.

use super::ends::{Difference, Pairs};
use crate::base::{Bits, counted};
use crate::exec::Scenario;
use crate::explore::{Cell, Exploration, Explored, Question, Witness};
use crate::machine::State;
use crate::session::orders::{Job, Part, Progress};
use crate::session::text::{OrderReport, Session, cell_in_words, instance, shown};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Limits for a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of micro-steps of a run.
    pub steps: u32,
    /// The maximum number of states that are explored for the outcomes of all orders of one side.
    pub states: usize,
    /// The maximum number of outcomes of one side that are compared one by one.
    pub outcomes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 1_000_000, states: Question::memory().most_states, outcomes: 4096 }
    }
}

/// The outcomes of all orders of two sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ComparedOutcomes {
    /// The number of outcomes of A.
    pub a: usize,
    /// The number of outcomes of B.
    pub b: usize,
    /// The number of outcomes that both have.
    pub common: usize,
    /// The outcomes that only A has.
    pub only_a: Vec<OnlyOutcome>,
    /// The outcomes that only B has.
    pub only_b: Vec<OnlyOutcome>,
    /// The comparison that includes the variables and predicates that lanes change; this one is for memory alone. Absent
    /// if there are too many outcomes, or if the budget ran out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Box<Self>>,
}

/// An outcome that only one side has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OnlyOutcome {
    /// Each place whose contents differ between outcomes, of one side or of both, with its value.
    pub values: Vec<(String, String)>,
    /// An order that leads there.
    pub witness: Vec<OrderReport>,
}

impl OnlyOutcome {
    /// Describes the outcome, and an example order unless every order leads there, as a clause.
    pub fn in_words(&self) -> String {
        let values = self.values.iter().map(|(place, value)| format!("{place} = {value}"));
        values.collect::<Vec<_>>().join(", ") + &instance(&self.witness)
    }
}

/// A comparison in slices: first memory of each side is explored, then memory and results of each.
#[derive(Debug)]
pub struct OutcomesBeside {
    sides: [Session; 2],
    limits: Limits,
    explored: Vec<Explored>,
    /// The current exploration; `None` if all are done, or if one exceeded its budget.
    running: Option<Box<Exploration>>,
}

impl OutcomesBeside {
    /// Begins a comparison. `None` if nothing can run.
    pub fn new(a: &Session, b: &Session, limits: Limits) -> Option<Self> {
        b.scenario.as_ref()?;
        let sides = [a.clone(), b.clone()];
        let mut beside = Self { sides, limits, explored: Vec::new(), running: None };
        beside.begin_next();
        beside.running.is_some().then_some(beside)
    }

    /// Returns the question of the current exploration.
    fn question(&self) -> Question {
        let is_memory = self.explored.len() < self.sides.len();
        let question = if is_memory { Question::memory() } else { Question::results() };
        Question { most_states: question.most_states.min(self.limits.states), ..question }
    }

    /// Begins the next exploration, if one is left.
    fn begin_next(&mut self) {
        let done = self.explored.len();
        let side = &self.sides[done % self.sides.len()];
        let is_left = done < 2 * self.sides.len();
        self.running = if is_left { side.explore(self.question()).map(Box::new) } else { None };
    }

    /// Compares the outcomes of memory, or of memory and results.
    fn compared(&self, [of_a, of_b]: [&Explored; 2], results: bool) -> Option<ComparedOutcomes> {
        let [a, b] = &self.sides;
        let scenarios = [a.scenario.as_deref()?, b.scenario.as_deref()?];
        let most = self.limits.outcomes;
        let ends = [all_outcomes(of_a, most)?, all_outcomes(of_b, most)?];
        let cells = compared_cells(scenarios, &ends, results);
        let values = |side: usize| -> BTreeMap<Vec<Bits>, &Witness> {
            let values = |state: &State| cells.iter().map(|pair| pair[side].read(state)).collect();
            ends[side].iter().map(|(state, witness)| (values(state), witness)).collect()
        };
        let [has_a, has_b] = [values(0), values(1)];
        // The cells whose contents differ between outcomes, of one side or of both.
        let first = has_a.keys().next()?;
        let every = || has_a.keys().chain(has_b.keys());
        let varying: Vec<usize> =
            (0..cells.len()).filter(|at| every().any(|values| values[*at] != first[*at])).collect();
        let only = |side: usize, own: &BTreeMap<Vec<Bits>, &Witness>, others: &BTreeMap<_, _>| {
            let outcome = |(values, witness): (&Vec<Bits>, &&Witness)| {
                let layout = &scenarios[0].layout;
                let value = |at: &usize| {
                    let cell = cells[*at][0];
                    (cell_in_words(layout, cell), shown(layout, cell, values[*at], a.value_format))
                };
                let witness = self.sides[side].orders(scenarios[side], witness);
                OnlyOutcome { values: varying.iter().map(value).collect(), witness }
            };
            let own = own.iter().filter(|(values, _)| !others.contains_key(*values));
            own.map(outcome).collect::<Vec<_>>()
        };
        let (only_a, only_b) = (only(0, &has_a, &has_b), only(1, &has_b, &has_a));
        let common = has_a.len() - only_a.len();
        Some(ComparedOutcomes { a: has_a.len(), b: has_b.len(), common, only_a, only_b, results: None })
    }
}

impl Job for OutcomesBeside {
    /// `None` if a side has too many outcomes of memory, or if its exploration of memory exceeded the budget.
    type Answer = Option<ComparedOutcomes>;

    fn advance(&mut self, states: usize) -> bool {
        if let Some(exploration) = &mut self.running
            && !exploration.advance(states)
        {
            return false;
        }
        if let Some(explored) = self.running.take().and_then(|exploration| exploration.finish()) {
            self.explored.push(explored);
            self.begin_next();
        }
        self.running.is_none()
    }

    fn progress(&self) -> Progress {
        let question = self.question();
        let part = if question.results { Part::Results } else { Part::Memory };
        let done = self.running.as_ref().map_or(0, |exploration| exploration.states() as u64);
        Progress { part, done, most: question.most_states as u64 }
    }

    fn finish(self) -> Option<ComparedOutcomes> {
        let [a, b, results @ ..] = &self.explored[..] else { return None };
        let memory = self.compared([a, b], false)?;
        let results = match results {
            [a, b] => self.compared([a, b], true),
            _ => None,
        };
        Some(ComparedOutcomes { results: results.map(Box::new), ..memory })
    }
}

/// Returns the contents at the end of each outcome, with an order that leads there. `None` if there are more than
/// `most`.
fn all_outcomes(explored: &Explored, most: usize) -> Option<Vec<(State, Witness)>> {
    // The outcome of each factor, in each combination of outcomes.
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for factor in &explored.factors {
        let outcomes = 0..factor.outcomes.len();
        if choices.len() * outcomes.len() > most {
            return None;
        }
        let with_each = |choice: &Vec<usize>| {
            outcomes.clone().map(|outcome| [&choice[..], &[outcome]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(with_each).collect();
    }
    choices.iter().map(|choice| explored.choose(|factor| choice[factor])).collect()
}

/// Returns the pairs of cells that are compared: those of memory and, with results, the others that an order of
/// either side changes.
fn compared_cells(
    scenarios: [&Scenario; 2],
    ends: &[Vec<(State, Witness)>; 2],
    results: bool,
) -> Vec<[Cell; 2]> {
    let pairs = Pairs::new(scenarios[0], scenarios[1]);
    let is_changed = |pair: &[Cell; 2]| {
        (0..2).any(|side| {
            let initial = pair[side].read(&scenarios[side].initial);
            ends[side].iter().any(|(state, _)| pair[side].read(state) != initial)
        })
    };
    let cells = pairs.cells.iter().map(|(own, other)| [*own, *other]).enumerate();
    let counts = |(at, pair): &(usize, [Cell; 2])| *at < pairs.memory || results && is_changed(pair);
    cells.filter(counts).map(|(_, pair)| pair).collect()
}

impl ComparedOutcomes {
    /// Returns whether each side has every outcome of the other, as far as they were compared.
    pub fn is_same(&self) -> bool {
        self.has_no_rows() && self.results.as_ref().is_none_or(|results| results.has_no_rows())
    }

    fn has_no_rows(&self) -> bool {
        self.only_a.is_empty() && self.only_b.is_empty()
    }

    /// Returns the outcomes that only A has, and those that only B has: of memory or, if memory is the same, of memory
    /// and results.
    pub fn only(&self) -> [&[OnlyOutcome]; 2] {
        match &self.results {
            Some(results) if self.has_no_rows() => [&results.only_a, &results.only_b],
            _ => [&self.only_a, &self.only_b],
        }
    }

    /// Returns a row for the outcomes of memory, and one that includes results.
    pub(super) fn table(&self) -> Vec<Difference> {
        let unknown = || "not compared".to_owned();
        let [memory, results] = [Some(self), self.results.as_deref()].map(|part| part.map(Self::sides));
        let row = |(place, sides): (&str, Option<[String; 2]>)| {
            let [now, then] = sides.unwrap_or_else(|| [unknown(), unknown()]);
            Difference { place: place.to_owned(), now, then }
        };
        [("Memory in all orders", memory), ("Memory and results in all orders", results)].map(row).to_vec()
    }

    /// Returns the number of outcomes of each side, with the number of those that the other side does not have.
    fn sides(&self) -> [String; 2] {
        let side = |(count, only): (usize, usize)| {
            let outcomes = counted(count, "outcome");
            match only {
                0 => outcomes,
                only if only == count => format!("{outcomes}, only on this side"),
                only => format!("{outcomes}, {only} of them only on this side"),
            }
        };
        [(self.a, self.only_a.len()), (self.b, self.only_b.len())].map(side)
    }
}
