//! The operation of a line.

use super::line_parts::ResolvedLine;
use super::rules;
use crate::check::{Context, OpInForce, Reported};
use crate::diag::Diagnostic;
use crate::spec::{AtomicOp, Instruction, OpSupport, OpTable, OpWidth};

/// Returns the operation that runs. The row of an instruction that shares a table may refuse an operation or replace
/// it.
pub(super) fn supported_op(
    cx: &mut Context,
    line: &ResolvedLine,
    op: OpInForce,
) -> Result<OpInForce, Reported> {
    let ResolvedLine { instr, row, .. } = *line;
    let (Some(known), Some(table)) = (op.row, row.op_table()) else { return Ok(op) };
    if op.text.document_offset.is_some() {
        return Ok(op);
    }
    let span = instr.modifiers.first().map_or(instr.mnemonic.span, |word| word.span);
    let named = format!("`{}.{}`", cx.settings.set.spelled(&row.mnemonic), op.word);
    match (table.op_support)(known, &cx.settings.readings) {
        OpSupport::Runs => Ok(op),
        OpSupport::RunsAs { name, because } => {
            let message = format!("{named} runs as {name}: {because}");
            cx.findings.push(Diagnostic::info(&rules::OP_INSTEAD, span, message));
            let instead = cx.notations.op(table, name).expect("the table has the operation that runs");
            Ok(OpInForce { word: op.word, ..instead })
        }
        OpSupport::Refused(because) => {
            let message = format!("there is no {named}: {because}");
            Err(cx.findings.error(&rules::OP_REFUSED, span, message))
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

/// Reports a width that the operation of a line does not have.
pub(super) fn check_width(
    cx: &mut Context,
    line: &ResolvedLine,
    op: &OpInForce,
    width: OpWidth,
) -> Result<(), Reported> {
    if line.data.is_some() || op.types.of_width(width).is_some() {
        return Ok(());
    }
    let ResolvedLine { instr, row, .. } = *line;
    let span = instr.modifiers.last().map_or(instr.mnemonic.span, |word| word.span);
    let (name, word) = (cx.settings.set.spelled(&row.mnemonic), &op.word);
    let widths =
        [(OpWidth::Bits16, "`.16`"), (OpWidth::Bits32, "no width for 32 bits"), (OpWidth::Bits64, "`.64`")];
    let has_width = |(width, _): &(OpWidth, &str)| op.types.of_width(*width).is_some();
    let expected: Vec<&str> = widths.into_iter().filter(has_width).map(|(_, text)| text).collect();
    let bits = match width {
        OpWidth::Bits16 => 16,
        OpWidth::Bits32 => 32,
        OpWidth::Bits64 => 64,
    };
    let message = format!("`{name}.{word}` has no {bits}-bit form; expected {}", expected.join(", or "));
    Err(cx.findings.error(&rules::OP_WIDTH, span, message))
}
