//! Invariants over all orders. An exploration of a scenario that notes breaches finds the orders that break each invariant, as it
//! finds the contents of any other cell at the end.

use super::course::Exploration;
use super::outcome::{Cell, Explored, Factor, Question, RunEnd};
use super::sample::Sampling;
use super::witness::Witness;
use crate::exec::Scenario;
use crate::machine::State;
use num_bigint::BigUint;
use std::rc::Rc;

/// The orders that break an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The number of all orders or, if the budget ran out, of orders drawn at random.
    pub of: BigUint,
    /// The number of these orders that break the invariant.
    pub broken: BigUint,
    /// An order that breaks the invariant.
    pub witness: Option<Witness>,
    /// Whether all orders were explored.
    pub is_known: bool,
}

/// An exploration of the invariants of a scenario: of all orders or, if the budget does not suffice, of some drawn at random.
#[derive(Debug)]
pub struct Watching {
    scenario: Rc<Scenario>,
    exploration: Exploration,
    sampling: Sampling,
}

/// A state at the end, the number of orders that lead there, and one of them.
type WeightedEnd = (State, BigUint, Witness);

impl Watching {
    /// Begins an exploration with a budget of states, and of orders to draw. `None` for a scenario without invariants.
    pub fn new(scenario: &Scenario, most_states: usize, most_drawn: u64) -> Option<Self> {
        let scenario = Rc::new(scenario.noting_breaches()?);
        let question = Question { most_states, ..Question::memory() };
        let exploration = Exploration::new(Rc::clone(&scenario), question);
        let sampling = Sampling::new(Rc::clone(&scenario), Question::memory(), 1, most_drawn);
        Some(Self { scenario, exploration, sampling })
    }

    /// Explores at most that many states, or draws that many turns. Returns whether it is over.
    pub fn advance(&mut self, states: usize) -> bool {
        self.exploration.advance(states) && (self.exploration.is_complete() || self.sampling.advance(states))
    }

    /// Returns the number of states that have been found.
    pub fn states(&self) -> usize {
        self.exploration.states()
    }

    /// Returns the orders that break each invariant.
    pub fn finish(self) -> Vec<Watched> {
        let Some(breaches) = self.scenario.breaches else { return Vec::new() };
        let (ends, of, is_known) = match self.exploration.finish() {
            Some(explored) => {
                // At most one factor decides which invariants are broken.
                let of_breaches = |cell: &Cell| cell.place.overlaps(breaches);
                let decides = |factor: &Factor| factor.cells.iter().any(of_breaches);
                (weighted_ends(&explored, explored.factors.iter().position(decides)), explored.orders, true)
            }
            None => {
                let drawn = self.sampling.drawn().into();
                let listed = self.sampling.listed.into_iter();
                let ends = listed.map(|((state, ..), end)| (state, end.orders, end.witness)).collect();
                (ends, drawn, false)
            }
        };
        let watched = |invariant: usize| {
            let is_broken = |(state, ..): &&WeightedEnd| state.read(breaches).value >> invariant & 1 == 1;
            let broken = || ends.iter().filter(is_broken);
            let witness = broken().next().map(|(.., witness)| witness.clone());
            let of = BigUint::clone(&of);
            Watched { of, broken: broken().map(|(_, orders, _)| orders).sum(), witness, is_known }
        };
        (0..self.scenario.invariants.len()).map(watched).collect()
    }
}

/// Returns the ends that differ in the outcomes of one factor, or the only end if no factor decides.
fn weighted_ends(explored: &Explored, deciding: Option<usize>) -> Vec<WeightedEnd> {
    let factor = deciding.map(|index| &explored.factors[index]);
    let end = |number: usize| {
        let choice = |other: usize| if Some(other) == deciding { number } else { 0 };
        let RunEnd { state, witness, .. } = explored.choose(choice)?;
        let orders = match factor {
            Some(factor) => &explored.fitting / factor.fitting() * &factor.outcomes[number].orders,
            None => explored.fitting.clone(),
        };
        Some((state, orders, witness))
    };
    let count = factor.map_or(1, |factor| factor.outcomes.len());
    (0..count).filter_map(end).collect()
}
