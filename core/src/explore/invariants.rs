//! Invariants over all orders. An exploration of a scenario that notes breaches finds the orders that break each invariant, as it
//! finds the contents of any other cell at the end.

use super::course::Exploration;
use super::outcome::Question;
use super::sample::Sampling;
use super::witness::Witness;
use crate::exec::Scenario;
use crate::machine::{Place, State};
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
    breaches: Place,
    most_states: usize,
    most_drawn: u64,
    stage: WatchStage,
}

#[derive(Debug)]
enum WatchStage {
    Exploring(Box<Exploration>),
    Drawing(Box<Sampling>),
    Over(Vec<Watched>),
}

/// A state at the end, the number of orders that lead there, and one of them.
type WeightedEnd = (State, BigUint, Witness);

impl Watching {
    /// Begins an exploration with a budget of states, and of orders to draw. `None` for a scenario without invariants.
    pub fn new(scenario: &Scenario, most_states: usize, most_drawn: u64) -> Option<Self> {
        let scenario = Rc::new(scenario.noting_breaches()?);
        let breaches = scenario.breaches?;
        let question = Question { most_states, ..Question::memory() };
        let stage = WatchStage::Exploring(Box::new(Exploration::new(Rc::clone(&scenario), question)));
        Some(Self { scenario, breaches, most_states, most_drawn, stage })
    }

    /// Explores at most that many states, or draws that many turns. Returns whether it is over.
    pub fn advance(&mut self, states: usize) -> bool {
        let stage = std::mem::replace(&mut self.stage, WatchStage::Over(Vec::new()));
        self.stage = match stage {
            WatchStage::Exploring(mut exploration) => match exploration.advance(states) {
                true => self.explored(*exploration),
                false => WatchStage::Exploring(exploration),
            },
            WatchStage::Drawing(mut sampling) => match sampling.advance(states) {
                true => WatchStage::Over(self.drawn(&sampling)),
                false => WatchStage::Drawing(sampling),
            },
            WatchStage::Over(watched) => WatchStage::Over(watched),
        };
        matches!(self.stage, WatchStage::Over(_))
    }

    /// Returns the number of states that have been found, or the whole budget once orders are drawn.
    pub fn states(&self) -> usize {
        match &self.stage {
            WatchStage::Exploring(exploration) => exploration.states(),
            _ => self.most_states,
        }
    }

    /// Returns the budget of states.
    pub fn most_states(&self) -> usize {
        self.most_states
    }

    /// Returns the orders that break each invariant.
    pub fn finish(self) -> Vec<Watched> {
        match self.stage {
            WatchStage::Over(watched) => watched,
            _ => Vec::new(),
        }
    }

    fn explored(&self, exploration: Exploration) -> WatchStage {
        let Some(explored) = exploration.finish() else {
            let (scenario, question) = (Rc::clone(&self.scenario), Question::memory());
            return WatchStage::Drawing(Box::new(Sampling::new(scenario, question, 1, self.most_drawn)));
        };
        // At most one factor decides which invariants are broken.
        let of_breaches = |cell: &super::outcome::Cell| cell.place.overlaps(self.breaches);
        let deciding = explored.factors.iter().position(|factor| factor.cells.iter().any(of_breaches));
        let ends: Vec<WeightedEnd> = match deciding {
            None => explored
                .choose(|_| 0)
                .map(|(state, way)| (state, explored.fitting.clone(), way))
                .into_iter()
                .collect(),
            Some(at) => {
                let outcomes = &explored.factors[at].outcomes;
                let all: BigUint = outcomes.iter().map(|outcome| &outcome.orders).sum();
                let end = |n: usize| {
                    let (state, way) = explored.choose(|factor| if factor == at { n } else { 0 })?;
                    Some((state, &explored.fitting / &all * &outcomes[n].orders, way))
                };
                (0..outcomes.len()).filter_map(end).collect()
            }
        };
        WatchStage::Over(self.watched(&ends, &explored.orders, true))
    }

    fn drawn(&self, sampling: &Sampling) -> Vec<Watched> {
        let end = |end: &super::ends::Ending| (end.state.clone(), end.orders.clone(), end.witness.clone());
        let ends: Vec<WeightedEnd> = sampling.listed().iter().map(end).collect();
        self.watched(&ends, &sampling.drawn().into(), false)
    }

    /// Returns the orders that break each invariant, of all orders or of those that were drawn.
    fn watched(&self, ends: &[WeightedEnd], of: &BigUint, is_known: bool) -> Vec<Watched> {
        let watched = |invariant: usize| {
            let is_broken =
                |(state, ..): &&WeightedEnd| state.read(self.breaches).value >> invariant & 1 == 1;
            let broken = || ends.iter().filter(is_broken);
            let witness = broken().next().map(|(.., way)| way.clone());
            Watched { of: of.clone(), broken: broken().map(|(_, orders, _)| orders).sum(), witness, is_known }
        };
        (0..self.scenario.invariants.len()).map(watched).collect()
    }
}
