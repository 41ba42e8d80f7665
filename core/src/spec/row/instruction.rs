//! The row of an instruction.

use super::atomic_op::{AtomicOp, OpTable};
use super::declared::DeclaredSignature;
use super::memory::MemoryBehaviour;
use super::modifier::{Modifier, ModifierValues};
use super::numbered::NumberedSignature;
use super::operand::{Operand, OperandKind};
use super::reading::{ChosenReadings, Reading, ReadingCondition};
use crate::base::Clause;
use std::borrow::Cow;

/// An instruction, as one page of its manual describes it.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The manual's name, upper case.
    pub mnemonic: Cow<'static, str>,
    /// The assembler's name in lower case, if it is not the manual's. Texts may use both.
    pub assembler_name: Option<&'static str>,
    /// A description in one sentence, in our words.
    pub prose: &'static str,
    /// Other words that readers search for.
    pub synonyms: &'static str,
    /// The modifiers after the mnemonic, in the order of the text.
    pub modifiers: &'static [Modifier],
    /// The table of the only operation, if the mnemonic names it.
    pub own_op_table: Option<&'static OpTable>,
    /// The unit that executes it.
    pub unit: ExecutionUnit,
    /// The operands, and everything else that depends on the registers of its set.
    pub signature: Signature,
    /// The use of a predicate before the mnemonic.
    pub guard: GuardUse,
    /// Whether it does nothing for helper lanes.
    pub skips_helpers: bool,
    /// Whether it ends the program, unless a predicate turns a lane off.
    pub ends_program: bool,
    /// The rule for out-of-bounds accesses, in one sentence.
    pub bounds_prose: &'static str,
    /// The rule for lanes that access the same bytes, in one sentence.
    pub conflict_prose: &'static str,
    /// The rule for overlapping writes.
    pub overlap: Overlap,
    /// Returns the behaviour of its accesses and sources, under the readings in force.
    pub memory_behaviour: fn(&ChosenReadings) -> MemoryBehaviour,
    /// The readings that affect it.
    pub readings: Vec<&'static Reading>,
    /// The mnemonic of the row from which a document made this one; `None` for the manual's own.
    pub made_from: Option<Cow<'static, str>>,
    /// The notation text of its semantics.
    pub semantics: Cow<'static, str>,
    /// The page of the manual.
    pub source: Clause,
}

impl Default for Instruction {
    /// Returns the values that most rows share, for struct update syntax.
    fn default() -> Self {
        Self {
            mnemonic: Cow::Borrowed(""),
            assembler_name: None,
            prose: "",
            synonyms: "",
            modifiers: &[],
            own_op_table: None,
            unit: ExecutionUnit::Memory,
            signature: Signature::Declared(DeclaredSignature::default()),
            guard: GuardUse::TurnsLanesOff,
            skips_helpers: false,
            ends_program: false,
            bounds_prose: "",
            conflict_prose: "",
            overlap: Overlap::Serialized,
            memory_behaviour: |_| MemoryBehaviour::default(),
            readings: Vec::new(),
            made_from: None,
            semantics: Cow::Borrowed(""),
            source: Clause::ITS_PAGE,
        }
    }
}

/// The part of a row that depends on the registers of its set.
#[derive(Clone, Debug)]
pub enum Signature {
    /// For declared variables.
    Declared(DeclaredSignature),
    /// For numbered registers.
    Numbered(NumberedSignature),
}

/// The use of a predicate before the mnemonic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardUse {
    /// It turns lanes off.
    TurnsLanesOff,
    /// It turns lanes off by this choice of a reading. Otherwise, there is none.
    TurnsLanesOffBy(ReadingCondition),
    /// It is an operand, `Pred[i]` in the notation.
    IsOperand,
    /// There is none.
    None,
}

impl GuardUse {
    /// Returns whether a line may have a predicate.
    pub fn is_accepted(self, readings: &ChosenReadings) -> bool {
        match self {
            Self::TurnsLanesOff | Self::IsOperand => true,
            Self::TurnsLanesOffBy(choice) => choice.holds(readings),
            Self::None => false,
        }
    }
}

