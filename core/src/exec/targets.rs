//! The places that the lanes of each instruction access. They are recorded compactly and assembled on demand.

use super::record::By;
use crate::base::{LaneId, LaneMask};
use crate::machine::Place;
use crate::trace::{Access, Target, Visit};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::num::NonZeroU16;

/// The maximum number of places recorded for an instruction. No built-in semantics accesses as many; a document's semantics with
/// a loop can.
const MAX_TARGETS: usize = 256;

/// The accessed places of all instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    /// The first access to each place, and the lanes that have accessed it.
    places: Vec<(Access, LaneMask)>,
    /// The first visit of each lane to each place: the index of the place, and the visit.
    visits: Vec<(u32, Visit)>,
    /// The out-of-bounds places of the instruction under way, with their indices in `places`.
    outside: FxHashMap<(Place, Option<[u32; 4]>), usize>,
    instructions: Vec<OfInstruction>,
}

/// The part of an instruction that began. It ends where the part of the next one begins.
#[derive(Clone, Debug)]
struct OfInstruction {
    first_place: usize,
    first_visit: usize,
    /// Whether lanes access more places than are recorded.
    has_more: bool,
    together: OnceCell<Vec<Target>>,
}

impl Targets {
    /// Starts the part of the next instruction.
    pub fn begin(&mut self) {
        self.outside.clear();
        let (first_place, first_visit) = (self.places.len(), self.visits.len());
        let together = OnceCell::new();
        self.instructions.push(OfInstruction { first_place, first_visit, has_more: false, together });
    }

    /// Records an access within bounds. `number` is the place's number in the instruction, from 1, which the caller keeps.
    #[inline]
    pub fn visit(&mut self, by: By, lane: LaneId, access: &Access, number: &mut Option<NonZeroU16>) {
        let first = self.instructions.last().map_or(0, |instruction| instruction.first_place);
        let index = match number {
            Some(number) => first + usize::from(number.get()) - 1,
            None => {
                let Some(index) = self.new_place(access) else { return };
                // There are at most 256 numbers.
                *number = NonZeroU16::new((index - first + 1) as u16);
                index
            }
        };
        self.note(by, lane, index);
    }

    /// Records a dropped access. Its place has no number, so it is looked up.
    pub fn visit_dropped(&mut self, by: By, access: &Access) {
        let Some(lane) = by.lane else { return };
        let index = if access.inside { self.known_inside(access) } else { self.known_outside(access) };
        if let Some(index) = index.or_else(|| self.new_place(access)) {
            self.note(by, lane, index);
        }
    }

    fn known_inside(&self, access: &Access) -> Option<usize> {
        let first = self.instructions.last().map_or(0, |instruction| instruction.first_place);
        let known = self.places[first..].iter().position(|(place, _)| place.same_place(access));
        known.map(|at| first + at)
    }

    fn known_outside(&self, access: &Access) -> Option<usize> {
        self.outside.get(&(access.place, access.texel)).copied()
    }

    fn new_place(&mut self, access: &Access) -> Option<usize> {
        let instruction = self.instructions.last_mut()?;
        let index = self.places.len();
        if index - instruction.first_place >= MAX_TARGETS {
            instruction.has_more = true;
            return None;
        }
        self.places.push((*access, LaneMask::default()));
        if !access.inside {
            self.outside.insert((access.place, access.texel), index);
        }
        Some(index)
    }

    #[inline]
    fn note(&mut self, by: By, lane: LaneId, index: usize) {
        let lanes = &mut self.places[index].1;
        if !lanes.contains(lane.index()) {
            *lanes = lanes.with(lane.index(), true);
            // A run has at most a million steps.
            self.visits.push((index as u32, Visit { lane, step: by.step }));
        }
    }

    /// Returns whether the lanes of an instruction access more places than [`Targets::of`] returns.
    pub fn has_more(&self, instruction: usize) -> bool {
        self.instructions.get(instruction).is_some_and(|part| part.has_more)
    }

    /// Returns the places of an instruction, each with its visits; none if it never began.
    pub fn of(&self, instruction: usize) -> &[Target] {
        let Some(part) = self.instructions.get(instruction) else { return &[] };
        part.together.get_or_init(|| {
            let next = self.instructions.get(instruction + 1);
            let places = part.first_place..next.map_or(self.places.len(), |next| next.first_place);
            let visits = part.first_visit..next.map_or(self.visits.len(), |next| next.first_visit);
            let accesses = self.places[places].iter();
            let mut targets: Vec<_> =
                accesses.map(|(access, _)| Target { access: *access, visits: Vec::new() }).collect();
            for (place, visit) in &self.visits[visits] {
                targets[*place as usize - part.first_place].visits.push(*visit);
            }
            targets
        })
    }
}
