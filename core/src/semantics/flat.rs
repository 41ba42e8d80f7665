//! The flat form of a code: for each statement, a sequence of operations over numbered slots.
//!
//! A [`Code`](super::Code) expresses a text as trees, which a reader can compare with the text. The flat form lists
//! the same computations in evaluation order. Each local and each constant has its own slot, and each operation writes
//! a slot. The body of the instruction's operation is inlined where it is called.

use super::header_query::HeaderQuery;
use super::integer::IntegerFormat;
use super::trap_reason::TrapReason;
use super::vocabulary::{BinaryOp, Builtin, LocalId, Pc, Site, Type, UnaryOp};
use crate::base::{Bits, ScalarType};
use crate::spec::Fold;
use std::ops::Range;

/// The index of a value in the slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotIndex(pub u32);

impl SlotIndex {
    /// Returns the slot as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The flat form of all statements of a code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FlatCode {
    /// The initial values of a thread's locals: undefined bits of their types. Locals have the first slots, in the
    /// order of [`LocalId`]s.
    pub locals: Vec<Bits>,
    /// The initial values of the slots that follow the locals: the constants, and the undefined locals of the
    /// operation's body. All other slots are written before they are read.
    pub slots: Vec<Bits>,
    /// The slot of the first local of the operation's body. The slots of the others follow it.
    pub parameters: SlotIndex,
    /// The statements, indexed by [`Pc`].
    pub statements: Vec<FlatStatement>,
    /// The operations of all statements.
    pub operations: Vec<Operation>,
    /// The origin of each operation: the piece of text that it was made from, and the type of its result.
    pub origins: Vec<(Site, Type)>,
    /// The operations of the fast path, for values that are all defined. Operations that only record inputs for the trace are left out.
    pub fast_operations: Vec<Operation>,
}

impl FlatCode {
    /// Returns the flat form of a statement.
    pub fn statement(&self, pc: Pc) -> &FlatStatement {
        &self.statements[pc.0 as usize]
    }
}

/// A range of consecutive operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationRange {
    /// The first operation.
    pub first: u32,
    /// One past the last operation.
    pub end: u32,
}

impl OperationRange {
    /// Returns the stretch as a range of indices.
    pub fn range(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The flat form of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlatStatement {
    /// Its operations in [`FlatCode::operations`].
    pub operations: OperationRange,
    /// Its operations in [`FlatCode::fast_operations`].
    pub fast_operations: OperationRange,
    /// The number of expressions that it evaluates, except for those in branches of the operation's body.
    pub work: u32,
    /// The value, or the condition.
    pub value: SlotIndex,
    /// The index or the address of the target: one byte address, or four coordinates.
    pub at: [SlotIndex; 4],
    /// The effect.
    pub kind: FlatKind,
    /// Whether it reads or writes shared memory; for `EnterAtomic`, whether the block does.
    pub accesses_memory: bool,
    /// Whether it computes a local that addresses shared memory.
    pub is_address: bool,
    /// Whether it is a micro-step.
    pub is_step: bool,
    /// Whether the fast path can execute it. Its results are defined if its inputs are: it names no undefined constant,
    /// and the operation's body
    /// assigns each of its variables before reading it.
    pub is_fast: bool,
    /// Whether it affects only the thread's own locals and control flow. It assigns a local or branches, without
    /// shared memory and without the operation.
    pub is_local: bool,
}

/// The effect of a statement; see [`StatementKind`](super::StatementKind).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlatKind {
    /// Stores the value in a local.
    Local(LocalId),
    /// Stores the value in shared memory at a byte address.
    Memory {
        /// The index of the operand.
        operand: u32,
    },
    /// Stores the value in shared memory at the coordinates of a texel.
    Texel {
        /// The index of the operand.
        operand: u32,
    },
    /// Stores the value in an element of an output operand.
    Element {
        /// The index of the operand.
        operand: u32,
    },
    /// Jumps if the condition is false.
    Branch {
        /// The target of the jump.
        otherwise: Pc,
    },
    /// Stops the lane if the condition is true.
    Trap {
        /// The reason.
        reason: TrapReason,
    },
    /// Records that the lane's access is dropped. `at` holds the header's index and the coordinates.
    Drop,
    /// Jumps.
    Jump(Pc),
    /// Starts a thread for each enabled lane.
    Foreach {
        /// The lane's number in each thread.
        variable: LocalId,
        /// The statement at which the uniform thread continues.
        end: Pc,
    },
    /// Ends a lane's thread.
    EndLane,
    /// Excludes other threads until `LeaveAtomic`.
    EnterAtomic,
    /// Ends the exclusion of other threads.
    LeaveAtomic,
    /// Ends the uniform thread.
    Halt,
}

/// An operation, and the slot that it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The slot.
    pub to: SlotIndex,
    /// The bit mask of the type's width.
    pub mask: u64,
    /// The computation.
    pub kind: OperationKind,
}