/// The rule for accesses of one instruction that write the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They happen one after another, in an unspecified order.
    Serialized,
    /// The outcome is undefined.
    Undefined,
}

/// The unit that executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExecutionUnit {
    /// The memory unit: modifiers choose the access type `T`.
    Memory,
    /// The arithmetic unit. `T` is the type of the computation, which follows from the types of the sources or from modifiers.
    /// Sources are converted to it, and the result is converted to the destination's type.
    Alu,
}

impl Instruction {
    /// Returns the values that most rows of the arithmetic unit share, for struct update syntax.
    pub fn alu() -> Self {
        Self {
            unit: ExecutionUnit::Alu,
            bounds_prose: "It touches no surface.",
            conflict_prose: "Lanes do not meet.",
            ..Self::default()
        }
    }

    /// Returns the same row under another name, for an instruction that a document defines. It has no machine code.
    pub fn renamed(&self, mnemonic: &str) -> Self {
        let mut signature = self.signature.clone();
        match &mut signature {
            Signature::Declared(own) => (own.opcode, own.byte_parts) = (None, &[]),
            Signature::Numbered(own) => own.encodings = &[],
        }
        let mnemonic = mnemonic.to_ascii_uppercase().into();
        let made_from = Some(self.mnemonic.clone());
        Self { mnemonic, assembler_name: None, signature, made_from, ..self.clone() }
    }

    /// Returns whether a text may use this name for it, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.mnemonic.eq_ignore_ascii_case(name)
            || self.assembler_name.is_some_and(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns the signature for declared variables, if the row has it.
    pub fn declared(&self) -> Option<&DeclaredSignature> {
        match &self.signature {
            Signature::Declared(signature) => Some(signature),
            Signature::Numbered(_) => None,
        }
    }

    /// Returns the signature for numbered registers, if the row has it.
    pub fn numbered(&self) -> Option<&NumberedSignature> {
        match &self.signature {
            Signature::Declared(_) => None,
            Signature::Numbered(signature) => Some(signature),
        }
    }

    /// Returns the operands, in order.
    pub fn operands(&self) -> &'static [Operand] {
        match &self.signature {
            Signature::Declared(signature) => signature.operands,
            Signature::Numbered(signature) => signature.operands,
        }
    }

    /// Returns the indices of the row's operands that one operand of a bound line supplies: all operands of that slot, or, in a
    /// row without slots, the operand with the same index. The binding has already split a stated address into its four
    /// operands.
    pub fn row_operands_of_bound(&self, line_operand: usize) -> impl Iterator<Item = usize> + use<> {
        let supplies = move |(index, operand): &(usize, &Operand)| match operand.kind {
            OperandKind::Slot(slot) => slot == line_operand,
            _ => !operand.is_implied() && *index == line_operand,
        };
        self.operands().iter().enumerate().filter(supplies).map(|(index, _)| index)
    }

    /// Returns the first byte of the machine code, if that is a sequence of bytes.
    pub fn opcode(&self) -> Option<u8> {
        self.declared()?.opcode
    }

    /// Returns whether a known source describes the machine code.
    pub fn has_encoding(&self) -> bool {
        match &self.signature {
            Signature::Declared(signature) => !signature.byte_parts.is_empty(),
            Signature::Numbered(signature) => !signature.encodings.is_empty(),
        }
    }

    /// Returns the table of operations from which a modifier chooses, or that of the mnemonic's own operation.
    pub fn op_table(&self) -> Option<&'static OpTable> {
        let chosen = self.modifiers.iter().find_map(|modifier| match modifier.values {
            ModifierValues::Ops(table) => Some(table),
            ModifierValues::Listed(_) => None,
        });
        chosen.or(self.own_op_table)
    }

    /// Returns the operation that the mnemonic names.
    pub fn own_op(&self) -> Option<(&'static OpTable, &'static AtomicOp)> {
        let table = self.own_op_table?;
        Some((table, table.ops.first()?))
    }
}
