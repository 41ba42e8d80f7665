//! What is evaluated: for each statement its operations, one behind the other, over numbered slots.
//!
//! A [`Code`](super::Code) says what a text means, as trees that a reader can compare with the text. Its flat form says the
//! same in the order in which it is evaluated. Constants have slots of their own, each operation writes a slot, and the body
//! of the instruction's operation stands where it is called.

use super::integer::IntegerFormat;
use super::{BinaryOp, Builtin, HeaderQuery, LocalId, Pc, Site, TrapReason, Type, UnaryOp};
use crate::base::{Bits, ScalarType};

/// Index of a value in the slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub u32);

impl Slot {
    /// The slot as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The flat form of all statements of a code.
#[derive(Clone, Debug, Default)]
pub struct FlatCode {
    /// What the slots hold at first: the constants. All others are written before they are read.
    pub slots: Vec<Bits>,
    /// The slot of the first local of the operation's body; the others follow.
    pub parameters: u32,
    /// By [`Pc`].
    pub statements: Vec<FlatStatement>,
    /// The operations of all statements.
    pub operations: Vec<Operation>,
    /// For each operation: the text that it was made of, and the type of what it writes.
    pub origins: Vec<(Site, Type)>,
}

impl FlatCode {
    /// What a statement evaluates.
    pub fn statement(&self, pc: Pc) -> &FlatStatement {
        &self.statements[pc.0 as usize]
    }
}

/// A statement, with what it evaluates.
#[derive(Clone, Copy, Debug)]
pub struct FlatStatement {
    /// Its first operation.
    pub first: u32,
    /// The operation behind its last.
    pub end: u32,
    /// How many expressions it consists of, but for the branches of the operation's body.
    pub work: u32,
    /// Its value, or its condition.
    pub value: Slot,
    /// The index or the address of its target: a byte address alone, or four coordinates.
    pub at: [Slot; 4],
    /// What it does.
    pub kind: FlatKind,
    /// Whether it reads or writes shared memory; for `EnterAtomic`, whether the block does.
    pub accesses_memory: bool,
    /// Whether it computes a local that addresses shared memory.
    pub is_address: bool,
    /// Whether it is a micro-step.
    pub is_step: bool,
    /// Whether all that it computes is defined where what it reads is: it names no undefined constant, and the operation's
    /// body assigns each of its variables before it is read.
    pub is_plain: bool,
}

/// What a statement does, as [`StatementKind`](super::StatementKind) says it.
#[derive(Clone, Copy, Debug)]
pub enum FlatKind {
    /// Stores its value in a local.
    Local(LocalId),
    /// Stores its value in shared memory at a byte address.
    Memory {
        /// Index of the operand.
        operand: u32,
    },
    /// Stores its value in shared memory at the coordinates of a texel.
    Texel {
        /// Index of the operand.
        operand: u32,
    },
    /// Stores its value in an element of an output operand.
    Element {
        /// Index of the operand.
        operand: u32,
    },
    /// Goes on elsewhere where its condition is false.
    Branch {
        /// Where that is.
        otherwise: Pc,
    },
    /// The lane stops where its condition holds.
    Trap {
        /// The reason.
        reason: TrapReason,
    },
    /// Goes on elsewhere.
    Jump(Pc),
    /// A thread starts for each enabled lane.
    Foreach {
        /// The lane's number in each thread.
        variable: LocalId,
        /// Where the uniform thread goes on.
        end: Pc,
    },
    /// A lane's thread ends.
    EndLane,
    /// No other thread comes between here and `LeaveAtomic`.
    EnterAtomic,
    /// Other threads may have their turn again.
    LeaveAtomic,
    /// The uniform thread ends.
    Halt,
}

/// An operation, and the slot that it writes.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The slot.
    pub to: Slot,
    /// The bits that its type has.
    pub mask: u64,
    /// What is written there.
    pub kind: OperationKind,
}

/// What an operation computes.
#[derive(Clone, Copy, Debug)]
pub enum OperationKind {
    /// A local of the thread that runs.
    Local(LocalId),
    /// A local of the uniform thread.
    Uniform(LocalId),
    /// A local of the operation's body, which stands in a slot already.
    Parameter(Slot),
    /// An element of an input operand.
    Element {
        /// Index of the operand.
        operand: u32,
        /// The element, from 0.
        index: Slot,
    },
    /// Shared memory at a byte address.
    Memory {
        /// Index of the operand.
        operand: u32,
        /// The address.
        address: Slot,
    },
    /// Shared memory at the coordinates of a texel.
    Texel {
        /// Index of the operand.
        operand: u32,
        /// The coordinates.
        at: [Slot; 4],
    },
    /// Whether a lane is enabled.
    Enabled(Slot),
    /// Whether a lane's predicate is on.
    Predicated(Slot),
    /// An operator with one operand of that type.
    Unary(UnaryOp, Type, Slot),
    /// An operator with two operands that are integers or truth values of that format.
    Integer(BinaryOp, IntegerFormat, Slot, Slot),
    /// An operator with two operands of that float type.
    Float(BinaryOp, ScalarType, Slot, Slot),
    /// `condition ? a : b`.
    Select(Slot, Slot, Slot),
    /// A builtin, whose arguments have that type.
    Call(Builtin, Type, [Slot; 3]),
    /// A question about a surface of the header pool.
    Header(HeaderQuery, [Slot; 4]),
    /// The value of that type in another one.
    Convert(Type, Type, Slot),
    /// The operation's body begins: its locals are undefined.
    Begin {
        /// How many locals it has.
        count: u32,
    },
    /// The operation's body assigns a local.
    Assign(Slot),
    /// The operation's body goes on elsewhere where a condition is false.
    Branch {
        /// The condition.
        condition: Slot,
        /// Where a false one leads.
        otherwise: u32,
    },
    /// The operation's body goes on elsewhere.
    Jump(u32),
    /// A branch of the operation's body begins that consists of so many expressions.
    Work(u32),
    /// The operation's body ends: what the new value is, and the result.
    Modify {
        /// The new value.
        new: Slot,
        /// What is handed back.
        result: Slot,
    },
}
