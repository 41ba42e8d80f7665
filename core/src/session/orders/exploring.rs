//! An exploration of all orders of a session in slices, for callers that must answer others in between.

use crate::base::Schedule;
use crate::check::Expected;
use crate::exec::Scenario;
use crate::explore::{Exploration, Explored, Question, Sample, Sampling, Watched, Watching, Witness};
use crate::session::text::{OrderReport, Session};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The number of states that are explored in one slice.
pub(in crate::session) const SLICE: usize = 4096;

/// The budget of an exploration, and of the samples that are drawn if it is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The maximum number of states for the contents of the surfaces. A state takes in the order of 100 bytes.
    pub memory_states: usize,
    /// The maximum number of states for the contents of surfaces, variables and predicates.
    pub results_states: usize,
    /// The number of orders to draw if a budget of states is exceeded; 0 for no sample.
    pub drawn: u64,
    /// The seed of the generator that draws them.
    pub seed: u64,
}

impl Default for Budget {
    fn default() -> Self {
        let (memory, results) = (Question::memory(), Question::results());
        let (memory_states, results_states) = (memory.most_states, results.most_states);
        Self { memory_states, results_states, drawn: 10_000, seed: 1 }
    }
}

impl Budget {
    /// Returns the default budget, with this number of states and this seed if they are given.
    pub fn new(states: Option<usize>, seed: Option<u64>) -> Self {
        let default = Self::default();
        Self {
            memory_states: states.unwrap_or(default.memory_states),
            results_states: states.unwrap_or(default.results_states),
            seed: seed.unwrap_or(default.seed),
            ..default
        }
    }

    /// Begins an exploration of the invariants. `None` if there are none.
    pub(super) fn watching(&self, scenario: &Scenario) -> Option<Watching> {
        Watching::new(scenario, self.memory_states, self.drawn.min(MOST_WATCHED))
    }
}

/// The maximum number of orders that are drawn to check the invariants.
const MOST_WATCHED: u64 = 1000;

/// The progress of an exploration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploringProgress {
    /// The current part.
    pub part: ExploringPart,
    /// The number of explored states, or of drawn orders.
    pub done: u64,
    /// The budget of states of this part, or the number of orders to draw.
    pub most: u64,
}

/// The parts of an exploration, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExploringPart {
    /// Explores all orders for the contents of the surfaces.
    Memory,
    /// Draws orders for the contents of the surfaces.
    MemorySample,
    /// Explores all orders for the contents of surfaces, variables and predicates.
    Results,
    /// Does the same as `Results`, but interchangeable lanes may swap their results.
    Renamed,
    /// Draws orders for the contents of surfaces, variables and predicates.
    ResultsSample,
    /// Explores all orders again, and checks the invariants after each step.
    Invariants,
}

/// An exploration of all orders of a session.
#[derive(Debug)]
pub struct Exploring {
    pub(super) session: Session,
    budget: Budget,
    /// Whether variables and predicates are explored too, and not only surfaces.
    has_results: bool,
    under: Under,
    found: Found,
}

/// The results so far, by part.
#[derive(Debug, Default)]
pub(in crate::session) struct Found {
    pub memory: Option<Explored>,
    pub memory_sample: Option<Sample>,
    pub results: Option<Explored>,
    pub renamed: Option<Explored>,
    pub results_sample: Option<Sample>,
    /// The orders that break each invariant, by its index.
    pub watched: Vec<Watched>,
}

impl Found {
    /// Returns the known numbers of outcomes of memory and of results.
    pub fn counts(&self) -> [Counted; 2] {
        [
            Counted::new(self.memory.as_ref(), self.memory_sample.as_ref()),
            Counted::new(self.results.as_ref().or(self.renamed.as_ref()), self.results_sample.as_ref()),
        ]
    }
}

