//! Open reads: bytes that a lane has read and not yet written back. Another lane's write to them is a race.

use super::step::StepId;
use crate::base::LaneId;
use crate::machine::{Place, SpaceId};
use crate::trace::Access;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The lanes that have an open read of a place, each with the step of its first read.
type Readers = SmallVec<[(u32, LaneId); 4]>;

/// The open reads of the current instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct RaceDetector {
    /// The readers by the first byte of a place. All accesses of an instruction have one size. The list of a place without open
    /// reads is kept, because the next lane reuses it.
    readers: HashMap<(SpaceId, u32), Readers>,
    /// The number of open reads.
    count: usize,
}

impl RaceDetector {
    /// Closes all reads.
    pub fn clear(&mut self) {
        self.readers.clear();
        self.count = 0;
    }

    /// Opens a lane's read of bytes within bounds. A read inside an `atomic` block stays closed, because no other lane can come
    /// between.
    pub fn note_read(&mut self, by: StepId, access: &Access) {
        if let (Some(lane), None) = (by.lane, by.block) {
            self.open_read(by.step, lane, access.place);
        }
    }

    fn open_read(&mut self, step: u32, lane: LaneId, place: Place) {
        let readers = self.readers.entry((place.space, place.byte_offset)).or_default();
        if readers.iter().all(|(_, reader)| *reader != lane) {
            readers.push((step, lane));
            self.count += 1;
        }
    }

    /// Closes a lane's reads of the bytes that it writes. Returns the lane with the earliest open read of some of these bytes.
    pub fn note_write(&mut self, lane: LaneId, access: &Access) -> Option<LaneId> {
        if self.count == 0 { None } else { self.close_reads(lane, access.place) }
    }

    fn close_reads(&mut self, lane: LaneId, place: Place) -> Option<LaneId> {
        let apart = place.size_bytes - 1;
        let mut first = None;
        for byte in place.byte_offset.saturating_sub(apart)..=place.byte_offset.saturating_add(apart) {
            let Some(readers) = self.readers.get_mut(&(place.space, byte)) else { continue };
            let before = readers.len();
            readers.retain(|(_, reader)| *reader != lane);
            self.count -= before - readers.len();
            // A step belongs to one lane, so no two reads have the same step.
            first = first.into_iter().chain(readers.iter().copied()).min_by_key(|(step, _)| *step);
        }
        first.map(|(_, reader)| reader)
    }
}
