//! The state of a run at one moment, as the stage shows it.

use super::step::{Access, MicroStep, OffReason, Phase, Returned};
use crate::base::{Bits, LaneId, ScalarType};
use crate::semantics::{TrapReason, Type};

/// The state of a run after `cursor` micro-steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The number of executed micro-steps: 0 at the start, the length of the run at the end.
    pub cursor: u32,
    /// The current instruction, or the last one; `None` before the first step.
    pub instruction: Option<u32>,
    /// The micro-step before this moment.
    pub last: Option<MicroStep>,
    /// The micro-step after this moment.
    pub next: Option<MicroStep>,
    /// The lanes of the instruction, by number: as many as its execution size.
    pub lanes: Vec<LaneView>,
}

/// The progress of a lane in the instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LaneStatus {
    /// The mask step has not run, so it is not known whether the lane takes part.
    Unknown,
    /// The lane does not take part.
    Off(OffReason),
    /// The lane takes part and has not begun.
    Waiting,
    /// The lane has begun.
    Running,
    /// The lane has finished.
    Done,
    /// A trap has stopped the lane.
    Trapped(TrapReason),
}

/// The state of one lane of the instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneView {
    /// The lane, within the execution size.
    pub lane: LaneId,
    /// Its bit in the dispatch mask and the predicate: lane + mask offset.
    pub dispatch_lane: u8,
    /// The progress of the lane.
    pub status: LaneStatus,
    /// The lane's predicate bit, after `.any`, `.all` and `!`; `None` without a predicate.
    pub predicate: Option<bool>,
    /// The phase of the lane's last step.
    pub phase: Option<Phase>,
    /// The elements of the input operands, by operand index of the row: the latched ones, or the current ones before the latch.
    /// `None` for operands that are null or have no elements.
    pub inputs: Vec<Option<Input>>,
    /// The lane's address in shared memory: the semantics' address variable if it is assigned, else the address of the last access,
    /// in bytes.
    pub address: Option<(Bits, Type)>,
    /// The lane's last access to shared memory.
    pub access: Option<Access>,
    /// Whether the lane's last attempt to change shared memory was dropped.
    pub dropped: bool,
    /// The value that the lane read last.
    pub old: Option<Bits>,
    /// The values of the locals that hold what the lane reads, in the order of their statements.
    pub reads: Vec<Option<Bits>>,
    /// The value that the lane writes, or has written.
    pub new: Option<Bits>,
    /// The last value of each output operand.
    pub returned: Vec<Returned>,
}

/// An element of an input operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The index of the element: if the operand has several elements for each lane, the one that the lane read last.
    pub index: usize,
    /// The value.
    pub value: Bits,
    /// The type of the value.
    pub ty: ScalarType,
}

impl LaneView {
    /// Creates the view of a dispatched lane for a program without instructions.
    pub fn dispatched(lane: u8) -> Self {
        Self {
            lane: LaneId(lane),
            dispatch_lane: lane,
            status: LaneStatus::Unknown,
            predicate: None,
            phase: None,
            inputs: Vec::new(),
            address: None,
            access: None,
            old: None,
            reads: Vec::new(),
            new: None,
            dropped: false,
            returned: Vec::new(),
        }
    }

    /// Returns the index of the element of an input operand that the lane reads.
    pub fn input_index(&self, operand: usize) -> usize {
        let input = self.inputs.get(operand).copied().flatten();
        input.map_or(self.lane.index(), |input| input.index)
    }
}
