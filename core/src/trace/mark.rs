//! Marks on the timeline.

use crate::base::LaneId;
use crate::machine::Place;

/// The kind of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MarkKind {
    /// A lane accesses bytes that another lane of the same instruction wrote, or writes bytes that another lane read.
    Collision,
    /// An instruction writes bytes that it has written before, and the manual leaves the outcome undefined.
    UndefinedOverlap,
    /// An access is out of bounds.
    OutOfBounds,
    /// Undefined bits are read, decide a condition, or form an address.
    Undefined,
    /// An address is not a multiple of the element's size.
    Misaligned,
    /// An invariant of the scenario no longer holds.
    Invariant,
}

/// A mark on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The micro-step.
    pub step: u32,
    /// The kind of the mark.
    pub kind: MarkKind,
    /// The lane of the step; `None` for a step of the whole instruction.
    pub lane: Option<LaneId>,
    /// The bytes concerned; `None` for undefined bits and addresses.
    pub place: Option<Place>,
}
