//! Cursor movement in a run, for each granularity of a step.

use super::run::Run;
use super::step::Recording;
use super::vm::Vm;
use crate::base::LaneId;
use crate::trace::{Granularity, LaneStatus, Phase};

/// The number of preparing statements above which preparation takes most micro-steps of an instruction.
const HANDFUL: usize = 5;

impl Run {
    /// Returns the default granularity: memory accesses if an instruction has more than `HANDFUL` statements that prepare its
    /// access, else micro-steps.
    pub fn usual_granularity(&self) -> Granularity {
        let prepares_much =
            self.scenario.program.iter().any(|bound| bound.code.preparing_statements() > HANDFUL);
        if prepares_much { Granularity::Memory } else { Granularity::Phase }
    }

    /// Returns the cursor one step after `cursor`, or before it if not `forward`.
    pub fn seek(&self, cursor: u32, granularity: Granularity, forward: bool) -> u32 {
        let cursor = cursor.min(self.len);
        match (granularity, forward) {
            (Granularity::Phase, true) => (cursor + 1).min(self.len),
            (Granularity::Phase, false) => cursor.saturating_sub(1),
            (Granularity::Memory, true) => self.memory_after(cursor),
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

    /// Returns the cursor after the next step that concerns memory, or at the end of the instruction.
    fn memory_after(&self, cursor: u32) -> u32 {
        let end = self.seek(cursor, Granularity::Instruction, true);
        let mut vm = self.machine(cursor);
        while vm.steps < end {
            if !vm.advance(&self.scenario, Recording::Nothing) || concerns_memory(&vm) {
                return vm.steps;
            }
        }
        end
    }

    /// Returns the last cursor before this one at which [`Run::memory_after`] stops.
    fn memory_before(&self, cursor: u32) -> u32 {
        let start = self.seek(cursor, Granularity::Instruction, false);
        self.search_backwards(cursor, start, |from| {
            let mut vm = self.machine(from);
            let mut found = None;
            while vm.steps + 1 < cursor && vm.advance(&self.scenario, Recording::Nothing) {
                if concerns_memory(&vm) {
                    found = Some(vm.steps);
                }
            }
            found
        })
    }

    /// Searches backwards from `cursor`. `find` searches from a position up to `cursor`. The result is usually near, so the stretch
    /// starts at 64 steps and grows. Returns `start` if nothing is found.
    fn search_backwards(&self, cursor: u32, start: u32, find: impl Fn(u32) -> Option<u32>) -> u32 {
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

    /// Returns the end of the turn, or of the instruction's own steps, that contains the step at `cursor`.
    fn turn_end(&self, cursor: u32) -> u32 {
        let mut vm = self.machine(cursor);
        if !vm.advance(&self.scenario, Recording::Nothing) {
            return self.len;
        }
        let first = owner(&vm);
        while vm.steps < self.len {
            let at = vm.steps;
            if !vm.advance(&self.scenario, Recording::Nothing) || owner(&vm) != first {
                return at;
            }
        }
        self.len
    }

    /// Returns the start of the turn that contains the step before `cursor`.
    fn turn_start(&self, cursor: u32) -> u32 {
        self.search_backwards(cursor, 0, |from| {
            let mut vm = self.machine(from);
            let (mut start, mut before) = (None, None);
            while vm.steps < cursor {
                let at = vm.steps;
                if !vm.advance(&self.scenario, Recording::Nothing) {
                    break;
                }
                if before.is_some_and(|before| before != owner(&vm)) {
                    start = Some(at);
                }
                before = Some(owner(&vm));
            }
            start
        })
    }
}

/// Returns the instruction and the lane that the last step belongs to.
fn owner(vm: &Vm) -> (u32, Option<LaneId>) {
    (vm.last.by.instruction, vm.last.by.lane)
}

/// Returns whether the last step is part of a lane's access: it computes an address, reads, modifies, writes or returns, or it stops
/// the lane.
fn concerns_memory(vm: &Vm) -> bool {
    let Some(lane) = vm.last.by.lane else { return false };
    let lanes = vm.active.as_ref().map_or(&[][..], |active| &active.lanes);
    let is_stopped =
        || lanes.get(usize::from(lane.0)).is_some_and(|lane| matches!(lane.status, LaneStatus::Trapped(_)));
    match vm.last.phase {
        Phase::Address | Phase::Read | Phase::Modify | Phase::Write | Phase::Return => true,
        Phase::Mask | Phase::Latch | Phase::Compute => is_stopped(),
    }
}
