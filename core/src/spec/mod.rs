//! The vocabulary of instruction rows: the content of a manual as data.

mod atomic_op;
mod cost_model;
mod cost_models;
mod declared;
mod dialect;
pub(crate) mod elsewhere;
mod encoding;
mod float;
mod fold;
mod header_rules;
mod instruction;
mod memory;
mod modifier;
mod numbered;
mod operand;
mod predicate;
mod reading;
mod register_file;
mod rule_table;
mod set;
mod setting_values;
mod shape;

pub use atomic_op::{AtomicOp, OpTable, OpTypes, OpUse, OpWidth};
pub use cost_model::{COST_PARAMETERS, Certainty, CostCount, CostKey, CostModel, CostNumber, CostParameter};
pub use cost_models::{COST_MODELS, MAXWELL, PASCAL, VOLTA, XE};
pub use declared::{DeclaredSignature, OtherOrder, StatedAccess, StatedElements};
pub use dialect::{Dialect, PredefinedSurface};
pub use elsewhere::{ForeignNames, ForeignWord};
pub use encoding::{BytePart, Field, FieldContent, SlotContent, WordForm};
pub use float::{DefaultNan, Denormals, FloatBehaviour, MinMax};
pub use fold::{FOLDS, Fold, FoldRow, fold};
pub use header_rules::HeaderRules;
pub use instruction::{ExecutionUnit, Instruction, Overlap, Signature};
pub use memory::{Bounds, MemoryBehaviour, Misaligned, Outside, UpperPart};
pub use modifier::{Decisions, Modifier, Word, Words, WrittenWord};
pub use numbered::{
    NumberedSignature, OperandRegisters, Refusal, RegisterInput, RegisterUse, Slot, SlotKind, UnwrittenOp,
};
pub use operand::{Direction, ElementCount, NullRule, Operand, OperandKind, OperandType, SourceModifiers};
pub use predicate::PredicateMode;
pub use reading::{Choice, Practice, ProductGroup, Reading, ReadingSet, Statement};
pub use register_file::{Member, RegisterFile, RegisterNames, RegisterRules};
pub use set::{InstructionSet, Listing, NotModelled, RollCall, SetRules, Setting};
pub use setting_values::SettingValues;
pub use shape::{Form, FormKey, FormPart, Keyword, Keywords, LinePart, Separator, Shape};
