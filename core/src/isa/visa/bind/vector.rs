//! Vector operands: place, region and source modifier.

use super::chosen::LineChoices;
use super::element::grown;
use super::node::{ImmediateType, Vector, immediate, vector};
use super::{element, names, rules};
use crate::base::{ScalarType, Span, counted, one_of};
use crate::check::context::Context;
use crate::diag::Diagnostic;
use crate::exec::{BoundOperand, Region, SourceModifier};
use crate::isa::visa::shape::SOURCE_MODIFIER;
use crate::machine::Place;
use crate::spec::{DeclaredOperand, Direction, Operand, SourceModifiers};
use crate::syntax::{Node, SpannedText, ValueText};

/// Binds a vector operand, an immediate or a predicate. Returns `None` if something was wrong with it.
pub(super) fn vector_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    node: &Node,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let DeclaredOperand::Vector { direction, types, .. } = row.kind else { return None };
    if let Some(vector) = vector(node) {
        return variable_operand(cx, row, node, &vector, chosen);
    }
    if let Some((value, Some(ty))) = immediate(node) {
        return immediate_operand(cx, row, (value, ty, node.span), types, chosen);
    }
    let name = node.name()?;
    // If all operands are predicates, the access type is a byte.
    if direction == Direction::In && chosen.access != ScalarType::Ub {
        predicate_number(cx, name, chosen.written)
    } else {
        predicate_operand(cx, name, direction, chosen)
    }
}

fn immediate_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    (value, ty, span): (&ValueText, ImmediateType, Span),
    types: &[ScalarType],
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    match ty {
        ImmediateType::Scalar(ty) => {
            has_type(cx, row, ty, types, span)?;
            let bits = element::immediate(cx, value, ty)?;
            Some(BoundOperand::Immediate { bits, ty })
        }
        ImmediateType::Packed(ty) => {
            has_type(cx, row, ty.element_type(), types, span)?;
            if usize::from(chosen.exec_size) > ty.count() {
                cx.findings.push(beyond("this immediate", ty.count(), span));
                return None;
            }
            // The low 32 bits are used, as for an immediate of 32 bits.
            let pattern = element::immediate(cx, value, ScalarType::Ud)?.value as u32;
            Some(BoundOperand::Packed { pattern, ty })
        }
    }
}

fn variable_operand(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    node: &Node,
    vector: &Vector,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let DeclaredOperand::Vector { direction, types, modifiers, .. } = row.kind else { return None };
    let (region, _) = vector.region?;
    let mut used = chosen.use_of(cx, row)?;
    used.need.begin_after(
        usize::try_from(vector.row.value).unwrap_or(0).saturating_mul(element::grf_bytes(cx.settings)),
    );
    let variable = names::variable(cx, vector.name, used)?;
    let (space, ty) = (variable.space, variable.ty);
    has_type(cx, row, ty, types, vector.name.span)?;
    let modifier = source_modifier(cx, row, node.text(SOURCE_MODIFIER), modifiers)?;
    region_is_fine(cx, region, direction, node.span, chosen.exec_size)?;
    let first = element::element_index(cx, &variable, vector);
    let reach = (0..usize::from(chosen.exec_size)).map(|k| region.offset(k)).max().unwrap_or(0);
    let needed = first.and_then(|first| first.checked_add(reach + 1));
    let Some(first) = first.filter(|_| needed.is_some_and(|needed| needed <= variable.count)) else {
        let finding = beyond(&format!("`{}`", vector.name.text), variable.count, node.span);
        cx.findings.push(grown(cx.document, finding, &variable, needed));
        return None;
    };
    // A variable has at most 64 KiB.
    let byte_offset = (variable.byte_offset + first * ty.size_bytes()) as u32;
    Some(BoundOperand::Elements { space, byte_offset, ty, data: ty, region, modifier })
}

/// Creates the error that lanes access elements past the end.
fn beyond(what: &str, count: usize, span: Span) -> Diagnostic {
    let message = format!("{what} has {}, but lanes access elements past its end", counted(count, "element"));
    Diagnostic::error(&rules::VECTOR_RANGE, span, message)
}

fn has_type(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    ty: ScalarType,
    types: &[ScalarType],
    span: Span,
) -> Option<()> {
    if types.contains(&ty) {
        return Some(());
    }
    let expected = one_of(types.iter().map(|ty| ty.name()));
    cx.error(&rules::OPERAND_TYPE, span, format!("`{}` is {ty}; expected {expected}", row.name));
    None
}

