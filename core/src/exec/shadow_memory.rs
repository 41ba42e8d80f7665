//! The lanes that have accessed each byte of shared memory during the current instruction.

use crate::base::{LaneId, LaneMask};
use crate::machine::{Layout, Place};

/// The lanes that have accessed a byte.
#[derive(Clone, Copy, Debug, Default)]
struct AtByte {
    /// The instruction of these accesses, counted from 1.
    instruction: u32,
    readers: LaneMask,
    writers: LaneMask,
    /// The lanes whose meeting with others at this byte has been reported.
    met: LaneMask,
    /// Whether the instruction has written the byte.
    is_written: bool,
}

/// The lanes at each byte: an array for each space, allocated on its first access.
#[derive(Clone, Debug, Default)]
pub(super) struct ShadowMemory {
    instruction: u32,
    /// Whether a place of the instruction is not aligned to its size, so that places can overlap partly. Until then, the first
    /// byte of each place represents all its bytes.
    is_staggered: bool,
    spaces: Vec<Vec<AtByte>>,
}

/// The lanes that a lane meets at the bytes that it reads or writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ByteMeeting {
    /// Whether this is its first meeting there: it touches a byte that another lane wrote, or writes one that another lane read.
    pub is_first: bool,
    /// Whether it writes a byte that the instruction wrote before.
    pub overwrites: bool,
}

impl AtByte {
    /// Records an access by the lane whose bit is `me`. `me` is 0 for a statement outside `foreach_active`. Such a
    /// statement runs before or after the lanes in every order, so it meets no lane, but it can overwrite a value.
    fn touch(&mut self, instruction: u32, me: u32, writes: bool) -> ByteMeeting {
        if self.instruction != instruction {
            *self = AtByte { instruction, ..AtByte::default() };
        }
        let others = (self.writers.0 | if writes { self.readers.0 } else { 0 }) & !me;
        let is_first = me != 0 && others != 0 && self.met.0 & me == 0;
        let overwrites = writes && self.is_written;
        self.is_written |= writes;
        if is_first {
            self.met.0 |= me;
        }
        if writes {
            self.writers.0 |= me;
        } else {
            self.readers.0 |= me;
        }
        ByteMeeting { is_first, overwrites }
    }
}

impl ShadowMemory {
    /// Starts the next instruction without any accesses.
    pub fn begin(&mut self) {
        self.instruction += 1;
        self.is_staggered = false;
    }

    /// Records an access whose first byte is within bounds; bytes past the end are ignored.
    ///
    /// All accesses of an instruction have the same size, a power of two, so the first byte identifies the place.
    pub fn touch(
        &mut self,
        layout: &Layout,
        lane: Option<LaneId>,
        place: Place,
        writes: bool,
    ) -> ByteMeeting {
        if place.byte_offset & (place.size_bytes - 1) != 0 && !self.is_staggered {
            self.stagger(place.size_bytes as usize);
        }
        let instruction = self.instruction;
        let me = lane.map_or(0, |lane| 1 << lane.0);
        let Some((first, others)) = self.bytes(layout, place).split_first_mut() else {
            return ByteMeeting::default();
        };
        let mut meeting = first.touch(instruction, me, writes);
        for at in others {
            let other = at.touch(instruction, me, writes);
            meeting.is_first |= other.is_first;
            meeting.overwrites |= other.overwrites;
        }
        meeting
    }

    /// Copies each place's first byte to its other bytes. From then on, each byte represents only itself.
    #[cold]
    fn stagger(&mut self, size_bytes: usize) {
        self.is_staggered = true;
        for place in self.spaces.iter_mut().flat_map(|space| space.chunks_mut(size_bytes)) {
            if let Some((first, others)) =
                place.split_first_mut().filter(|(at, _)| at.instruction == self.instruction)
            {
                others.fill(*first);
            }
        }
    }

    /// Returns the entries that represent the bytes of a place.
    fn bytes(&mut self, layout: &Layout, place: Place) -> &mut [AtByte] {
        let index = place.space.index();
        if self.spaces.get(index).is_none_or(Vec::is_empty) {
            self.spaces.resize_with(layout.spaces.len(), Vec::new);
            self.spaces[index].resize(layout.space(place.space).size_bytes, AtByte::default());
        }
        let space = &mut self.spaces[index];
        let first = place.byte_offset as usize;
        let count = if self.is_staggered { place.size_bytes as usize } else { 1 };
        let end = (first + count).min(space.len());
        space.get_mut(first..end).unwrap_or_default()
    }
}
