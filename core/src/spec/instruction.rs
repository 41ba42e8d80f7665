//! The row of an instruction.

use super::atomic_op::{AtomicOp, OpTable};
use super::declared::{DeclaredForm, DeclaredOperand, PredicateUse};
use super::memory::MemoryRules;
use super::modifier::{Modifier, Words};
use super::numbered::NumberedForm;
use super::operand::{Direction, Operand};
use super::reading::{Reading, ReadingSet};
use super::slots::{SlotForm, SlotOperand};
use crate::base::Clause;
use serde::ser::{Serialize, Serializer};
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
    pub op: Option<&'static OpTable>,
    /// The unit that executes it.
    pub unit: Unit,
    /// The operands, and everything else that depends on the register model.
    pub form: RowForm,
    /// The rule for out-of-bounds accesses, in one sentence.
    pub bounds: &'static str,
    /// The rule for lanes that access the same bytes, in one sentence.
    pub conflict: &'static str,
    /// The rule for overlapping writes.
    pub overlap: Overlap,
    /// Returns the rules for misaligned accesses, bounds and upper parts, under the readings in force.
    pub memory: fn(&ReadingSet) -> MemoryRules,
    /// The readings that affect it.
    pub readings: &'static [&'static Reading],
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
            op: None,
            unit: Unit::Memory,
            form: RowForm::Declared(DeclaredForm::default()),
            bounds: "",
            conflict: "",
            overlap: Overlap::Serialized,
            memory: |_| MemoryRules::default(),
            readings: &[],
            made_from: None,
            semantics: Cow::Borrowed(""),
            source: Clause::ITS_PAGE,
        }
    }
}

/// The part of a row that depends on the register model.
#[derive(Clone, Debug)]
pub enum RowForm {
    /// For declared variables.
    Declared(DeclaredForm),
    /// For numbered registers.
    Numbered(NumberedForm),
}

/// The syntax of an operand, for code that works with every register model.
#[derive(Clone, Copy, Debug)]
pub enum OperandKind {
    /// An operand of a line with declared variables.
    Declared(DeclaredOperand),
    /// An operand of a line with slots.
    Slot(SlotOperand),
}

impl OperandKind {
    /// Returns the direction of its data; `None` for a surface.
    pub fn direction(self) -> Option<Direction> {
        match self {
            OperandKind::Declared(operand) => operand.direction(),
            OperandKind::Slot(operand) => operand.direction(),
        }
    }

    /// Returns the number of elements that `exec_size` lanes access.
    pub fn elements(self, exec_size: u8) -> u8 {
        if matches!(self, OperandKind::Declared(DeclaredOperand::Scalar { .. })) { 1 } else { exec_size }
    }

    /// Describes what the operand accepts.
    pub fn in_words(self) -> String {
        match self {
            OperandKind::Declared(operand) => operand.in_words(),
            OperandKind::Slot(operand) => operand.in_words().to_owned(),
        }
    }
}

impl Serialize for OperandKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.in_words())
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
pub enum Unit {
    /// The memory unit: modifiers choose the access type `T`.
    Memory,
    /// The arithmetic unit. `T` is the type of the computation, which follows from the types of the sources or from modifiers.
    /// Sources are converted to it, and the result is converted to the destination's type.
    Alu,
}

impl Instruction {
    /// Returns the same row under another name, for an instruction that a document defines. It has no machine code.
    pub fn renamed(&self, mnemonic: &str) -> Self {
        let form = match self.form.clone() {
            RowForm::Declared(form) => {
                RowForm::Declared(DeclaredForm { opcode: None, encoding: None, ..form })
            }
            RowForm::Numbered(form) => RowForm::Numbered(NumberedForm { encoding: None, ..form }),
        };
        let mnemonic = mnemonic.to_ascii_uppercase().into();
        Self { mnemonic, assembler_name: None, form, made_from: Some(self.mnemonic.clone()), ..self.clone() }
    }

    /// Returns whether a text may use this name for it, in any case.
    pub fn is_called(&self, name: &str) -> bool {
        self.mnemonic.eq_ignore_ascii_case(name)
            || self.assembler_name.is_some_and(|own| own.eq_ignore_ascii_case(name))
    }

    /// Returns the form for declared variables, if the row has it.
    pub fn declared(&self) -> Option<&DeclaredForm> {
        match &self.form {
            RowForm::Declared(form) => Some(form),
            RowForm::Numbered(_) => None,
        }
    }

    /// Returns the slots of a line, if the row has them.
    pub fn slots(&self) -> Option<&SlotForm> {
        match &self.form {
            RowForm::Declared(_) => None,
            RowForm::Numbered(form) => Some(&form.slots),
        }
    }

    /// Returns the operands, in order. Memory that no line names comes last.
    pub fn operands(&self) -> impl Iterator<Item = Operand<OperandKind>> + Clone + use<> {
        let declared = self.declared().map_or(&[][..], |form| form.operands).iter();
        let memory = self.declared().and_then(|form| form.memory);
        let slots = self.slots().map_or(&[][..], |form| form.operands).iter();
        let declared = declared.copied().chain(memory).map(|operand| operand.map(OperandKind::Declared));
        declared.chain(slots.map(|operand| operand.map(OperandKind::Slot)))
    }

    /// Returns the indices of the operands that the operand at `written` in a line supplies: those of its slot, or the one at
    /// the same index if the row has no slots.
    pub fn operands_of(&self, written: usize) -> impl Iterator<Item = usize> + use<> {
        let supplies = move |(at, operand): &(usize, Operand<OperandKind>)| match operand.kind {
            OperandKind::Declared(_) => *at == written,
            OperandKind::Slot(operand) => operand.slot() == Some(written),
        };
        self.operands().enumerate().filter(supplies).map(|(at, _)| at)
    }

    /// Returns whether a predicate is an operand, and does not turn lanes off.
    pub fn predicate_chooses(&self) -> bool {
        self.declared().is_some_and(|form| form.predicate_use == PredicateUse::Chooses)
    }

    /// Returns whether it accepts a predicate.
    pub fn is_predicable(&self) -> bool {
        self.declared().is_none_or(|form| form.predicable)
    }

    /// Returns the first byte of the machine code, if that is a sequence of bytes.
    pub fn opcode(&self) -> Option<u8> {
        self.declared()?.opcode
    }

    /// Returns the source of the machine code; `None` if no known source describes it.
    pub fn encoding_source(&self) -> Option<Clause> {
        match &self.form {
            RowForm::Declared(form) => form.encoding.map(|encoding| encoding.source),
            RowForm::Numbered(form) => form.encoding.map(|encoding| encoding.source),
        }
    }

    /// Returns the table of operations from which a modifier chooses, or that of the mnemonic's own operation.
    pub fn op_table(&self) -> Option<&'static OpTable> {
        let chosen = self.modifiers.iter().find_map(|modifier| match modifier.words {
            Words::Ops(table) => Some(table),
            Words::Listed(_) => None,
        });
        chosen.or(self.op)
    }

    /// Returns the operation that the mnemonic names.
    pub fn own_op(&self) -> Option<(&'static OpTable, &'static AtomicOp)> {
        Some((self.op?, self.op?.ops.first()?))
    }
}
