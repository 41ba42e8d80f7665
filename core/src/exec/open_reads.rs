//! What lanes have read, and not yet written back: another lane's write to it is a race.

use super::record::By;
use crate::base::LaneId;
use crate::machine::SpaceId;
use crate::trace::Access;
use std::collections::BTreeSet;

/// The reads of the instruction under way that are open.
#[derive(Debug, Default)]
pub(super) struct OpenReads {
    /// The first byte, the step and the lane. All accesses of an instruction have one size.
    reads: BTreeSet<(SpaceId, u32, u32, LaneId)>,
}

impl OpenReads {
    /// No read is open.
    pub fn clear(&mut self) {
        self.reads.clear();
    }

    /// A lane reads bytes that lie inside. Where no other lane can come before it goes on, nothing is left open.
    #[inline]
    pub fn read(&mut self, by: By, access: &Access) {
        if let (Some(lane), false) = (by.lane, by.in_atomic) {
            self.open(by, lane, access);
        }
    }

    fn open(&mut self, by: By, lane: LaneId, access: &Access) {
        let (space, byte) = (access.place.space, access.place.byte_offset);
        let mut here =
            self.reads.range((space, byte, 0, LaneId(0))..=(space, byte, u32::MAX, LaneId(u8::MAX)));
        // Of several reads of one place, the first says since when.
        if here.all(|(.., reader)| *reader != lane) {
            self.reads.insert((space, byte, by.step, lane));
        }
    }

    /// A lane writes bytes: its own reads of them are done with. Returns the lane that has read some of them first of those
    /// whose reads are open.
    #[inline]
    pub fn write(&mut self, lane: LaneId, access: &Access) -> Option<LaneId> {
        if self.reads.is_empty() { None } else { self.close(lane, access) }
    }

    fn close(&mut self, lane: LaneId, access: &Access) -> Option<LaneId> {
        let (space, byte, apart) =
            (access.place.space, access.place.byte_offset, access.place.size_bytes - 1);
        let from = (space, byte.saturating_sub(apart), 0, LaneId(0));
        let to = (space, byte.saturating_add(apart), u32::MAX, LaneId(u8::MAX));
        let own: Vec<_> =
            self.reads.range(from..=to).filter(|(.., reader)| *reader == lane).copied().collect();
        for read in own {
            self.reads.remove(&read);
        }
        let others = self.reads.range(from..=to);
        others.min_by_key(|(_, _, step, _)| *step).map(|(.., reader)| *reader)
    }
}