/// The known number of outcomes.
#[derive(Clone, Debug)]
pub(in crate::session) enum Counted {
    /// The exact number, if all orders were explored.
    Exactly(BigUint),
    /// The number in a sample of orders. There may be more.
    AtLeast(usize),
}

impl Counted {
    /// Returns the exact number if all orders were explored. Otherwise, returns the number in the sample.
    pub(super) fn new(explored: Option<&Explored>, sample: Option<&Sample>) -> Self {
        match explored {
            Some(explored) => Self::Exactly(explored.outcomes()),
            None => Self::AtLeast(sample.map_or(0, |sample| sample.found)),
        }
    }
}

#[derive(Debug)]
enum Under {
    Memory(Exploration),
    MemorySample(Sampling),
    Results(Exploration),
    Renamed(Exploration),
    ResultsSample(Sampling),
    Invariants(Watching),
    Nothing,
}

impl Session {
    /// Begins an exploration of all orders, which the caller advances in slices. `None` if nothing can run.
    pub fn explore(&self, question: Question) -> Option<Exploration> {
        Some(self.orders.as_ref()?.explore(question))
    }

    /// Explores all orders at once. `None` if nothing can run, or if the budget ran out.
    pub fn explored(&self, question: Question) -> Option<Explored> {
        let mut exploration = self.explore(question)?;
        while !exploration.advance(SLICE) {}
        exploration.finish()
    }

    /// Returns an order as `.order` lines.
    pub(in crate::session) fn orders(&self, scenario: &Scenario, witness: &Witness) -> Vec<OrderReport> {
        let line = |instruction: usize| self.line(scenario.program[instruction].span);
        let order = |(at, lists): (usize, Vec<Vec<u8>>)| OrderReport {
            instruction: at,
            line: line(at),
            order: Schedule::from_lists(lists.clone()).to_string(),
            turns: lists,
        };
        witness.turns().into_iter().map(order).collect()
    }

    /// Begins an exploration. `None` if nothing can run.
    pub fn begin_outcomes(&self, budget: Budget) -> Option<Exploring> {
        let question = Question { most_states: budget.memory_states, ..Question::memory() };
        let under = Under::Memory(self.explore(question)?);
        Some(Exploring { session: self.clone(), budget, has_results: true, under, found: Found::default() })
    }

    /// Does the same as [`Session::begin_outcomes`], as far as the `.expect` lines ask for it.
    pub(super) fn begin_claimed_outcomes(&self, budget: Budget) -> Option<Exploring> {
        let asks = |expected: &Expected| {
            matches!(expected, Expected::Outcomes { results: true, .. } | Expected::OrderIndependent { .. })
        };
        let has_results = self.expected.iter().any(asks);
        Some(Exploring { has_results, ..self.begin_outcomes(budget)? })
    }
}

