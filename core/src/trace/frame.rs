//! The picture at one moment of a run: what the stage draws.

use super::{Access, MicroStep, OffReason, Phase};
use crate::base::{Bits, LaneId, ScalarType};
use crate::machine::Place;
use crate::semantics::Type;

/// The picture after `cursor` micro-steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// How many micro-steps have been done: 0 is the start, the trace's length is the end.
    pub cursor: u32,
    /// The instruction that is under way, or was last; `None` before the first step.
    pub instruction: Option<u32>,
    /// The step that led here.
    pub last: Option<MicroStep>,
    /// The step that comes next.
    pub next: Option<MicroStep>,
    /// The lanes of the instruction, one for each slot of its execution size.
    pub lanes: Vec<LaneView>,
    /// Locals of the uniform thread.
    pub uniform: Vec<LocalView>,
    /// The places that several enabled lanes of this instruction touch, with their lanes in the order in which they
    /// get there. For the whole instruction, not only up to here.
    pub queues: Vec<QueueView>,
}

/// A local as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalView {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: Bits,
}

/// How far a lane has come in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneStatus {
    /// Before the mask step: not known yet.
    Unknown,
    /// Does not take part.
    Off(OffReason),
    /// Takes part and has not begun.
    Waiting,
    /// Has begun.
    Running,
    /// Has finished.
    Done,
}

/// One lane as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneView {
    /// The lane, within the execution size.
    pub lane: LaneId,
    /// Its bit in the dispatch mask and the predicate: lane + mask offset.
    pub dispatch_lane: u8,
    /// How far it has come.
    pub status: LaneStatus,
    /// Its bit of the predicate as it counts (after `.any`, `.all` and `!`), where the instruction has one.
    pub predicate: Option<bool>,
    /// What its last step did.
    pub phase: Option<Phase>,
    /// The elements of the input operands, by operand index of the row: latched, or what they would latch now. `None`
    /// for operands that are null or have no elements.
    pub inputs: Vec<Option<(Bits, ScalarType)>>,
    /// Its last access to shared memory.
    pub access: Option<Access>,
    /// What it read last.
    pub old: Option<Bits>,
    /// What it means to write, or wrote.
    pub new: Option<Bits>,
    /// Where its result went and what lies there.
    pub returned: Option<(Option<Place>, Bits, ScalarType)>,
    /// Its locals that have been assigned.
    pub locals: Vec<LocalView>,
}

/// A place that several lanes want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueueView {
    /// The bytes.
    pub place: Place,
    /// The lanes, in the order in which they get there.
    pub lanes: Vec<LaneId>,
    /// How many of them have been there.
    pub served: usize,
}
