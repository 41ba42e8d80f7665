//! The content of a manual as data: rows of instructions, shapes of lines, instruction sets and cost models.

mod cost;
mod fold;
mod line;
mod row;
mod rule_table;
pub(crate) mod set;

pub use cost::model::{COST_PARAMETERS, Certainty, CostCount, CostKey, CostModel, CostNumber, CostParameter};
pub use fold::{FOLDS, Fold, FoldRow, fold};
pub use line::register_file::{Member, RegisterFile, RegisterNames, RegisterRules};
pub use line::shape::{Form, FormKey, FormPart, Keyword, Keywords, LinePart, PartKey, Separator, Shape};
pub use row::atomic_op::{AtomicOp, OpTable, OpTypes, OpUse, OpWidth};
pub use row::declared::{DeclaredSignature, OtherOrder, StatedAccess, StatedElements};
pub use row::encoding::{BytePart, CodeForm, Field, FieldContent, SlotContent};
pub use row::float::{DefaultNan, Denormals, FloatBehaviour, MinMax};
pub use row::instruction::{ExecutionUnit, Instruction, Overlap, Signature};
pub use row::memory::{Bounds, MemoryBehaviour, Misaligned, OutOfBoundsRead, UpperPart};
pub use row::modifier::{Decisions, Modifier, OfferedWord, Word, Words, WrittenWord};
pub use row::numbered::{
    NumberedSignature, OperandRegisters, Refusal, RegisterInput, RegisterUse, Slot, SlotKind, UnwrittenOp,
};
pub use row::operand::{
    Direction, ElementCount, NullRule, Operand, OperandKind, OperandType, SourceModifiers,
};
pub use row::reading::{Choice, Practice, ProductGroup, Reading, ReadingSet, Statement};
pub use row::setting_values::SettingValues;
pub use set::dialect::{Dialect, PredefinedSurface};
pub use set::foreign_names::{ForeignNames, ForeignWord};
pub use set::header_rules::HeaderRules;
pub use set::instruction_set::{InstructionSet, Listing, NotModelled, SetRules, Setting};
pub use set::roll_call::RollCall;
