//! Instructions and their operands, as written.

use super::value::ValueText;
use super::word::{Number, SpannedText};
use crate::base::{PackedType, ScalarType, Span};
use crate::spec::PredicateMode;

/// The execution size and mask: `(M1, 16)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exec {
    /// The execution size.
    pub size: Number,
    /// The first lane of the dispatch mask that applies: 0, 4, ..., 28 for M1 to M8.
    pub mask_offset: u8,
    /// Whether the dispatch mask is ignored (`_NM`).
    pub no_mask: bool,
    /// The place of the mask, if one is written.
    pub mask_span: Option<Span>,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// `(!P1.any)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PredicateText {
    /// The predicate.
    pub name: SpannedText,
    /// Whether it is inverted by `!`.
    pub inverted: bool,
    /// `.any`, `.all` or neither.
    pub mode: PredicateMode,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// An instruction as written.
#[derive(Clone, Debug, PartialEq)]
pub struct Instr {
    /// The predicate, if any.
    pub predicate: Option<PredicateText>,
    /// The mnemonic as written.
    pub mnemonic: SpannedText,
    /// The words after its dots.
    pub modifiers: Vec<ModifierWord>,
    /// The execution size and mask.
    pub exec: Option<Exec>,
    /// The operands in the order of the assembler's text. Operands in the manual's order are already reordered.
    pub operands: Vec<OperandText>,
    /// Whether it is written in the manual's upper-case form.
    pub manual_form: bool,
    /// The scheduling annotations after the operands: `&req={0}`, `&wr=1`, `?WAIT4_END_GROUP`. They have no effect on
    /// results.
    pub annotations: Vec<SpannedText>,
}

/// A word after a dot.
pub type ModifierWord = SpannedText;

/// An operand as written.
#[derive(Clone, Debug, PartialEq)]
pub enum OperandText {
    /// A bare name: a surface, a predicate or a special register.
    Name(SpannedText),
    /// `VAR.byte_offset`.
    Raw {
        /// The variable.
        name: SpannedText,
        /// The byte offset.
        offset: Number,
        /// The place of the whole operand.
        span: Span,
    },
    /// `VAR(R,C)<V;W,H>`.
    Vector {
        /// The source modifier such as `(-)`, as written.
        modifier: Option<SpannedText>,
        /// The variable.
        name: SpannedText,
        /// The row, in GRFs.
        row: Number,
        /// The column, in elements.
        column: Number,
        /// The region, if written.
        region: Option<RegionText>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x10:ud`.
    Immediate {
        /// The value.
        value: ValueText,
        /// The type, if written.
        ty: Option<(ScalarType, Span)>,
        /// The place of the whole operand.
        span: Span,
    },
    /// `0x76543210:v`.
    Packed {
        /// The value.
        value: ValueText,
        /// The type.
        ty: PackedType,
        /// The place of the whole operand.
        span: Span,
    },
    /// `R4`, `-R4`, `RZ`, `R4.H1`.
    Register {
        /// The register, without sign and flags.
        name: SpannedText,
        /// Whether it is preceded by `-`.
        negated: bool,
        /// Whether it is followed by `.H1`, which selects the upper half.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `P0`, `!P0`, `PT`.
    Predicate {
        /// The predicate.
        name: SpannedText,
        /// Whether it is preceded by `!`.
        inverted: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// `[R4]`.
    Address {
        /// The register.
        name: SpannedText,
        /// The place of the whole operand.
        span: Span,
    },
    /// `c[0x0][0x10]`, `c[0x0][0x10].H1`.
    Constant {
        /// The bank.
        bank: Number,
        /// The byte address in the bank.
        offset: Number,
        /// Whether it is followed by `.H1`, which selects the upper half.
        upper: bool,
        /// The place of the whole operand.
        span: Span,
    },
    /// Any other text, which is reported once, when the operand is used.
    Other(SpannedText),
}

/// `<V;W,H>`, or `<H>` for a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegionText {
    /// The vertical stride, for sources.
    pub vertical: Option<u32>,
    /// The width, for sources.
    pub width: Option<u32>,
    /// The horizontal stride.
    pub horizontal: u32,
}

impl OperandText {
    /// Returns the place of the whole operand.
    pub fn span(&self) -> Span {
        match self {
            OperandText::Name(word) | OperandText::Other(word) => word.span,
            OperandText::Raw { span, .. }
            | OperandText::Vector { span, .. }
            | OperandText::Immediate { span, .. }
            | OperandText::Packed { span, .. }
            | OperandText::Register { span, .. }
            | OperandText::Predicate { span, .. }
            | OperandText::Address { span, .. }
            | OperandText::Constant { span, .. } => *span,
        }
    }
}
