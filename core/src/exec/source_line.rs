//! An instruction line as the checker understood it: each word with its meaning and its place in the text. Consumers other
//! than execution, such as the machine code, use this and do not parse the text again.

use crate::base::Span;
use crate::spec::LineModifier;

#[derive(Clone, Debug)]
pub(crate) struct WrittenLine {
    pub mnemonic: Span,
    pub predicate: Option<WrittenPredicate>,
    /// The words after the mnemonic, in the order of the row's modifiers, including defaults that are not written.
    pub modifiers: Vec<LineModifier>,
    /// Execution size and mask, if the instruction set writes them.
    pub exec: Option<WrittenExec>,
    /// The operand at each position of the row; if operands are registers, at each slot.
    pub operands: Vec<WrittenOperand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenPredicate {
    /// The predicate: its index in the layout, or its number if predicates are numbered; `None` for the one that is always
    /// true.
    pub number: Option<u16>,
    pub mode: PredicateMode,
    pub inverted: bool,
    pub span: Span,
}

/// The way in which a predicate's bits are combined, before inversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateMode {
    /// Each lane uses its own bit.
    PerLane,
    /// All lanes are on if any bit is set.
    Any,
    /// All lanes are on if all bits are set.
    All,
}

/// Execution size and mask as written. The instruction may run with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenExec {
    pub size: u8,
    pub size_span: Span,
    /// The place of the mask, or of the whole if no mask is written.
    pub mask_span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WrittenOperand {
    pub kind: WrittenOperandKind,
    /// The place of the operand, or the place where an absent one would be.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WrittenOperandKind {
    Absent,
    Null {
        offset_bytes: u32,
    },
    /// A register of 32 bits for each lane.
    Register {
        /// The number of the register; `None` for the one that is always zero.
        number: Option<u8>,
        negated: bool,
        /// Whether the upper half of each value is used.
        upper: bool,
    },
    /// A predicate, numbered as in [`WrittenPredicate`].
    Predicate {
        /// The number of the predicate; `None` for the one that is always true.
        number: Option<u16>,
        inverted: bool,
    },
    /// A word of the constant bank.
    Constant {
        byte_offset: u32,
        upper: bool,
    },
    /// The number of the lane.
    Lane,
    /// A number: its bit pattern, in two's complement if negative.
    Number(u64),
    Surface {
        /// The number of the surface in the instruction set.
        number: u32,
        name: String,
    },
    Variable {
        index: usize,
        offset_bytes: u32,
    },
    Vector {
        index: usize,
        /// The register of the first element, counted from the variable's first register.
        row: u32,
        /// The first element's position in that register.
        column: u32,
        region: Region,
    },
}

/// The order of a variable's elements. Operand element `k` is the variable's element
/// `k / width * vertical + k % width * horizontal`, counted from the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The distance from one row to the next, in elements.
    pub vertical: u32,
    /// The number of elements in a row, at least 1.
    pub width: u32,
    /// The distance from one element of a row to the next, in elements.
    pub horizontal: u32,
}

impl Region {
    /// Adjacent elements.
    pub const CONTIGUOUS: Self = Self { vertical: 1, width: 1, horizontal: 0 };

    /// Returns the distance of element `index` from the first, in elements. Source: the manual's page Operands, Region-based
    /// Addressing.
    pub fn offset(self, index: usize) -> usize {
        let (vertical, horizontal) = (self.vertical as usize, self.horizontal as usize);
        match self.width as usize {
            0 | 1 => index * vertical,
            width => index / width * vertical + index % width * horizontal,
        }
    }
}
