//! Which lanes have been at which bytes of shared memory during the instruction under way.

use crate::base::{LaneId, LaneMask};
use crate::machine::{Layout, Place};
use std::num::NonZeroU16;

/// Lanes that have been at a byte.
#[derive(Clone, Copy, Debug, Default)]
struct AtByte {
    /// Which instruction of the run they belong to, from 1.
    instruction: u32,
    readers: LaneMask,
    writers: LaneMask,
    /// Lanes whose meeting with others here has been told.
    met: LaneMask,
    /// The number of the target that begins with this byte.
    target: Option<NonZeroU16>,
}

/// The lanes at each byte. An array for each space that is accessed, made with its first access.
#[derive(Clone, Debug, Default)]
pub(super) struct Visitors {
    instruction: u32,
    /// Whether some place of the instruction begins inside of another. As long as none does, as is usual, the first byte of each
    /// stands for all of its bytes.
    is_staggered: bool,
    spaces: Vec<Vec<AtByte>>,
}

/// Whom a lane meets at the bytes that it reads or writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meeting {
    /// Whether it meets others there for the first time: it touches what one has written, or writes what one has read.
    pub is_first: bool,
    /// Whether it writes what has been written before.
    pub overwrites: bool,
}

impl AtByte {
    /// A lane of an instruction touches the byte.
    #[inline]
    fn touch(&mut self, instruction: u32, me: u32, writes: bool) -> Meeting {
        if self.instruction != instruction {
            *self = AtByte { instruction, ..AtByte::default() };
        }
        let others = (self.writers.0 | if writes { self.readers.0 } else { 0 }) & !me;
        let is_first = others != 0 && self.met.0 & me == 0;
        let overwrites = writes && self.writers.0 != 0;
        if is_first {
            self.met.0 |= me;
        }
        if writes {
            self.writers.0 |= me;
        } else {
            self.readers.0 |= me;
        }
        Meeting { is_first, overwrites }
    }
}

impl Visitors {
    /// An instruction begins: nobody has been anywhere.
    pub fn begin(&mut self) {
        self.instruction += 1;
        self.is_staggered = false;
    }

    /// A lane touches bytes of which the first lies inside; those behind the end do not count.
    ///
    /// Returns also where the number of the target is kept that the place is. All accesses of an instruction have one size, a
    /// power of two, so that the first byte tells the place.
    #[inline]
    pub fn touch(
        &mut self,
        layout: &Layout,
        lane: LaneId,
        place: Place,
        writes: bool,
    ) -> (Meeting, Option<&mut Option<NonZeroU16>>) {
        if place.byte_offset & (place.size_bytes - 1) != 0 && !self.is_staggered {
            self.stagger(place.size_bytes as usize);
        }
        let instruction = self.instruction;
        let me = 1 << lane.0;
        let Some((first, others)) = self.bytes(layout, place).split_first_mut() else {
            return (Meeting::default(), None);
        };
        let mut meeting = first.touch(instruction, me, writes);
        for at in others {
            let other = at.touch(instruction, me, writes);
            meeting.is_first |= other.is_first;
            meeting.overwrites |= other.overwrites;
        }
        (meeting, Some(&mut first.target))
    }

    /// From now on each byte stands for itself.
    #[cold]
    fn stagger(&mut self, size_bytes: usize) {
        self.is_staggered = true;
        for place in self.spaces.iter_mut().flat_map(|space| space.chunks_mut(size_bytes)) {
            if let Some((first, others)) =
                place.split_first_mut().filter(|(at, _)| at.instruction == self.instruction)
            {
                others.fill(AtByte { target: None, ..*first });
            }
        }
    }

    /// The bytes of a place that have to be looked at.
    #[inline]
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
