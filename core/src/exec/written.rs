//! What the text of an instruction says, as checking understood it: each word with what it means and where it stands.
//! Whoever needs more of a line than what runs, such as its machine code, reads it here and never the text again.

use super::Region;
use crate::base::{ScalarType, Span};
use crate::spec::{AtomicOp, PredicateMode, Word};

/// A line, understood.
#[derive(Clone, Debug)]
pub struct WrittenLine {
    /// The place of the mnemonic.
    pub mnemonic: Span,
    /// The predicate before it.
    pub predicate: Option<WrittenPredicate>,
    /// The words behind it, in the order of the row's modifiers, with those that go without saying.
    pub words: Vec<WrittenWord>,
    /// Execution size and mask, where the instruction set writes them.
    pub exec: Option<WrittenExec>,
    /// What stands for each operand of the row; where operands are registers, for each slot.
    pub operands: Vec<WrittenOperand>,
}

/// The predicate before an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenPredicate {
    /// Which one: its index in the layout, or its number where predicates are numbered; `None` for the one that is
    /// always true.
    pub number: Option<u16>,
    /// How its bits are combined.
    pub mode: PredicateMode,
    /// Whether the outcome is inverted.
    pub inverted: bool,
    /// Its place.
    pub span: Span,
}

/// A word behind the mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct WrittenWord {
    /// The name of its modifier.
    pub modifier: &'static str,
    /// What it chooses.
    pub choice: WordChoice,
    /// Its place; `None` where it goes without saying.
    pub span: Option<Span>,
}

/// What a word behind the mnemonic chooses.
#[derive(Clone, Copy, Debug)]
pub enum WordChoice {
    /// An operation, even where another runs in its place; `None` for one that only the document has.
    Op(Option<&'static AtomicOp>),
    /// One of the modifier's words.
    Word(&'static Word),
    /// 16 bits instead of 32.
    Width16,
    /// The type of an element, by its size in bytes.
    Size(ScalarType),
    /// The channels, R in bit 0.
    Channels(u8),
    /// That what is written is brought into the destination's range.
    Saturate,
}

/// Execution size and mask as they are written, which is not always how the instruction runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenExec {
    /// Number of lanes.
    pub size: u8,
    /// Its place.
    pub size_span: Span,
    /// The place of the mask; of all of it where no mask is written.
    pub mask_span: Span,
}

/// What stands for an operand or in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenOperand {
    /// What it is.
    pub kind: OperandForm,
    /// Its place; where nothing stands, the place where it would.
    pub span: Span,
}

/// What an operand can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OperandForm {
    /// Nothing: a slot that was left out.
    Absent,
    /// The null variable.
    Null {
        /// The byte of it that is written.
        offset_bytes: u32,
    },
    /// A register of 32 bits for each lane.
    Register {
        /// Which one; `None` for the one that is always zero.
        number: Option<u8>,
        /// Whether `-` stands before it.
        negated: bool,
        /// Whether the upper half of each value is meant.
        upper: bool,
    },
    /// A predicate, numbered as in [`WrittenPredicate`].
    Predicate {
        /// Which one; `None` for the one that is always true.
        number: Option<u16>,
        /// Whether the opposite is meant.
        inverted: bool,
    },
    /// A word of the constant bank.
    Constant {
        /// Its first byte.
        byte_offset: u32,
        /// Whether the upper half of it is meant.
        upper: bool,
    },
    /// The number of the lane.
    Lane,
    /// A number: its pattern as written, a negative one in two's complement.
    Number(u64),
    /// A surface.
    Surface {
        /// The number that the instruction set gives it.
        number: u32,
        /// Which of its names is written.
        name: String,
    },
    /// A variable from a byte on.
    Variable {
        /// Its index in the layout.
        index: usize,
        /// The byte.
        offset_bytes: u32,
    },
    /// Elements of a variable.
    Vector {
        /// The variable's index in the layout.
        index: usize,
        /// The register of the first element, counted from the variable's first.
        row: u32,
        /// The element in it.
        column: u32,
        /// Which elements follow.
        region: Region,
    },
}
