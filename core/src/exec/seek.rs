//! Cursor movement in a run, for each granularity of a step.

use super::run::Run;
use super::step::{Recording, StepId};
use super::vm::Vm;
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
            (Granularity::Instruction, true) => {
                let starts = &self.log.instruction_starts;
                starts.iter().copied().find(|&start| start > cursor).unwrap_or(self.len)
            }
            (Granularity::Instruction, false) => {
                let starts = &self.log.instruction_starts;
                starts.iter().rev().copied().find(|&start| start < cursor).unwrap_or(0)
            }
            (Granularity::Memory | Granularity::Lane, true) => {
                self.ends_between(cursor, self.len, granularity).next().unwrap_or(self.len)
            }
            (Granularity::Memory | Granularity::Lane, false) => self.last_end_before(cursor, granularity),
        }
    }

    /// Returns the cursors after `from` and before `to` at which a step of this granularity ends: for memory, after each micro-step
    /// that concerns memory and at the start of each instruction; for lanes, where the lane or the instruction changes.
    fn ends_between(&self, from: u32, to: u32, granularity: Granularity) -> impl Iterator<Item = u32> {
        let mut vm = self.machine(from);
        let mut owner = None;
        std::iter::from_fn(move || {
            while vm.steps < to {
                let cursor = vm.steps;
                if !vm.advance(&self.scenario, Recording::Nothing) {
                    break;
                }
                let StepId { instruction, lane, .. } = vm.last.by;
                let earlier = owner.replace((instruction, lane));
                let end = match granularity {
                    Granularity::Lane => (earlier != owner).then_some(cursor),
                    _ if vm.last.phase == Phase::Mask => Some(cursor),
                    _ => concerns_memory(&vm).then_some(vm.steps),
                };
                if end.is_some_and(|end| from < end && end < to) {
                    return end;
                }
            }
            None
        })
    }

    /// Returns the last cursor before `cursor` at which a step of this granularity ends, or 0. It is usually near, so the searched
    /// stretch starts with 64 micro-steps and grows.
    fn last_end_before(&self, cursor: u32, granularity: Granularity) -> u32 {
        let mut window = 64;
        loop {
            let from = cursor.saturating_sub(window);
            match self.ends_between(from, cursor, granularity).last() {
                Some(end) => return end,
                None if from == 0 => return 0,
                None => window *= 8,
            }
        }
    }
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
