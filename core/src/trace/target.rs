//! Accesses to shared memory, and the places that they share.

use super::step::Access;
use crate::base::LaneId;
use crate::machine::Place;
use crate::semantics::Site;

/// An access to shared memory during an instruction.
///
/// The lanes' accesses with the same `site`, `occurrence` and `number` form one access of the whole execution size: what the
/// lanes would request together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccessEvent {
    /// The lane; `None` for a statement outside `foreach_active`.
    pub lane: Option<LaneId>,
    /// The statement.
    pub site: Site,
    /// How many times the lane accessed memory in this statement before, from 0. It counts the rounds of a loop.
    pub occurrence: u32,
    /// The number of the access within its statement, from 0.
    pub number: u8,
    /// The micro-step.
    pub step: u32,
    /// Whether the access reads or writes.
    pub kind: AccessKind,
    /// The accessed bytes, with the surface, the texel and the type of the element.
    pub access: Access,
}

/// The kind of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    /// A read.
    Read,
    /// A write.
    Write,
    /// An access that is dropped before it reads or writes.
    Drop,
}

impl AccessEvent {
    /// Returns whether the access does not reach memory, because it is out of bounds or dropped.
    pub fn is_dropped(&self) -> bool {
        self.kind == AccessKind::Drop || !self.access.inside
    }
}

/// A place in shared memory, with the lanes that access it during one instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The position among the targets of the instruction, from 0.
    pub index: usize,
    /// The first access. All accesses of the target have the same place.
    pub access: Access,
    /// The lanes, each once, in order of their first access: the queue, if there are several. A statement outside
    /// `foreach_active` is listed once without a lane.
    pub visits: Vec<Visit>,
}

impl Target {
    /// Returns the lanes that access the place, in order of their first access.
    pub fn lanes(&self) -> impl Iterator<Item = LaneId> {
        self.visits.iter().filter_map(|visit| visit.lane)
    }
}

/// The first access of a lane, or of the statements outside `foreach_active`, to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The lane; `None` for a statement outside `foreach_active`.
    pub lane: Option<LaneId>,
    /// The micro-step.
    pub step: u32,
}

/// The identity of an accessed place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PlaceKey {
    place: Place,
    is_inside: bool,
    texel: Option<[u32; 4]>,
    long_address: Option<u64>,
}

impl Access {
    /// Returns whether two accesses have the same place. Out-of-bounds texels have no bytes, so their coordinates are
    /// compared. An access with an undefined address differs from an access within bounds, regardless of its defined
    /// bits.
    pub fn same_place(&self, other: &Access) -> bool {
        self.place_key() == other.place_key()
    }

    /// Returns whether the address is defined. If not, the lane accesses no place, and the access is not within bounds.
    pub fn has_defined_address(&self) -> bool {
        self.address.is_defined(64)
    }

    /// Returns the address of an access out of bounds, if a place cannot hold it.
    pub fn long_address(&self) -> Option<u64> {
        let is_long = !self.inside && self.texel.is_none() && self.address.value > u64::from(u32::MAX);
        is_long.then_some(self.address.value)
    }

    /// Returns the identity of the place: its bytes and, out of bounds, the coordinates of a texel or an address that a place
    /// cannot hold.
    pub(crate) fn place_key(&self) -> PlaceKey {
        PlaceKey {
            place: self.place,
            is_inside: self.inside,
            texel: self.texel.filter(|_| !self.inside),
            long_address: self.long_address(),
        }
    }
}
