//! A finished run, and every question that can be asked of it.

use super::Scenario;
use crate::diag::Diagnostic;
use crate::machine::{Place, State};
use crate::trace::{Frame, Granularity, Mark, MicroStep};
use std::rc::Rc;

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended.
    End,
    /// The budget of micro-steps was spent.
    Budget,
    /// A rule whose breach ends a run was broken.
    Fault,
}

/// A run: steps from 0 to [`Run::len`], states between them.
#[derive(Clone, Debug)]
pub struct Run {
    scenario: Rc<Scenario>,
}

impl Run {
    /// Runs a scenario to its end, or to the end of its budget.
    pub fn new(scenario: Rc<Scenario>) -> Self {
        let _ = scenario;
        todo!()
    }

    /// What was run.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Number of micro-steps.
    pub fn len(&self) -> u32 {
        todo!()
    }

    /// Whether nothing ran.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Why it ended.
    pub fn stop(&self) -> Stop {
        todo!()
    }

    /// What the run found: undefined accesses, accesses outside, and so on.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        todo!()
    }

    /// The micro-step of that position; `None` behind the end.
    pub fn step(&self, index: u32) -> Option<MicroStep> {
        let _ = index;
        todo!()
    }

    /// The picture after that many steps (at most all).
    pub fn frame(&self, cursor: u32) -> Frame {
        let _ = cursor;
        todo!()
    }

    /// The contents of memory after that many steps (at most all).
    pub fn state(&self, cursor: u32) -> State {
        let _ = cursor;
        todo!()
    }

    /// Moments worth a mark, ascending.
    pub fn marks(&self) -> &[Mark] {
        todo!()
    }

    /// The first step of each instruction that began, ascending.
    pub fn instruction_starts(&self) -> &[u32] {
        todo!()
    }

    /// The steps that wrote a byte of that place, ascending.
    pub fn writers(&self, place: Place) -> Vec<u32> {
        let _ = place;
        todo!()
    }

    /// Where the cursor goes from `cursor` by one step of that granularity.
    pub fn seek(&self, cursor: u32, granularity: Granularity, forward: bool) -> u32 {
        let _ = (cursor, granularity, forward);
        todo!()
    }
}
