//! What lanes have read, and not yet written back: another lane's write to it is a race.

use super::record::By;
use crate::base::LaneId;
use crate::machine::{Place, SpaceId};
use crate::trace::Access;
use smallvec::SmallVec;
use std::collections::HashMap;

/// Who has read a place, and in which step first.
type Readers = SmallVec<[(u32, LaneId); 4]>;

/// The reads of the instruction under way that are open.
#[derive(Debug, Default)]
pub(super) struct OpenReads {
    /// By the first byte of a place. All accesses of an instruction have one size. A place where no read is open any more
    /// keeps its list: the next lane needs it.
    readers: HashMap<(SpaceId, u32), Readers>,
    /// How many reads are open.
    count: usize,
}

impl OpenReads {
    /// No read is open.
    pub fn clear(&mut self) {
        self.readers.clear();
        self.count = 0;
    }

    /// A lane reads bytes that lie inside. Where no other lane can come before it goes on, nothing is left open.
    #[inline]
    pub fn read(&mut self, by: By, access: &Access) {
        if let (Some(lane), false) = (by.lane, by.in_atomic) {
            self.open(by.step, lane, access.place);
        }
    }

    fn open(&mut self, step: u32, lane: LaneId, place: Place) {
        let readers = self.readers.entry((place.space, place.byte_offset)).or_default();
        if readers.iter().all(|(_, reader)| *reader != lane) {
            readers.push((step, lane));
            self.count += 1;
        }
    }

    /// A lane writes bytes: its own reads of them are done with. Returns the lane that has read some of them first of those
    /// whose reads are open.
    #[inline]
    pub fn write(&mut self, lane: LaneId, access: &Access) -> Option<LaneId> {
        if self.count == 0 { None } else { self.close(lane, access.place) }
    }

    fn close(&mut self, lane: LaneId, place: Place) -> Option<LaneId> {
        let apart = place.size_bytes - 1;
        let mut first = None;
        for byte in place.byte_offset.saturating_sub(apart)..=place.byte_offset.saturating_add(apart) {
            let Some(readers) = self.readers.get_mut(&(place.space, byte)) else { continue };
            let before = readers.len();
            readers.retain(|(_, reader)| *reader != lane);
            self.count -= before - readers.len();
            // Only one lane runs in a step, so no two lanes have read in the same.
            first = first.into_iter().chain(readers.iter().copied()).min_by_key(|(step, _)| *step);
        }
        first.map(|(_, reader)| reader)
    }
}
