//! Explores all orders of a scenario, part by part: explorations and samples, one after the other.

use super::job::{Job, Part, Progress, SLICE};
use crate::base::Schedule;
use crate::check::Expected;
use crate::exec::Scenario;
use crate::explore::{Exploration, Explored, Question, Sample, Sampling, Watched, Watching, Witness};
use crate::session::text::{OrderReport, Session};
use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The budget of an exploration, and of the samples that are drawn if it is exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// The maximum number of states for the contents of the surfaces. A state has at most 128 bytes.
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

    /// Returns a number of micro-steps in proportion to the states, given that of the default budget.
    pub(in crate::session) fn steps(self, by_default: u64) -> u64 {
        by_default.saturating_mul(self.memory_states as u64) / Self::default().memory_states as u64
    }
}

/// The maximum number of orders that are drawn to check the invariants.
const MOST_WATCHED: u64 = 1000;

/// The knowledge of all orders that is wanted. Knowledge of memory is always part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WantedParts {
    /// The outcomes of memory with all variables and predicates.
    pub results: bool,
    /// The outcomes of `results`, merged if they become equal when interchangeable lanes swap their results.
    pub renamed: bool,
    /// The orders that break each invariant.
    pub invariants: bool,
}

impl WantedParts {
    /// All that a report has.
    pub const ALL: Self = Self { results: true, renamed: true, invariants: true };

    /// Returns what the `.expect` lines need; `None` if none of them needs an exploration.
    pub fn of_lines(expected: &[Expected]) -> Option<Self> {
        let mut wants = None;
        for line in expected {
            let of_line = match line {
                Expected::Outcomes { results, .. } => Self { results: *results, ..Self::default() },
                Expected::OrderIndependent { .. } => Self { results: true, ..Self::default() },
                Expected::Invariant { .. } => Self { invariants: true, ..Self::default() },
                _ => continue,
            };
            let before: &mut Self = wants.get_or_insert_default();
            before.results |= of_line.results;
            before.invariants |= of_line.invariants;
        }
        wants
    }
}

/// The knowledge of all orders of a scenario, by part. A part that exceeded its budget is `None`.
#[derive(Debug, Default)]
pub(in crate::session) struct Found {
    pub memory: Option<Explored>,
    pub memory_sample: Option<Sample>,
    pub results: Option<Explored>,
    /// `None` also if no lanes are interchangeable.
    pub renamed: Option<Explored>,
    pub results_sample: Option<Sample>,
    /// The orders that break each invariant, by its index.
    pub watched: Vec<Watched>,
    /// The last part that is over.
    last: Option<Part>,
}

impl Found {
    /// Returns the known numbers of outcomes of memory and of results.
    pub fn counts(&self) -> [OutcomeCount; 2] {
        [
            OutcomeCount::new(self.memory.as_ref(), self.memory_sample.as_ref()),
            OutcomeCount::new(self.results.as_ref().or(self.renamed.as_ref()), self.results_sample.as_ref()),
        ]
    }

    /// Returns the part to explore next; `None` if all that is wanted is known.
    fn next_part(&self, wants: WantedParts) -> Option<Part> {
        let is_one = |results: &Explored| results.outcomes() == BigUint::from(1u32);
        let known = PartFacts {
            memory: self.memory.is_some(),
            results: self.results.is_some(),
            one_result: self.results.as_ref().is_some_and(is_one),
            renamed: self.renamed.is_some(),
        };
        let is_next = |part: &Part| self.last.is_none_or(|last| *part > last);
        PARTS.into_iter().find(|part| is_next(part) && known.leads_to(*part, wants))
    }
}

/// The facts about earlier parts that decide which parts follow.
#[derive(Clone, Copy, Debug, Default)]
struct PartFacts {
    memory: bool,
    results: bool,
    /// Whether there is one outcome of results, so that no swap of results can merge any.
    one_result: bool,
    renamed: bool,
}

