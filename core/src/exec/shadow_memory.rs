//! The accesses to each byte of shared memory during the current instruction.

use super::step::{StepAccess, StepId};
use crate::base::{LaneId, LaneMask};
use crate::machine::Layout;
use crate::trace::AccessKind;

#[derive(Clone, Copy, Debug, Default)]
struct ByteAccesses {
    /// The instruction of these accesses, counted from 1.
    instruction: u32,
    readers: LaneMask,
    writers: LaneMask,
    /// The lanes that have read the byte outside `atomic`, and not written it since.
    open_readers: LaneMask,
    /// The lanes whose meeting with others at this byte has been reported.
    met: LaneMask,
    /// The first write, as an index into [`ShadowMemory::writes`].
    first_write: Option<usize>,
}

/// The accesses to each byte: an array for each space, allocated on its first access.
#[derive(Clone, Debug, Default)]
pub(super) struct ShadowMemory {
    instruction: u32,
    spaces: Vec<Vec<ByteAccesses>>,
    /// The writes that were the first to one of their bytes, each with its lane.
    writes: Vec<(Option<LaneId>, StepAccess)>,
}

/// The earlier accesses of the instruction to the bytes of an access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meeting<'a> {
    /// Whether the lane meets others there for the first time: it touches a byte that another lane wrote, or writes one that
    /// another lane read.
    pub is_first: bool,
    /// For a lane's write: another lane that has read such a byte outside `atomic` and not written it since.
    pub open_reader: Option<LaneId>,
    /// For a write: the instruction's first write to such a byte, with its lane.
    pub earlier_write: Option<&'a (Option<LaneId>, StepAccess)>,
}

impl ShadowMemory {
    /// Starts the next instruction without any accesses.
    pub fn begin_instruction(&mut self) {
        self.instruction += 1;
        self.writes.clear();
    }

    /// Records an access that reached memory; bytes past the end are ignored. A statement outside `foreach_active` runs before or
    /// after the lanes in every order, so it meets no lane, but it can overwrite a value.
    pub fn note_access(&mut self, layout: &Layout, by: StepId, found: &StepAccess) -> Meeting<'_> {
        let place = found.access.place;
        let space = place.space.index();
        if self.spaces.get(space).is_none_or(Vec::is_empty) {
            self.spaces.resize_with(layout.spaces.len(), Vec::new);
            self.spaces[space].resize(layout.space(place.space).size_bytes, ByteAccesses::default());
        }
        let own = by.lane.map_or(0, |lane| 1 << lane.0);
        let writes = found.kind == AccessKind::Write;
        let (mut is_first, mut open_readers, mut earlier) = (false, 0, None);
        let next_write = self.writes.len();
        let mut sets_first_write = false;
        let bytes = self.spaces[space].get_mut(place.byte_offset as usize..).unwrap_or_default();
        for byte in bytes.iter_mut().take(place.size_bytes as usize) {
            if byte.instruction != self.instruction {
                *byte = ByteAccesses { instruction: self.instruction, ..ByteAccesses::default() };
            }
            let others = (byte.writers.0 | if writes { byte.readers.0 } else { 0 }) & !own;
            if own != 0 && others != 0 && byte.met.0 & own == 0 {
                byte.met.0 |= own;
                is_first = true;
            }
            if writes {
                byte.writers.0 |= own;
                byte.open_readers.0 &= !own;
                open_readers |= byte.open_readers.0;
                earlier = earlier.into_iter().chain(byte.first_write).min();
                sets_first_write |= byte.first_write.is_none();
                byte.first_write.get_or_insert(next_write);
            } else {
                byte.readers.0 |= own;
                byte.open_readers.0 |= if by.block.is_none() { own } else { 0 };
            }
        }
        if sets_first_write {
            self.writes.push((by.lane, *found));
        }
        let open_reader = by.lane.and_then(|_| LaneMask(open_readers).lanes().next());
        Meeting { is_first, open_reader, earlier_write: earlier.map(|at| &self.writes[at]) }
    }
}
