//! What a scenario comes to, without a run that could be asked how: for whoever runs it many thousand times.

use super::Scenario;
use super::record::Nobody;
use super::run::{STEP_BUDGET, Stop, WORK_BUDGET};
use super::vm::Vm;
use crate::base::Bits;
use crate::machine::{Place, State};

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The contents of memory.
    pub state: State,
    /// Why it ended.
    pub stop: Stop,
}

impl Scenario {
    /// Runs with other contents at the start, to the end or to that of the budget. Nobody looks at invariants.
    pub fn ending(&self, contents: impl IntoIterator<Item = (Place, Bits)>) -> Ending {
        let mut vm = Vm::new(self);
        for (place, bits) in contents {
            vm.state.write(place, bits);
        }
        vm.go(self, STEP_BUDGET, WORK_BUDGET, &mut Nobody);
        let stop = Stop::of(&vm, self);
        Ending { state: vm.state, stop }
    }
}
