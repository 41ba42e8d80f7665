//! Comparison of two runs: two variants of a scenario, or two scenarios.

use super::aligned::{ComparedRow, rows};
use super::shared::{Difference, MOST_NAMED, Shared, masked};
use crate::base::Bits;
use crate::cost::cost;
use crate::exec::{Run, narrate};
use crate::explore::{Cell, Exploration, Explored, Question, Witness};
use crate::machine::{Layout, Place, State};
use crate::session::orders::{Part, Progress, SLICE};
use crate::session::text::{OrderReport, Session, cell_in_words, in_words, shown};
use crate::spec::CostCount;
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

/// The result of a comparison. `lanescope compare --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonReport {
    /// The names of the two sides, A and B.
    pub names: [String; 2],
    /// The aligned steps. Each row has a step of A, a step of B, or both.
    pub rows: Vec<ComparedRow>,
    /// The first row in which the two sides differ.
    pub first: Option<FirstDifference>,
    /// The number of rows that differ.
    pub differing: usize,
    /// The counts of each instruction that differ, by the cost models of the two texts. Empty if neither names a model.
    pub costs: Vec<Difference>,
    /// The places whose contents at the end differ; only the first if there are many.
    pub ends: Vec<Difference>,
    /// The number of differing places that are not listed.
    pub more_ends: usize,
    /// The names that only one side declares, or that the two declare differently.
    pub apart: Vec<String>,
    /// The outcomes of all orders of both sides, for memory and for results; absent if they are too many.
    pub outcomes: Option<ComparedOutcomes>,
    /// The reason why the two could not be compared.
    pub problem: Option<String>,
}

/// The first difference between two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstDifference {
    /// The row, from 0.
    pub row: usize,
    /// The action of A in this row, as a sentence; absent if A has no such step.
    pub a: Option<String>,
    /// The action of B in this row, as a sentence; absent if B has no such step.
    pub b: Option<String>,
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
    /// Describes the outcome and an example order, as a clause.
    pub fn in_words(&self) -> String {
        let values = self.values.iter().map(|(place, value)| format!("{place} = {value}"));
        format!("{}, for instance {}", values.collect::<Vec<_>>().join(", "), in_words(&self.witness))
    }
}

/// The contents of the places that both sides have: for each place, the value and a mask of the defined bits.
type SharedContents = Vec<(u64, u64)>;

/// Compares two sessions: their runs, and the outcomes of all their orders.
pub fn compare(names: [&str; 2], a: &Session, b: &Session, limits: Limits) -> ComparisonReport {
    let mut report = compare_runs(names, a, b, limits.steps);
    if report.problem.is_none()
        && let Some(mut beside) = OutcomesBeside::new(a, b, limits.states)
    {
        while !beside.advance(SLICE) {}
        report.outcomes = beside.finish(limits.outcomes);
    }
    report
}

/// Compares the runs of two sessions. A longer run than `most_steps` micro-steps is not compared.
pub fn compare_runs(names: [&str; 2], a: &Session, b: &Session, most_steps: u32) -> ComparisonReport {
    let mut report = ComparisonReport {
        names: names.map(str::to_owned),
        rows: Vec::new(),
        first: None,
        differing: 0,
        costs: Vec::new(),
        ends: Vec::new(),
        more_ends: 0,
        apart: Vec::new(),
        outcomes: None,
        problem: None,
    };
    let (Some(run_a), Some(run_b)) = (&a.run, &b.run) else {
        let name = names[usize::from(a.run.is_some())];
        report.problem = Some(format!("{name} has errors, so it does not run"));
        return report;
    };
    if run_a.len().max(run_b.len()) > most_steps {
        report.problem = Some(format!("only runs of up to {most_steps} micro-steps are compared"));
        return report;
    }
    report.rows = rows(run_a, run_b);
    report.differing = report.rows.iter().filter(|row| !row.is_same).count();
    report.first = report.rows.iter().position(|row| !row.is_same).map(|row| {
        let sentence = |run: &Run, at: Option<u32>| run.step(at?).map(|step| narrate(run.scenario(), &step));
        let ComparedRow { a, b, .. } = report.rows[row];
        FirstDifference { row, a: sentence(run_a, a), b: sentence(run_b, b) }
    });
    report.costs = costs([a, b], [run_a, run_b]);
    let layout = &run_a.scenario().layout;
    let shared = Shared::new(run_a.scenario(), run_b.scenario());
    let (end_a, end_b) = (run_a.state(run_a.len()), run_b.state(run_b.len()));
    let differing = shared.differing(layout, (&end_a, &end_b), a.value_format);
    report.more_ends = differing.len().saturating_sub(MOST_NAMED);
    report.ends = differing.into_iter().take(MOST_NAMED).collect();
    report.apart = shared.apart;
    report
}