impl Exploring {
    /// Explores at most that many states, or draws that many turns. Returns whether all parts are done.
    pub fn advance(&mut self, states: usize) -> bool {
        let is_over = match &mut self.under {
            Under::Memory(exploration) | Under::Results(exploration) | Under::Renamed(exploration) => {
                exploration.advance(states)
            }
            Under::MemorySample(sampling) | Under::ResultsSample(sampling) => sampling.advance(states),
            Under::Invariants(watching) => watching.advance(states),
            Under::Nothing => return true,
        };
        if is_over {
            let before = std::mem::replace(&mut self.under, Under::Nothing);
            let was_last = matches!(before, Under::Invariants(_));
            self.under = match before {
                Under::Memory(exploration) => {
                    self.found.memory = exploration.finish();
                    if self.found.memory.is_some() && !self.has_results {
                        Under::Nothing
                    } else if self.found.memory.is_some() {
                        self.exploration(Question::results()).map_or(Under::Nothing, Under::Results)
                    } else {
                        self.sampling(Question::memory()).map_or(Under::Nothing, Under::MemorySample)
                    }
                }
                Under::MemorySample(sampling) => {
                    self.found.memory_sample = sampling.finish();
                    // Results include memory, so they have at least as many outcomes, and exploring them is not tried.
                    self.sampling(Question::results()).map_or(Under::Nothing, Under::ResultsSample)
                }
                Under::Results(exploration) => {
                    self.found.results = exploration.finish();
                    let results = self.found.results.as_ref();
                    match results.filter(|results| results.outcomes() == BigUint::from(1u32)) {
                        Some(_) => Under::Nothing,
                        None => self.exploration(Question::renamed()).map_or(Under::Nothing, Under::Renamed),
                    }
                }
                Under::Renamed(exploration) => {
                    let is_renamed =
                        |found: &Explored| found.meetings.iter().any(|meeting| !meeting.renamed.is_empty());
                    self.found.renamed = exploration.finish().filter(is_renamed);
                    if self.found.results.is_some() || self.found.renamed.is_some() {
                        Under::Nothing
                    } else {
                        self.sampling(Question::results()).map_or(Under::Nothing, Under::ResultsSample)
                    }
                }
                Under::ResultsSample(sampling) => {
                    self.found.results_sample = sampling.finish();
                    Under::Nothing
                }
                Under::Invariants(watching) => {
                    self.found.watched = watching.finish();
                    Under::Nothing
                }
                Under::Nothing => Under::Nothing,
            };
            if matches!(self.under, Under::Nothing) && !was_last {
                self.under = self.invariants();
            }
        }
        matches!(self.under, Under::Nothing)
    }

    /// Ends the exploration. The orders that have been drawn so far are a sample.
    pub(super) fn end_early(&mut self) {
        match std::mem::replace(&mut self.under, Under::Nothing) {
            Under::MemorySample(sampling) => self.found.memory_sample = sampling.finish(),
            Under::ResultsSample(sampling) => self.found.results_sample = sampling.finish(),
            _ => {}
        }
    }

    /// Begins an exploration of results within the budget.
    fn exploration(&self, question: Question) -> Option<Exploration> {
        self.session.explore(Question { most_states: self.budget.results_states, ..question })
    }

    fn invariants(&self) -> Under {
        let scenario = self.session.scenario.as_ref();
        let watching = scenario.and_then(|scenario| self.budget.watching(scenario));
        watching.map_or(Under::Nothing, Under::Invariants)
    }

    fn sampling(&self, question: Question) -> Option<Sampling> {
        let scenario = Rc::clone(self.session.scenario.as_ref().filter(|_| self.budget.drawn > 0)?);
        Some(Sampling::new(scenario, question, self.budget.seed, self.budget.drawn))
    }

    /// Returns the progress; `None` if all parts are done.
    pub fn progress(&self) -> Option<ExploringProgress> {
        let (part, done, most) = match &self.under {
            Under::Memory(exploration) => {
                (ExploringPart::Memory, exploration.states() as u64, self.budget.memory_states as u64)
            }
            Under::Results(exploration) => {
                (ExploringPart::Results, exploration.states() as u64, self.budget.results_states as u64)
            }
            Under::Renamed(exploration) => {
                (ExploringPart::Renamed, exploration.states() as u64, self.budget.results_states as u64)
            }
            Under::MemorySample(sampling) => {
                (ExploringPart::MemorySample, sampling.drawn(), self.budget.drawn)
            }
            Under::ResultsSample(sampling) => {
                (ExploringPart::ResultsSample, sampling.drawn(), self.budget.drawn)
            }
            Under::Invariants(watching) => {
                (ExploringPart::Invariants, watching.states() as u64, watching.most_states() as u64)
            }
            Under::Nothing => return None,
        };
        Some(ExploringProgress { part, done, most })
    }

    /// Returns the results so far.
    pub(super) fn found(&self) -> &Found {
        &self.found
    }

    /// Returns the results, for a report that is made in parts.
    pub(in crate::session) fn into_found(self) -> Found {
        self.found
    }
}
