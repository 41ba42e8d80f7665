//! The accesses of an instruction to shared memory. They are not recorded: the instruction is executed again from the nearest
//! keyframe when a caller asks for them.

use super::run::Run;
use super::step::{Recording, StepId};
use crate::base::LaneId;
use crate::semantics::Site;
use crate::trace::{Access, AccessEvent, AccessKind, Target, Visit};
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
        self.each_access(instruction, |StepId { step, lane, pc, .. }, number, kind, access| {
            let site = self.scenario.program[instruction].code.statement(pc).site;
            let executed = executions.entry((lane, site)).or_default();
            *executed += u32::from(number == 0);
            events.push(AccessEvent {
                lane,
                site,
                occurrence: *executed - 1,
                number,
                step,
                kind,
                access: *access,
            });
        });
        events
    }

    /// Returns the places in shared memory that an instruction accesses, in the order of first access. Empty if it never began.
    pub fn targets(&self, instruction: usize) -> &[Target] {
        let Some(targets) = self.targets.get(instruction) else { return &[] };
        targets.get_or_init(|| {
            let mut targets: Vec<Target> = Vec::new();
            let mut known = FxHashMap::default();
            self.each_access(instruction, |StepId { step, lane, .. }, _, _, access| {
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

    /// Executes an instruction again, and passes each of its accesses to shared memory to `each`, with its
    /// number in its step, from 0.
    fn each_access(&self, instruction: usize, mut each: impl FnMut(StepId, u8, AccessKind, &Access)) {
        let steps = self.steps_of(instruction);
        if steps.is_empty() {
            return;
        }
        let mut vm = self.machine(steps.start);
        while vm.steps < steps.end && vm.advance(&self.scenario, Recording::Nothing) {
            for (number, found) in (0..=u8::MAX).zip(&vm.last.accesses) {
                each(vm.last.by, number, found.kind, &found.access);
            }
        }
    }
}
