//! Rows for numbered registers: the slots of a line, and the registers that it uses.

use super::atomic_op::AtomicOp;
use super::encoding::Encoding64;
use super::float::FloatBehaviour;
use super::modifier::LineAttributes;
use super::operand::{Direction, Operand, OperandKind};
use super::reading::{ChosenReadings, ReadingCondition};
use crate::base::{Rule, ScalarType};
use crate::spec::isa_parameter::IsaValues;
use crate::spec::line::shape::FormName;

/// The part of a row that only instructions with numbered registers have.
#[derive(Clone, Debug)]
pub struct NumberedSignature {
    /// The slots of a line, in order.
    pub slots: &'static [Slot],
    /// The operands. Several operands may be in one slot, such as the coordinates in neighbouring registers.
    pub operands: &'static [Operand],
    /// Computes the registers of a line from its words, or the reason why the words do not fit together.
    pub line_registers: fn(&RegisterInput) -> Result<LineRegisters, Refusal>,
    /// The operation of a line that names none, and the choice of a reading that must allow it.
    pub unwritten_op: Option<UnwrittenOp>,
    /// The encodings, each a word of 64 bits. A line has the first one that it fits. Empty if no known source describes
    /// the machine code.
    pub encodings: &'static [Encoding64],
}

impl Default for NumberedSignature {
    /// Returns a signature without slots.
    fn default() -> Self {
        Self {
            slots: &[],
            operands: &[],
            line_registers: |_| {
                Ok(LineRegisters { access: LineAccess::new(ScalarType::Ud), operands: Vec::new() })
            },
            unwritten_op: None,
            encodings: &[],
        }
    }
}

impl NumberedSignature {
    /// Returns whether a slot is a destination.
    pub fn is_destination(&self, slot: usize) -> bool {
        self.operands.iter().any(|operand| {
            matches!(operand.kind, OperandKind::Slot(own) if own == slot)
                && operand.direction == Some(Direction::Out)
        })
    }

    /// Returns whether an operand is a pointer to a surface's header.
    pub fn is_header_pointer(&self, operand: usize) -> bool {
        let Some(Operand { kind: OperandKind::Slot(slot), .. }) = self.operands.get(operand) else {
            return false;
        };
        self.slots.get(*slot).is_some_and(|slot| slot.kind == SlotKind::HeaderPointer)
    }
}

/// An operation that may be left out.
#[derive(Clone, Copy, Debug)]
pub struct UnwrittenOp {
    /// The operation.
    pub op: &'static str,
    /// The choice of a reading that allows it.
    pub choice: ReadingCondition,
}

/// A slot between commas.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The manual's name.
    pub name: &'static str,
    /// The content that it accepts.
    pub kind: SlotKind,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// A description in one sentence.
    pub prose: &'static str,
}

/// The content that a slot accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// `R4`, the first of one or more; also `RZ`.
    Register,
    /// `[R4]`, the first of one or more; not `RZ`.
    Address,
    /// `P3` or `PT`.
    Predicate,
    /// A register other than `RZ`, or an index of a word in the constant bank.
    HeaderPointer,
    /// A register, a whole number, or a word of the constant bank.
    Source,
    /// As a source, but without a sign before it. A number may be a float.
    Bits,
    /// The lower half of a source, or the upper half with `.H1`. A number has 16 bits.
    Half,
    /// The special register with this name, which holds the number of the lane.
    LaneId(&'static str),
}

impl SlotKind {
    /// Returns the forms of operands that the slot accepts.
    pub fn forms(self) -> &'static [FormName] {
        match self {
            SlotKind::Register => &[FormName::REGISTER],
            SlotKind::Address => &[FormName::ADDRESS],
            SlotKind::Predicate => &[FormName::PREDICATE],
            SlotKind::HeaderPointer => &[FormName::REGISTER, FormName::NUMBER],
            SlotKind::Source | SlotKind::Bits | SlotKind::Half => {
                &[FormName::REGISTER, FormName::NUMBER, FormName::CONSTANT]
            }
            SlotKind::LaneId(_) => &[FormName::BARE_NAME],
        }
    }
}

