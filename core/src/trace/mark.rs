//! Moments worth a mark on the timeline.

use crate::base::LaneId;
use crate::machine::Place;

/// What is worth a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MarkKind {
    /// A lane touches bytes that an earlier lane of the same instruction wrote, or writes bytes that one read.
    Collision,
    /// Bytes are written that the same instruction has written, where the manual leaves the outcome undefined.
    UndefinedOverlap,
    /// An access lies outside its surface.
    OutOfBounds,
    /// Undefined bits are read, decide something, or address memory.
    Undefined,
    /// An address is not a multiple of the element's size.
    Misaligned,
    /// An invariant of the scenario does not hold any longer.
    Invariant,
}

/// A moment worth a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The micro-step.
    pub step: u32,
    /// What is worth the mark.
    pub kind: MarkKind,
    /// The lane whose step it is, unless it is a step of the whole instruction.
    pub lane: Option<LaneId>,
    /// The bytes that it is about; none where bits or addresses are undefined.
    pub place: Option<Place>,
}
