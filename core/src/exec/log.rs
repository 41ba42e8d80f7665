//! What is kept of each step beside the keyframes: who touched which bytes when, and the moments worth a mark.

use super::{Scenario, memory};
use crate::base::{LaneId, LaneMask};
use crate::machine::{Place, SpaceId};
use crate::spec::Overlap;
use crate::trace::{Access, Effect, Mark, MarkKind, MicroStep, Phase, Target, Visit};
use std::collections::HashMap;

/// The most places of an instruction whose lanes are told apart. More than any page's text goes to; an edited one that
/// loops is looked at no further.
const MAX_TARGETS: usize = 256;

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
    /// Each step that wrote bytes, with its lane and the bytes.
    pub writes: Vec<(u32, Option<LaneId>, Place)>,
    pub marks: Vec<Mark>,
    pub instruction_starts: Vec<u32>,
    /// Of each instruction that began, the lanes that take part.
    pub enabled: Vec<LaneMask>,
    /// Of each instruction that began, where its lanes go.
    pub targets: Vec<Vec<Target>>,
    visitors: HashMap<(SpaceId, u32), Visitors>,
    /// Whether the instruction under way must not write the same bytes twice.
    overlap_is_undefined: bool,
}

impl Log {
    /// Notes a step.
    pub fn note(&mut self, scenario: &Scenario, step: &MicroStep) {
        let row = &scenario.program[step.instruction as usize].row;
        self.overlap_is_undefined = row.overlap == Overlap::Undefined;
        if step.phase == Phase::Mask {
            self.instruction_starts.push(step.index);
            self.targets.push(Vec::new());
            self.visitors.clear();
        }
        for effect in &step.effects {
            match effect {
                Effect::Mask { enabled, .. } => self.enabled.push(*enabled),
                Effect::Read { access, .. } if access.inside => self.touch(step, access.place, false),
                Effect::Write { access, dropped: false, .. } => self.touch(step, access.place, true),
                _ => {}
            }
            if let Effect::Write { access: Access { place, .. }, dropped: false, .. }
            | Effect::Return { place: Some(place), .. } = effect
            {
                self.writes.push((step.index, step.lane, *place));
            }
        }
        for access in step.accesses() {
            self.visit(step, access);
        }
        self.mark_kinds(step);
    }

    /// Notes that a lane goes to a place.
    fn visit(&mut self, step: &MicroStep, access: &Access) {
        let (Some(lane), Some(targets)) = (step.lane, self.targets.last_mut()) else { return };
        let visit = Visit { lane, step: step.index };
        let has_room = targets.len() < MAX_TARGETS;
        match targets.iter_mut().find(|target| target.access.same_place(access)) {
            Some(target) if target.visits.iter().any(|known| known.lane == lane) => {}
            Some(target) => target.visits.push(visit),
            None if has_room => targets.push(Target { access: *access, visits: vec![visit] }),
            None => {}
        }
    }

    /// Notes who meets whom at the bytes that a lane reads or writes.
    fn touch(&mut self, step: &MicroStep, place: Place, writes: bool) {
        let Some(lane) = step.lane else { return };
        let (mut meets, mut overwrites) = (false, false);
        for byte in place.byte_offset..place.byte_offset.saturating_add(place.size_bytes) {
            let visitors = self.visitors.entry((place.space, byte)).or_default();
            overwrites |= writes && visitors.writers.count() > 0;
            let others = |mask: LaneMask| mask.with(lane.index(), false).count() > 0;
            let meets_here = others(visitors.writers) || writes && others(visitors.readers);
            if meets_here && !visitors.marked.contains(lane.index()) {
                visitors.marked = visitors.marked.with(lane.index(), true);
                meets = true;
            }
            let mask = if writes { &mut visitors.writers } else { &mut visitors.readers };
            *mask = mask.with(lane.index(), true);
        }
        if overwrites && self.overlap_is_undefined {
            self.mark(step, MarkKind::UndefinedOverlap, Some(place));
        } else if meets {
            self.mark(step, MarkKind::Collision, Some(place));
        }
    }

    fn mark(&mut self, step: &MicroStep, kind: MarkKind, place: Option<Place>) {
        let is_known =
            self.marks.iter().rev().take_while(|mark| mark.step == step.index).any(|mark| mark.kind == kind);
        if !is_known {
            self.marks.push(Mark { step: step.index, kind, lane: step.lane, place });
        }
    }

    /// Marks accesses that are out of bounds or misaligned, and undefined bits.
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
