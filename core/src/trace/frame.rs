//! A run at one moment: what the stage draws.

use super::{Access, MicroStep, OffReason, Phase};
use crate::base::{Bits, LaneId, NumberFormat, ScalarType, show};
use crate::semantics::{TrapReason, Type};

/// How a run stands after `cursor` micro-steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// How many micro-steps have been done: 0 is the start, the trace's length is the end.
    pub cursor: u32,
    /// The instruction that is under way, or was last; `None` before the first step.
    pub instruction: Option<u32>,
    /// The micro-step that led here.
    pub last: Option<MicroStep>,
    /// The micro-step that comes next.
    pub next: Option<MicroStep>,
    /// The lanes of the instruction, one for each slot of its execution size.
    pub lanes: Vec<LaneView>,
}

/// How far a lane has come in the instruction.
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

/// How one lane of the instruction stands.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneView {
    /// The lane, within the execution size.
    pub lane: LaneId,
    /// Its bit in the dispatch mask and the predicate: lane + mask offset.
    pub dispatch_lane: u8,
    /// How far the lane has come.
    pub status: LaneStatus,
    /// Its bit of the predicate as it counts (after `.any`, `.all` and `!`), where the instruction has one.
    pub predicate: Option<bool>,
    /// What its last step did.
    pub phase: Option<Phase>,
    /// The elements of the input operands, by operand index of the row: latched, or what they would latch now. `None`
    /// for operands that are null or have no elements.
    pub inputs: Vec<Option<(Bits, ScalarType)>>,
    /// Where it goes in shared memory: what the local of its notation holds that says so, else the address of its last
    /// access, in bytes.
    pub address: Option<(Bits, Type)>,
    /// Its last access to shared memory.
    pub access: Option<Access>,
    /// Whether the last change that it meant to make to shared memory was dropped.
    pub dropped: bool,
    /// The value that it read last.
    pub old: Option<Bits>,
    /// The value that it means to write, or wrote.
    pub new: Option<Bits>,
    /// The values that it handed to output operands last.
    pub returned: Vec<Returned>,
}

impl LaneView {
    /// A lane that is dispatched, while there is no instruction that it could take part in.
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
            new: None,
            dropped: false,
            returned: Vec::new(),
        }
    }
}

/// What a lane handed to an output operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Index of the operand in the instruction's row.
    pub operand: u8,
    /// The value of the element: the low half of a pair of registers, all bits of a predicate.
    pub value: Bits,
    /// Its type.
    pub ty: ScalarType,
    /// The lane's bit, where the operand is a predicate.
    pub bit: Option<u8>,
}

impl Returned {
    /// The value as text. A bit is `0`, `1` or `?` in every format.
    pub fn show(&self, format: NumberFormat) -> String {
        match self.bit {
            Some(bit) => show_bit(self.value, bit).to_owned(),
            None => show(self.value, self.ty, format),
        }
    }
}

/// A bit of a predicate as text: `0`, `1`, or `?` where it is undefined.
pub fn show_bit(bits: Bits, bit: u8) -> &'static str {
    match (bits.defined >> bit & 1, bits.value >> bit & 1) {
        (0, _) => "?",
        (_, 0) => "0",
        _ => "1",
    }
}
