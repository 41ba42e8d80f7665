//! The content of manuals as data: rows of instructions, shapes of lines, instruction sets and cost models. The functions of
//! invariants, which belong to no manual, are a table here too, for the syntax and the semantics.

mod cost_model;
mod fold;
mod isa_parameter;
mod line;
mod row;
mod rule_table;
mod set;

pub use cost_model::{
    COST_PARAMETERS, Certainty, CostCount, CostKey, CostModel, CostNumber, CostParameter, NO_BASE, NO_REPEAT,
};
pub use fold::{FOLDS, Fold, FoldRow, fold_row};
pub use isa_parameter::{IsaParameter, IsaValues};
pub use line::register_file::{
    ConstantBank, RegisterFile, RegisterNames, RegisterOrPredicate, RegisterRules,
};
pub use line::shape::{Form, FormName, FormPart, Keyword, KeywordList, LinePart, PartKey, Separator, Shape};
pub use row::atomic_op::{AtomicOp, OpSupport, OpTable, OpTypes, OpWidth};
pub use row::declared::{DeclaredSignature, OtherOrder, StatedAccess, StatedElements};
pub use row::encoding::{BytePart, Encoding64, Field, FieldContent, SlotContent};
pub use row::float::{DefaultNan, Denormals, FloatBehaviour, MinMax};
pub use row::instruction::{ExecutionUnit, GuardUse, Instruction, Overlap, Signature};
pub use row::memory::{Bounds, MemoryBehaviour, Misaligned, OutOfBoundsRead, UpperPart};
pub use row::modifier::{LineAttributes, LineModifier, Modifier, ModifierValue, ModifierValues, UsableWord};
pub use row::numbered::{
    LineAccess, LineRegisters, NumberedSignature, OperandRegisters, Refusal, RegisterInput, Slot, SlotKind,
    UnwrittenOp,
};
pub use row::operand::{
    AddressUnit, Direction, ElementCount, ImpliedOperand, NullRule, Operand, OperandKind, OperandType,
    SourceModifiers,
};
pub use row::reading::{
    Choice, ChosenReadings, Practice, ProductGroup, Reading, ReadingCondition, Statement,
};
pub use set::behaviour::{PredefinedSurface, SetBehaviour};
pub use set::foreign_names::{Counterpart, ForeignNames, ForeignWord};
pub use set::instruction_set::{InstructionSet, Listing, NotModelled, SetRules};
pub use set::instruction_sets::InstructionSets;
