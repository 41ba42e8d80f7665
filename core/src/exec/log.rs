//! The log of a run: writes and marks.

use super::memory;
use super::scenario::Scenario;
use super::shadow_memory::ShadowMemory;
use super::step::{StepId, StepOutcome};
use crate::base::{LaneId, LaneMask};
use crate::machine::{Place, SpaceId};
use crate::semantics::inputs;
use crate::spec::Overlap;
use crate::trace::{Access, AccessKind, Effect, Mark, MarkKind, MicroStep, Phase};

/// A step that wrote bytes. It takes 12 bytes, since a run can have a million of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct LoggedWrite {
    pub step: u32,
    byte_offset: u32,
    space: SpaceId,
    size_bytes: u8,
    /// The lane; 255 for the instruction as a whole.
    lane: u8,
}

impl LoggedWrite {
    const NO_LANE: u8 = u8::MAX;

    fn new(by: StepId, place: Place) -> Self {
        Self {
            step: by.step,
            byte_offset: place.byte_offset,
            space: place.space,
            // An element has at most 8 bytes.
            size_bytes: place.size_bytes as u8,
            lane: by.lane.map_or(Self::NO_LANE, |lane| lane.0),
        }
    }

    /// Returns the lane of the step.
    pub fn lane(self) -> Option<LaneId> {
        (self.lane != Self::NO_LANE).then_some(LaneId(self.lane))
    }

    /// Returns the place that was written.
    pub fn place(self) -> Place {
        Place { space: self.space, byte_offset: self.byte_offset, size_bytes: self.size_bytes.into() }
    }
}

/// The log of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
    /// All writes, in order.
    pub writes: Vec<LoggedWrite>,
    pub marks: Vec<Mark>,
    pub instruction_starts: Vec<u32>,
    /// The lanes that take part in each instruction that began.
    pub enabled: Vec<LaneMask>,
    shadow: ShadowMemory,
    /// Whether the current instruction must not write the same bytes twice.
    overlap_is_undefined: bool,
}

impl Log {
    /// Records a step. Returns whether it writes bytes of shared memory that its instruction wrote before.
    pub fn note_step(&mut self, scenario: &Scenario, step: &StepOutcome) -> bool {
        let by = step.by;
        if step.phase == Phase::Mask {
            self.overlap_is_undefined =
                scenario.program[by.instruction as usize].row.overlap == Overlap::Undefined;
            self.instruction_starts.push(by.step);
            self.shadow.begin_instruction();
            let effects = step.record.iter().flat_map(|record| &record.effects);
            self.enabled.extend(effects.filter_map(|effect| match effect {
                Effect::Mask { enabled, .. } => Some(*enabled),
                _ => None,
            }));
        }
        let mut overwrites = false;
        for found in step.accesses.iter().filter(|found| found.takes_effect) {
            let writes = found.kind == AccessKind::Write;
            if writes {
                self.writes.push(LoggedWrite::new(by, found.access.place));
            }
            let meets = self.note_meeting(scenario, by, &found.access, writes);
            overwrites |= writes && meets;
        }
        self.writes.extend(step.returned.iter().map(|(place, _)| LoggedWrite::new(by, *place)));
        if let Some(record) = &step.record {
            self.mark_kinds(scenario, by, record);
        }
        overwrites
    }

    /// Records which lanes meet at the bytes that a lane reads or writes. Returns whether the instruction wrote them before.
    fn note_meeting(&mut self, scenario: &Scenario, by: StepId, access: &Access, writes: bool) -> bool {
        let place = access.place;
        let meeting = self.shadow.note_access(&scenario.layout, by.lane, place, writes);
        if meeting.overwrites && self.overlap_is_undefined {
            self.mark(by, MarkKind::UndefinedOverlap, Some(place));
        } else if meeting.is_first {
            self.mark(by, MarkKind::Collision, Some(place));
        }
        meeting.overwrites
    }

    /// Marks a step that breaks an invariant.
    pub fn mark_breach(&mut self, step: u32, lane: Option<LaneId>) {
        self.marks.push(Mark { step, kind: MarkKind::Invariant, lane, place: None });
    }

    /// Releases unused capacity at the end of the run.
    pub fn finish(&mut self) {
        self.writes.shrink_to_fit();
        self.marks.shrink_to_fit();
    }

    /// Marks a step, at most once for each kind.
    fn mark(&mut self, by: StepId, kind: MarkKind, place: Option<Place>) {
        let same_step = self.marks.iter().rev().take_while(|mark| mark.step == by.step);
        if same_step.clone().all(|mark| mark.kind != kind) {
            self.marks.push(Mark { step: by.step, kind, lane: by.lane, place });
        }
    }

    /// Marks accesses that are out of bounds or misaligned, and undefined bits.
    fn mark_kinds(&mut self, scenario: &Scenario, by: StepId, step: &MicroStep) {
        for access in step.accesses() {
            if !access.has_defined_address() {
                self.mark(by, MarkKind::Undefined, None);
            } else if !access.inside {
                self.mark(by, MarkKind::OutOfBounds, Some(access.place));
            }
            if memory::is_misaligned(access) {
                self.mark(by, MarkKind::Misaligned, Some(access.place));
            }
        }
        let code = &scenario.program[by.instruction as usize].code;
        let reads_undefined =
            inputs(&code.exprs, &step.values).any(|(input, value)| !value.is_defined(input.ty.width_bits()));
        let finds_undefined = step.effects.iter().any(|effect| match effect {
            Effect::Read { access, value } => !value.is_defined(access.ty.width_bits()),
            Effect::Decide { defined, .. } => !defined,
            Effect::Mask { undefined, .. } => undefined.count() > 0,
            _ => false,
        });
        if reads_undefined || finds_undefined {
            self.mark(by, MarkKind::Undefined, None);
        }
    }
}
