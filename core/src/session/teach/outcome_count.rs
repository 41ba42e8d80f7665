//! The number of outcomes of all orders, and the mistakes in counting them.

use super::marking::{MOST_STATES, Mistake};
use crate::explore::{Explored, Question};
use crate::session::text::Session;
use crate::syntax::OutcomeContents;
use num_bigint::BigUint;

impl Session {
    /// Counts the outcomes of all orders. `None` if they are too many.
    pub(super) fn outcome_count(&self, contents: OutcomeContents) -> Option<BigUint> {
        Some(self.explored_outcomes(contents)?.outcomes())
    }

    /// Explores all orders, once for all answers. `None` if they are too many.
    pub(super) fn explored_outcomes(&self, contents: OutcomeContents) -> Option<&Explored> {
        let explored = |question: Question| {
            let most_states = question.most_states.min(MOST_STATES);
            self.explored(Question { most_states, ..question })
        };
        let [memory, results] = &*self.counted_outcomes;
        let known = match contents {
            OutcomeContents::Memory => memory.get_or_init(|| explored(Question::memory())),
            OutcomeContents::Results => results
                .get_or_init(|| explored(Question::results()).or_else(|| explored(Question::renamed()))),
        };
        known.as_ref()
    }

    /// Returns the mistakes that lead to a wrong number of outcomes. `explored` has the right ones.
    pub(super) fn mistaken_count(
        &self,
        explored: &Explored,
        contents: OutcomeContents,
        count: &BigUint,
    ) -> Vec<Mistake> {
        let mistake = |key: &str, sentence: &str| Mistake {
            key: key.to_owned(),
            sentence: sentence.to_owned(),
            source: None,
            start: None,
        };
        let mut mistakes = Vec::new();
        if *count > explored.outcomes() && self.orders_of_lanes().as_ref() == Some(count) {
            mistakes.push(mistake("every_order_differs", "Two orders with the same end are one outcome."));
        }
        let groups = explored.factors.iter().map(|factor| BigUint::from(factor.outcomes.len()));
        if explored.factors.len() > 1 && groups.sum::<BigUint>() == *count {
            let sentence = "Lanes at different places are independent, so their outcomes are multiplied.";
            mistakes.push(mistake("sum_of_outcomes", sentence));
        }
        let (other, key, sentence) = match contents {
            OutcomeContents::Results => {
                let sentence = "Outcomes of results also compare what each lane got back.";
                (OutcomeContents::Memory, "memory_only", sentence)
            }
            OutcomeContents::Memory => {
                (OutcomeContents::Results, "results_too", "Outcomes of memory compare the surfaces only.")
            }
        };
        if self.outcome_count(other).as_ref() == Some(count) {
            mistakes.push(mistake(key, sentence));
        }
        mistakes
    }

    /// Returns the number of orders of the lanes that take part in the instruction with the most lanes: n! of n lanes.
    fn orders_of_lanes(&self) -> Option<BigUint> {
        let run = self.run.as_ref()?;
        let count = run.scenario().program.len();
        let lanes = (0..count).filter_map(|at| run.enabled(at)).map(|lanes| lanes.lanes().count()).max()?;
        Some((1..=lanes).map(BigUint::from).product())
    }
}
