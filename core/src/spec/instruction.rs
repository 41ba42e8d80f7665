//! An instruction's row.

use super::{Encoding, MemoryRules, OpTable, Reading, ReadingSet, RegisterForm, SettingValues};
use crate::base::{Clause, ScalarType, SurfaceKind, one_of};
use std::borrow::Cow;

/// One instruction, as one page of its manual describes it.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The manual's name, upper case.
    pub mnemonic: Cow<'static, str>,
    /// The first byte of the machine code, where that consists of bytes; the forms of a word hold their own.
    pub opcode: Option<u8>,
    /// How the machine code looks, but for that byte.
    pub encoding: Encoding,
    /// What it does, one sentence of ours.
    pub prose: &'static str,
    /// What follows the mnemonic behind dots, in the order of the text.
    pub modifiers: &'static [Modifier],
    /// Execution sizes that the page allows.
    pub exec_sizes: &'static [u8],
    /// Execution sizes that the readings and settings in force add.
    pub more_exec_sizes: fn(&ReadingSet, &SettingValues) -> &'static [u8],
    /// Whether a predicate may stand before it.
    pub predicable: bool,
    /// What a predicate does.
    pub predicate_use: PredicateUse,
    /// The unit that executes it.
    pub unit: Unit,
    /// The operands, in the order of the assembler's text.
    pub operands: &'static [Operand],
    /// The order of the operands in the manual's upper-case form, as indices into `operands`, where it differs.
    pub manual_order: Option<&'static [usize]>,
    /// What happens outside the surface, one sentence.
    pub bounds: &'static str,
    /// What happens where lanes meet, one sentence.
    pub conflict: &'static str,
    /// What the row says besides, where operands are registers.
    pub registers: Option<RegisterForm>,
    /// What happens where its writes overlap.
    pub overlap: Overlap,
    /// How its accesses behave at the edges, under the readings in force.
    pub memory: fn(&ReadingSet) -> MemoryRules,
    /// The readings that touch it.
    pub readings: &'static [&'static Reading],
    /// The mnemonic of the row that a document made it from; `None` for the manual's own.
    pub made_from: Option<Cow<'static, str>>,
    /// The notation text of what it does.
    pub semantics: Cow<'static, str>,
    /// The page of the manual.
    pub source: Clause,
}

impl Default for Instruction {
    /// What most rows have in common, for the others to spread from.
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

impl Instruction {
    /// A row like this one under another name, for an instruction that a document makes up. It has no machine code.
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

/// A word behind the mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// Name, for help and as a name in the notation.
    pub name: &'static str,
    /// What may stand there.
    pub kind: ModifierKind,
    /// Whether it may be left out.
    pub optional: bool,
    /// One sentence.
    pub prose: &'static str,
}

/// What may stand behind a dot.
#[derive(Clone, Copy, Debug)]
pub enum ModifierKind {
    /// An operation of a table; it chooses the access type.
    Op(&'static OpTable),
    /// The word `16`: the access type is the operation's 16-bit one.
    Width16,
    /// One of these words.
    Choice(&'static [Word]),
    /// The size of an element in bytes, with the access type that it chooses.
    Size(&'static [(&'static str, ScalarType)]),
    /// One to four of the letters R, G, B and A, in that order and in any case: `ch_mask` in the notation, R in bit 0.
    Channels,
    /// A word behind the execution size that changes nothing: accepted with a note.
    Ignored(&'static str),
    /// The word `sat`: what is written is first brought into the destination's range.
    Saturate,
}

impl ModifierKind {
    /// How it looks in a text, with `name` for what stands for many words.
    pub fn in_words(&self, name: &str) -> String {
        match self {
            ModifierKind::Op(_) => format!(".{name}"),
            ModifierKind::Width16 => ".16".to_owned(),
            ModifierKind::Size(sizes) => {
                sizes.iter().map(|(word, _)| format!(".{word}")).collect::<Vec<_>>().join(" ")
            }
            ModifierKind::Channels => ".RGBA".to_owned(),
            ModifierKind::Choice(words) => {
                words.iter().map(|word| format!(".{}", word.text)).collect::<Vec<_>>().join(" ")
            }
            ModifierKind::Ignored(word) => format!(".{word}"),
            ModifierKind::Saturate => ".sat".to_owned(),
        }
    }
}

/// The channel mask that letters name, R in bit 0; `None` where they are not one to four of RGBA in that order.
pub fn channel_mask(letters: &str) -> Option<u8> {
    let places: Option<Vec<usize>> =
        letters.chars().map(|letter| "RGBA".find(letter.to_ascii_uppercase())).collect();
    let places = places.filter(|places| !places.is_empty() && places.is_sorted_by(|a, b| a < b))?;
    Some(places.iter().fold(0, |mask, place| mask | 1 << place))
}

/// The letters of a channel mask, upper case.
pub fn channel_letters(mask: u8) -> String {
    "RGBA".chars().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, letter)| letter).collect()
}

/// What happens where accesses of one instruction write the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overlap {
    /// They are done one after another, in an order that is not fixed.
    Serialized,
    /// The outcome is undefined.
    Undefined,
}

/// How many elements an operand has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementCount {
    /// One element for each lane.
    PerLane,
    /// An element for each lane and enabled channel: a block for each channel, which begins a register or more behind
    /// the one before it.
    PerChannel,
}

