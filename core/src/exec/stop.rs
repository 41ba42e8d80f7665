//! The limits of a run, and the reason for its end.

use super::scenario::Scenario;
use super::step::Recording;
use super::vm::{Halt, Vm};

/// The maximum number of micro-steps of a run.
pub const STEP_BUDGET: u32 = 1_000_000;

/// The maximum number of expressions that a run evaluates: a few seconds in a browser.
pub(crate) const WORK_BUDGET: u64 = 20_000_000;

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
            None if !vm.clone().advance(scenario, Recording::Nothing) => Self::End,
            None if is_budget_spent(vm) => Self::Budget,
            None => Self::Early,
        }
    }
}

/// Returns whether a machine has executed as many micro-steps, or evaluated as many expressions, as a run may.
pub(super) fn is_budget_spent(vm: &Vm) -> bool {
    vm.steps >= STEP_BUDGET || vm.work >= WORK_BUDGET
}
