//! The operation of a line, and the access type that it gives.

use super::line_parts::Line;
use super::{rules, stated};
use crate::base::ScalarType;
use crate::check::{Context, OpInForce};
use crate::diag::Diagnostic;
use crate::spec::{AtomicOp, Decisions, Instruction, OpTable, OpUse, OpWidth};
use crate::syntax::InstructionLine;

/// Returns the operation that runs. The row of an instruction that shares a table may refuse an operation or replace
/// it.
pub(super) fn op_use(
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Instruction,
    op: OpInForce,
) -> Option<OpInForce> {
    let (Some(known), Some(table)) = (op.row, row.op_table()) else { return Some(op) };
    if op.text.document_offset.is_some() {
        return Some(op);
    }
    let span = instr.modifiers.first().map_or(instr.mnemonic.span, |word| word.span);
    let named = format!("`{}.{}`", cx.settings.set.spelled(&row.mnemonic), op.word);
    match (table.op_use)(known, &cx.settings.readings) {
        OpUse::AsWritten => Some(op),
        OpUse::InsteadRuns { name, because } => {
            let message = format!("{named} runs as {name}: {because}");
            cx.findings.push(Diagnostic::info(&rules::OP_INSTEAD, span, message));
            cx.notations.op(table, name).map(|instead| OpInForce { word: op.word, ..instead })
        }
        OpUse::Refused(because) => {
            cx.findings.error(&rules::OP_REFUSED, span, format!("there is no {named}: {because}"));
            None
        }
    }
}

/// Returns the operation of a table that a line uses with the type of the table, and the table.
pub(super) fn listed_op(
    row: &Instruction,
    op: Option<&OpInForce>,
) -> Option<(&'static AtomicOp, &'static OpTable)> {
    let (op, table) = (op?, row.op_table()?);
    op.row
        .filter(|listed| listed.types.is_some_and(|types| types.dword == op.types.dword))
        .map(|listed| (listed, table))
}

/// Returns the access type that the stated data, the operation or the words of a line give. Reports a width that the
/// operation does not have.
pub(super) fn operation_access(
    cx: &mut Context,
    line: &Line,
    op: Option<&OpInForce>,
    decisions: &Decisions,
) -> Option<ScalarType> {
    match (op, line.data) {
        (op, Some(data)) => Some(stated::access_type(data.access, op.map(|op| op.types))),
        (Some(op), None) => access_of_op(cx, line.instr, line.row, op, decisions.width.unwrap_or_default()),
        (None, None) => Some(decisions.access.unwrap_or(ScalarType::Ud)),
    }
}

/// Returns the access type after a reading has given the operation another type of the same width, which the operands
/// have.
pub(super) fn access_in_operand_type(
    access: ScalarType,
    operand_type: ScalarType,
    width: OpWidth,
) -> ScalarType {
    match operand_type {
        ty if width != OpWidth::Word && ty.size_bytes() == access.size_bytes() => ty,
        // A signed dword makes the word signed, too.
        ScalarType::D | ScalarType::W if access == ScalarType::Uw => ScalarType::W,
        _ => access,
    }
}

/// Returns the access type of an operation, and reports a width that the operation does not have.
fn access_of_op(
    cx: &mut Context,
    instr: &InstructionLine,
    row: &Instruction,
    op: &OpInForce,
    width: OpWidth,
) -> Option<ScalarType> {
    let access = op.types.of_width(width);
    if access.is_none() {
        let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
        let (name, word) = (cx.settings.set.spelled(&row.mnemonic), &op.word);
        let message = format!("`{name}.{word}` has no 64-bit form; expected `.16`, or no width for 32 bits");
        cx.findings.error(&rules::OP_WIDTH, span, message);
    }
    access
}