/// Returns the counts that differ between instructions of the same index. Empty unless a text names a cost model.
fn costs([a, b]: [&Session; 2], runs: [&Run; 2]) -> Vec<Difference> {
    if !runs.iter().any(|run| run.scenario().names_cost_model) {
        return Vec::new();
    }
    let programs = runs.map(|run| &run.scenario().program);
    let instruction = |index: usize| {
        let [of_a, of_b] = [0, 1].map(|side| {
            let run: &Run = runs[side];
            programs[side]
                .get(index)
                .map(|_| cost(run, index, &run.scenario().cost_model))
                .unwrap_or_default()
        });
        let line = match programs[0].get(index) {
            Some(bound) => a.line(bound.span),
            None => b.line(programs[1][index].span),
        };
        let differing = CostCount::ALL.into_iter().filter(move |count| of_a.get(*count) != of_b.get(*count));
        differing.map(move |count| Difference {
            place: format!("{}, line {line}", count.title()),
            now: of_a.get(count).to_string(),
            then: of_b.get(count).to_string(),
        })
    };
    (0..programs[0].len().max(programs[1].len())).flat_map(instruction).collect()
}

/// Returns the state at the end of each outcome, with an order that leads there. `None` if nothing ran, or if there are
/// more than `most` outcomes.
fn all_outcomes(session: &Session, explored: &Explored, most: usize) -> Option<Vec<(State, Witness)>> {
    let run = session.run.as_ref()?;
    let mut all = vec![(run.state(run.len()), Witness::default())];
    for factor in &explored.factors {
        if all.len() * factor.outcomes.len() > most {
            return None;
        }
        let mut next = Vec::new();
        for (state, witness) in &all {
            for outcome in &factor.outcomes {
                let (mut state, mut witness) = (state.clone(), witness.clone());
                for (cell, bits) in factor.cells.iter().zip(&outcome.values) {
                    let old = state.read(cell.place);
                    let pick = |old: u64, new: u64| old & !cell.mask | new & cell.mask;
                    let new = Bits::new(pick(old.value, bits.value), pick(old.defined, bits.defined));
                    state.write(cell.place, new);
                }
                witness.join(&outcome.witness);
                next.push((state, witness));
            }
        }
        all = next;
    }
    Some(all)
}

/// A comparison of the outcomes of all orders of two sessions, in slices: first memory of each side, then memory and
/// results of each.
#[derive(Debug)]
pub struct OutcomesBeside {
    sides: [Session; 2],
    most_states: usize,
    explored: Vec<Explored>,
    /// The current exploration; `None` if all are done, or if one exceeded its budget.
    under: Option<Box<Exploration>>,
}

impl OutcomesBeside {
    /// Begins a comparison. Each exploration visits at most that many states. `None` if nothing can run.
    pub fn new(a: &Session, b: &Session, most_states: usize) -> Option<Self> {
        b.scenario.as_ref()?;
        let sides = [a.clone(), b.clone()];
        let mut beside = Self { sides, most_states, explored: Vec::new(), under: None };
        beside.under = beside.next();
        beside.under.is_some().then_some(beside)
    }

    /// Returns the progress of the current exploration.
    pub fn progress(&self) -> Progress {
        let question = self.question();
        let part = if question.results { Part::Results } else { Part::Memory };
        let done = self.under.as_ref().map_or(0, |exploring| exploring.states() as u64);
        Progress { part, done, most: question.most_states as u64 }
    }

    /// Returns the question of the current exploration.
    fn question(&self) -> Question {
        let question =
            if self.explored.len() < self.sides.len() { Question::memory() } else { Question::results() };
        Question { most_states: question.most_states.min(self.most_states), ..question }
    }

    /// Begins the next exploration; `None` if all are done.
    fn next(&self) -> Option<Box<Exploration>> {
        let done = self.explored.len();
        let side = self.sides.get(done % self.sides.len()).filter(|_| done < 2 * self.sides.len())?;
        side.explore(self.question()).map(Box::new)
    }

    /// Explores at most that many states. Returns whether all explorations are done.
    pub fn advance(&mut self, states: usize) -> bool {
        let Some(mut under) = self.under.take() else { return true };
        if !under.advance(states) {
            self.under = Some(under);
            return false;
        }
        let Some(explored) = under.finish() else { return true };
        self.explored.push(explored);
        self.under = self.next();
        self.under.is_none()
    }

