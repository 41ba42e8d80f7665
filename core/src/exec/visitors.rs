//! Which lanes have been at which bytes of shared memory during the instruction under way.

use crate::base::{LaneId, LaneMask};
use crate::machine::{Layout, Place};

/// Lanes that have been at a byte.
#[derive(Clone, Copy, Debug, Default)]
struct AtByte {
    /// Which instruction of the run they belong to, from 1.
    instruction: u32,
    readers: LaneMask,
    writers: LaneMask,
    /// Lanes whose meeting with others here has been told.
    met: LaneMask,
    /// Lanes whose place in the list of targets has been found that begins with this byte.
    placed: LaneMask,
}

/// The lanes at each byte. An array for each space that is accessed, made with its first access.
#[derive(Clone, Debug, Default)]
pub(super) struct Visitors {
    instruction: u32,
    spaces: Vec<Vec<AtByte>>,
}

/// Whom a lane meets at the bytes that it reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// Whether it meets others there for the first time: it touches what one has written, or writes what one has read.
    pub is_first: bool,
    /// Whether it writes what has been written before.
    pub overwrites: bool,
}

impl Visitors {
    /// An instruction begins: nobody has been anywhere.
    pub fn begin(&mut self) {
        self.instruction += 1;
    }

    /// A lane touches bytes that lie inside.
    pub fn touch(&mut self, layout: &Layout, lane: LaneId, place: Place, writes: bool) -> Meeting {
        let mut meeting = Meeting { is_first: false, overwrites: false };
        let me = LaneMask::default().with(lane.index(), true).0;
        for at in self.bytes(layout, place) {
            meeting.overwrites |= writes && at.writers.0 != 0;
            let others = (at.writers.0 | if writes { at.readers.0 } else { 0 }) & !me;
            if others != 0 && at.met.0 & me == 0 {
                at.met.0 |= me;
                meeting.is_first = true;
            }
            let mask = if writes { &mut at.writers } else { &mut at.readers };
            mask.0 |= me;
        }
        meeting
    }

    /// Whether it is the first time that a lane goes to a place that lies inside. All accesses of an instruction have one
    /// size, so that its first byte tells the place.
    pub fn is_first_visit(&mut self, layout: &Layout, lane: LaneId, place: Place) -> bool {
        let Some(at) = self.bytes(layout, place).first_mut() else { return true };
        let is_first = !at.placed.contains(lane.index());
        at.placed = at.placed.with(lane.index(), true);
        is_first
    }

    /// The bytes of a place, as they are in this instruction; those behind the end do not count.
    fn bytes(&mut self, layout: &Layout, place: Place) -> &mut [AtByte] {
        let index = place.space.index();
        if index >= self.spaces.len() {
            self.spaces.resize_with(layout.spaces.len(), Vec::new);
        }
        let space = &mut self.spaces[index];
        if space.is_empty() {
            space.resize(layout.space(place.space).size_bytes, AtByte::default());
        }
        let first = place.byte_offset as usize;
        let end = (first + place.size_bytes as usize).min(space.len());
        let bytes = space.get_mut(first..end).unwrap_or_default();
        for at in bytes.iter_mut().filter(|at| at.instruction != self.instruction) {
            *at = AtByte { instruction: self.instruction, ..AtByte::default() };
        }
        bytes
    }
}