/// The computation of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OperationKind {
    /// Records the read of a variable as an input of a computation. It computes nothing.
    Input(SlotIndex),
    /// Passes a variable to the operation, even if the body does not use it.
    Argument(SlotIndex),
    /// Reads an element of an input operand.
    Element {
        /// The index of the operand.
        operand: u32,
        /// The element, from 0.
        index: SlotIndex,
        /// The type of the read.
        ty: Type,
    },
    /// Reads shared memory at a byte address.
    Memory {
        /// The index of the operand.
        operand: u32,
        /// The address.
        address: SlotIndex,
    },
    /// Reads shared memory at the coordinates of a texel.
    Texel {
        /// The index of the operand.
        operand: u32,
        /// The coordinates.
        at: [SlotIndex; 4],
    },
    /// Tests whether an access to shared memory is in bounds.
    Inside {
        /// Index of the operand.
        operand: u32,
        /// The byte address alone, or the coordinates of a texel.
        at: [SlotIndex; 4],
        /// Whether it is a byte address.
        is_byte: bool,
    },
    /// Combines all elements of a declaration.
    Fold {
        /// The function.
        fold: Fold,
        /// The index of the operand.
        operand: u32,
        /// The type and the number of the elements.
        of: (Type, u32),
    },
    /// Tests whether a lane is enabled.
    Enabled(SlotIndex),
    /// Tests whether a lane's predicate bit is set.
    Predicated(SlotIndex),
    /// Applies a unary operator to an operand of a type.
    Unary(UnaryOp, Type, SlotIndex),
    /// Applies a binary operator to integers or truth values of a format.
    Integer(BinaryOp, IntegerFormat, SlotIndex, SlotIndex),
    /// Applies a binary operator to operands of a float type.
    Float(BinaryOp, ScalarType, SlotIndex, SlotIndex),
    /// Evaluates `condition ? a : b`.
    Select(SlotIndex, SlotIndex, SlotIndex),
    /// Calls a builtin on arguments of a type.
    Call(Builtin, Type, [SlotIndex; 3]),
    /// Answers a query about a surface of the header pool.
    Header(HeaderQuery, [SlotIndex; 4]),
    /// Extends or truncates an integer of a format.
    Extend(IntegerFormat, SlotIndex),
    /// Converts a value from the first type to the second.
    Convert(Type, Type, SlotIndex),
    /// Begins the operation's body. Its locals become undefined.
    Begin {
        /// The number of its locals.
        count: u32,
    },
    /// Assigns a local of the operation's body.
    Assign(SlotIndex),
    /// Jumps within the operation's body if a condition is false.
    Branch {
        /// The condition.
        condition: SlotIndex,
        /// The target of the jump, counted from the statement's first operation.
        otherwise: u32,
    },
    /// Jumps within the operation's body; the target is counted from the statement's first operation.
    Jump(u32),
    /// Begins a branch of the operation's body with this number of expressions.
    Work(u32),
    /// Ends the operation's body.
    Modify {
        /// The new value.
        new: SlotIndex,
        /// The result.
        result: SlotIndex,
    },
}
