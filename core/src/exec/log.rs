//! The log of a run: writes and marks.

use super::memory;
use super::scenario::Scenario;
use super::shadow_memory::Meeting;
use super::step::{StepAccess, StepId, StepOutcome};
use crate::base::{LaneId, LaneMask};
use crate::machine::Place;
use crate::spec::Overlap;
use crate::trace::{AccessKind, Mark, MarkKind};

/// A step that wrote bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoggedWrite {
    pub step: u32,
    /// The lane; `None` for the instruction as a whole.
    pub lane: Option<LaneId>,
    pub place: Place,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub writes: Vec<LoggedWrite>,
    pub marks: Vec<Mark>,
    pub instruction_starts: Vec<u32>,
    /// The lanes that take part in each instruction that began.
    pub enabled: Vec<LaneMask>,
}

impl Log {
    pub fn note_access(&mut self, scenario: &Scenario, by: StepId, found: &StepAccess, meeting: Meeting<'_>) {
        let place = found.access.place;
        if found.kind == AccessKind::Write {
            self.writes.push(LoggedWrite { step: by.step, lane: by.lane, place });
        }
        let overlap = scenario.program[by.instruction as usize].row.overlap;
        if meeting.earlier_write.is_some() && overlap == Overlap::Undefined {
            self.mark(by, MarkKind::UndefinedOverlap, Some(place));
        } else if meeting.is_first {
            self.mark(by, MarkKind::Collision, Some(place));
        }
    }

    /// Records the first step of an instruction, and the lanes that take part.
    pub fn begin_instruction(&mut self, step: u32, enabled: LaneMask) {
        self.instruction_starts.push(step);
        self.enabled.push(enabled);
    }

    /// Records what a step returned, and marks accesses that are out of bounds or misaligned, and undefined bits.
    pub fn note_step(&mut self, step: &StepOutcome) {
        let by = step.by;
        let write = |&(place, _): &(Place, _)| LoggedWrite { step: by.step, lane: by.lane, place };
        self.writes.extend(step.returned.iter().map(write));
        if step.is_reportable {
            for StepAccess { access, .. } in &step.accesses {
                if !access.has_defined_address() {
                    self.mark(by, MarkKind::Undefined, None);
                } else if !access.inside {
                    self.mark(by, MarkKind::OutOfBounds, Some(access.place));
                }
                if memory::is_misaligned(access) {
                    self.mark(by, MarkKind::Misaligned, Some(access.place));
                }
            }
        }
        if step.is_undefined {
            self.mark(by, MarkKind::Undefined, None);
        }
    }

    /// Marks a step, at most once for each kind.
    pub fn mark(&mut self, by: StepId, kind: MarkKind, place: Option<Place>) {
        let same_step = self.marks.iter().rev().take_while(|mark| mark.step == by.step);
        if same_step.clone().all(|mark| mark.kind != kind) {
            self.marks.push(Mark { step: by.step, kind, lane: by.lane, place });
        }
    }
}
