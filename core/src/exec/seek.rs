//! Where the cursor of a run goes by one step, for each size that a step can have.

use super::Run;
use super::record::{Done, Nobody};
use super::vm::Vm;
use crate::trace::{Granularity, LaneStatus, Phase};

/// With more preparing statements than these in the text of an instruction, most of its micro-steps would be spent there.
const HANDFUL: usize = 5;

impl Run {
    /// How far a step goes where nobody says so: from one thing that happens to memory to the next where an instruction has
    /// more than a handful of statements before, else by one micro-step.
    pub fn usual_granularity(&self) -> Granularity {
        let prepares_much = self.scenario.program.iter().any(|it| it.code.preparing_statements() > HANDFUL);
        if prepares_much { Granularity::Memory } else { Granularity::Phase }
    }

    /// Where the cursor goes from `cursor` by one step of that granularity.
    pub fn seek(&self, cursor: u32, granularity: Granularity, forward: bool) -> u32 {
        let cursor = cursor.min(self.len);
        match (granularity, forward) {
            (Granularity::Phase, true) => (cursor + 1).min(self.len),
            (Granularity::Phase, false) => cursor.saturating_sub(1),
            (Granularity::Memory, true) => self.memory_behind(cursor),
            (Granularity::Memory, false) => self.memory_before(cursor),
            (Granularity::Instruction, true) => {
                let starts = &self.log.instruction_starts;
                starts.iter().copied().find(|&start| start > cursor).unwrap_or(self.len)
            }
            (Granularity::Instruction, false) => {
                let starts = &self.log.instruction_starts;
                starts.iter().rev().copied().find(|&start| start < cursor).unwrap_or(0)
            }
            (Granularity::Lane, true) => self.turn_end(cursor),
            (Granularity::Lane, false) => self.turn_start(cursor),
        }
    }

    /// The cursor behind the next step that has to do with memory, or at the end of the instruction.
    fn memory_behind(&self, cursor: u32) -> u32 {
        let end = self.seek(cursor, Granularity::Instruction, true);
        let mut vm = self.machine(cursor);
        while vm.steps < end {
            match vm.advance(&self.scenario, &mut Nobody) {
                Some(done) if !concerns_memory(&vm, done) => {}
                _ => return vm.steps,
            }
        }
        end
    }

    /// The last cursor before this one that [`Run::memory_behind`] stops at.
    fn memory_before(&self, cursor: u32) -> u32 {
        let start = self.seek(cursor, Granularity::Instruction, false);
        self.looked_back(cursor, start, |from| {
            let mut vm = self.machine(from);
            let mut found = None;
            while vm.steps + 1 < cursor {
                let Some(done) = vm.advance(&self.scenario, &mut Nobody) else { break };
                if concerns_memory(&vm, done) {
                    found = Some(vm.steps);
                }
            }
            found
        })
    }

    /// What is found in a stretch of the run before `cursor`: what is looked for is most often near, so the stretch grows
    /// only until something is found, or `start` reached, which then is the answer.
    fn looked_back(&self, cursor: u32, start: u32, find: impl Fn(u32) -> Option<u32>) -> u32 {
        let mut window = 64;
        loop {
            let from = cursor.saturating_sub(window).max(start);
            match find(from) {
                Some(found) => return found,
                None if from == start => return start,
                None => window *= 8,
            }
        }
    }

    /// The end of the lane's turn, or of the instruction's own steps, that begins or goes on at `cursor`.
    fn turn_end(&self, cursor: u32) -> u32 {
        let mut vm = self.machine(cursor);
        let Some(first) = vm.advance(&self.scenario, &mut Nobody) else { return self.len };
        while vm.steps < self.len {
            let at = vm.steps;
            match vm.advance(&self.scenario, &mut Nobody) {
                Some(step) if step.lane == first.lane && step.instruction == first.instruction => {}
                _ => return at,
            }
        }
        self.len
    }

    /// The start of the turn that the step before `cursor` belongs to.
    fn turn_start(&self, cursor: u32) -> u32 {
        self.looked_back(cursor, 0, |from| {
            let mut vm = self.machine(from);
            let (mut start, mut owner) = (None, None);
            while vm.steps < cursor {
                let at = vm.steps;
                let Some(step) = vm.advance(&self.scenario, &mut Nobody) else { break };
                if owner.is_some_and(|owner| owner != (step.instruction, step.lane)) {
                    start = Some(at);
                }
                owner = Some((step.instruction, step.lane));
            }
            start
        })
    }
}

/// Whether the step that was just done belongs to a lane's way to memory and back: it asks for a place, reads, modifies,
/// writes or returns, or it stops the lane.
fn concerns_memory(vm: &Vm, done: Done) -> bool {
    let Some(lane) = done.lane else { return false };
    let lanes = vm.active.as_ref().map_or(&[][..], |active| &active.lanes);
    let is_stopped =
        || lanes.get(usize::from(lane.0)).is_some_and(|lane| matches!(lane.status, LaneStatus::Trapped(_)));
    match done.phase {
        Phase::Address | Phase::Read | Phase::Modify | Phase::Write | Phase::Return => true,
        Phase::Mask | Phase::Latch | Phase::Compute => is_stopped(),
    }
}
