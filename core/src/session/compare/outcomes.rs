//! Comparison of the outcomes of all orders of two sessions.

use super::ends::{Difference, Pairs};
use crate::base::{Bits, LaneMask, counted};
use crate::exec::Scenario;
use crate::explore::{Cell, Exploration, Explored, Question, RunEnd, Witness};
use crate::machine::SpaceId;
use crate::session::orders::{Job, Part, Progress, outcome_in_words, stop_in_words};
use crate::session::text::{OrderReport, Session, cell_in_words, example_order, value_in_words};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The largest size of the outcomes of one side, in turns of their witnesses. A value counts as [`TURNS_PER_VALUE`].
const MOST_TURNS: usize = 1 << 23;
const TURNS_PER_VALUE: usize = 16;

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
    /// The codes of the errors that end runs of A and of B, if they are not the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errors: Option<[BTreeSet<String>; 2]>,
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
    /// How the run stops before its end, as a clause; absent if it does not stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// An order that leads there.
    pub witness: Vec<OrderReport>,
}

impl OnlyOutcome {
    /// Describes the outcome, and an example order unless every order leads there, as a clause.
    pub fn in_words(&self) -> String {
        let values = self.values.iter().map(|(place, value)| (&**place, &**value));
        let outcome = outcome_in_words(values, self.stop.as_deref());
        outcome + &example_order(&self.witness)
    }
}

/// The end of an order, as far as it makes an outcome: the contents of the compared cells, whether the run stops, and the lanes that
/// wait forever.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    values: Vec<Bits>,
    is_stopped: bool,
    gave_up: u32,
}

impl Key {
    fn new(end: &RunEnd, cells: &[Cell]) -> Self {
        let values = cells.iter().map(|cell| cell.read(&end.state)).collect();
        Self { values, is_stopped: end.is_stopped, gave_up: end.gave_up.0 }
    }
}

/// A comparison in slices: first memory of each side is explored, then memory and results of each.
#[derive(Debug)]
pub struct OutcomeComparison {
    sides: [Session; 2],
    limits: Limits,
    explored: Vec<Explored>,
    /// The current exploration; `None` if all are done, or if one exceeded its budget.
    running: Option<Box<Exploration>>,
}

impl OutcomeComparison {
    /// Begins a comparison. `None` if nothing can run.
    pub fn new(a: &Session, b: &Session, limits: Limits) -> Option<Self> {
        b.scenario.as_ref()?;
        let sides = [a.clone(), b.clone()];
        let mut beside = Self { sides, limits, explored: Vec::new(), running: None };
        beside.begin_next();
        beside.running.is_some().then_some(beside)
    }

    fn question(&self) -> Question {
        let is_memory = self.explored.len() < self.sides.len();
        let question = if is_memory { Question::memory() } else { Question::results() };
        Question { most_states: question.most_states.min(self.limits.states), ..question }
    }

    fn begin_next(&mut self) {
        let done = self.explored.len();
        let side = &self.sides[done % self.sides.len()];
        let is_left = done < 2 * self.sides.len();
        self.running = if is_left { side.explore(self.question()).map(Box::new) } else { None };
    }

    fn compared(&self, [of_a, of_b]: [&Explored; 2], results: bool) -> Option<ComparedOutcomes> {
        let [a, b] = &self.sides;
        let scenarios = [a.scenario.as_deref()?, b.scenario.as_deref()?];
        let cells = compared_cells(scenarios, [of_a, of_b], results);
        let most = self.limits.outcomes;
        let [has_a, has_b] = [all_outcomes(of_a, &cells[0], most)?, all_outcomes(of_b, &cells[1], most)?];
        // The cells whose contents differ between outcomes, of one side or of both.
        let first = has_a.keys().next()?;
        let every = || has_a.keys().chain(has_b.keys());
        let varying: Vec<usize> = (0..cells[0].len())
            .filter(|at| every().any(|key| key.values[*at] != first.values[*at]))
            .collect();
        let only = |side: usize, own: &BTreeMap<Key, Witness>, others: &BTreeMap<_, _>| {
            let outcome = |(key, witness): (&Key, &Witness)| {
                let layout = &scenarios[0].layout;
                let value = |at: &usize| {
                    let cell = cells[0][*at];
                    (
                        cell_in_words(layout, cell),
                        value_in_words(layout, cell, key.values[*at], a.value_format),
                    )
                };
                let witness = self.sides[side].orders(scenarios[side], witness);
                let stop = stop_in_words(key.is_stopped, LaneMask(key.gave_up));
                OnlyOutcome { values: varying.iter().map(value).collect(), stop, witness }
            };
            let own = own.iter().filter(|(key, _)| !others.contains_key(*key));
            own.map(outcome).collect::<Vec<_>>()
        };
        let (only_a, only_b) = (only(0, &has_a, &has_b), only(1, &has_b, &has_a));
        let common = has_a.len() - only_a.len();
        let codes = |side: &Explored| side.causes.iter().map(|cause| cause.error.code().to_owned()).collect();
        let errors: [BTreeSet<String>; 2] = [of_a, of_b].map(codes);
        let errors = (errors[0] != errors[1]).then_some(errors);
        let (a, b) = (has_a.len(), has_b.len());
        Some(ComparedOutcomes { a, b, common, only_a, only_b, errors, results: None })
    }
}

