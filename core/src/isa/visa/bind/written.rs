//! The operands of a line as they are written. Machine code needs more than the bound operands.

use super::operand::is_null;
use crate::check::context::Context;
use crate::exec::{OperandForm, Region, WrittenOperand};
use crate::syntax::{OperandText, SpannedText, ValueKind, ValueText};

/// Returns an operand as it is written. Returns `None` if something was wrong with it, which binding has reported.
pub(super) fn written_operand(cx: &Context, text: &OperandText) -> Option<WrittenOperand> {
    let kind = match text {
        OperandText::Name(name) => named(cx, name)?,
        OperandText::Raw { name, offset, .. } if is_null(&name.text) => {
            OperandForm::Null { offset_bytes: offset.value.try_into().ok()? }
        }
        OperandText::Raw { name, offset, .. } => OperandForm::Variable {
            index: cx.declared.layout.variable_index(&name.text)?,
            offset_bytes: offset.value.try_into().ok()?,
        },
        OperandText::Vector { name, row, column, region: Some(region), .. } => OperandForm::Vector {
            index: cx.declared.layout.variable_index(&name.text)?,
            row: row.value.try_into().ok()?,
            column: column.value.try_into().ok()?,
            region: match (region.vertical, region.width) {
                (Some(vertical), Some(width)) => Region { vertical, width, horizontal: region.horizontal },
                _ => Region { vertical: region.horizontal, width: 1, horizontal: 0 },
            },
        },
        OperandText::Immediate { value, .. } | OperandText::Packed { value, .. } => {
            OperandForm::Number(pattern(value)?)
        }
        _ => return None,
    };
    Some(WrittenOperand { kind, span: text.span() })
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
