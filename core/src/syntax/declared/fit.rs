//! Checks that operands have the form required by their role.

use super::lines::PAGE;
use super::operand::describe;
use crate::base::{ScalarType, Span, rules};
use crate::diag::Diagnostic;
use crate::spec::{DeclaredOperand, Direction, Operand};
use crate::syntax::ast::{Number, OperandText, RegionText};
use crate::syntax::cursor::{Parsed, excerpt};

/// Returns the operand in the form that its role requires.
pub(super) fn fit(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    operand: OperandText,
    is_manual: bool,
) -> Parsed<OperandText> {
    match wanted.kind {
        DeclaredOperand::Surface { .. } => surface(text, wanted, operand),
        DeclaredOperand::Raw { .. } => raw(text, wanted, operand, is_manual),
        DeclaredOperand::Scalar { ty } => scalar(text, wanted, operand, ty),
        DeclaredOperand::Vector { direction, predicate, .. } => {
            vector(text, wanted, operand, direction, predicate)
        }
    }
}

/// Requires the bare name of a surface.
fn surface(text: &str, wanted: &Operand<DeclaredOperand>, operand: OperandText) -> Parsed<OperandText> {
    match operand {
        OperandText::Name(_) => Ok(operand),
        OperandText::Raw { name, span, .. } => {
            let message =
                format!("`{}` has an offset; expected the bare name of a surface", excerpt(span.of(text)));
            Err(Box::new(Diagnostic::error(&OPERAND, span, message).write(name.text)))
        }
        operand => misfit(text, wanted, operand),
    }
}

/// Requires `VAR.offset`. The manual's form has no offset.
fn raw(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    operand: OperandText,
    is_manual: bool,
) -> Parsed<OperandText> {
    match operand {
        OperandText::Raw { name, offset, span } if name.text == "%null" && offset.value != 0 => {
            let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
            Err(Box::new(Diagnostic::error(&NULL, span, message).write("%null.0")))
        }
        OperandText::Raw { .. } => Ok(operand),
        OperandText::Name(name) if is_manual => {
            let offset = Number { value: 0, span: Span::at(name.span.range().end) };
            Ok(OperandText::Raw { span: name.span, name, offset })
        }
        OperandText::Name(name) => {
            let with_offset = format!("{}.0", name.text);
            let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
            Err(Box::new(Diagnostic::error(&MISSING_OFFSET, name.span, message).write(with_offset)))
        }
        operand => misfit(text, wanted, operand),
    }
}

/// Requires an immediate with its type, or a vector operand, whose first element is used.
fn scalar(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    operand: OperandText,
    ty: ScalarType,
) -> Parsed<OperandText> {
    match operand {
        OperandText::Immediate { ty: Some(_), .. }
        | OperandText::Vector { region: Some(RegionText { vertical: Some(_), .. }), .. } => Ok(operand),
        OperandText::Immediate { ty: None, span, .. } => {
            let typed = format!("{}:{}", span.of(text), ty.name().to_ascii_lowercase());
            let message = format!("`{}` lacks its type; expected `{typed}`", excerpt(span.of(text)));
            Err(Box::new(Diagnostic::error(&IMMEDIATE, span, message).write(typed)))
        }
        OperandText::Vector { name, row, column, span, .. } => {
            no_region(text, span, format!("{}({},{})<0;1,0>", name.text, row.value, column.value))
        }
        OperandText::Raw { name, offset, span } if offset.value == 0 => {
            no_region(text, span, format!("{}(0,0)<0;1,0>", name.text))
        }
        OperandText::Name(name) => no_region(text, name.span, format!("{}(0,0)<0;1,0>", name.text)),
        operand => misfit(text, wanted, operand),
    }
}

/// Requires a vector operand, or a predicate or an immediate if the role allows it.
fn vector(
    text: &str,
    wanted: &Operand<DeclaredOperand>,
    operand: OperandText,
    direction: Direction,
    predicate: bool,
) -> Parsed<OperandText> {
    let is_read = direction == Direction::In;
    let (name, row, column) = match &operand {
        OperandText::Immediate { ty: Some(_), .. } | OperandText::Packed { .. } if is_read => {
            return Ok(operand);
        }
        OperandText::Immediate { span, .. } if is_read => {
            let message = format!("`{}` lacks its type; expected one such as `:ud`", excerpt(span.of(text)));
            return Err(Box::new(Diagnostic::error(&IMMEDIATE, *span, message)));
        }
        OperandText::Vector { modifier, region: Some(region), .. }
            if region.vertical.is_some() == is_read && (is_read || modifier.is_none()) =>
        {
            return Ok(operand);
        }
        OperandText::Name(_) if predicate => return Ok(operand),
        OperandText::Name(name) => (name, 0, 0),
        OperandText::Raw { name, offset, .. } if offset.value == 0 => (name, 0, 0),
        OperandText::Vector { modifier: None, name, row, column, .. } => (name, row.value, column.value),
        _ => return misfit(text, wanted, operand),
    };
    let region = if is_read { "<1;1,0>" } else { "<1>" };
    no_region(text, operand.span(), format!("{}({row},{column}){region}", name.text))
}

/// Reports an operand of another form. An operand that could not be parsed has been reported.
fn misfit(text: &str, wanted: &Operand<DeclaredOperand>, operand: OperandText) -> Parsed<OperandText> {
    match operand {
        OperandText::Other(word) if word.text.is_empty() => Ok(OperandText::Other(word)),
        operand => Err(Box::new(wrong_kind(text, wanted.name, wanted.kind, &operand))),
    }
}

/// Reports a vector operand without place or region.
fn no_region(text: &str, span: Span, vector: String) -> Parsed<OperandText> {
    let message = format!("`{}` is not a vector operand; expected `{vector}`", excerpt(span.of(text)));
    Err(Box::new(Diagnostic::error(&REGION, span, message).write(vector)))
}

fn wrong_kind(text: &str, role: &str, kind: DeclaredOperand, operand: &OperandText) -> Diagnostic {
    let wanted = match kind {
        DeclaredOperand::Surface { .. } => "the bare name of a surface",
        DeclaredOperand::Raw { .. } => "a raw operand such as `V32.0`",
        DeclaredOperand::Vector { direction: Direction::In, .. } => {
            "a vector operand such as `V32(0,0)<1;1,0>` or an immediate such as `0x10:ud`"
        }
        DeclaredOperand::Vector { .. } => "a vector operand such as `V32(0,0)<1>`",
        DeclaredOperand::Scalar { .. } => {
            "an immediate such as `0x10:ud` or a vector operand such as `V32(0,0)<0;1,0>`"
        }
    };
    let message = format!("{}; expected {wanted} for `{role}`", describe(operand, text));
    Diagnostic::error(&OPERAND, operand.span(), message)
}

rules! {
    OPERAND: "visa-operand-kind", Invalid,
        "a surface is a bare name, a raw operand is `VAR.offset`, as the instruction's page says", PAGE, "Operands";
    NULL: "visa-null-offset", Invalid, "the null variable is written `%null.0`", PAGE, "Operands, raw";
    MISSING_OFFSET: "visa-missing-offset", Invalid, "a raw operand has its byte offset: `VAR.offset`",
        PAGE, "Operands, raw";
    IMMEDIATE: "visa-immediate-type", Invalid, "an immediate has its type: `0x10:ud`", PAGE, "Operands, immediate";
    REGION: "visa-vector-region", Invalid, "a vector source has place and region, `V32(0,0)<0;1,0>`",
        PAGE, "Operands, vector";
}
