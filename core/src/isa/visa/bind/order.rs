//! The order of the operands of a line, if texts have two orders.

use super::chosen::LineChoices;
use super::node::raw;
use super::operand::is_null;
use super::rules;
use crate::base::TextEdit;
use crate::check::context::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::readings::SVM_ATOMIC_ORDER;
use crate::spec::{DeclaredForm, DeclaredOperand, NullRule};
use crate::syntax::{Instr, Node};

/// Returns a line with its operands in the order of the row.
pub(super) fn in_row_order(
    cx: &mut Context,
    mut instr: Instr,
    form: &DeclaredForm,
    chosen: &LineChoices,
) -> Instr {
    if form.other_order.len() != instr.operands.len() {
        return instr;
    }
    let written = instr.operands.clone();
    let mut ordered: Vec<(usize, Node)> = form.other_order.iter().copied().zip(written.clone()).collect();
    ordered.sort_by_key(|(place, _)| *place);
    let ordered: Vec<Node> = ordered.into_iter().map(|(_, node)| node).collect();
    match cx.settings.readings.get(&SVM_ATOMIC_ORDER) {
        "before_sources" => return instr,
        "after_sources" => {}
        _ if nulls_fit(form, &written, chosen) || !nulls_fit(form, &ordered, chosen) => return instr,
        // Without a destination, a source may just be missing.
        _ if written.last().is_some_and(is_null_node) => return instr,
        _ => {
            let span = written[1].span.to(written[written.len() - 1].span);
            let message = "the destination is last here; the assembler has it before the sources".to_owned();
            let moved = written.iter().zip(&ordered).filter(|(one, other)| one.span != other.span);
            let edit = |(place, node): (&Node, &Node)| TextEdit {
                span: place.span,
                replacement: node.span.of(cx.text).to_owned(),
            };
            let edits = moved.map(edit).collect();
            let finding = Diagnostic::info(&rules::ORDER, span, message);
            cx.findings.push(finding.fix("write it as the assembler does", edits));
        }
    }
    instr.operands = ordered;
    instr
}

/// Returns whether exactly those operands are null that the operation does not use.
fn nulls_fit(form: &DeclaredForm, operands: &[Node], chosen: &LineChoices) -> bool {
    form.operands.iter().zip(operands).all(|(operand, node)| {
        let is_null = is_null_node(node);
        match operand.kind {
            DeclaredOperand::Raw { null: NullRule::WhenUnused(source), .. } => {
                is_null != chosen.mentions(source) || chosen.tolerated.contains(&operand.name)
            }
            _ => true,
        }
    })
}

fn is_null_node(node: &Node) -> bool {
    raw(node).is_some_and(|(name, _)| is_null(&name.text))
}
