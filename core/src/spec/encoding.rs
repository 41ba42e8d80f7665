//! How an instruction looks in machine code: which bits say what, and where that is written.

use crate::base::Clause;

/// The bits of an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    /// No source that we know says it.
    Unknown,
    /// A word of 64 bits. A line has the first of these forms that it fits.
    Word(&'static [Form], Clause),
    /// Bytes: the opcode and, behind it, these parts.
    Bytes(&'static [Part], Clause),
}

/// A form of a word.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The operations that have it; empty for all that are left.
    pub ops: &'static [&'static str],
    /// Slots that are filled or not, by index, in the lines that have it.
    pub filled: &'static [(usize, bool)],
    /// Slots that hold a register or something else, by index, in the lines that have it.
    pub is_register: &'static [(usize, bool)],
    /// The fields of which it consists.
    pub fields: &'static [&'static [Field]],
}

/// Some bits of a word.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The manual's name.
    pub name: &'static str,
    /// The highest bit.
    pub high: u32,
    /// The lowest bit.
    pub low: u32,
    /// What the bits hold.
    pub holds: Holds,
}

/// What bits of a word hold.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// Always this number.
    Fixed(u64),
    /// The number of the register in a slot; the constant one has the number behind the last.
    Register(usize),
    /// The number in a slot.
    Number(usize),
    /// The predicate in a slot, counted down from the constant one, which is 0, as is none.
    Status(usize),
    /// The predicate before the instruction; none is the constant one.
    Guard,
    /// Whether the opposite of that predicate is meant.
    GuardInverted,
    /// The code of the operation.
    Op,
    /// The code of the word that a modifier has.
    Word(&'static str, &'static [(&'static str, u64)]),
}

/// Some bytes of an instruction.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A byte: the operation in bits 4..0, words instead of dwords in bit 5.
    Op,
    /// A byte: execution size in bits 3..0, where the mask begins in bits 7..4.
    ExecSize,
    /// A byte: the same with a code of its own for the size.
    ElementCount,
    /// Two bytes: number of the predicate in bits 11..0, how its bits are combined in 14..13, inverted in 15.
    Predicate,
    /// A byte: the channels, R in bit 0.
    Channels,
    /// A byte: the binary logarithm of the size that a word behind the mnemonic says.
    SizeLog,
    /// So many bytes of zero.
    Zero(&'static str, u32),
    /// A byte: the number of the surface that is the row's operand of that index.
    Surface(usize),
    /// Six bytes: the variable and the byte offset of the row's operand of that index.
    Raw(usize),
    /// The row's operand of that index as a vector operand: an immediate of six bytes, or nine bytes for a variable.
    Vector(usize),
}
