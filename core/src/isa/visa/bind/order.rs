//! The order of the operands of a line, if texts have two orders.

use super::analysis::LineAnalysis;
use super::line_parts::{LineOperand, ResolvedLine};
use super::rules;
use crate::base::TextEdit;
use crate::check::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::null::nullness;
use crate::spec::DeclaredSignature;

/// Brings the operands of a line into the order of the row.
pub(super) fn put_in_row_order(
    cx: &mut Context,
    line: &mut ResolvedLine,
    analysis: &LineAnalysis,
    used_sources: [bool; 2],
) {
    let (signature, written, readings) = (line.signature, &line.operands, &cx.settings.readings);
    let Some(other) = signature.other_order.filter(|other| !other.never.holds(readings)) else { return };
    if other.row_indices.len() != written.len() {
        return;
    }
    let mut ordered: Vec<(usize, LineOperand)> =
        other.row_indices.iter().copied().zip(written.iter().cloned()).collect();
    ordered.sort_by_cached_key(|(row_index, _)| *row_index);
    let ordered: Vec<LineOperand> = ordered.into_iter().map(|(_, operand)| operand).collect();
    if !other.always.holds(readings) {
        let nulls_fit = |operands: &[LineOperand]| nulls_fit(signature, operands, analysis, used_sources);
        // Without a destination, a source may just be missing.
        let lacks_destination = written.last().is_some_and(LineOperand::is_null);
        if nulls_fit(written) || !nulls_fit(&ordered) || lacks_destination {
            return;
        }
        let span = written[1].span.to(written[written.len() - 1].span);
        let message = "the destination is last here; the assembler has it before the sources".to_owned();
        let moved = written.iter().zip(&ordered).filter(|(one, other)| one.span != other.span);
        let edit = |(place, operand): (&LineOperand, &LineOperand)| TextEdit {
            span: place.span,
            replacement: operand.span.of(cx.text).to_owned(),
        };
        let edits = moved.map(edit).collect();
        let finding = Diagnostic::info(&rules::ORDER, span, message);
        cx.findings.push(finding.fix("write it as the assembler does", edits));
    }
    line.operands = ordered;
}

/// Returns whether those operands are null that have to be, and no others.
fn nulls_fit(
    signature: &DeclaredSignature,
    operands: &[LineOperand],
    analysis: &LineAnalysis,
    used_sources: [bool; 2],
) -> bool {
    let nullness = |operand| nullness(operand, used_sources, analysis.surface, analysis.ignored_sources);
    signature
        .operands
        .iter()
        .zip(operands)
        .all(|(operand, written)| nullness(operand).admits(written.is_null()))
}