impl ElementCount {
    /// How many elements of four bytes that is, with so many lanes and those channels, R in bit 0.
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

/// A word that a modifier can be.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As it is written, inner dots included.
    pub text: &'static str,
    /// Its name in the notation's `modifier(NAME, WORD)`.
    pub name: &'static str,
    /// Whether it goes without saying.
    pub is_default: bool,
    /// Whether Lanescope runs it. A word that can only be encoded is understood, and not proposed.
    pub runs: bool,
    /// One sentence.
    pub prose: &'static str,
}

/// Which way an operand's data goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Read; latched before any lane runs.
    In,
    /// Written.
    Out,
}

/// When an operand may or must be the null variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NullRule {
    /// Never null.
    Never,
    /// May be null: then nothing is returned, or zero is read.
    Allowed,
    /// Null exactly where the operation's notation text does not mention its source of that number, from 0.
    WhenUnused(usize),
    /// A coordinate: given for surfaces of these kinds, null for all others.
    Axis(&'static [SurfaceKind]),
}

/// The declared type that an operand must have.
#[derive(Clone, Copy, Debug)]
pub enum OperandType {
    /// Always this type.
    Fixed(ScalarType),
    /// One of these.
    OneOf(&'static [ScalarType]),
    /// The operation's 32-bit type.
    OfOp,
}

/// What an operand is in the text.
#[derive(Clone, Copy, Debug)]
pub enum OperandKind {
    /// A surface variable.
    Surface {
        /// What it may be.
        kinds: &'static [SurfaceKind],
    },
    /// A raw operand `VAR.byte_offset`: contiguous elements, one for each lane.
    Raw {
        /// Which way its data goes.
        direction: Direction,
        /// Declared type.
        ty: OperandType,
        /// When it may or must be null.
        null: NullRule,
        /// Whether its elements hold data of the access type (in the low bits of each element) rather than of the
        /// declared type.
        data: bool,
        /// How many elements it has.
        elements: ElementCount,
    },
    /// Registers, or whatever else may stand in a slot: one element for each lane.
    Slot {
        /// Which way its data goes.
        direction: Direction,
        /// The slot, by index in [`RegisterForm::slots`].
        slot: usize,
    },
    /// The memory in which the surfaces of the header pool lie.
    HeaderPool,
    /// A bit for each lane that has left the program.
    Exited,
    /// One value for all lanes: an immediate, or the first element of a vector operand `VAR(row,column)<0;1,0>`.
    Scalar {
        /// Declared type; another integer type is taken with a warning.
        ty: ScalarType,
    },
    /// A vector operand: `VAR(row,column)<V;W,H>` to read, `VAR(row,column)<H>` to write, or an immediate to read.
    Vector {
        /// Which way its data goes.
        direction: Direction,
        /// The types that it may have.
        types: &'static [ScalarType],
        /// Whether it may be a predicate, named without place or region; an element is then one bit. Where what is
        /// written may not be one, all bits of a predicate that is read are one number, bit 0 the lowest.
        predicate: bool,
        /// Which source modifiers it takes.
        modifiers: SourceModifiers,
    },
}

/// Which source modifiers an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceModifiers {
    /// None.
    None,
    /// `(-)`, `(abs)` and `(-abs)`.
    Arithmetic,
    /// `(~)`.
    Logic,
}

/// What executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// The unit that reads and writes surfaces: modifiers choose the access type, `T`.
    Memory,
    /// The unit that computes: `T` is the type in which sources arrive, and follows from their types or from modifiers.
    Alu,
}

/// What a predicate in front of an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateUse {
    /// It turns lanes off.
    TurnsOff,
    /// It is an operand: `Pred[i]` in the notation.
    Chooses,
}

impl OperandKind {
    /// Which way its data goes; `None` for a surface.
    pub fn direction(&self) -> Option<Direction> {
        match self {
            OperandKind::Surface { .. } | OperandKind::HeaderPool => None,
            OperandKind::Raw { direction, .. }
            | OperandKind::Slot { direction, .. }
            | OperandKind::Vector { direction, .. } => Some(*direction),
            OperandKind::Exited => Some(Direction::Out),
            OperandKind::Scalar { .. } => Some(Direction::In),
        }
    }

    /// How many elements lanes look at, of an instruction with that many lanes.
    pub fn elements(&self, exec_size: u8) -> u8 {
        if matches!(self, OperandKind::Scalar { .. }) { 1 } else { exec_size }
    }

    /// What may stand there, in words.
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
            OperandKind::HeaderPool => "the surfaces of the header pool".to_owned(),
        }
    }
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The manual's name; also its name in the notation.
    pub name: &'static str,
    /// What it is.
    pub kind: OperandKind,
    /// Unit of its elements, where they have one.
    pub unit: Option<&'static str>,
    /// One sentence.
    pub prose: &'static str,
}

impl Instruction {
    /// The table of operations that a modifier chooses from.
    pub fn op_table(&self) -> Option<&'static OpTable> {
        self.modifiers.iter().find_map(|modifier| match modifier.kind {
            ModifierKind::Op(table) => Some(table),
            _ => None,
        })
    }
}