impl PartFacts {
    /// Returns whether a part is explored after the parts before it. Results include memory, so they are not explored
    /// if memory exceeded its budget.
    fn leads_to(self, part: Part, wants: WantedParts) -> bool {
        match part {
            Part::Memory => true,
            Part::MemorySample => !self.memory,
            Part::Results => wants.results && self.memory,
            // If results exceeded their budget, the renamed ones have their number.
            Part::Renamed if self.results => wants.renamed && !self.one_result,
            Part::Renamed => wants.results && self.memory,
            Part::ResultsSample => wants.results && !self.results && !self.renamed,
            Part::Invariants => wants.invariants,
            Part::Claim | Part::Reasons | Part::Sweep => false,
        }
    }
}

/// The parts of an exploration, in their order.
const PARTS: [Part; 6] =
    [Part::Memory, Part::MemorySample, Part::Results, Part::Renamed, Part::ResultsSample, Part::Invariants];

/// The known number of outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) enum OutcomeCount {
    /// The exact number, if all orders were explored.
    Exactly(BigUint),
    /// The number in a sample of orders. There may be more.
    AtLeast(usize),
}

impl OutcomeCount {
    fn new(explored: Option<&Explored>, sample: Option<&Sample>) -> Self {
        match explored {
            Some(explored) => Self::Exactly(explored.outcomes()),
            None => Self::AtLeast(sample.map_or(0, |sample| sample.found)),
        }
    }
}

/// An exploration of all orders of a scenario, part by part.
#[derive(Debug)]
pub(in crate::session) struct Exploring {
    session: Session,
    budget: Budget,
    wants: WantedParts,
    found: Found,
    /// The current part; `None` if all are over.
    current: Option<(Part, PartWork)>,
}

/// The work of a part.
#[derive(Debug)]
enum PartWork {
    Exploring(Box<Exploration>),
    Drawing(Box<Sampling>),
    Watching(Box<Watching>),
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
        let order = |(instruction, turns): (usize, Vec<Vec<u8>>)| OrderReport {
            instruction,
            line: self.line(scenario.program[instruction].span),
            order: Schedule::from_lists(turns.clone()).to_string(),
            turns,
        };
        witness.turns().into_iter().map(order).collect()
    }
}

impl Exploring {
    /// Begins an exploration.
    pub(super) fn new(session: &Session, budget: Budget, wants: WantedParts) -> Self {
        let session = session.clone();
        let mut exploring = Self { session, budget, wants, found: Found::default(), current: None };
        exploring.begin_next();
        exploring
    }

    /// Returns an exploration that is over.
    pub(super) fn over(session: &Session, budget: Budget, found: Found) -> Self {
        Self { session: session.clone(), budget, wants: WantedParts::ALL, found, current: None }
    }

    /// Begins the next part that has any work. Samples without orders and invariants of a scenario without any have
    /// none.
    fn begin_next(&mut self) {
        self.current = None;
        while let Some(part) = self.found.next_part(self.wants).filter(|_| self.current.is_none()) {
            self.current = self.work(part).map(|work| (part, work));
            if self.current.is_none() {
                self.found.last = Some(part);
            }
        }
    }

    /// Returns the work of a part; `None` if there is none.
    fn work(&self, part: Part) -> Option<PartWork> {
        let Budget { memory_states, results_states, drawn, seed } = self.budget;
        let scenario = self.session.scenario.as_ref()?;
        let explore = |question: Question, most_states: usize| {
            let exploration = self.session.explore(Question { most_states, ..question })?;
            Some(PartWork::Exploring(Box::new(exploration)))
        };
        let draw = |question: Question| {
            let sampling = || Box::new(Sampling::new(Rc::clone(scenario), question, seed, drawn));
            (drawn > 0).then(|| PartWork::Drawing(sampling()))
        };
        match part {
            Part::Memory => explore(Question::memory(), memory_states),
            Part::MemorySample => draw(Question::memory()),
            Part::Results => explore(Question::results(), results_states),
            Part::Renamed => explore(Question::renamed(), results_states),
            Part::ResultsSample => draw(Question::results()),
            Part::Invariants => {
                let watching = Watching::new(scenario, memory_states, drawn.min(MOST_WATCHED))?;
                Some(PartWork::Watching(Box::new(watching)))
            }
            Part::Claim | Part::Reasons | Part::Sweep => None,
        }
    }

