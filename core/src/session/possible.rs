//! "Can this be?": whether some order ends as somebody has seen it.

use super::Session;
use super::outcomes::{OrderReport, cell_in_words, share, shown};
use crate::base::Bits;
use crate::check::Expected;
use crate::exec::Scenario;
use crate::explore::{Cell, Explored, Observation, Question};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};

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
    /// It cannot.
    Impossible {
        /// What of it cannot be at once, as a sentence.
        because: String,
    },
    /// The budget is spent.
    Undecided,
}

/// The most states that are gone through to find out why something cannot be.
const BECAUSE_STATES: usize = 20_000;

impl Session {
    /// What the `.expect` lines say of the end, as something that was seen.
    pub fn observations(&self) -> Vec<Observation> {
        self.expected.iter().flat_map(observations).collect()
    }

    /// Whether some order ends as was seen. `None` where nothing can run.
    pub fn possible(&self, observed: &[Observation]) -> Option<Possibility> {
        self.possible_within(observed, Question::memory().most_states)
    }

    /// The same, found out in at most so many states.
    pub(super) fn possible_within(
        &self,
        observed: &[Observation],
        most_states: usize,
    ) -> Option<Possibility> {
        let scenario = self.scenario.as_ref()?;
        let question = Question { most_states, ..Question::possible(observed.to_vec()) };
        Some(self.possibility(scenario, self.explored(question), observed.to_vec()))
    }

    /// What an exploration of the orders that end as was seen comes to.
    pub(super) fn possibility(
        &self,
        scenario: &Scenario,
        explored: Option<Explored>,
        observed: Vec<Observation>,
    ) -> Possibility {
        let Some(explored) = explored else { return Possibility::Undecided };
        match explored.choose(|_| 0).filter(|_| explored.fitting != BigUint::ZERO) {
            Some((_, witness)) => {
                let (share, witness) =
                    (share(&explored.fitting, &explored.orders), self.orders(scenario, &witness));
                Possibility::Possible { orders: explored.fitting, of: explored.orders, share, witness }
            }
            None => Possibility::Impossible { because: self.because(scenario, observed) },
        }
    }

    /// As few of the observations as cannot be at once: without any one of them, the others can.
    fn because(&self, scenario: &Scenario, mut observed: Vec<Observation>) -> String {
        let cannot_be = |observed: &[Observation]| {
            let question = Question { most_states: BECAUSE_STATES, ..Question::possible(observed.to_vec()) };
            self.explored(question).is_some_and(|explored| explored.fitting == BigUint::ZERO)
        };
        // What contradicts alone says most.
        if let Some(alone) = observed.iter().find(|seen| cannot_be(&[**seen])) {
            observed = vec![*alone];
        }
        let mut at = observed.len();
        while at > 0 {
            at -= 1;
            let mut others = observed.clone();
            others.remove(at);
            if cannot_be(&others) {
                observed = others;
            }
        }
        let layout = &scenario.layout;
        let mut names = observed.iter().map(|seen| {
            let cell = Cell { place: seen.place, mask: seen.mask };
            (cell_in_words(layout, cell), shown(layout, cell, seen.bits))
        });
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

/// What a line says of the end.
pub(super) fn observations(expected: &Expected) -> Vec<Observation> {
    let Expected::Contents { ty, elements, .. } = expected else { return Vec::new() };
    let looked_at = elements.iter().filter_map(|element| {
        let value = element.value?;
        let (mask, bits) = match element.bit {
            Some(bit) => (1 << bit, Bits::new(value.value << bit, value.defined << bit)),
            None => (u64::MAX >> (64 - ty.width_bits()), value),
        };
        let bits = Bits::new(bits.value & mask, bits.defined & mask);
        Some(Observation { place: element.place, mask, bits })
    });
    looked_at.collect()
}
