//! The form that the role of each operand requires.

use super::manual::manual_form;
use super::misfit::{misfit, negative_offset};
use super::node::{ImmediateType, Line, LineOperand, LineOperandKind, Vector, is_manual, written_exec};
use super::visa_check::VisaCheck;
use super::{rules, stated};
use crate::base::{ScalarType, Span};
use crate::check::lines::context::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::shape::OPERAND;
use crate::spec::{DeclaredSignature, Direction, Instruction, Modifier, Operand, OperandKind};
use crate::syntax::{Instr, Node, Number, excerpt};

/// Returns a line with each operand in a form that its role takes. Returns `None` after an error. With a wrong number of
/// operands, their roles are unknown.
pub(super) fn fit_line<'i>(
    visa: &VisaCheck,
    cx: &mut Context,
    instr: &'i Instr,
    row: &'i Instruction,
    signature: &'i DeclaredSignature,
) -> Option<Line<'i>> {
    check_late_words(cx, instr, row)?;
    let (exec, operands, address) = (written_exec(instr)?, Vec::new(), ScalarType::Ud);
    let mut line = Line { instr, row, signature, exec, operands, data: None, address };
    if instr.operands.len() != signature.written_count() {
        line.operands = instr.operands.iter().map(LineOperand::from_node).collect();
        return Some(line);
    }
    match signature.stated {
        Some(stated) => stated::fit_operands(visa, cx, &mut line, stated)?,
        None => {
            let before = cx.findings.len();
            let is_manual = is_manual(instr);
            let wanted = signature.named_operands();
            for (node, wanted) in instr.operands.iter().zip(wanted).filter(|(node, _)| !node.is_broken) {
                match fit(cx.text, wanted, node, is_manual) {
                    Ok(operand) => line.operands.push(operand),
                    Err(finding) => cx.findings.push(*finding),
                }
            }
            if line.operands.len() < wanted.len() || cx.has_errors_since(before) {
                return None;
            }
        }
    }
    cx.findings.extend(manual_form(cx.text, &line));
    Some(line)
}

