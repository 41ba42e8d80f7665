//! The accesses of an instruction to shared memory. They are not recorded: the instruction is executed again from the nearest
//! keyframe when a caller asks for them.

use super::run::Run;
use super::step::{Recording, StepId};
use crate::base::LaneId;
use crate::semantics::Site;
use crate::trace::{Access, AccessEvent, AccessKind, Target, Visit};
use rustc_hash::FxHashMap;

/// The last execution of a statement by a thread, and how many accesses it has made so far.
struct Execution {
    step: u32,
    occurrence: u32,
    accesses: u8,
}

impl Run {
    /// Returns all accesses of an instruction to shared memory, in order of execution: those of each lane, and those of
    /// statements outside `foreach_active`. Empty if the instruction never began.
    ///
    /// This executes the instruction again. The result has at most as many elements as the run has expressions, and usually one
    /// or two for each round of a lane's loop.
    pub fn accesses(&self, instruction: usize) -> Vec<AccessEvent> {
        let mut events = Vec::new();
        let mut executions = FxHashMap::<(Option<LaneId>, Site), Execution>::default();
        self.each_access(instruction, |StepId { step, lane, pc, .. }, kind, access| {
            let site = self.scenario.program[instruction].code.statement(pc).site;
            let first = || Execution { step, occurrence: 0, accesses: 0 };
            let execution = executions.entry((lane, site)).or_insert_with(first);
            if execution.step != step {
                *execution = Execution { step, occurrence: execution.occurrence + 1, accesses: 0 };
            }
            let (occurrence, number) = (execution.occurrence, execution.accesses);
            execution.accesses = number.saturating_add(1);
            events.push(AccessEvent { lane, site, occurrence, number, step, kind, access: *access });
        });
        events
    }

    /// Returns the places in shared memory that an instruction accesses, in the order of first access. Empty if it never began.
    pub fn targets(&self, instruction: usize) -> &[Target] {
        let Some(targets) = self.targets.get(instruction) else { return &[] };
        targets.get_or_init(|| {
            let mut targets: Vec<Target> = Vec::new();
            let mut known = FxHashMap::default();
            self.each_access(instruction, |StepId { step, lane, .. }, _, access| {
                let index = *known.entry(access.place_key()).or_insert(targets.len());
                if index == targets.len() {
                    targets.push(Target { index, access: *access, visits: Vec::new() });
                }
                let visits = &mut targets[index].visits;
                if visits.iter().all(|visit| visit.lane != lane) {
                    visits.push(Visit { lane, step });
                }
            });
            targets
        })
    }

    /// Executes an instruction again, and passes each of its accesses to shared memory to `each`.
    fn each_access(&self, instruction: usize, mut each: impl FnMut(StepId, AccessKind, &Access)) {
        let steps = self.steps_of(instruction);
        if steps.is_empty() {
            return;
        }
        let mut vm = self.machine(steps.start);
        while vm.steps < steps.end && vm.advance(&self.scenario, Recording::Nothing) {
            for found in &vm.last.accesses {
                each(vm.last.by, found.kind, &found.access);
            }
        }
    }
}
