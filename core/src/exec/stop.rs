//! The end of a run: its limits, the reason, the errors that end it, and the final state.

use super::rules;
use super::scenario::Scenario;
use super::step::Recording;
use super::vm::{Halt, Vm};
use crate::base::{Bits, LaneMask, Rule};
use crate::machine::{Place, State};
use crate::semantics::TrapReason;
use crate::trace::LaneStatus;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The maximum number of micro-steps of a run.
pub const STEP_BUDGET: u32 = 1_000_000;

/// The maximum number of expressions that a run evaluates: a few seconds in a browser.
pub(crate) const WORK_BUDGET: u64 = 20_000_000;

/// The number of expressions whose evaluation costs as much as one micro-step.
const EXPRESSIONS_PER_STEP: u64 = WORK_BUDGET / STEP_BUDGET as u64;

/// Returns the cost of what a machine has done so far, in micro-steps.
pub(super) fn cost_in_steps(vm: &Vm) -> u64 {
    u64::from(vm.steps) + vm.work / EXPRESSIONS_PER_STEP
}

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
    /// Returns whether the run was cut off, so that its real end is not known.
    pub fn is_cut_off(self) -> bool {
        matches!(self, Self::Budget | Self::Early)
    }

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

/// Returns the code of a finding in this version. Earlier versions had a code of its own for a trap at a misaligned access.
pub(crate) fn current_code(code: &str) -> &str {
    if code == "run-trap-misaligned" { rules::MISALIGNED.code } else { code }
}

/// An error that ends a run before its program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RunError {
    /// A misaligned access, if the interpretation makes that an error.
    Misaligned,
    /// A lane stopped at a trap.
    Trap(TrapReason),
    /// Lanes wait forever: no remaining lane can change what they read.
    GaveUp,
}

impl From<TrapReason> for RunError {
    /// A misaligned access is one error, whether a text checks it or the access itself fails.
    fn from(reason: TrapReason) -> Self {
        if reason == TrapReason::Misaligned { Self::Misaligned } else { Self::Trap(reason) }
    }
}

impl RunError {
    /// Every error.
    pub const ALL: [Self; 6] = [
        Self::Misaligned,
        Self::Trap(TrapReason::Outside),
        Self::Trap(TrapReason::HeaderType),
        Self::Trap(TrapReason::TexelSize),
        Self::Trap(TrapReason::NoSurface),
        Self::GaveUp,
    ];

    /// Returns the error with that diagnostic code; `None` if no run ends with it.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|error| error.code() == current_code(code))
    }

    /// Returns the code of its diagnostic.
    pub fn code(self) -> &'static str {
        self.rule().code
    }

    pub(super) fn rule(self) -> &'static Rule {
        match self {
            Self::Misaligned | Self::Trap(TrapReason::Misaligned) => &rules::MISALIGNED,
            Self::Trap(TrapReason::Outside) => &rules::TRAP_OUTSIDE,
            Self::Trap(TrapReason::HeaderType) => &rules::TRAP_HEADER,
            Self::Trap(TrapReason::TexelSize) => &rules::TRAP_SIZE,
            Self::Trap(TrapReason::NoSurface) => &rules::TRAP_NO_SURFACE,
            Self::GaveUp => &rules::GAVE_UP,
        }
    }
}

impl Vm {
    /// Returns the errors that have stopped the machine, each with its lanes. Lanes may have trapped before another error.
    pub fn errors(&self) -> SmallVec<[(RunError, LaneMask); 1]> {
        let ends_at_once = match self.halted {
            None => return SmallVec::new(),
            Some(Halt::Misaligned(lanes)) => Some((RunError::Misaligned, lanes)),
            Some(Halt::GaveUp(lanes)) => Some((RunError::GaveUp, lanes)),
            Some(Halt::Trap) => None,
        };
        let trapped = |reason: TrapReason| -> LaneMask {
            let lanes = self.active.iter().flat_map(|active| active.lanes.iter().enumerate());
            let trapped = lanes.filter(|(_, lane)| lane.status == LaneStatus::Trapped(reason));
            trapped.fold(LaneMask::default(), |mask, (at, _)| mask.with(at, true))
        };
        let mut errors: SmallVec<[(RunError, LaneMask); 1]> = ends_at_once.into_iter().collect();
        for reason in TrapReason::ALL {
            let (error, lanes) = (RunError::from(reason), trapped(reason));
            match errors.iter_mut().find(|(known, _)| *known == error) {
                Some((_, known)) => known.0 |= lanes.0,
                None if lanes.count() > 0 => errors.push((error, lanes)),
                None => {}
            }
        }
        errors
    }
}

/// The final state of a run without a log or findings, for sweeps of many thousand runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalState {
    /// The contents of memory.
    pub state: State,
    /// Why it ended.
    pub stop: Stop,
    /// The errors that ended it.
    pub errors: BTreeSet<RunError>,
}

impl Scenario {
    /// Runs to the end, or to the end of the budget, with other initial contents. Invariants are not checked. Also returns the cost
    /// in micro-steps.
    pub fn final_state(&self, contents: impl IntoIterator<Item = (Place, Bits)>) -> (FinalState, u64) {
        let mut vm = Vm::new(self);
        for (place, bits) in contents {
            vm.state.write(place, bits);
        }
        vm.run_to(self, STEP_BUDGET, WORK_BUDGET);
        let stop = Stop::from_machine(&vm, self);
        let (errors, cost) = (vm.errors().into_iter().map(|(error, _)| error).collect(), cost_in_steps(&vm));
        (FinalState { state: vm.state, stop, errors }, cost)
    }
}

#[cfg(test)]
mod tests {
    use super::RunError;
    use crate::test;

    #[test]
    fn an_error_has_its_code_and_a_former_one() {
        for error in RunError::ALL {
            assert_eq!(RunError::from_code(error.code()), Some(error));
        }
        assert_eq!(RunError::from_code("run-trap-misaligned"), Some(RunError::Misaligned));
        assert_eq!(RunError::from_code("run-out-of-bounds"), None);
    }
}
