//! Explores all orders of a scenario, part by part: explorations and samples, one after the other.

use super::job::{Job, Part, Progress, SLICE};
use crate::check::{Claim, ClaimKind};
use crate::exec::Scenario;
use crate::explore::{Exploration, Explored, Question, Sample, Sampling, Watched, Watching, Witness};
use crate::session::text::{OrderReport, Session};
use crate::syntax::OutcomeContents;
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
    pub fn of_lines(claims: &[Claim]) -> Option<Self> {
        let any = |is_one: fn(&ClaimKind) -> bool| claims.iter().any(|line| is_one(&line.kind));
        let memory =
            any(|claim| matches!(claim, ClaimKind::Outcomes { contents: OutcomeContents::Memory, .. }));
        let results = any(|claim| {
            matches!(
                claim,
                ClaimKind::Outcomes { contents: OutcomeContents::Results, .. } | ClaimKind::OrderIndependent
            )
        });
        let invariants = any(|claim| matches!(claim, ClaimKind::Invariant(_)));
        (memory || results || invariants).then_some(Self { results, renamed: false, invariants })
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
}

impl Found {
    /// Returns the known numbers of outcomes of memory and of results.
    pub fn counts(&self) -> [OutcomeCount; 2] {
        [
            OutcomeCount::new(self.memory.as_ref(), self.memory_sample.as_ref()),
            OutcomeCount::new(self.results.as_ref().or(self.renamed.as_ref()), self.results_sample.as_ref()),
        ]
    }
}

const PARTS: [Part; 6] =
    [Part::Memory, Part::MemorySample, Part::Results, Part::Renamed, Part::ResultsSample, Part::Invariants];

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

#[derive(Debug)]
pub(in crate::session) struct Exploring {
    session: Session,
    budget: Budget,
    wants: WantedParts,
    pub(super) found: Found,
    /// The current part; `None` if all are over.
    current: Option<(Part, PartWork)>,
}

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
        let order = |(instruction, turns): (usize, Vec<Vec<u8>>)| {
            self.order_report(instruction, scenario.program[instruction].span, turns)
        };
        witness.turns().into_iter().map(order).collect()
    }
}

impl Exploring {
    pub(super) fn new(session: &Session, budget: Budget, wants: WantedParts) -> Self {
        let session = session.clone();
        let mut exploring = Self { session, budget, wants, found: Found::default(), current: None };
        exploring.begin_after(None);
        exploring
    }

    pub(super) fn over(session: &Session, budget: Budget, found: Found) -> Self {
        Self { session: session.clone(), budget, wants: WantedParts::ALL, found, current: None }
    }

    /// Begins the first part after `last` that has any work.
    fn begin_after(&mut self, last: Option<Part>) {
        let mut parts = PARTS.into_iter().filter(|part| last.is_none_or(|last| *part > last));
        self.current = parts.find_map(|part| Some((part, self.work(part)?)));
    }

    /// Returns the work of a part; `None` if there is none. The parts before it decide whether it is needed.
    fn work(&self, part: Part) -> Option<PartWork> {
        let Budget { memory_states, results_states, drawn, seed } = self.budget;
        let (wants, found, scenario) = (self.wants, &self.found, self.session.scenario.as_ref()?);
        let explore = |question: Question, most_states: usize| {
            let exploration = self.session.explore(Question { most_states, ..question })?;
            Some(PartWork::Exploring(Box::new(exploration)))
        };
        let draw = |question: Question| {
            let sampling = || Box::new(Sampling::new(Rc::clone(scenario), question, seed, drawn));
            (drawn > 0).then(|| PartWork::Drawing(sampling()))
        };
        // Results include memory, so they are not explored if memory exceeded its budget.
        let can_have_results = wants.results && found.memory.is_some();
        match part {
            Part::Memory => explore(Question::memory(), memory_states),
            Part::MemorySample if found.memory.is_none() => draw(Question::memory()),
            Part::Results if can_have_results => explore(Question::results(), results_states),
            Part::Renamed => {
                let is_needed = match &found.results {
                    // No swap of results can merge a single outcome.
                    Some(results) => wants.renamed && results.outcomes() != BigUint::from(1u32),
                    // The renamed results have the number of those that exceeded their budget.
                    None => can_have_results,
                };
                if is_needed { explore(Question::renamed(), results_states) } else { None }
            }
            Part::ResultsSample if wants.results && found.results.is_none() && found.renamed.is_none() => {
                draw(Question::results())
            }
            Part::Invariants if wants.invariants => {
                let watching = Watching::new(scenario, memory_states, drawn.min(MOST_WATCHED))?;
                Some(PartWork::Watching(Box::new(watching)))
            }
            _ => None,
        }
    }

    /// Ends the exploration. The orders that have been drawn so far are a sample.
    pub(super) fn end_early(&mut self) {
        if let Some((part, work @ PartWork::Drawing(_))) = self.current.take() {
            self.add(part, work);
        }
    }

    fn add(&mut self, part: Part, work: PartWork) {
        let found = &mut self.found;
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
            self.begin_after(Some(part));
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

    /// Four lanes draw tickets: 24 outcomes of results, and one if they may swap their results.
    const TICKETS: &str = "\
.lanes 4
.decl OFF v_type=G type=ud num_elts=8
.set OFF = [0; 8]
.decl OLD v_type=G type=ud num_elts=8
.decl BUF v_type=T num_elts=1
.surface BUF buffer ud = 10
.invariant small: BUF[0] <= 14
dword_atomic.inc (M1, 4) BUF OFF.0 V0.0 V0.0 OLD.0
";

    /// Each row: what is wanted, the budgets of memory and of results, and the parts that follow memory.
    #[test]
    fn each_part_follows_from_those_before() {
        use Part::{Invariants, MemorySample, Renamed, Results, ResultsSample};
        const ENOUGH: usize = 10_000;
        let memory = WantedParts::default();
        let results = WantedParts { results: true, ..memory };
        let one = TICKETS.replace(".lanes 4", ".lanes 4 active=0b1");
        let rows: [(&str, WantedParts, [usize; 2], &[Part]); 10] = [
            (TICKETS, memory, [ENOUGH, 1], &[]),
            (TICKETS, memory, [1, 1], &[MemorySample]),
            (TICKETS, results, [ENOUGH, ENOUGH], &[Results]),
            (TICKETS, results, [ENOUGH, 40], &[Results, Renamed]),
            (TICKETS, results, [ENOUGH, 1], &[Results, Renamed, ResultsSample]),
            (TICKETS, results, [1, ENOUGH], &[MemorySample, ResultsSample]),
            (&one, WantedParts::ALL, [ENOUGH, ENOUGH], &[Results, Invariants]),
            (TICKETS, WantedParts::ALL, [ENOUGH, ENOUGH], &[Results, Renamed, Invariants]),
            (TICKETS, WantedParts::ALL, [ENOUGH, 1], &[Results, Renamed, ResultsSample, Invariants]),
            (TICKETS, WantedParts::ALL, [1, 1], &[MemorySample, ResultsSample, Invariants]),
        ];
        for (text, wants, [memory_states, results_states], expected) in rows {
            let budget = Budget { memory_states, results_states, drawn: 10, seed: 1 };
            let mut exploring = Exploring::new(&Session::open(text), budget, wants);
            let mut parts = vec![exploring.progress().part];
            while !exploring.advance(1) {
                parts.push(exploring.progress().part);
            }
            parts.dedup();
            assert_eq!(parts[1..], *expected, "{wants:?} {budget:?}");
        }
    }
}