impl Job for OutcomeComparison {
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

/// Returns each outcome with an order that leads there. `None` if there are more than `most`, or if they are too large.
fn all_outcomes(explored: &Explored, cells: &[Cell], most: usize) -> Option<BTreeMap<Key, Witness>> {
    let counts: Vec<usize> = explored.factors.iter().map(|factor| factor.outcomes.len()).collect();
    let all = counts.iter().copied().fold(1, usize::saturating_mul);
    if all > most {
        return None;
    }
    let mut left = MOST_TURNS;
    let outcome = |mut combination: usize| {
        let mut choice = vec![0; counts.len()];
        for (outcome, count) in choice.iter_mut().zip(&counts).rev() {
            *outcome = combination % count;
            combination /= count;
        }
        let end = explored.choose(|factor| choice[factor])?;
        left = left.checked_sub(TURNS_PER_VALUE * cells.len() + end.witness.bytes())?;
        Some((Key::new(&end, cells), end.witness))
    };
    (0..all).map(outcome).collect()
}

/// Returns the cells of each side that are compared, in pairs: those of memory and, with results, the others that an order of
/// either side changes. Pairs with the same contents at every end are left out.
fn compared_cells(scenarios: [&Scenario; 2], explored: [&Explored; 2], results: bool) -> [Vec<Cell>; 2] {
    let pairs = Pairs::new(scenarios[0], scenarios[1]);
    let varying = explored.map(|side| {
        let mut masks = HashMap::new();
        for (byte, mask) in side.factors.iter().flat_map(|factor| &factor.cells).flat_map(bytes) {
            *masks.entry(byte).or_insert(0) |= mask;
        }
        masks
    });
    let is_compared = |(at, pair): &(usize, [Cell; 2])| {
        let is_memory = *at < pairs.memory;
        let sides = || (0..2).map(|side| (side, pair[side]));
        let varies = |(side, cell): (usize, Cell)| {
            bytes(&cell)
                .any(|(byte, mask)| varying[side].get(&byte).is_some_and(|varying| varying & mask != 0))
        };
        let end = |side: usize| pair[side].read(&explored[side].end);
        let is_changed = |(side, cell): (usize, Cell)| cell.read(&scenarios[side].initial) != end(side);
        (is_memory || results)
            && (sides().any(varies) || end(0) != end(1) && (is_memory || sides().any(is_changed)))
    };
    let cells = pairs.cells.iter().map(|(own, other)| [*own, *other]).enumerate();
    cells.filter(is_compared).map(|(_, [own, other])| (own, other)).unzip().into()
}

/// Returns the bytes of a cell, each with a mask of the cell's bits in it.
fn bytes(cell: &Cell) -> impl Iterator<Item = ((SpaceId, u32), u8)> + use<> {
    let Cell { place, mask } = *cell;
    (0..place.size_bytes).map(move |at| ((place.space, place.byte_offset + at), (mask >> (8 * at)) as u8))
}

impl ComparedOutcomes {
    /// Returns whether each side has every outcome of the other, of memory and of memory and results.
    pub fn is_same(&self) -> bool {
        self.has_no_rows() && self.results.as_ref().is_some_and(|results| results.has_no_rows())
    }

    fn has_no_rows(&self) -> bool {
        self.only_a.is_empty() && self.only_b.is_empty() && self.errors.is_none()
    }

    /// Returns the outcomes that only A has, and those that only B has: of memory or, if memory is the same, of memory
    /// and results.
    pub fn only(&self) -> [&[OnlyOutcome]; 2] {
        match &self.results {
            Some(results) if self.has_no_rows() => [&results.only_a, &results.only_b],
            _ => [&self.only_a, &self.only_b],
        }
    }

    /// Returns a row for the outcomes of memory, one that includes results, and one for the errors if these differ.
    pub(super) fn table(&self) -> Vec<Difference> {
        let unknown = || "not compared".to_owned();
        let [memory, results] = [Some(self), self.results.as_deref()].map(|part| part.map(Self::sides));
        let row = |(place, sides): (&str, Option<[String; 2]>)| {
            let [now, then] = sides.unwrap_or_else(|| [unknown(), unknown()]);
            Difference { place: place.to_owned(), now, then }
        };
        let codes = |codes: &BTreeSet<String>| match codes.is_empty() {
            true => "none".to_owned(),
            false => codes.iter().map(String::as_str).collect::<Vec<_>>().join(", "),
        };
        let errors = self.errors.iter().map(|[a, b]| Difference {
            place: "Errors in all orders".to_owned(),
            now: codes(a),
            then: codes(b),
        });
        let rows = [("Memory in all orders", memory), ("Memory and results in all orders", results)].map(row);
        rows.into_iter().chain(errors).collect()
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
