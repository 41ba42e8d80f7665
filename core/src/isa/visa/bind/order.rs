//! The order of the operands of a line, if texts have two orders.

use super::facts::LineFacts;
use super::line_parts::{Line, LineOperand};
use super::rules;
use crate::base::TextEdit;
use crate::check::Context;
use crate::diag::Diagnostic;
use crate::spec::{DeclaredSignature, NullRule, OperandKind};

/// Brings the operands of a line into the order of the row.
pub(super) fn put_in_row_order(
    cx: &mut Context,
    line: &mut Line,
    facts: &LineFacts,
    used_sources: [bool; 2],
) {
    let signature = line.signature;
    let written = &line.operands;
    let Some(other) = signature.other_order.filter(|other| other.places.len() == written.len()) else {
        return;
    };
    let mut ordered: Vec<(usize, LineOperand)> =
        other.places.iter().copied().zip(written.iter().cloned()).collect();
    ordered.sort_by_key(|(place, _)| *place);
    let ordered: Vec<LineOperand> = ordered.into_iter().map(|(_, operand)| operand).collect();
    let nulls_fit = |operands: &[LineOperand]| nulls_fit(signature, operands, facts, used_sources);
    match cx.settings.readings.get(other.reading) {
        "before_sources" => return,
        "after_sources" => {}
        _ if nulls_fit(written) || !nulls_fit(&ordered) => return,
        // Without a destination, a source may just be missing.
        _ if written.last().is_some_and(LineOperand::is_null) => return,
        _ => {
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
    }
    line.operands = ordered;
}

/// Returns whether exactly those operands are null that the operation does not use.
fn nulls_fit(
    signature: &DeclaredSignature,
    operands: &[LineOperand],
    facts: &LineFacts,
    used_sources: [bool; 2],
) -> bool {
    signature.operands.iter().zip(operands).all(|(role, written)| match role.kind {
        OperandKind::Raw { null: NullRule::WhenUnused(source), .. } => {
            written.is_null() != used_sources[source] || facts.tolerated.contains(&role.name)
        }
        _ => true,
    })
}