/// Returns the source modifier, if the operand accepts it.
fn source_modifier(
    cx: &mut Context,
    row: &Operand<DeclaredOperand>,
    text: Option<&SpannedText>,
    taken: SourceModifiers,
) -> Option<Option<SourceModifier>> {
    let Some(text) = text else { return Some(None) };
    let written: String = text.text.chars().filter(|c| !c.is_whitespace()).collect();
    let (modifier, kind) = match written.as_str() {
        "(-)" => (Some(SourceModifier::Negate), SourceModifiers::Arithmetic),
        "(abs)" => (Some(SourceModifier::Absolute), SourceModifiers::Arithmetic),
        "(-abs)" => (Some(SourceModifier::NegateAbsolute), SourceModifiers::Arithmetic),
        "(~)" => (Some(SourceModifier::Complement), SourceModifiers::Logic),
        _ => (None, SourceModifiers::None),
    };
    if modifier.is_some() && kind == taken {
        return Some(modifier);
    }
    let expected = match taken {
        SourceModifiers::None => "none",
        SourceModifiers::Arithmetic => "`(-)`, `(abs)` or `(-abs)`",
        SourceModifiers::Logic => "`(~)`",
    };
    let message = format!("`{}` does not take `{}`; expected {expected}", row.name, text.text);
    cx.error(&rules::SOURCE_MODIFIER, text.span, message);
    None
}

fn region_is_fine(
    cx: &mut Context,
    region: Region,
    direction: Direction,
    span: Span,
    exec_size: u8,
) -> Option<()> {
    let fits = match direction {
        Direction::In => {
            [0, 1, 2, 4, 8, 16, 32].contains(&region.vertical)
                && [1, 2, 4, 8, 16].contains(&region.width)
                && [0, 1, 2, 4].contains(&region.horizontal)
        }
        Direction::Out => [1, 2, 4].contains(&region.vertical) || exec_size == 1,
    };
    if !fits {
        let expected = match direction {
            Direction::In => "`<V;W,H>` of V 0 to 32, W 1 to 16 and H 0 to 4, each a power of two or 0",
            Direction::Out => "a stride of 1, 2 or 4",
        };
        cx.error(&rules::REGION, span, format!("this region does not exist; expected {expected}"));
    }
    fits.then_some(())
}

fn predicate_operand(
    cx: &mut Context,
    name: &SpannedText,
    direction: Direction,
    chosen: &LineChoices,
) -> Option<BoundOperand> {
    let Some(predicate) = cx.declared.layout.predicate(&name.text) else {
        names::unknown_predicate(
            cx,
            name,
            (chosen.mask_offset + chosen.exec_size).into(),
            direction == Direction::In,
        );
        return None;
    };
    let end = usize::from(chosen.mask_offset) + usize::from(chosen.exec_size);
    if predicate.count < end {
        let message =
            format!("`{}` has {}, but {end} are needed", predicate.name, counted(predicate.count, "element"));
        cx.error(&rules::VECTOR_RANGE, name.span, message);
        return None;
    }
    Some(BoundOperand::Bits { space: predicate.space, first_bit: chosen.mask_offset, inverted: false })
}

/// Returns all bits of a predicate as one number, as wide as the destination. In a predicate with fewer than 16 bits,
/// the upper bits are undefined, as in the state.
fn predicate_number(cx: &mut Context, name: &SpannedText, written: ScalarType) -> Option<BoundOperand> {
    let layout = &cx.declared.layout;
    let Some(predicate) = layout.predicate(&name.text) else {
        if layout.variable(&name.text).is_none() {
            names::unknown_predicate(cx, name, written.width_bits() as usize, true);
            return None;
        }
        let vector = format!("{}(0,0)<1;1,0>", name.text);
        let message = format!("`{}` lacks its place and region; expected `{vector}`", name.text);
        let finding = Diagnostic::error(&rules::REGION, name.span, message);
        cx.findings.push(finding.write(vector));
        return None;
    };
    let data = if predicate.count == 16 { ScalarType::Uw } else { written };
    let place = Place { space: predicate.space, byte_offset: 0, size_bytes: data.size_bytes() as u32 };
    Some(BoundOperand::Uniform { place, data })
}
