//! Places in shared memory, with the lanes that access them.

use super::Access;
use crate::base::LaneId;

/// A place in shared memory, with the lanes that access it during one instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The first access. All accesses of the target have the same place.
    pub access: Access,
    /// The lanes, each once, in order of their first access: the queue, if there are several.
    pub visits: Vec<Visit>,
}

/// A lane's first access to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The lane.
    pub lane: LaneId,
    /// The micro-step.
    pub step: u32,
}

impl Access {
    /// Returns whether two accesses have the same place. Out-of-bounds texels have no bytes, so their coordinates are compared. An
    /// access with an undefined address differs from an access within bounds, whatever its defined bits are.
    pub fn same_place(&self, other: &Access) -> bool {
        let are_bytes = (self.place, self.inside) == (other.place, other.inside);
        are_bytes && (self.inside || self.texel == other.texel)
    }
}
