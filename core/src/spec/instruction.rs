//! The row of an instruction.

use super::atomic_op::OpTable;
use super::encoding::Encoding;
use super::memory::MemoryRules;
use super::modifier::{Modifier, ModifierKind};
use super::reading::{Reading, ReadingSet};
use super::registers::{RegisterForm, Slot, SlotKind};
use super::setting_values::SettingValues;
use crate::base::{Clause, ScalarType, SurfaceKind, one_of};
use serde::ser::Serializer;
use std::borrow::Cow;

/// An instruction, as one page of its manual describes it.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The manual's name, upper case.
    pub mnemonic: Cow<'static, str>,
    /// The first byte of the machine code, if it consists of bytes. The forms of a word have their own opcode field.
    pub opcode: Option<u8>,
    /// The machine code without that byte.
    pub encoding: Encoding,
    /// A description in one sentence, in our words.
    pub prose: &'static str,
    /// The modifiers after the mnemonic, in the order of the text.
    pub modifiers: &'static [Modifier],
    /// The execution sizes that the manual's page allows.
    pub exec_sizes: &'static [u8],
    /// Returns additional execution sizes under the readings and settings in force.
    pub more_exec_sizes: fn(&ReadingSet, &SettingValues) -> &'static [u8],
    /// Whether it accepts a predicate.
    pub predicable: bool,
    /// The effect of a predicate.
    pub predicate_use: PredicateUse,
    /// The unit that executes it.
    pub unit: Unit,
    /// The operands, in the order of the assembler's text.
    pub operands: &'static [Operand],
    /// The order of the operands in the manual's upper-case form, as indices into `operands`, if it differs.
    pub manual_order: Option<&'static [usize]>,
    /// The rule for out-of-bounds accesses, in one sentence.
    pub bounds: &'static str,
    /// The rule for lanes that access the same bytes, in one sentence.
    pub conflict: &'static str,
    /// Additional data if operands are registers.
    pub registers: Option<RegisterForm>,
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
            opcode: None,
            encoding: Encoding::Unknown,
            prose: "",
            modifiers: &[],
            exec_sizes: &[],
            more_exec_sizes: |_, _| &[],
            predicable: true,
            predicate_use: PredicateUse::TurnsOff,
            unit: Unit::Memory,
            operands: &[],
            manual_order: None,
            bounds: "",
            conflict: "",
            registers: None,
            overlap: Overlap::Serialized,
            memory: |_| MemoryRules::default(),
            readings: &[],
            made_from: None,
            semantics: Cow::Borrowed(""),
            source: Clause::ITS_PAGE,
        }
    }
}

fn kind_in_words<S: Serializer>(kind: &OperandKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&kind.in_words())
}

impl Instruction {
    /// Returns the same row under another name, for an instruction that a document defines. It has no machine code.
    pub fn renamed(&self, mnemonic: &str) -> Self {
        Self {
            mnemonic: mnemonic.to_ascii_uppercase().into(),
            opcode: None,
            encoding: Encoding::Unknown,
            made_from: Some(self.mnemonic.clone()),
            ..self.clone()
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

/// The number of elements of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementCount {
    /// One element for each lane.
    PerLane,
    /// One element for each lane and enabled channel, in a block for each channel. The distance between blocks is at least one
    /// register.
    PerChannel,
}

impl ElementCount {
    /// Returns the number of 4-byte elements for a number of lanes and a channel mask (R is bit 0).
    pub fn count(self, lanes: usize, channels: Option<u8>, register_bytes: usize) -> usize {
        match (self, channels) {
            (ElementCount::PerChannel, Some(mask)) => {
                let pitch = lanes.max(register_bytes / 4);
                (mask.count_ones() as usize).saturating_sub(1) * pitch + lanes
            }
            _ => lanes,
        }
    }
}

/// The direction of an operand's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read, and latched before any lane runs.
    In,
    /// Written.
    Out,
}

/// The rule for a null operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullRule {
    /// Must not be null.
    Never,
    /// May be null: a result is discarded, and a source reads as zero.
    Allowed,
    /// Null exactly if the operation's notation text does not mention the source with this index.
    WhenUnused(usize),
    /// A coordinate: required for surfaces of these kinds, null for all others.
    Axis(&'static [SurfaceKind]),
}

/// The declared type that an operand requires.
#[derive(Clone, Copy, Debug)]
pub enum OperandType {
    /// Always this type.
    Fixed(ScalarType),
    /// One of these types.
    OneOf(&'static [ScalarType]),
    /// The operation's 32-bit type.
    OfOp,
}

/// The syntax of an operand.
#[derive(Clone, Copy, Debug)]
pub enum OperandKind {
    /// A surface variable.
    Surface {
        /// The kinds of surface that are accepted.
        kinds: &'static [SurfaceKind],
    },
    /// A raw operand `VAR.byte_offset`: contiguous elements, one for each lane.
    Raw {
        /// The direction of its data.
        direction: Direction,
        /// The declared type.
        ty: OperandType,
        /// The rule for null.
        null: NullRule,
        /// Whether its elements have the access type, in the low bits of each element. Otherwise they have the declared type.
        data: bool,
        /// The number of elements.
        elements: ElementCount,
    },
    /// Registers, or anything else that a slot accepts: one element for each lane.
    Slot {
        /// The direction of its data.
        direction: Direction,
        /// The slot: its index in [`RegisterForm::slots`].
        slot: usize,
    },
    /// The number that is added to the address in a slot.
    Offset {
        /// The slot: its index in [`RegisterForm::slots`].
        slot: usize,
    },
    /// All surfaces, by address.
    Memory,
    /// A bit for each lane that has exited.
    Exited,
    /// One value for all lanes: an immediate, or the first element of a vector operand `VAR(row,column)<0;1,0>`.
    Scalar {
        /// The declared type. Another integer type is accepted with a warning.
        ty: ScalarType,
    },
    /// A vector operand: `VAR(row,column)<V;W,H>` to read, `VAR(row,column)<H>` to write, or an immediate to read.
    Vector {
        /// The direction of its data.
        direction: Direction,
        /// The accepted types.
        types: &'static [ScalarType],
        /// Whether it accepts a predicate, named without offset or region; each element is then one bit. If the instruction's
        /// destination does not accept a predicate, a source predicate is one number instead, with bit 0 as the lowest.
        predicate: bool,
        /// The source modifiers that it accepts.
        modifiers: SourceModifiers,
    },
}

/// The source modifiers that an operand accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceModifiers {
    /// None.
    None,
    /// `(-)`, `(abs)` and `(-abs)`.
    Arithmetic,
    /// `(~)`.
    Logic,
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

/// The effect of a predicate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateUse {
    /// It turns lanes off.
    TurnsOff,
    /// It is an operand: `Pred[i]` in the notation.
    Chooses,
}

impl OperandKind {
    /// Returns the direction of its data; `None` for a surface.
    pub fn direction(&self) -> Option<Direction> {
        match self {
            OperandKind::Surface { .. } | OperandKind::Memory => None,
            OperandKind::Raw { direction, .. }
            | OperandKind::Slot { direction, .. }
            | OperandKind::Vector { direction, .. } => Some(*direction),
            OperandKind::Exited => Some(Direction::Out),
            OperandKind::Scalar { .. } | OperandKind::Offset { .. } => Some(Direction::In),
        }
    }

