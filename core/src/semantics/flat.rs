//! What is evaluated: for each statement its operations, one behind the other, over numbered slots.
//!
//! A [`Code`](super::Code) says what a text means, as trees that a reader can compare with the text. Its flat form says the
//! same in the order in which it is evaluated. Locals and constants have slots of their own, each operation writes a slot, and
//! the body of the instruction's operation stands where it is called.

use super::integer::IntegerFormat;
use super::{BinaryOp, Builtin, HeaderQuery, LocalId, Pc, Site, TrapReason, Type, UnaryOp};
use crate::base::{Bits, ScalarType};
use crate::spec::Fold;
use std::ops::Range;

/// Index of a value in the slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot(pub u32);

impl Slot {
    /// The slot as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The flat form of all statements of a code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatCode {
    /// What the locals of a thread hold before they are assigned: undefined bits of their types. Theirs are the first slots, in
    /// the order of [`LocalId`]s.
    pub locals: Vec<Bits>,
    /// What the slots behind those of the locals hold at first: the constants, and the undefined locals of the operation's
    /// body. All others are written before they are read.
    pub slots: Vec<Bits>,
    /// The slot of the first local of the operation's body; the others follow.
    pub parameters: Slot,
    /// By [`Pc`].
    pub statements: Vec<FlatStatement>,
    /// The operations of all statements.
    pub operations: Vec<Operation>,
    /// For each operation: the text that it was made of, and the type of what it writes.
    pub origins: Vec<(Site, Type)>,
    /// Those of the operations that are not only there to be taken down: enough where all values are defined.
    pub plain: Vec<Operation>,
}

impl FlatCode {
    /// What a statement evaluates.
    pub fn statement(&self, pc: Pc) -> &FlatStatement {
        &self.statements[pc.0 as usize]
    }
}

/// Operations that follow one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// The first.
    pub first: u32,
    /// The one behind the last.
    pub end: u32,
}

impl Stretch {
    /// The stretch as a range of indices.
    pub fn range(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// A statement, with what it evaluates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatStatement {
    /// Which of [`FlatCode::operations`] are its own.
    pub operations: Stretch,
    /// Which of [`FlatCode::plain`] are its own.
    pub plain: Stretch,
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
    /// Whether it does nothing beyond the thread's own locals: it assigns one or decides where to go on, without shared memory
    /// and without the operation.
    pub is_quiet: bool,
}

/// What a statement does, as [`StatementKind`](super::StatementKind) says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The lane's access is dropped: the header's index and the coordinates stand in `at`.
    Drop,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The slot.
    pub to: Slot,
    /// The bits that its type has.
    pub mask: u64,
    /// What is written there.
    pub kind: OperationKind,
}

/// What an operation computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// A variable goes into a computation, which reads its slot: nothing but something to be taken down.
    Input(Slot),
    /// A variable is handed to the operation, whose body may leave it alone.
    Argument(Slot),
    /// An element of an input operand.
    Element {
        /// Index of the operand.
        operand: u32,
        /// The element, from 0.
        index: Slot,
        /// The type as which it is read.
        ty: Type,
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
    /// Whether an access to shared memory is within bounds.
    Inside {
        /// Index of the operand.
        operand: u32,
        /// The byte address alone, or the coordinates of a texel.
        at: [Slot; 4],
        /// Whether it is a byte address.
        is_byte: bool,
    },
    /// All elements of what a scenario declares, taken together.
    Fold {
        /// What is made of them.
        fold: Fold,
        /// Index of the operand.
        operand: u32,
        /// The type of an element, and how many there are.
        of: (Type, u32),
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
    /// An integer of that format as a wider or a narrower one.
    Extend(IntegerFormat, Slot),
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
        /// Where a false one leads, counted from the statement's first operation.
        otherwise: u32,
    },
    /// The operation's body goes on elsewhere, counted from the statement's first operation.
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
