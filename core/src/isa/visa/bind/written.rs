//! A line as it is written. Machine code needs more than the bound operands.

use super::declarations::declared_names::DeclaredNames;
use super::line_parts::{Execution, LineOperand, LineOperandKind, ResolvedLine};
use crate::check::{Context, Reported};
use crate::exec::{WrittenExec, WrittenLine, WrittenOperand, WrittenOperandKind, WrittenPredicate};
use crate::isa::visa::null::is_null;
use crate::spec::LineModifier;
use crate::syntax::{SpannedText, ValueKind, ValueText};

/// Returns a line as it is written, whose operands have the order of its row. Binding has reported parts that are wrong.
pub(super) fn written_line(
    names: &DeclaredNames,
    cx: &mut Context,
    line: &ResolvedLine,
    exec: Execution,
    predicate: Option<WrittenPredicate>,
    modifiers: Vec<LineModifier>,
) -> Result<WrittenLine, Reported> {
    let mnemonic = line.instr.mnemonic.span;
    let operands = line.operands.iter().map(|written| written_operand(names, cx, written));
    let Some((exec, operands)) = written_exec(exec).zip(operands.collect()) else {
        return Err(cx.findings.report_fault(mnemonic));
    };
    Ok(WrittenLine { mnemonic, predicate, exec: Some(exec), operands, modifiers })
}

fn written_operand(names: &DeclaredNames, cx: &Context, written: &LineOperand) -> Option<WrittenOperand> {
    let layout = &cx.declared.layout;
    let kind = match &written.kind {
        LineOperandKind::Raw(name, offset) => {
            let offset_bytes = field(offset.value);
            if is_null(&name.text) {
                WrittenOperandKind::Null { offset_bytes }
            } else {
                WrittenOperandKind::Variable { index: layout.variable_index(&name.text)?, offset_bytes }
            }
        }
        LineOperandKind::Vector(vector) => WrittenOperandKind::Vector {
            index: layout.variable_index(&vector.name.text)?,
            row: field(vector.grf_row.value),
            column: field(vector.column.value),
            region: vector.region?.0,
        },
        LineOperandKind::Immediate(value, _) => WrittenOperandKind::Number(pattern(value)?),
        LineOperandKind::Name(name) => named(names, cx, name)?,
        LineOperandKind::Other => return None,
    };
    Some(WrittenOperand { kind, span: written.span })
}

/// Returns a number of an operand. A field of machine code has 16 bits, so numbers that do not fit here are as wrong there as the
/// largest.
fn field(value: i128) -> u32 {
    value.try_into().unwrap_or(u32::MAX)
}

/// Returns the execution size and mask as they are written; `None` if the size is not a number of lanes.
fn written_exec(exec: Execution) -> Option<WrittenExec> {
    Some(WrittenExec {
        size: exec.size.value.try_into().ok()?,
        size_span: exec.size.span,
        mask_span: exec.mask_span.unwrap_or(exec.span),
    })
}

/// Resolves a bare name: a surface or a predicate.
fn named(names: &DeclaredNames, cx: &Context, name: &SpannedText) -> Option<WrittenOperandKind> {
    if let Some(number) = names.surface_number(&cx.settings.behaviour, &name.text) {
        return Some(WrittenOperandKind::Surface { number, name: name.text.clone() });
    }
    let index = cx.declared.layout.predicate_index(&name.text)?;
    // A document declares at most 1,000 names.
    Some(WrittenOperandKind::Predicate { number: Some(index as u16), inverted: false })
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