    /// Returns the slot that supplies it; `None` if no line writes it, or if its row has no slots.
    pub fn slot(&self) -> Option<usize> {
        match self {
            OperandKind::Slot { slot, .. } | OperandKind::Offset { slot } => Some(*slot),
            _ => None,
        }
    }

    /// Returns the number of elements that `exec_size` lanes access.
    pub fn elements(&self, exec_size: u8) -> u8 {
        if matches!(self, OperandKind::Scalar { .. }) { 1 } else { exec_size }
    }

    /// Describes what the operand accepts.
    pub fn in_words(&self) -> String {
        match self {
            OperandKind::Surface { kinds } => {
                format!("a surface: {}", one_of(kinds.iter().map(|kind| kind.word())))
            }
            OperandKind::Raw { direction, ty, null, .. } => {
                let way = match direction {
                    Direction::In => "read",
                    Direction::Out => "written",
                };
                let ty = match ty {
                    OperandType::Fixed(ty) => format!("type {ty}"),
                    OperandType::OneOf(types) => {
                        format!("type {}", one_of(types.iter().map(|ty| ty.name())))
                    }
                    OperandType::OfOp => "the operation's type".to_owned(),
                };
                let null = match null {
                    NullRule::Never => "",
                    NullRule::Allowed => ", may be null",
                    NullRule::WhenUnused(_) => ", null where the operation does not use it",
                    NullRule::Axis(_) => ", null where the surface has no such axis",
                };
                format!("{way}, {ty}{null}")
            }
            OperandKind::Scalar { ty } => format!("one value for all lanes, type {ty}"),
            OperandKind::Vector { direction: Direction::In, predicate: false, .. } => {
                "read, a vector operand or an immediate".to_owned()
            }
            OperandKind::Vector { direction: Direction::In, .. } => {
                "read, a vector operand, a predicate or an immediate".to_owned()
            }
            OperandKind::Vector { direction: Direction::Out, predicate: false, .. } => {
                "written, a vector operand".to_owned()
            }
            OperandKind::Vector { direction: Direction::Out, .. } => {
                "written, a vector operand or a predicate".to_owned()
            }
            OperandKind::Slot { direction: Direction::In, .. } => "read".to_owned(),
            OperandKind::Slot { .. } | OperandKind::Exited => "written".to_owned(),
            OperandKind::Offset { .. } => "a number added to the address".to_owned(),
            OperandKind::Memory => "all surfaces, by address".to_owned(),
        }
    }
}

/// An operand of a row.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Operand {
    /// The manual's name, which is also the name in the notation.
    pub name: &'static str,
    /// The syntax.
    #[serde(rename = "what", serialize_with = "kind_in_words")]
    pub kind: OperandKind,
    /// The unit of its elements, if they have one.
    pub unit: Option<&'static str>,
    /// A description in one sentence.
    pub prose: &'static str,
}

impl Instruction {
    /// Returns the table of operations from which a modifier chooses.
    pub fn op_table(&self) -> Option<&'static OpTable> {
        self.modifiers.iter().find_map(|modifier| match modifier.kind {
            ModifierKind::Op(table) => Some(table),
            _ => None,
        })
    }

    /// Returns the slots of a line; empty if operands are not registers.
    pub fn slots(&self) -> &'static [Slot] {
        self.registers.as_ref().map_or(&[], |form| form.slots)
    }

    /// Returns whether a slot is a destination.
    pub fn writes_slot(&self, slot: usize) -> bool {
        let is_written = |operand: &Operand| {
            operand.kind.slot() == Some(slot) && operand.kind.direction() == Some(Direction::Out)
        };
        self.operands.iter().any(is_written)
    }

    /// Returns whether an operand is the handle of a surface's header.
    pub fn names_header(&self, operand: usize) -> bool {
        let slot = self.operands.get(operand).and_then(|operand| operand.kind.slot());
        slot.and_then(|slot| self.slots().get(slot))
            .is_some_and(|slot| matches!(slot.kind, SlotKind::Handle(_)))
    }
}
