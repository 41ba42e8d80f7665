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
    /// Records an access by the lane with that bit; 0 for a statement outside `foreach_active`. Such a
    /// statement runs before or after the lanes in every order, so it meets no lane, but it can overwrite a value.
    fn note_access(&mut self, instruction: u32, lane_bit: u32, writes: bool) -> ByteMeeting {
        if self.instruction != instruction {
            *self = AtByte { instruction, ..AtByte::default() };
        }
        let others = (self.writers.0 | if writes { self.readers.0 } else { 0 }) & !lane_bit;
        let is_first = lane_bit != 0 && others != 0 && self.met.0 & lane_bit == 0;
        let overwrites = writes && self.is_written;
        self.is_written |= writes;
        if is_first {
            self.met.0 |= lane_bit;
        }
        if writes {
            self.writers.0 |= lane_bit;
        } else {
            self.readers.0 |= lane_bit;
        }
        ByteMeeting { is_first, overwrites }
    }
}

impl ShadowMemory {
    /// Starts the next instruction without any accesses.
    pub fn begin_instruction(&mut self) {
        self.instruction += 1;
    }

    /// Records an access; bytes past the end are ignored.
    pub fn note_access(
        &mut self,
        layout: &Layout,
        lane: Option<LaneId>,
        place: Place,
        writes: bool,
    ) -> ByteMeeting {
        let lane_bit = lane.map_or(0, |lane| 1 << lane.0);
        let space = place.space.index();
        if self.spaces.get(space).is_none_or(Vec::is_empty) {
            self.spaces.resize_with(layout.spaces.len(), Vec::new);
            self.spaces[space].resize(layout.space(place.space).size_bytes, AtByte::default());
        }
        let bytes = self.spaces[space].get_mut(place.byte_offset as usize..).unwrap_or_default();
        let mut meeting = ByteMeeting::default();
        for byte in bytes.iter_mut().take(place.size_bytes as usize) {
            let met = byte.note_access(self.instruction, lane_bit, writes);
            meeting.is_first |= met.is_first;
            meeting.overwrites |= met.overwrites;
        }
        meeting
    }
}
