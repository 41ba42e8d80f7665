//! Places in shared memory, and the lanes that go there.

use super::Access;
use crate::base::LaneId;

/// A place in shared memory and who goes there during one instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The access of the lane that came first; the others have the same place.
    pub access: Access,
    /// The lanes, each once, in the order in which they get there: the queue, where there are several.
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
    /// Whether two accesses go to one place. A texel outside has no bytes, but coordinates; an undefined address is none that
    /// is inside, whatever number its defined bits have.
    pub fn same_place(&self, other: &Access) -> bool {
        let are_bytes = (self.place, self.inside) == (other.place, other.inside);
        are_bytes && (self.inside || self.texel == other.texel)
    }
}
