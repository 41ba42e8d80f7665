//! The errors for an operand of another form than its row requires, and for a negative offset.

use crate::check::{Findings, Reported};
use crate::isa::visa::bind::line_parts::{ImmediateType, LineOperand, LineOperandKind};
use crate::isa::visa::bind::rules;
use crate::isa::visa::shape::OPERAND;
use crate::spec::{Direction, Operand, OperandKind};
use crate::syntax::{Node, Number, excerpt};

/// Reports an operand of another form than its row requires.
pub(crate) fn report_wrong_form(
    findings: &mut Findings,
    text: &str,
    operand: &Operand,
    node: &Node,
) -> Reported {
    let expected = match operand.kind {
        OperandKind::Surface { .. } => "the bare name of a surface",
        OperandKind::Predicate => "the bare name of a predicate",
        OperandKind::Vector { .. } if operand.direction == Some(Direction::In) => {
            "a vector operand such as `V32(0,0)<1;1,0>` or an immediate such as `0x10:ud`"
        }
        OperandKind::Vector { .. } => "a vector operand such as `V32(0,0)<1>`",
        OperandKind::Scalar { .. } => {
            "an immediate such as `0x10:ud` or a vector operand such as `V32(0,0)<0;1,0>`"
        }
        _ => "a raw operand such as `V32.0`",
    };
    let written = node.span.of(text);
    let what = match (node.form, LineOperand::from_node(node).kind) {
        (_, LineOperandKind::Immediate(_, Some(ImmediateType::Packed(_)))) => {
            "an immediate of several numbers"
        }
        (Some(form), _) => form.0,
        (None, _) if written.starts_with(['"', ';', '#']) => "no operand",
        (None, _) => "no operand of a known form",
    };
    let message = format!("`{}` is {what}; expected {expected} for `{}`", excerpt(written), operand.name);
    findings.error(&OPERAND, node.span, message)
}

/// Reports a byte offset that is negative.
pub(crate) fn check_offset(findings: &mut Findings, offset: Number) -> Result<(), Reported> {
    if offset.value >= 0 {
        return Ok(());
    }
    let message = format!("byte offset {} is negative; expected 0 or more", offset.value);
    Err(findings.error(&rules::OFFSET, offset.span, message))
}
