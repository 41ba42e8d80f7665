//! The accesses of an instruction to shared memory. They are not recorded: the instruction is executed again from the nearest
//! keyframe when a caller asks for them.

use super::run::Run;
use super::step::{Recording, StepId, StepOutcome};
use crate::base::LaneId;
use crate::semantics::Site;
use crate::trace::{AccessEvent, Target, Visit};
use rustc_hash::FxHashMap;

impl Run {
    /// Returns all accesses of an instruction to shared memory, in order of execution: those of each lane, and those of
    /// statements outside `foreach_active`. Empty if the instruction never began.
    ///
    /// This executes the instruction again. The result has at most as many elements as the run has expressions, and usually one
    /// or two for each round of a lane's loop.
    pub fn accesses(&self, instruction: usize) -> Vec<AccessEvent> {
        let mut events = Vec::new();
        let mut executions = FxHashMap::<(Option<LaneId>, Site), u32>::default();
        self.each_step(instruction, |outcome| {
            let StepId { step, lane, pc, .. } = outcome.by;
            for (number, found) in (0..=u8::MAX).zip(&outcome.accesses) {
                let site = self.scenario.program[instruction].code.statement(pc).site;
                let executed = executions.entry((lane, site)).or_default();
                *executed += u32::from(number == 0);
                let (occurrence, kind, access) = (*executed - 1, found.kind, found.access);
                events.push(AccessEvent { lane, site, occurrence, number, step, kind, access });
            }
        });
        events
    }

    /// Returns the places in shared memory that an instruction accesses, or would access without a trap, in the order of first
    /// access. Empty if it never began.
    pub fn targets(&self, instruction: usize) -> &[Target] {
        let Some(targets) = self.targets.get(instruction) else { return &[] };
        targets.get_or_init(|| {
            let mut targets: Vec<Target> = Vec::new();
            let mut known = FxHashMap::default();
            self.each_step(instruction, |outcome| {
                let StepId { step, lane, .. } = outcome.by;
                let accesses = outcome.accesses.iter().map(|found| &found.access);
                for access in accesses.chain(&outcome.prevented) {
                    let index = *known.entry(access.place_key()).or_insert(targets.len());
                    if index == targets.len() {
                        targets.push(Target { index, access: *access, visits: Vec::new() });
                    }
                    let visits = &mut targets[index].visits;
                    if visits.iter().all(|visit| visit.lane != lane) {
                        visits.push(Visit { lane, step });
                    }
                }
            });
            targets
        })
    }

    /// Executes an instruction again, and passes the outcome of each of its steps to `each`.
    fn each_step(&self, instruction: usize, mut each: impl FnMut(&StepOutcome)) {
        let steps = self.steps_of(instruction);
        if steps.is_empty() {
            return;
        }
        let mut vm = self.machine(steps.start);
        while vm.steps < steps.end && vm.advance(&self.scenario, Recording::Nothing) {
            each(&vm.last);
        }
    }
}
