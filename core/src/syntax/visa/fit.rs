//! Operands in the forms that their roles ask for.

use super::PAGE;
use super::operand::describe;
use crate::base::{Span, rules};
use crate::diag::Diagnostic;
use crate::spec::{Direction, Instruction, OperandKind};
use crate::syntax::cursor::{Parsed, excerpt};
use crate::syntax::{Number, OperandText, Region};

/// The operand in the form that its role asks for.
pub(super) fn fit(
    text: &str,
    row: &Instruction,
    role: usize,
    operand: OperandText,
    is_manual: bool,
) -> Parsed<OperandText> {
    let wanted = &row.operands[role];
    match (wanted.kind, operand) {
        (OperandKind::Surface { .. }, operand @ OperandText::Name(_)) => Ok(operand),
        (OperandKind::Surface { .. }, OperandText::Raw { name, span, .. }) => {
            let message =
                format!("`{}` has an offset; expected the bare name of a surface", excerpt(span.of(text)));
            let diagnostic = Diagnostic::error(&OPERAND, span, message);
            Err(Box::new(diagnostic.write(name.text)))
        }
        (OperandKind::Raw { .. }, OperandText::Raw { name, offset, span })
            if name.text == "%null" && offset.value != 0 =>
        {
            let message = format!("`%null` has no byte {}; expected `%null.0`", offset.value);
            Err(Box::new(Diagnostic::error(&NULL, span, message).write("%null.0")))
        }
        (OperandKind::Raw { .. }, operand @ OperandText::Raw { .. }) => Ok(operand),
        (OperandKind::Raw { .. }, OperandText::Name(name)) if is_manual => {
            let offset = Number { value: 0, span: Span::at(name.span.range().end) };
            Ok(OperandText::Raw { span: name.span, name, offset })
        }
        (OperandKind::Raw { .. }, OperandText::Name(name)) => {
            let with_offset = format!("{}.0", name.text);
            let message = format!("`{}` lacks its byte offset; expected `{with_offset}`", name.text);
            let diagnostic = Diagnostic::error(&MISSING_OFFSET, name.span, message);
            Err(Box::new(diagnostic.write(with_offset)))
        }
        (OperandKind::Scalar { .. }, operand @ OperandText::Immediate { ty: Some(_), .. }) => Ok(operand),
        (OperandKind::Scalar { ty }, OperandText::Immediate { ty: None, span, .. }) => {
            let typed = format!("{}:{}", span.of(text), ty.name().to_ascii_lowercase());
            let message = format!("`{}` lacks its type, expected `{typed}`", excerpt(span.of(text)));
            Err(Box::new(Diagnostic::error(&IMMEDIATE, span, message).write(typed)))
        }
        (
            OperandKind::Scalar { .. },
            operand @ OperandText::Vector { region: Some(Region { vertical: Some(_), .. }), .. },
        ) => Ok(operand),
        (OperandKind::Scalar { .. }, OperandText::Vector { name, row, column, span, .. }) => {
            let vector = format!("{}({},{})<0;1,0>", name.text, row.value, column.value);
            Err(Box::new(no_region(text, span, vector)))
        }
        (OperandKind::Scalar { .. }, OperandText::Raw { name, offset, span }) if offset.value == 0 => {
            Err(Box::new(no_region(text, span, format!("{}(0,0)<0;1,0>", name.text))))
        }
        (OperandKind::Scalar { .. }, OperandText::Name(name)) => {
            Err(Box::new(no_region(text, name.span, format!("{}(0,0)<0;1,0>", name.text))))
        }
        (OperandKind::Vector { direction: Direction::In, .. }, operand) if is_vector_source(&operand) => {
            Ok(operand)
        }
        (OperandKind::Vector { predicate: true, .. }, operand @ OperandText::Name(_)) => Ok(operand),
        (
            OperandKind::Vector { direction: Direction::In, .. },
            OperandText::Immediate { ty: None, span, .. },
        ) => {
            let message = format!("`{}` lacks its type, expected one such as `:ud`", excerpt(span.of(text)));
            Err(Box::new(Diagnostic::error(&IMMEDIATE, span, message)))
        }
        (
            OperandKind::Vector { direction: Direction::Out, .. },
            operand @ OperandText::Vector {
                modifier: None, region: Some(Region { vertical: None, .. }), ..
            },
        ) => Ok(operand),
        (OperandKind::Vector { direction, .. }, operand) if vector_name(&operand).is_some() => {
            let region = if direction == Direction::In { "<1;1,0>" } else { "<1>" };
            let (name, row, column) = vector_name(&operand).unwrap_or_default();
            Err(Box::new(no_region(text, operand.span(), format!("{name}({row},{column}){region}"))))
        }
        // Its own diagnostic is there already.
        (_, operand @ OperandText::Other(_)) if operand_is_reported(&operand) => Ok(operand),
        (kind, operand) => Err(Box::new(wrong_kind(text, wanted.name, kind, &operand))),
    }
}

fn operand_is_reported(operand: &OperandText) -> bool {
    matches!(operand, OperandText::Other(word) if word.text.is_empty())
}

/// What a vector source can be.
fn is_vector_source(operand: &OperandText) -> bool {
    match operand {
        OperandText::Immediate { ty, .. } => ty.is_some(),
        OperandText::Packed { .. } => true,
        OperandText::Vector { region, .. } => region.is_some_and(|region| region.vertical.is_some()),
        _ => false,
    }
}

/// The variable, row and column that an operand seems to mean where a vector operand stands.
fn vector_name(operand: &OperandText) -> Option<(String, i128, i128)> {
    match operand {
        OperandText::Name(name) => Some((name.text.clone(), 0, 0)),
        OperandText::Raw { name, offset, .. } if offset.value == 0 => Some((name.text.clone(), 0, 0)),
        OperandText::Vector { modifier: None, name, row, column, .. } => {
            Some((name.text.clone(), row.value, column.value))
        }
        _ => None,
    }
}

/// A vector operand that lacks its place or region.
fn no_region(text: &str, span: Span, vector: String) -> Diagnostic {
    let message = format!("`{}` is no vector operand, expected `{vector}`", excerpt(span.of(text)));
    Diagnostic::error(&REGION, span, message).write(vector)
}

fn wrong_kind(text: &str, role: &str, kind: OperandKind, operand: &OperandText) -> Diagnostic {
    let wanted = match kind {
        OperandKind::Surface { .. } => "the bare name of a surface",
        OperandKind::Raw { .. } => "a raw operand such as `V32.0`",
        OperandKind::Vector { direction: Direction::In, .. } => {
            "a vector operand such as `V32(0,0)<1;1,0>` or an immediate such as `0x10:ud`"
        }
        OperandKind::Vector { .. } => "a vector operand such as `V32(0,0)<1>`",
        OperandKind::Slot { .. } | OperandKind::HeaderPool | OperandKind::Exited => "no operand",
        OperandKind::Scalar { .. } => {
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
