//! The result of a comparison in sentences and as a table: what differs, its value in A and its value in B.

use super::comparing::{ComparedOutcomes, ComparisonReport, FirstDifference};
use super::shared::Difference;
use crate::base::counted;

impl ComparisonReport {
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

impl ComparedOutcomes {
    /// Returns a row for the outcomes of memory, and one that includes results.
    fn table(&self) -> Vec<Difference> {
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
        let side = |(count, only): (usize, usize)| match only {
            0 => counted(count, "outcome"),
            only => format!("{}, {only} only here", counted(count, "outcome")),
        };
        [(self.a, self.only_a.len()), (self.b, self.only_b.len())].map(side)
    }
}