/// Checks the words after the execution size. Only words without effect are allowed.
fn check_late_words(cx: &mut Context, instr: &Instr, row: &Instruction) -> Option<()> {
    for word in &instr.late_words {
        let is_ignored = |modifier: &Modifier| {
            modifier.follows_size && modifier.words.listed().iter().any(|known| known.text == word.text)
        };
        if !row.modifiers.iter().any(is_ignored) {
            let name = cx.settings.set.spelled(&row.mnemonic);
            let message = format!("`{name}` has no `{}` after its execution size", excerpt(&word.text));
            cx.findings.error(&rules::AFTER_EXEC, word.span, message);
            return None;
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        cx.findings.push(Diagnostic::info(&rules::IGNORED, word.span, message));
    }
    Some(())
}

/// The result of fitting an operand to its role.
type Fitted = Result<LineOperand, Box<Diagnostic>>;

/// Returns the operand in the form that its role requires.
fn fit(text: &str, wanted: &Operand, node: &Node, is_manual: bool) -> Fitted {
    let operand = LineOperand::from_node(node);
    if let LineOperandKind::Raw(_, offset) = operand.kind
        && let Some(finding) = negative_offset(offset)
    {
        return Err(Box::new(finding));
    }
    let fitted = match wanted.kind {
        OperandKind::Surface { .. } => surface(text, operand),
        OperandKind::Raw { .. } => raw(operand, is_manual),
        OperandKind::Scalar { ty } => scalar(text, operand, ty),
        OperandKind::Vector { predicate, .. } => vector(text, operand, wanted.direction, predicate),
        _ => None,
    };
    fitted.unwrap_or_else(|| Err(Box::new(misfit(text, wanted, node))))
}

/// Requires the bare name of a surface. Returns `None` for another form.
fn surface(text: &str, operand: LineOperand) -> Option<Fitted> {
    let span = operand.span;
    match &operand.kind {
        LineOperandKind::Name(_) => Some(Ok(operand)),
        LineOperandKind::Raw(name, _) => {
            let message =
                format!("`{}` has an offset; expected the bare name of a surface", excerpt(span.of(text)));
            Some(Err(Box::new(Diagnostic::error(&OPERAND, span, message).write(&name.text))))
        }
        _ => None,
    }
}

/// Requires `VAR.offset`. The manual's form has no offset.
fn raw(operand: LineOperand, is_manual: bool) -> Option<Fitted> {
    let span = operand.span;
    match operand.kind {
        LineOperandKind::Raw(name, offset) if name.text == "%null" && offset.value != 0 => {
            let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
            Some(Err(Box::new(Diagnostic::error(&rules::NULL, span, message).write("%null.0"))))
        }
        LineOperandKind::Raw(..) => Some(Ok(operand)),
        LineOperandKind::Name(name) if is_manual => {
            let offset = Number { value: 0, span: Span::at(span.range().end) };
            Some(Ok(LineOperand { kind: LineOperandKind::Raw(name, offset), span }))
        }
        LineOperandKind::Name(name) => {
            let with_offset = format!("{}.0", name.text);
            let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
            let finding = Diagnostic::error(&rules::MISSING_OFFSET, name.span, message);
            Some(Err(Box::new(finding.write(with_offset))))
        }
        _ => None,
    }
}

/// Requires an immediate with its type, or a vector operand, whose first element is used.
fn scalar(text: &str, operand: LineOperand, ty: ScalarType) -> Option<Fitted> {
    match &operand.kind {
        LineOperandKind::Immediate(_, Some(ImmediateType::Scalar(_)))
        | LineOperandKind::Vector(Vector { region: Some((_, Direction::In)), .. }) => Some(Ok(operand)),
        LineOperandKind::Immediate(_, None) => {
            let written = operand.span.of(text);
            let typed = format!("{written}:{}", ty.name().to_ascii_lowercase());
            let message = format!("`{}` lacks its type; expected `{typed}`", excerpt(written));
            Some(Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, operand.span, message).write(typed))))
        }
        _ => Some(Err(missing_region(text, &operand, "<0;1,0>")?)),
    }
}

/// Requires a vector operand, or a predicate or an immediate if the role allows it.
fn vector(text: &str, operand: LineOperand, direction: Option<Direction>, predicate: bool) -> Option<Fitted> {
    let is_read = direction == Some(Direction::In);
    let fits = match &operand.kind {
        LineOperandKind::Immediate(_, None) if is_read => {
            let written = excerpt(operand.span.of(text));
            let message = format!("`{written}` lacks its type; expected one such as `:ud`");
            return Some(Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, operand.span, message))));
        }
        LineOperandKind::Immediate(..) => is_read,
        LineOperandKind::Name(_) => predicate,
        LineOperandKind::Vector(Vector { region, modifier, .. }) => {
            region.is_some_and(|(_, own)| Some(own) == direction) && (is_read || modifier.is_none())
        }
        _ => false,
    };
    if fits {
        return Some(Ok(operand));
    }
    if matches!(&operand.kind, LineOperandKind::Vector(Vector { modifier: Some(_), .. })) {
        return None;
    }
    Some(Err(missing_region(text, &operand, if is_read { "<1;1,0>" } else { "<1>" })?))
}

/// Creates the error for an operand without a region. It means the place that a vector operand has.
fn missing_region(text: &str, operand: &LineOperand, region: &str) -> Option<Box<Diagnostic>> {
    let vector = match &operand.kind {
        LineOperandKind::Vector(Vector { name, grf_row, column, .. }) => {
            format!("{}({},{}){region}", name.text, grf_row.value, column.value)
        }
        LineOperandKind::Raw(name, Number { value: 0, .. }) | LineOperandKind::Name(name) => {
            format!("{}(0,0){region}", name.text)
        }
        _ => return None,
    };
    let written = excerpt(operand.span.of(text));
    let message = format!("`{written}` is not a vector operand; expected `{vector}`");
    Some(Box::new(Diagnostic::error(&rules::NO_REGION, operand.span, message).write(vector)))
}
