//! "Can this be?": whether some order ends as somebody has seen it.

use super::Session;
use super::outcomes::{OrderReport, cell_in_words, shown};
use crate::base::Bits;
use crate::check::Expected;
use crate::exec::Scenario;
use crate::explore::{Cell, Observation, Question};
use num_bigint::BigUint;

/// Whether something can be that was seen at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Possibility {
    /// It can.
    Possible {
        /// In so many orders.
        orders: BigUint,
        /// Of so many.
        of: BigUint,
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
        let scenario = self.scenario.as_ref()?;
        let Some(explored) = self.explored(Question::possible(observed.to_vec())) else {
            return Some(Possibility::Undecided);
        };
        if explored.fitting == BigUint::ZERO {
            return Some(Possibility::Impossible { because: self.because(scenario, observed.to_vec()) });
        }
        let (_, witness) = explored.choose(|_| 0)?;
        let (orders, of) = (explored.fitting, explored.orders);
        Some(Possibility::Possible { orders, of, witness: self.orders(scenario, &witness) })
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
