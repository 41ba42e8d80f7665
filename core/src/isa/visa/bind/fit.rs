//! The form that the role of each operand requires.

use super::manual::manual_form;
use super::misfit::misfit;
use super::node::{ImmediateType, Vector, immediate, is_manual, raw, vector};
use super::{rules, stated};
use crate::base::{ScalarType, Span};
use crate::check::context::Context;
use crate::diag::Diagnostic;
use crate::isa::visa::shape::{OPERAND, RAW, SOURCE_MODIFIER};
use crate::spec::{
    DeclaredForm, DeclaredOperand, Direction, FormKey, FormPart, Instruction, Modifier, Operand,
};
use crate::syntax::{Instr, Leaf, Node, Number, excerpt};

/// Returns a line with each operand in a form that its role takes. Returns `None` after an
/// error. With a wrong number of operands, their roles are unknown.
pub(super) fn fitted(
    cx: &mut Context,
    instr: &Instr,
    row: &Instruction,
    form: &DeclaredForm,
) -> Option<Instr> {
    late_words(cx, instr, row)?;
    if let Some(stated) = form.stated {
        return stated::fitted(cx, instr, row, (form, stated));
    }
    let mut fitted = instr.clone();
    if instr.operands.len() != form.operands.len() {
        return Some(fitted);
    }
    let is_manual = is_manual(instr);
    let mut is_fine = true;
    for (node, wanted) in fitted.operands.iter_mut().zip(form.operands) {
        if node.is_broken {
            is_fine = false;
            continue;
        }
        match fit(cx.text, wanted, node.clone(), is_manual) {
            Ok(fitting) => *node = fitting,
            Err(finding) => {
                is_fine = false;
                cx.findings.push(*finding);
            }
        }
    }
    if !is_fine {
        return None;
    }
    cx.findings.extend(manual_form(cx.text, row, &fitted));
    Some(fitted)
}

/// Checks the words after the execution size. Only words without effect are allowed.
fn late_words(cx: &mut Context, instr: &Instr, row: &Instruction) -> Option<()> {
    for word in &instr.late_words {
        let is_ignored = |modifier: &Modifier| {
            modifier.follows_size && modifier.words.listed().iter().any(|known| known.text == word.text)
        };
        if !row.modifiers.iter().any(is_ignored) {
            let name = cx.settings.set.spelled(&row.mnemonic);
            let message = format!("`{name}` has no `{}` after its execution size", excerpt(&word.text));
            cx.error(&rules::AFTER_EXEC, word.span, message);
            return None;
        }
        let message = format!("`.{}` is accepted, and changes nothing", word.text);
        cx.findings.push(Diagnostic::info(&rules::IGNORED, word.span, message));
    }
    Some(())
}

/// Returns the operand in the form that its role requires.
fn fit(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    node: Node,
    is_manual: bool,
) -> Result<Node, Box<Diagnostic>> {
    if let Some((_, offset)) = raw(&node).filter(|(_, offset)| offset.value < 0) {
        let message = format!("byte offset {} is negative; expected 0 or more", offset.value);
        return Err(Box::new(Diagnostic::error(&rules::OFFSET, offset.span, message)));
    }
    match wanted.kind {
        DeclaredOperand::Surface { .. } => surface(text, wanted, node),
        DeclaredOperand::Raw { .. } => raw_operand(text, wanted, node, is_manual),
        DeclaredOperand::Scalar { ty } => scalar(text, wanted, node, ty),
        DeclaredOperand::Vector { direction, predicate, .. } => {
            vector_operand(text, wanted, node, direction, predicate)
        }
    }
}

/// Requires the bare name of a surface.
fn surface(text: &str, wanted: &Operand<DeclaredOperand>, node: Node) -> Result<Node, Box<Diagnostic>> {
    match raw(&node) {
        _ if node.is(FormKey::NAME) => Ok(node),
        Some((name, _)) => {
            let message = format!(
                "`{}` has an offset; expected the bare name of a surface",
                excerpt(node.span.of(text))
            );
            Err(Box::new(Diagnostic::error(&OPERAND, node.span, message).write(&name.text)))
        }
        None => Err(Box::new(misfit(text, wanted, &node))),
    }
}