    /// Ends the exploration. The orders that have been drawn so far are a sample.
    pub(super) fn end_early(&mut self) {
        if let Some((part, work @ PartWork::Drawing(_))) = self.current.take() {
            self.add(part, work);
        }
    }

    /// Adds the result of a part.
    fn add(&mut self, part: Part, work: PartWork) {
        let found = &mut self.found;
        found.last = Some(part);
        match (part, work) {
            (Part::Memory, PartWork::Exploring(exploration)) => found.memory = exploration.finish(),
            (Part::Results, PartWork::Exploring(exploration)) => found.results = exploration.finish(),
            (_, PartWork::Exploring(exploration)) => {
                let is_renamed =
                    |found: &Explored| found.meetings.iter().any(|meeting| !meeting.renamed.is_empty());
                found.renamed = exploration.finish().filter(is_renamed);
            }
            (Part::MemorySample, PartWork::Drawing(sampling)) => found.memory_sample = sampling.finish(),
            (_, PartWork::Drawing(sampling)) => found.results_sample = sampling.finish(),
            (_, PartWork::Watching(watching)) => found.watched = watching.finish(),
        }
    }

    /// Returns what is known so far.
    pub(super) fn found(&self) -> &Found {
        &self.found
    }
}

impl Job for Exploring {
    type Answer = Found;

    fn advance(&mut self, states: usize) -> bool {
        let is_part_over = match &mut self.current {
            Some((_, PartWork::Exploring(exploration))) => exploration.advance(states),
            Some((_, PartWork::Drawing(sampling))) => sampling.advance(states),
            Some((_, PartWork::Watching(watching))) => watching.advance(states),
            None => return true,
        };
        if is_part_over && let Some((part, work)) = self.current.take() {
            self.add(part, work);
            self.begin_next();
        }
        self.current.is_none()
    }

    fn progress(&self) -> Progress {
        let Some((part, work)) = &self.current else { return Progress::REASONS };
        let most_states = match part {
            Part::Results | Part::Renamed => self.budget.results_states,
            _ => self.budget.memory_states,
        };
        let (done, most) = match work {
            PartWork::Exploring(exploration) => (exploration.states() as u64, most_states as u64),
            PartWork::Drawing(sampling) => (sampling.drawn(), self.budget.drawn),
            PartWork::Watching(watching) => (watching.states() as u64, most_states as u64),
        };
        Progress { part: *part, done, most }
    }

    fn finish(self) -> Found {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row: what is wanted, what the parts find, and the parts that follow memory.
    #[test]
    fn each_part_follows_from_those_before() {
        use Part::{Invariants, MemorySample, Renamed, Results, ResultsSample};
        let memory = WantedParts::default();
        let results = WantedParts { results: true, ..memory };
        let found = |memory, results, renamed| PartFacts { memory, results, renamed, ..PartFacts::default() };
        let one_result = PartFacts { one_result: true, ..found(true, true, false) };
        let rows: [(WantedParts, PartFacts, &[Part]); 10] = [
            (memory, found(true, false, false), &[]),
            (memory, found(false, false, false), &[MemorySample]),
            (results, found(true, true, false), &[Results]),
            (results, found(true, false, true), &[Results, Renamed]),
            (results, found(true, false, false), &[Results, Renamed, ResultsSample]),
            (results, found(false, false, false), &[MemorySample, ResultsSample]),
            (WantedParts::ALL, one_result, &[Results, Invariants]),
            (WantedParts::ALL, found(true, true, true), &[Results, Renamed, Invariants]),
            (WantedParts::ALL, found(true, true, false), &[Results, Renamed, Invariants]),
            (WantedParts::ALL, found(false, false, false), &[MemorySample, ResultsSample, Invariants]),
        ];
        for (wants, found, expected) in rows {
            // While a part is explored, it and those after it are unknown.
            let before = |part: Part| PartFacts {
                results: found.results && part > Results,
                renamed: found.renamed && part > Renamed,
                ..found
            };
            let parts = PARTS.into_iter().skip(1).filter(|part| before(*part).leads_to(*part, wants));
            assert_eq!(parts.collect::<Vec<_>>(), expected, "{wants:?} {found:?}");
        }
    }
}
