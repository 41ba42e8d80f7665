//! The contents of a line's nodes: execution size, places, regions and types.

use crate::base::{PackedType, ScalarType, Span};
use crate::exec::Region;
use crate::isa::visa::shape::{
    COLUMN, HORIZONTAL, IMMEDIATE, MODE, RAW, ROW, SHAPE, STRIDE, TYPE, VECTOR, WIDTH,
};
use crate::spec::{Direction, ExecMask, FormPart, PredicateMode};
use crate::syntax::{Instr, Node, Number, SpannedText, ValueText};

/// The execution size and mask: `(M1, 16)`.
#[derive(Clone, Copy)]
pub(super) struct Exec {
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

/// Returns the execution size and mask of a line. Only a line without a row for its mnemonic has none.
pub(super) fn exec(instr: &Instr) -> Option<Exec> {
    let node = instr.exec.as_ref()?;
    let mask = node.text(FormPart::MASK);
    let ExecMask { first_lane: mask_offset, ignores_dispatch: no_mask } =
        SHAPE.mask(mask.map(|word| word.text.as_str()));
    let size = node.number(FormPart::SIZE)?;
    Some(Exec { size, mask_offset, no_mask, mask_span: mask.map(|word| word.span), span: node.span })
}

/// Returns whether a line is in the upper-case form of the manual.
pub(super) fn is_manual(instr: &Instr) -> bool {
    instr.mnemonic.text.contains(|c: char| c.is_ascii_uppercase())
}

/// Returns the mode of a predicate.
pub(super) fn mode(predicate: &Node) -> PredicateMode {
    match predicate.text(MODE).map(|word| word.text.as_str()) {
        Some("any") => PredicateMode::Any,
        Some("all") => PredicateMode::All,
        _ => PredicateMode::PerLane,
    }
}

/// Returns the name and byte offset of a raw operand.
pub(super) fn raw(node: &Node) -> Option<(&SpannedText, Number)> {
    Some((node.name()?, node.number(FormPart::OFFSET)?)).filter(|_| node.is(RAW))
}

/// The type of an immediate.
#[derive(Clone, Copy)]
pub(super) enum ImmediateType {
    Scalar(ScalarType),
    Packed(PackedType),
}

/// Returns the value of an immediate, and its type if it is written.
pub(super) fn immediate(node: &Node) -> Option<(&ValueText, Option<ImmediateType>)> {
    let value = node.value().filter(|_| node.is(IMMEDIATE))?;
    let ty = node.text(TYPE).and_then(|word| match PackedType::from_name(&word.text) {
        Some(ty) => Some(ImmediateType::Packed(ty)),
        None => ScalarType::from_name(&word.text).map(ImmediateType::Scalar),
    });
    Some((value, ty))
}

/// A vector operand: `VAR(R,C)<V;W,H>`.
pub(super) struct Vector<'n> {
    pub name: &'n SpannedText,
    /// The row, in GRFs.
    pub row: Number,
    /// The column, in elements.
    pub column: Number,
    /// The region and the way that has its form: `<V;W,H>` is read, `<H>` is written.
    pub region: Option<(Region, Direction)>,
}

/// Returns the parts of a vector operand.
pub(super) fn vector(node: &Node) -> Option<Vector<'_>> {
    let name = node.name().filter(|_| node.is(VECTOR))?;
    let zero = Number { value: 0, span: name.span };
    let stride = |key| {
        let number: Number = node.number(key)?;
        // A stride that large is in no region.
        Some(u32::try_from(number.value).unwrap_or(u32::MAX))
    };
    let region = stride(STRIDE).map(|first| match (stride(WIDTH), stride(HORIZONTAL)) {
        (Some(width), Some(horizontal)) => (Region { vertical: first, width, horizontal }, Direction::In),
        _ => (Region { vertical: first, width: 1, horizontal: 0 }, Direction::Out),
    });
    let [row, column] = [ROW, COLUMN].map(|key| node.number(key).unwrap_or(zero));
    Some(Vector { name, row, column, region })
}