/// The part of a line on which its registers depend.
#[derive(Clone, Debug)]
pub struct RegisterInput<'a> {
    /// The name of each modifier with the name of its value, including defaults.
    pub value_names: &'a [(&'static str, &'static str)],
    /// The attributes of these values.
    pub attributes: LineAttributes,
    /// The operation.
    pub op: Option<&'static AtomicOp>,
    /// Whether each slot is filled.
    pub filled: &'a [bool],
    /// Whether each slot contains a register rather than a number.
    pub is_register: &'a [bool],
    /// The numbers given by `.isa`.
    pub isa_values: &'a IsaValues,
    /// The readings in force.
    pub readings: &'a ChosenReadings,
}

impl RegisterInput<'_> {
    /// Returns the name of a modifier's value; empty if the modifier has neither a written value nor a default.
    pub fn value_name(&self, modifier: &str) -> &'static str {
        self.value_names.iter().find(|(name, _)| *name == modifier).map_or("", |(_, value)| value)
    }
}

/// The access of a line: its type, its size and its rules.
#[derive(Clone, Copy, Debug)]
pub struct LineAccess {
    /// The access type `T`.
    pub ty: ScalarType,
    /// The size of a lane's element of a surface in bytes. A vector is several accesses.
    pub element_bytes: usize,
    /// Whether the result depends on the sign of the surface's format.
    pub takes_sign: bool,
    /// The rules of float arithmetic, if they are not those of its set.
    pub float: Option<FloatBehaviour>,
}

impl LineAccess {
    /// Creates an access whose elements have the size of the type.
    pub fn new(ty: ScalarType) -> Self {
        Self { ty, element_bytes: ty.size_bytes(), takes_sign: false, float: None }
    }
}

/// The access of a line and the registers that it uses.
#[derive(Clone, Debug)]
pub struct LineRegisters {
    /// The access.
    pub access: LineAccess,
    /// The registers of each operand of the row.
    pub operands: Vec<OperandRegisters>,
}

impl LineRegisters {
    /// Returns the number of registers of a slot: up to the last one that any of the row's operands has.
    pub fn slot_registers(&self, operands: &[Operand], slot: usize) -> usize {
        let of_slot = operands
            .iter()
            .zip(&self.operands)
            .filter(|(operand, _)| matches!(operand.kind, OperandKind::Slot(at) if at == slot));
        let ends = of_slot
            .filter_map(|(_, registers)| Some(registers.offset? + registers.ty.size_bytes().div_ceil(4)));
        ends.max().unwrap_or(1)
    }

    /// Returns the registers of the operand at an index. The line does not have an operand without an entry.
    pub fn operand(&self, index: usize) -> OperandRegisters {
        self.operands.get(index).copied().unwrap_or(OperandRegisters::absent(ScalarType::Ud))
    }
}

/// The registers of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandRegisters {
    /// The number of registers before the first one in the slot. `None` if the line does not have the operand, which then reads
    /// as 0.
    pub offset: Option<usize>,
    /// The type of the value.
    pub ty: ScalarType,
}

impl OperandRegisters {
    /// Creates registers that begin after this many other registers of the slot.
    pub const fn new(offset: usize, ty: ScalarType) -> Self {
        Self { offset: Some(offset), ty }
    }

    /// Creates the entry of an operand that the line does not have.
    pub const fn absent(ty: ScalarType) -> Self {
        Self { offset: None, ty }
    }
}

/// The reason why words of a line do not fit together.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static Rule,
    /// The name of the modifier or slot at fault.
    pub part: &'static str,
    /// The error, and what was expected.
    pub message: String,
    /// A sentence of background.
    pub note: Option<&'static str>,
}
