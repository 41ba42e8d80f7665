//! What every order comes to, found out in parts: for whoever has to answer others meanwhile.

use super::Session;
use super::judge::Counted;
use super::outcomes::OutcomesReport;
use crate::exec::Scenario;
use crate::explore::{Exploration, Explored, Factor, Question, Sample, Sampling, Watched, Watching};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// How much is gone through before a sample is drawn instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The most states for what can lie in the surfaces, of some hundred bytes each.
    pub memory_states: usize,
    /// The most states for what can lie in the surfaces, variables and predicates.
    pub results_states: usize,
    /// How many orders are drawn where there is more than that; none at all for 0.
    pub drawn: u64,
    /// What the generator that draws them begins with.
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
    /// The default budget with another number of states and another seed, where they are given.
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

/// The most orders that are drawn to look at the invariants in each.
const MOST_WATCHED: u64 = 1000;

/// How far the exploration of a session has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploringProgress {
    /// What is under way.
    pub part: ExploringPart,
    /// How many states have been gone through, or orders drawn.
    pub done: u64,
    /// How many there may be before this part ends without an answer, or are drawn.
    pub most: u64,
}

/// A part of the exploration of a session, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExploringPart {
    /// Every order is gone through for what can lie in the surfaces.
    Memory,
    /// Orders are drawn for that.
    MemorySample,
    /// Every order is gone through for what can lie in the surfaces, variables and predicates.
    Results,
    /// The same, where it does not matter which of the lanes that do the same gets what.
    Renamed,
    /// Orders are drawn for memory and results.
    ResultsSample,
    /// Every order is gone through once more, with a look at the invariants behind each step.
    Invariants,
}

/// The exploration of a session under way.
#[derive(Debug)]
pub struct Exploring {
    session: Session,
    budget: Budget,
    under: Under,
    found: Found,
}

/// What has been found out.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub memory: Option<Explored>,
    pub memory_sample: Option<Sample>,
    pub results: Option<Explored>,
    pub renamed: Option<Explored>,
    pub results_sample: Option<Sample>,
    /// By invariant.
    pub watched: Vec<Watched>,
}

impl Found {
    /// The numbers of outcomes of memory and of results.
    pub fn counts(&self) -> [Counted; 2] {
        [
            Counted::new(self.memory.as_ref(), self.memory_sample.as_ref()),
            Counted::new(self.results.as_ref().or(self.renamed.as_ref()), self.results_sample.as_ref()),
        ]
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
    /// An exploration of which nothing is done. `None` where nothing can run.
    pub fn begin_outcomes(&self, budget: Budget) -> Option<Exploring> {
        let question = Question { most_states: budget.memory_states, ..Question::memory() };
        let under = Under::Memory(self.explore(question)?);
        Some(Exploring { session: self.clone(), budget, under, found: Found::default() })
    }
}

impl Exploring {
    /// Goes on from at most so many states, or for as many turns. Returns whether all is done.
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
                    if self.found.memory.is_some() {
                        self.exploration(Question::results()).map_or(Under::Nothing, Under::Results)
                    } else {
                        self.sampling(Question::memory()).map_or(Under::Nothing, Under::MemorySample)
                    }
                }
                Under::MemorySample(sampling) => {
                    self.found.memory_sample = sampling.finish();
                    // There are at least as many outcomes where results count, too.
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

    /// An exploration of results within the budget.
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

    /// How far it has come; `None` where all is done.
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

    /// Reports what has been found out, with at most that many outcomes of each factor and of each sample.
    pub fn finish(self, most_listed: usize) -> OutcomesReport {
        let session = &self.session;
        let scenario = session.scenario.as_ref().expect("nothing is explored where nothing can run");
        let factors = [&self.found.memory, &self.found.results].map(|explored| {
            let factors = explored.iter().flat_map(|explored| &explored.factors);
            let in_full = |factor: &Factor| {
                let explanations = factor.explanations(scenario).unwrap_or_default();
                session.factor(scenario, factor, explanations, most_listed)
            };
            factors.map(in_full).collect()
        });
        session.outcomes_report(&self.found, factors, most_listed)
    }

    /// The results so far.
    pub(super) fn found(&self) -> &Found {
        &self.found
    }

    /// The results, for a report in parts.
    pub(super) fn into_found(self) -> Found {
        self.found
    }
}
