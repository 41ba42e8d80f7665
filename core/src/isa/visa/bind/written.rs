//! The operands of a line as they are written. Machine code needs more than the bound operands.

use super::node::{immediate, raw, vector};
use super::operand::is_null;
use crate::check::context::Context;
use crate::exec::{OperandForm, WrittenOperand};
use crate::spec::FormKey;
use crate::syntax::{Node, SpannedText, ValueKind, ValueText};

/// Returns an operand as it is written. Returns `None` if something was wrong with it, which binding has reported.
pub(super) fn written_operand(cx: &Context, node: &Node) -> Option<WrittenOperand> {
    let layout = &cx.declared.layout;
    let kind = if let Some((name, offset)) = raw(node) {
        let offset_bytes = offset.value.try_into().ok()?;
        if is_null(&name.text) {
            OperandForm::Null { offset_bytes }
        } else {
            OperandForm::Variable { index: layout.variable_index(&name.text)?, offset_bytes }
        }
    } else if let Some(vector) = vector(node) {
        OperandForm::Vector {
            index: layout.variable_index(&vector.name.text)?,
            row: vector.row.value.try_into().ok()?,
            column: vector.column.value.try_into().ok()?,
            region: vector.region?.0,
        }
    } else if let Some((value, _)) = immediate(node) {
        OperandForm::Number(pattern(value)?)
    } else {
        named(cx, node.name().filter(|_| node.is(FormKey::NAME))?)?
    };
    Some(WrittenOperand { kind, span: node.span })
}

/// Resolves a bare name: a surface or a predicate.
fn named(cx: &Context, name: &SpannedText) -> Option<OperandForm> {
    if let Some(number) = cx.declared.surface_number(&name.text) {
        return Some(OperandForm::Surface { number, name: name.text.clone() });
    }
    let index = cx.declared.layout.predicate_index(&name.text)?;
    // A document declares at most 1,000 names.
    Some(OperandForm::Predicate { number: Some(index as u16), inverted: false })
}

/// Converts a number to a pattern.
fn pattern(value: &ValueText) -> Option<u64> {
    match value.kind {
        // The low bits are the two's complement.
        ValueKind::Decimal(number) => Some(number as u64),
        ValueKind::Pattern(pattern) => Some(pattern),
        ValueKind::Float(number) => Some(number.to_bits()),
        _ => None,
    }
}