/// Requires `VAR.offset`. The manual's form has no offset.
fn raw_operand(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    node: Node,
    is_manual: bool,
) -> Result<Node, Box<Diagnostic>> {
    match (raw(&node), node.name()) {
        (Some((name, offset)), _) if name.text == "%null" && offset.value != 0 => {
            let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
            Err(Box::new(Diagnostic::error(&rules::NULL, node.span, message).write("%null.0")))
        }
        (Some(_), _) => Ok(node),
        (None, Some(_)) if is_manual && node.is(FormKey::NAME) => {
            let offset = Number { value: 0, span: Span::at(node.span.range().end) };
            let mut raw = Node { form: Some(RAW), ..node };
            raw.parts.push((FormPart::OFFSET, Leaf::Number(offset)));
            Ok(raw)
        }
        (None, Some(name)) if node.is(FormKey::NAME) => {
            let with_offset = format!("{}.0", name.text);
            let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
            Err(Box::new(Diagnostic::error(&rules::MISSING_OFFSET, name.span, message).write(with_offset)))
        }
        _ => Err(Box::new(misfit(text, wanted, &node))),
    }
}

/// Requires an immediate with its type, or a vector operand, whose first element is used.
fn scalar(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    node: Node,
    ty: ScalarType,
) -> Result<Node, Box<Diagnostic>> {
    match immediate(&node) {
        Some((_, Some(ImmediateType::Scalar(_)))) => return Ok(node),
        Some((_, None)) => {
            let typed = format!("{}:{}", node.span.of(text), ty.name().to_ascii_lowercase());
            let message = format!("`{}` lacks its type; expected `{typed}`", excerpt(node.span.of(text)));
            return Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, node.span, message).write(typed)));
        }
        _ => {}
    }
    match vector(&node) {
        Some(Vector { region: Some((_, Direction::In)), .. }) => Ok(node),
        _ => Err(Box::new(match place(&node) {
            Some(place) => no_region(text, node.span, &format!("{place}<0;1,0>")),
            None => misfit(text, wanted, &node),
        })),
    }
}

/// Requires a vector operand, or a predicate or an immediate if the role allows it.
fn vector_operand(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    node: Node,
    direction: Direction,
    predicate: bool,
) -> Result<Node, Box<Diagnostic>> {
    let is_read = direction == Direction::In;
    let is_signed = node.has(SOURCE_MODIFIER);
    match immediate(&node) {
        Some((_, Some(_))) if is_read => return Ok(node),
        Some((_, None)) if is_read => {
            let message =
                format!("`{}` lacks its type; expected one such as `:ud`", excerpt(node.span.of(text)));
            return Err(Box::new(Diagnostic::error(&rules::IMMEDIATE, node.span, message)));
        }
        _ => {}
    }
    let way = vector(&node).and_then(|vector| vector.region).map(|(_, way)| way);
    if way == Some(direction) && (is_read || !is_signed) || predicate && node.is(FormKey::NAME) {
        return Ok(node);
    }
    let region = if is_read { "<1;1,0>" } else { "<1>" };
    Err(Box::new(match place(&node).filter(|_| !is_signed) {
        Some(place) => no_region(text, node.span, &format!("{place}{region}")),
        None => misfit(text, wanted, &node),
    }))
}

/// Returns the place that an operand without a region means, as in a vector operand.
fn place(node: &Node) -> Option<String> {
    if let Some(Vector { name, row, column, .. }) = vector(node) {
        return Some(format!("{}({},{})", name.text, row.value, column.value));
    }
    let is_at_start = raw(node).is_some_and(|(_, offset)| offset.value == 0);
    let name = node.name().filter(|_| is_at_start || node.is(FormKey::NAME))?;
    Some(format!("{}(0,0)", name.text))
}

fn no_region(text: &str, span: Span, vector: &str) -> Diagnostic {
    let message = format!("`{}` is not a vector operand; expected `{vector}`", excerpt(span.of(text)));
    Diagnostic::error(&rules::NO_REGION, span, message).write(vector)
}
