//! Where the lanes of each instruction go, noted in few words and put together when somebody asks.

use super::record::By;
use crate::base::{LaneId, LaneMask};
use crate::machine::Place;
use crate::trace::{Access, Target, Visit};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::num::NonZeroU16;

/// The most places of an instruction whose lanes are told apart. More than any page's text goes to; an edited one that
/// loops is looked at no further.
const MAX_TARGETS: usize = 256;

/// The places to which lanes go, instruction by instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    /// The first access to each place, and the lanes that have been there.
    places: Vec<(Access, LaneMask)>,
    /// The first visit of each lane to each place: the index of the place, and when.
    visits: Vec<(u32, Visit)>,
    /// The places outside to which the lanes of the instruction under way have gone: where they stand among all places.
    outside: FxHashMap<(Place, Option<[u32; 4]>), usize>,
    instructions: Vec<OfInstruction>,
}

/// What belongs to an instruction that began: it ends where the next begins.
#[derive(Clone, Debug)]
struct OfInstruction {
    first_place: usize,
    first_visit: usize,
    /// Whether lanes go to more places than are kept.
    has_more: bool,
    together: OnceCell<Vec<Target>>,
}

impl Targets {
    /// An instruction begins.
    pub fn begin(&mut self) {
        self.outside.clear();
        let (first_place, first_visit) = (self.places.len(), self.visits.len());
        let together = OnceCell::new();
        self.instructions.push(OfInstruction { first_place, first_visit, has_more: false, together });
    }

    /// A lane goes to a place inside. Its number among those of the instruction, from 1, is kept by the caller.
    #[inline]
    pub fn visit(&mut self, by: By, lane: LaneId, access: &Access, number: &mut Option<NonZeroU16>) {
        let first = self.instructions.last().map_or(0, |instruction| instruction.first_place);
        let index = match number {
            Some(number) => first + usize::from(number.get()) - 1,
            None => {
                let Some(index) = self.new_place(access) else { return };
                // There are 256 numbers at most.
                *number = NonZeroU16::new((index - first + 1) as u16);
                index
            }
        };
        self.note(by, lane, index);
    }

    /// A lane goes to a place outside, or would have gone to one inside: nobody keeps a number for it.
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

    /// Whether the lanes of an instruction go to more places than [`Targets::of`] returns.
    pub fn has_more(&self, instruction: usize) -> bool {
        self.instructions.get(instruction).is_some_and(|it| it.has_more)
    }

    /// The places of an instruction, each with its visits; none where it never began.
    pub fn of(&self, instruction: usize) -> &[Target] {
        let Some(of) = self.instructions.get(instruction) else { return &[] };
        of.together.get_or_init(|| {
            let next = self.instructions.get(instruction + 1);
            let places = of.first_place..next.map_or(self.places.len(), |next| next.first_place);
            let visits = of.first_visit..next.map_or(self.visits.len(), |next| next.first_visit);
            let accesses = self.places[places].iter();
            let mut targets: Vec<_> =
                accesses.map(|(access, _)| Target { access: *access, visits: Vec::new() }).collect();
            for (place, visit) in &self.visits[visits] {
                targets[*place as usize - of.first_place].visits.push(*visit);
            }
            targets
        })
    }
}
