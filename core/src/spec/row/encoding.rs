//! Machine code: the fields of an instruction.

/// A layout of the machine code of an instruction, which is one word of 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct Encoding64 {
    /// The operations that use the encoding; empty for all. The first encoding that fits a line is used.
    pub ops: &'static [&'static str],
    /// The content that slots must have, by index.
    pub requires: &'static [(usize, SlotContent)],
    /// The fields, in groups.
    pub fields: &'static [&'static [Field]],
}

/// The content of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotContent {
    /// Nothing: the operand is left out.
    Nothing,
    /// Any operand.
    Operand,
    /// A register.
    Register,
    /// An operand that is not a register.
    NotRegister,
}

/// A field of a word: a range of bits.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The manual's name.
    pub name: &'static str,
    /// The highest bit.
    pub high: u32,
    /// The lowest bit.
    pub low: u32,
    /// The content of the bits.
    pub holds: FieldContent,
}

/// The content of a field.
#[derive(Clone, Copy, Debug)]
pub enum FieldContent {
    /// A fixed number.
    Fixed(u64),
    /// The number of the register in a slot. The fixed register has the number after the last one.
    Register(usize),
    /// The index of the word of the constant bank in a slot.
    ConstantWord(usize),
    /// The predicate in a slot, counted down from the fixed predicate, which is 0. An absent predicate is 0 too.
    CountedDownPredicate(usize),
    /// The guard predicate; an absent guard is the fixed predicate.
    Guard,
    /// Whether the guard is inverted.
    GuardInverted,
    /// The code of the operation.
    Op,
    /// The code of a modifier's word: the written one or the default one, and 0 without either.
    Modifier(&'static str),
}

/// A part of an instruction's bytes.
#[derive(Clone, Copy, Debug)]
pub enum BytePart {
    /// A byte: the operation in bits 4..0, and the width in bits 7..5: 0 for 32 bits, 1 for 16 bits, 2 for 64 bits.
    Op,
    /// A byte: the binary logarithm of the execution size in bits 3..0, and the mask offset in bits 7..4.
    ExecSize,
    /// A byte: the execution size in bits 3..0, 0 for 8, 1 for 16 and 2 for 1, and the mask offset in bits 7..4.
    ExecSizeCode,
    /// Two bytes: the number of the predicate in bits 11..0, its mode in bits 14..13, and inversion in bit 15.
    Predicate,
    /// A byte: the code of a modifier's word.
    Modifier(&'static str),
    /// A byte with this value, with the name of the part: a second opcode.
    Fixed(&'static str, u8),
    /// This many zero bytes, with the name of the part.
    Zero(&'static str, u32),
    /// A byte: the number of the surface in the operand with this index.
    Surface(usize),
    /// Six bytes: the variable and the byte offset of the operand with this index.
    Raw(usize),
    /// The operand with this index as a vector operand: six bytes for an immediate, or nine bytes for a variable.
    Vector(usize),
}
