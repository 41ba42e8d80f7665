//! The reason for the end of a run.

use super::recorder::NoObserver;
use super::run::{STEP_BUDGET, WORK_BUDGET};
use super::scenario::Scenario;
use super::vm::{Halt, Vm};

/// The reason for the end of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program ended.
    End,
    /// The budget of micro-steps or of evaluated expressions was spent.
    Budget,
    /// The caller stopped the run before its end.
    Early,
    /// A lane broke a rule that ends the run: a misaligned access or a trap.
    Fault,
    /// Each remaining lane waits forever: no lane can change what it reads.
    GaveUp,
}

impl Stop {
    /// Returns why a machine that was meant to continue has stopped.
    pub(super) fn from_machine(vm: &Vm, scenario: &Scenario) -> Self {
        match vm.halted {
            Some(Halt::Misaligned(_) | Halt::Trap) => Self::Fault,
            Some(Halt::GaveUp(_)) => Self::GaveUp,
            None if vm.clone().advance(scenario, &mut NoObserver).is_none() => Self::End,
            None if vm.steps >= STEP_BUDGET || vm.work >= WORK_BUDGET => Self::Budget,
            None => Self::Early,
        }
    }
}
