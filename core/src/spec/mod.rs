//! The vocabulary of instruction rows: what one line of a manual says, as data.

mod atomic_op;
mod dialect;
mod instruction;
mod memory;
mod reading;

pub use atomic_op::{AtomicOp, OpTable, OpUse, Returned};
pub use dialect::{Dialect, PredefinedSurface};
pub use instruction::{
    Direction, Instruction, Isa, Modifier, ModifierKind, NullRule, Operand, OperandKind, OperandType,
    Overlap, PredicateUse, RollCall, SourceModifiers, Spread, Unit, channel_letters, channel_mask,
};
pub use memory::{Bounds, MemoryRules, Misaligned, Outside, UpperPart};
pub use reading::{Choice, Reading, ReadingSet};
