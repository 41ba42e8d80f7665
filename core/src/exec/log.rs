//! What is kept of each step beside the keyframes: who touched which bytes when, and the moments worth a mark.

use super::{Scenario, memory};
use crate::base::{LaneId, LaneMask};
use crate::machine::{Place, SpaceId};
use crate::spec::Overlap;
use crate::trace::{Effect, Mark, MarkKind, MicroStep, Phase};
use std::collections::HashMap;

/// How an entry of the log touched its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touch {
    /// Shared memory was read.
    Read,
    /// Shared memory was written.
    Write,
    /// A destination was written.
    Return,
}

/// A step that touched bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub step: u32,
    pub instruction: u32,
    pub lane: Option<LaneId>,
    pub place: Place,
    pub touch: Touch,
}

/// Lanes that have been at a byte during the instruction under way.
#[derive(Clone, Copy, Debug, Default)]
struct Visitors {
    readers: LaneMask,
    writers: LaneMask,
    /// Lanes whose meeting with others here has been marked.
    marked: LaneMask,
}

/// The log of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    pub entries: Vec<Entry>,
    pub marks: Vec<Mark>,
    pub instruction_starts: Vec<u32>,
    visitors: HashMap<(SpaceId, u32), Visitors>,
    /// Whether the instruction under way must not write the same bytes twice.
    overlap_is_undefined: bool,
}

impl Log {
    /// Notes a step.
    pub fn note(&mut self, scenario: &Scenario, step: &MicroStep) {
        let row = scenario.program[step.instruction as usize].row;
        self.overlap_is_undefined = row.overlap == Overlap::Undefined;
        if step.phase == Phase::Mask {
            self.instruction_starts.push(step.index);
            self.visitors.clear();
        }
        for effect in &step.effects {
            match effect {
                Effect::Read { access, .. } if access.inside => self.touch(step, access.place, Touch::Read),
                Effect::Write { access, dropped: false, .. } => self.touch(step, access.place, Touch::Write),
                Effect::Return { place: Some(place), .. } => self.touch(step, *place, Touch::Return),
                _ => {}
            }
        }
        self.mark_kinds(step);
    }

    fn touch(&mut self, step: &MicroStep, place: Place, touch: Touch) {
        let Some(lane) = step.lane.filter(|_| touch != Touch::Return) else {
            return self.entry(step, place, touch);
        };
        let (mut meets, mut overwrites) = (false, false);
        for byte in place.byte_offset..place.byte_offset.saturating_add(place.size_bytes) {
            let visitors = self.visitors.entry((place.space, byte)).or_default();
            overwrites |= touch == Touch::Write && visitors.writers.count() > 0;
            let others = |mask: LaneMask| mask.with(lane.index(), false).count() > 0;
            let meets_here = others(visitors.writers) || touch == Touch::Write && others(visitors.readers);
            if meets_here && !visitors.marked.contains(lane.index()) {
                visitors.marked = visitors.marked.with(lane.index(), true);
                meets = true;
            }
            match touch {
                Touch::Write => visitors.writers = visitors.writers.with(lane.index(), true),
                _ => visitors.readers = visitors.readers.with(lane.index(), true),
            }
        }
        if overwrites && self.overlap_is_undefined {
            self.mark(step, MarkKind::UndefinedOverlap, Some(place));
        } else if meets {
            self.mark(step, MarkKind::Collision, Some(place));
        }
        self.entry(step, place, touch);
    }

    fn entry(&mut self, step: &MicroStep, place: Place, touch: Touch) {
        let entry = Entry { step: step.index, instruction: step.instruction, lane: step.lane, place, touch };
        self.entries.push(entry);
    }

    fn mark(&mut self, step: &MicroStep, kind: MarkKind, place: Option<Place>) {
        let is_known =
            self.marks.iter().rev().take_while(|mark| mark.step == step.index).any(|mark| mark.kind == kind);
        if !is_known {
            self.marks.push(Mark { step: step.index, kind, lane: step.lane, place });
        }
    }

    /// Out of bounds, misaligned, undefined.
    fn mark_kinds(&mut self, step: &MicroStep) {
        for access in step.accesses() {
            if !access.address.is_defined(32) {
                self.mark(step, MarkKind::Undefined, None);
            } else if !access.inside {
                self.mark(step, MarkKind::OutOfBounds, Some(access.place));
            }
            if memory::is_misaligned(access) {
                self.mark(step, MarkKind::Misaligned, Some(access.place));
            }
        }
        let reads_undefined = step.inputs.iter().any(|input| !input.value.is_defined(input.ty.width_bits()));
        let finds_undefined = step.effects.iter().any(|effect| match effect {
            Effect::Read { access, value } => !value.is_defined(access.ty.width_bits()),
            Effect::Decide { defined, .. } => !defined,
            Effect::Mask { undefined, .. } => undefined.count() > 0,
            _ => false,
        });
        if reads_undefined || finds_undefined {
            self.mark(step, MarkKind::Undefined, None);
        }
    }
}
