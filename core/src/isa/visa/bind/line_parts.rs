//! The parts of a line by their meaning: execution size, and operands with their places, regions and types.

use crate::base::{PackedType, ScalarType, Span};
use crate::exec::{PredicateMode, Region, SourceModifier};
use crate::isa::visa::null::is_null;
use crate::isa::visa::shape::exec_mask::ExecMask;
use crate::isa::visa::shape::stated::StatedData;
use crate::spec::{DeclaredSignature, Direction, FormName, Instruction, PartKey};
use crate::syntax::{InstructionLine, Node, Number, SpannedText, ValueText};

/// The execution size and mask: `(M1, 16)`.
#[derive(Clone, Copy)]
pub(super) struct Execution {
    /// The execution size.
    pub size: Number,
    /// The lanes of the mask.
    pub mask: ExecMask,
    /// The place of the mask, if one is written.
    pub mask_span: Option<Span>,
    /// The place of the whole parenthesis.
    pub span: Span,
}

/// Returns the execution size and mask of a line. Only a line without a row for its mnemonic has none.
pub(super) fn exec_of(instr: &InstructionLine) -> Option<Execution> {
    let node = instr.exec.as_ref()?;
    let mask_span = node.text(PartKey::MASK).map(|word| word.span);
    let size = node.number(PartKey::SIZE)?;
    Some(Execution { size, mask: ExecMask::from_line(instr), mask_span, span: node.span })
}

/// Returns whether a line is in the upper-case spelling of the manual.
pub(super) fn has_manual_spelling(instr: &InstructionLine) -> bool {
    instr.mnemonic.text.contains(|c: char| c.is_ascii_uppercase())
}

/// Returns the mode of a predicate.
pub(super) fn mode(predicate: &Node) -> PredicateMode {
    match predicate.text(PartKey::MODE).map(|word| word.text.as_str()) {
        Some("any") => PredicateMode::Any,
        Some("all") => PredicateMode::All,
        _ => PredicateMode::PerLane,
    }
}

/// A line whose operands have the forms that its row requires. With a wrong number of operands, they are as written.
pub(super) struct ResolvedLine<'i> {
    pub instr: &'i InstructionLine,
    pub row: &'i Instruction,
    pub signature: &'i DeclaredSignature,
    pub exec: Execution,
    pub operands: Vec<LineOperand>,
    /// The data that the line states.
    pub data: Option<StatedData>,
    /// The type of an address: UD unless the line states another size.
    pub address: ScalarType,
}

/// An operand of a line.
#[derive(Clone)]
pub(super) struct LineOperand {
    pub kind: LineOperandKind,
    pub span: Span,
}

/// An operand by its form.
#[derive(Clone)]
pub(super) enum LineOperandKind {
    /// A bare name: a surface or a predicate.
    Name(SpannedText),
    /// `VAR.offset`.
    Raw(SpannedText, Number),
    /// `VAR(R,C)<V;W,H>`.
    Vector(VectorOperand),
    /// `0x10:ud`, with its type if it is written.
    Immediate(ValueText, Option<ImmediateType>),
    /// A text of another form.
    Other,
}

/// The type of an immediate.
#[derive(Clone, Copy)]
pub(super) enum ImmediateType {
    Scalar(ScalarType),
    Packed(PackedType),
}

/// A vector operand: `VAR(R,C)<V;W,H>`.
#[derive(Clone)]
pub(super) struct VectorOperand {
    /// The source modifier, such as `(-)`.
    pub modifier: Option<SpannedText>,
    pub name: SpannedText,
    /// The row, in GRFs.
    pub grf_row: Number,
    /// The column, in elements.
    pub column: Number,
    /// The region and the direction that has its form: `<V;W,H>` is read, `<H>` is written.
    pub region: Option<(Region, Direction)>,
}

impl VectorOperand {
    /// Returns the source modifier; `None` if there is none, or a text that is not one.
    pub fn source_modifier(&self) -> Option<SourceModifier> {
        let text = &self.modifier.as_ref()?.text;
        let written: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Some(match written.as_str() {
            "(-)" => SourceModifier::Negate,
            "(abs)" => SourceModifier::Absolute,
            "(-abs)" => SourceModifier::NegateAbsolute,
            "(~)" => SourceModifier::Complement,
            _ => return None,
        })
    }
}

impl LineOperand {
    /// Reads the parts of a node.
    pub fn from_node(node: &Node) -> Self {
        let kind = match (node.name(), node.value(), node.number(PartKey::OFFSET)) {
            (Some(name), ..) if node.is(FormName::BARE_NAME) => LineOperandKind::Name(name.clone()),
            (Some(name), _, Some(offset)) if node.is(FormName::RAW) => {
                LineOperandKind::Raw(name.clone(), offset)
            }
            (Some(name), ..) if node.is(FormName::VECTOR) => LineOperandKind::Vector(vector(node, name)),
            (_, Some(value), _) if node.is(FormName::IMMEDIATE) => {
                let ty = node.text(PartKey::TYPE).and_then(|word| match PackedType::from_name(&word.text) {
                    Some(ty) => Some(ImmediateType::Packed(ty)),
                    None => ScalarType::from_name(&word.text).map(ImmediateType::Scalar),
                });
                LineOperandKind::Immediate(value.clone(), ty)
            }
            _ => LineOperandKind::Other,
        };
        Self { kind, span: node.span }
    }

    /// Returns the name, if the operand consists of a bare name.
    pub fn bare_name(&self) -> Option<&SpannedText> {
        match &self.kind {
            LineOperandKind::Name(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether it is the null variable.
    pub fn is_null(&self) -> bool {
        matches!(&self.kind, LineOperandKind::Raw(name, _) if is_null(&name.text))
    }

    /// Returns whether it is one value for all lanes.
    pub fn is_scalar(&self) -> bool {
        match &self.kind {
            LineOperandKind::Vector(VectorOperand { region: Some((region, _)), .. }) => {
                region.vertical == 0 && region.horizontal == 0
            }
            LineOperandKind::Immediate(_, ty) => matches!(ty, Some(ImmediateType::Scalar(_))),
            _ => false,
        }
    }
}

/// Reads the parts of a vector operand.
fn vector(node: &Node, name: &SpannedText) -> VectorOperand {
    let zero = Number { value: 0, span: name.span };
    let stride = |key| {
        let number: Number = node.number(key)?;
        // A stride that large is in no region.
        Some(u32::try_from(number.value).unwrap_or(u32::MAX))
    };
    let region =
        stride(PartKey::STRIDE).map(|first| match (stride(PartKey::WIDTH), stride(PartKey::HORIZONTAL)) {
            (Some(width), Some(horizontal)) => (Region { vertical: first, width, horizontal }, Direction::In),
            _ => (Region { vertical: first, width: 1, horizontal: 0 }, Direction::Out),
        });
    let [grf_row, column] = [PartKey::ROW, PartKey::COLUMN].map(|key| node.number(key).unwrap_or(zero));
    VectorOperand {
        modifier: node.text(PartKey::SOURCE_MODIFIER).cloned(),
        name: name.clone(),
        grf_row,
        column,
        region,
    }
}
