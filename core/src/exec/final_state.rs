//! The final state of a scenario without a log or findings, for sweeps of many thousand runs.

use super::scenario::Scenario;
use super::stop::{STEP_BUDGET, Stop, WORK_BUDGET};
use super::vm::Vm;
use crate::base::Bits;
use crate::machine::{Place, State};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalState {
    /// The contents of memory.
    pub state: State,
    /// Why it ended.
    pub stop: Stop,
}

impl Scenario {
    /// Runs to the end, or to the end of the budget, with other initial contents. Invariants are not checked.
    pub fn final_state(&self, contents: impl IntoIterator<Item = (Place, Bits)>) -> FinalState {
        let mut vm = Vm::new(self);
        for (place, bits) in contents {
            vm.state.write(place, bits);
        }
        vm.run_to(self, STEP_BUDGET, WORK_BUDGET);
        let stop = Stop::from_machine(&vm, self);
        FinalState { state: vm.state, stop }
    }
}
