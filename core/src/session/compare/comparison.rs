//! Comparison of two runs: two variants of a scenario, or two scenarios.

use super::aligned::{ComparedRow, rows};
use super::ends::{Difference, MOST_NAMED, Pairs, first_differences};
use super::outcomes::{ComparedOutcomes, Limits, OutcomeComparison};
use crate::base::counted;
use crate::cost::cost;
use crate::exec::{Run, narrate};
use crate::session::text::Session;
use crate::spec::CostCount;
use serde::Serialize;

/// The result of a comparison. `lanescope compare --json` prints it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
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
    /// The differences at the end; only the first if there are many.
    pub ends: Vec<Difference>,
    /// The number of differences at the end that are not listed.
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

/// Compares two sessions: their runs, and the outcomes of all their orders. `finish` does the job of the latter, such as
/// [`Job::complete`](crate::session::Job::complete).
pub fn compare(
    names: [&str; 2],
    a: &Session,
    b: &Session,
    limits: Limits,
    finish: impl FnOnce(OutcomeComparison) -> Option<ComparedOutcomes>,
) -> ComparisonReport {
    let mut report = compare_runs(names, a, b, limits.steps);
    if report.problem.is_none() {
        report.outcomes = OutcomeComparison::new(a, b, limits).and_then(finish);
    }
    report
}

/// Compares the runs of two sessions. A run that was cut off, or that is longer than `most_steps` micro-steps, is not compared.
pub fn compare_runs(names: [&str; 2], a: &Session, b: &Session, most_steps: u32) -> ComparisonReport {
    let report = ComparisonReport { names: names.map(str::to_owned), ..ComparisonReport::default() };
    let (Some(run_a), Some(run_b)) = (&a.run, &b.run) else {
        let name = names[usize::from(a.run.is_some())];
        return ComparisonReport {
            problem: Some(format!("{name} has errors; fix them to compare the two")),
            ..report
        };
    };
    if run_a.len().max(run_b.len()) > most_steps {
        let problem = format!("only runs of up to {most_steps} micro-steps are compared");
        return ComparisonReport { problem: Some(problem), ..report };
    }
    if run_a.stop().is_cut_off() || run_b.stop().is_cut_off() {
        let name = names[usize::from(!run_a.stop().is_cut_off())];
        let problem = format!("the run of {name} is too long to be compared");
        return ComparisonReport { problem: Some(problem), ..report };
    }
    let rows = rows(run_a, run_b);
    let first_row = rows.iter().position(|row| !row.is_same).map(|row| {
        let sentence =
            |run: &Run, step: Option<u32>| run.step(step?).map(|step| narrate(run.scenario(), &step));
        FirstDifference { row, a: sentence(run_a, rows[row].a), b: sentence(run_b, rows[row].b) }
    });
    let pairs = Pairs::new(run_a.scenario(), run_b.scenario());
    let ends = [run_a.final_state(), run_b.final_state()];
    let ends = pairs.differences(&run_a.scenario().layout, ends.each_ref(), a.value_format);
    let (ends, more_ends) = first_differences(ends, MOST_NAMED);
    ComparisonReport {
        first: first_row,
        differing: rows.iter().filter(|row| !row.is_same).count(),
        rows,
        costs: costs([a, b], [run_a, run_b]),
        ends,
        more_ends,
        apart: pairs.apart,
        ..report
    }
}

/// Returns the counts that differ between instructions of the same index. Empty unless a text names a cost model.
fn costs(sides: [&Session; 2], runs: [&Run; 2]) -> Vec<Difference> {
    if !runs.iter().any(|run| run.scenario().names_cost_model) {
        return Vec::new();
    }
    let programs = runs.map(|run| &run.scenario().program);
    let instruction = |index: usize| {
        let costs = runs.map(|run| cost(run, index, &run.scenario().cost_model));
        let has_line = usize::from(programs[0].get(index).is_none());
        let line = sides[has_line].line(programs[has_line][index].span);
        let difference = move |count: CostCount| {
            let [now, then] = costs.map(|cost| cost.get(count));
            let place = || format!("{}, line {line}", count.title());
            (now != then).then(|| Difference { place: place(), now: now.to_string(), then: then.to_string() })
        };
        CostCount::all().filter_map(difference)
    };
    (0..programs[0].len().max(programs[1].len())).flat_map(instruction).collect()
}

impl ComparisonReport {
    /// Returns whether the runs and the outcomes of all orders were compared, without a difference.
    pub fn is_same(&self) -> bool {
        self.has_same_runs() && self.outcomes.as_ref().is_some_and(ComparedOutcomes::is_same)
    }

    /// Returns whether the runs were compared, without a difference.
    pub fn has_same_runs(&self) -> bool {
        self.problem.is_none()
            && self.first.is_none()
            && self.costs.is_empty()
            && self.ends.is_empty()
            && self.apart.is_empty()
    }

    /// Describes the steps of the two runs, and the declarations that were not compared.
    pub fn in_words(&self) -> Vec<String> {
        if let Some(problem) = &self.problem {
            return vec![problem.clone()];
        }
        let [a, b] = &self.names;
        let mut all = vec![match &self.first {
            None if self.rows.iter().all(|row| row.a.is_some() && row.b.is_some()) => {
                format!("{a} and {b} take the same {}.", counted(self.rows.len(), "step"))
            }
            None => format!("{a} and {b} change memory in the same way and return the same values."),
            Some(_) => format!("{} of {} differ.", self.differing, counted(self.rows.len(), "step")),
        }];
        if self.ends.is_empty() {
            all.push("Both end the same.".to_owned());
        }
        if !self.apart.is_empty() {
            all.push(format!("Declared on one side only, or differently: {}.", self.apart.join(", ")));
        }
        if self.more_ends > 0 {
            all.push(format!("{} differ at the end, too.", counted(self.more_ends, "more place")));
        }
        all
    }

    /// Returns the rows of the table: the costs, the outcomes of all orders if they are known, and the values at the end.
    pub fn table(&self, outcomes: Option<&ComparedOutcomes>) -> Vec<Difference> {
        let outcomes = outcomes.map(ComparedOutcomes::table).unwrap_or_default();
        [&self.costs[..], &outcomes, &self.ends].concat()
    }
}

impl FirstDifference {
    /// Describes the difference, given the names of the two sides.
    pub fn in_words(&self, [a, b]: [&str; 2]) -> String {
        match (&self.a, &self.b) {
            (Some(in_a), Some(in_b)) => format!("The first: in {a}, {in_a} In {b}, {in_b}"),
            (Some(in_a), None) => format!("The first is only in {a}: {in_a}"),
            (None, in_b) => format!("The first is only in {b}: {}", in_b.as_deref().unwrap_or_default()),
        }
    }
}