    /// Returns the comparison. `None` if a side has more outcomes of memory than `most_outcomes`, or if its exploration
    /// of memory exceeded the budget.
    pub fn finish(self, most_outcomes: usize) -> Option<ComparedOutcomes> {
        let [a, b] = &self.sides;
        let compared = |explored: &[Explored], results: bool| {
            let [of_a, of_b] = explored else { return None };
            let (of_a, of_b) = (all_outcomes(a, of_a, most_outcomes)?, all_outcomes(b, of_b, most_outcomes)?);
            outcomes([a, b], [&of_a, &of_b], results)
        };
        let (memory, results) = self.explored.split_at(self.explored.len().min(self.sides.len()));
        Some(ComparedOutcomes { results: compared(results, true).map(Box::new), ..compared(memory, false)? })
    }
}

fn outcomes(
    [a, b]: [&Session; 2],
    [states_a, states_b]: [&[(State, Witness)]; 2],
    results: bool,
) -> Option<ComparedOutcomes> {
    let (scenario, other) = (a.scenario.as_ref()?, b.scenario.as_ref()?);
    let shared = Shared::new(scenario, other);
    let (memory, variables) = shared.places.split_at(shared.memory);
    // A variable that no order of either side changes does not count as a result.
    let is_changed = |(of_a, of_b, cell): &&(Place, Place, Cell)| {
        let differs = |initial: &State, place: Place, state: &State| {
            masked(initial, place, *cell) != masked(state, place, *cell)
        };
        states_a.iter().any(|(state, _)| differs(&scenario.initial, *of_a, state))
            || states_b.iter().any(|(state, _)| differs(&other.initial, *of_b, state))
    };
    let variables = variables.iter().filter(|_| results).filter(is_changed);
    let places: Vec<_> = memory.iter().chain(variables).copied().collect();
    let pair = |bits: Bits| (bits.value, bits.defined);
    let seen_a = |state: &State| -> SharedContents {
        places.iter().map(|(place, _, cell)| pair(masked(state, *place, *cell))).collect()
    };
    let seen_b = |state: &State| -> SharedContents {
        places.iter().map(|(_, place, cell)| pair(masked(state, *place, *cell))).collect()
    };
    let a_has: BTreeMap<_, _> = states_a.iter().map(|(state, witness)| (seen_a(state), witness)).collect();
    let b_has: BTreeMap<_, _> = states_b.iter().map(|(state, witness)| (seen_b(state), witness)).collect();
    // The places whose contents differ between outcomes, of one side or of both.
    let first = a_has.keys().next()?;
    let every = || a_has.keys().chain(b_has.keys());
    let told: Vec<usize> =
        (0..places.len()).filter(|at| every().any(|values| values[*at] != first[*at])).collect();
    let layout: &Layout = &scenario.layout;
    let only = |mine: &BTreeMap<SharedContents, &Witness>,
                others: &BTreeMap<SharedContents, &Witness>,
                session: &Session| {
        let own = mine.iter().filter(|(values, _)| !others.contains_key(*values));
        let told = |(values, witness): (&SharedContents, &&Witness)| {
            let value = |at: &usize| {
                let cell = places[*at].2;
                let bits = Bits::new(values[*at].0, values[*at].1);
                (cell_in_words(layout, cell), shown(layout, cell, bits, a.value_format))
            };
            let witness = session.scenario.as_ref().map(|scenario| session.orders(scenario, witness));
            OnlyOutcome { values: told.iter().map(value).collect(), witness: witness.unwrap_or_default() }
        };
        own.map(told).collect::<Vec<_>>()
    };
    let (only_a, only_b) = (only(&a_has, &b_has, a), only(&b_has, &a_has, b));
    Some(ComparedOutcomes {
        a: a_has.len(),
        b: b_has.len(),
        common: a_has.len() - only_a.len(),
        only_a,
        only_b,
        results: None,
    })
}

impl ComparisonReport {
    /// Returns whether the comparison found no difference.
    pub fn is_same(&self) -> bool {
        let outcomes = self.outcomes.as_ref();
        self.problem.is_none()
            && self.first.is_none()
            && self.costs.is_empty()
            && self.ends.is_empty()
            && self.apart.is_empty()
            && outcomes.is_none_or(ComparedOutcomes::is_same)
    }
}

impl ComparedOutcomes {
    /// Returns whether each side has every outcome of the other, as far as they were compared.
    pub fn is_same(&self) -> bool {
        self.has_no_rows() && self.results.as_ref().is_none_or(|results| results.has_no_rows())
    }

    pub(super) fn has_no_rows(&self) -> bool {
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
}
