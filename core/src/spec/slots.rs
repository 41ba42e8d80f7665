//! Rows for numbered registers: the slots of a line, and the registers that it uses.

use super::atomic_op::AtomicOp;
use super::float::FloatRules;
use super::operand::{Direction, Operand};
use super::reading::ReadingSet;
use super::setting_values::SettingValues;
use crate::base::{Rule, ScalarType};

/// The slots of a line, and its operands in the notation.
#[derive(Clone, Debug)]
pub struct SlotForm {
    /// The slots between the commas, in order.
    pub slots: &'static [Slot],
    /// The operands.
    pub operands: &'static [Operand<SlotOperand>],
    /// Computes the registers of a line from its words, or the reason why the words do not fit together.
    pub fit: fn(&FitInput) -> Result<Fit, Refusal>,
    /// Whether it ends the program, unless a guard turns a lane off.
    pub ends_program: bool,
}

impl Default for SlotForm {
    /// Returns a form without slots.
    fn default() -> Self {
        Self { slots: &[], operands: &[], fit: |_| Ok(Fit::default()), ends_program: false }
    }
}

impl SlotForm {
    /// Returns whether a slot is a destination.
    pub fn writes(&self, slot: usize) -> bool {
        let is_its = |operand: &SlotOperand| operand.slot() == Some(slot);
        self.operands.iter().any(|row| is_its(&row.kind) && row.kind.direction() == Some(Direction::Out))
    }

    /// Returns whether an operand is the handle of a surface's header.
    pub fn names_header(&self, operand: usize) -> bool {
        let slot = self.operands.get(operand).and_then(|operand| self.slots.get(operand.kind.slot()?));
        slot.is_some_and(|slot| matches!(slot.kind, SlotKind::Handle(_)))
    }
}

/// The source of an operand's value.
#[derive(Clone, Copy, Debug)]
pub enum SlotOperand {
    /// Registers, or anything else that a slot accepts: one element for each lane.
    Slot {
        /// The direction of its data.
        direction: Direction,
        /// The slot: its index in [`SlotForm::slots`].
        slot: usize,
    },
    /// All surfaces, by address.
    Memory,
    /// A bit for each lane that has exited.
    Exited,
}

impl SlotOperand {
    /// Returns the direction of its data; `None` for memory.
    pub fn direction(self) -> Option<Direction> {
        match self {
            SlotOperand::Slot { direction, .. } => Some(direction),
            SlotOperand::Memory => None,
            SlotOperand::Exited => Some(Direction::Out),
        }
    }

    /// Returns the slot that supplies it; `None` if no line writes it.
    pub fn slot(self) -> Option<usize> {
        match self {
            SlotOperand::Slot { slot, .. } => Some(slot),
            SlotOperand::Memory | SlotOperand::Exited => None,
        }
    }

    /// Describes the operand.
    pub fn in_words(self) -> &'static str {
        match self {
            SlotOperand::Slot { direction: Direction::In, .. } => "read",
            SlotOperand::Slot { .. } | SlotOperand::Exited => "written",
            SlotOperand::Memory => "all surfaces, by address",
        }
    }
}

/// A slot between commas.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The manual's name.
    pub name: &'static str,
    /// The content that it accepts.
    pub kind: SlotKind,
    /// Whether it may be left out.
    pub optional: bool,
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
    /// A register other than `RZ`, or an index of a word in the constant bank, with this many bits.
    Handle(u32),
    /// A register, a number, or a word of the constant bank.
    Source,
    /// The lower half of a source, or the upper half with `.H1`. A number has 16 bits.
    Half,
    /// A special register, by name, with its value.
    Special(&'static [(&'static str, SpecialValue)]),
}

/// The value of a special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialValue {
    /// The lane's number.
    Lane,
}

/// The part of a line on which its registers depend.
#[derive(Clone, Debug)]
pub struct FitInput<'a> {
    /// The words of its modifiers, by modifier, including defaults.
    pub words: &'a [(&'static str, &'static str)],
    /// The operation.
    pub op: Option<&'static AtomicOp>,
    /// Whether each slot is filled.
    pub filled: &'a [bool],
    /// Whether each slot contains a register rather than a number.
    pub is_register: &'a [bool],
    /// The settings of the scenario.
    pub settings: &'a SettingValues,
    /// The readings in force.
    pub readings: &'a ReadingSet,
}

impl FitInput<'_> {
    /// Returns the word of a modifier; empty if there is neither a written word nor a default.
    pub fn word(&self, modifier: &str) -> &'static str {
        self.words.iter().find(|(name, _)| *name == modifier).map_or("", |(_, word)| word)
    }

    /// Returns whether a modifier has a word.
    pub fn is(&self, modifier: &str, word: &str) -> bool {
        self.word(modifier) == word
    }
}

/// The registers that a line uses.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// The access type `T`; UD if `None`.
    pub access: Option<ScalarType>,
    /// The size of a lane's element of a surface in bytes; that of `T` if `None`. A vector is several accesses.
    pub element_bytes: Option<usize>,
    /// The suffix after `_` in the name of the operation's notation text, if it depends on the line.
    pub variant: Option<&'static str>,
    /// The number of registers of each slot.
    pub counts: Vec<usize>,
    /// For each operand of the row, the distance of its registers from the slot's first one, and its type. Without a distance, the
    /// line does not have the operand, and it reads as 0.
    pub operands: Vec<(Option<usize>, ScalarType)>,
    /// Whether the sign of its values comes from the surface's format.
    pub takes_sign: bool,
    /// The rules of float arithmetic.
    pub float: FloatRules,
}

impl Fit {
    /// Returns the access type `T`.
    pub fn access(&self) -> ScalarType {
        self.access.unwrap_or(ScalarType::Ud)
    }

    /// Returns the size of a lane's element of a surface in bytes.
    pub fn element_bytes(&self) -> usize {
        self.element_bytes.unwrap_or(self.access().size_bytes())
    }

    /// Returns the registers and the type of the operand at an index; a missing entry means that the line does not have it.
    pub fn operand(&self, at: usize) -> (Option<usize>, ScalarType) {
        self.operands.get(at).copied().unwrap_or((None, ScalarType::Ud))
    }
}

/// The reason why words do not fit together.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static Rule,
    /// The modifier or slot at fault.
    pub at: &'static str,
    /// The error, and what was expected.
    pub message: String,
    /// A sentence of background.
    pub note: Option<&'static str>,
}
