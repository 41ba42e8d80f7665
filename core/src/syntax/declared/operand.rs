//! Parsing of vISA operands by their syntax. The instruction's row determines which form is allowed where.

use super::constant::constant;
use super::lines::PAGE;
use crate::base::{PackedType, ScalarType, rules};
use crate::diag::Diagnostic;
use crate::syntax::ast::{Number, OperandText, RegionText, SpannedText};
use crate::syntax::cursor::{Cursor, Parsed, excerpt};
use crate::syntax::lexer::TokenKind;
use crate::syntax::number::count;
use crate::syntax::value::single;

/// Parses the next operand: the tokens up to white space, a comma or a token that no operand contains. An error
/// concerns the operand's form. In both cases, the cursor moves past the operand. Returns `None` at the end.
pub(super) fn operand(cursor: &mut Cursor) -> Option<Parsed<OperandText>> {
    let len = cursor.run_len(&[',', ';', '#']);
    if len == 0 {
        return None;
    }
    let inner = cursor.first(len);
    let span = cursor.skip(len);
    let other = || OperandText::Other(SpannedText { text: span.of(inner.text).to_owned(), span });
    if let Some(raw) = raw(inner) {
        return Some(raw);
    }
    Some(Ok(name(inner).or_else(|| vector(inner)).or_else(|| immediate(inner)).unwrap_or_else(other)))
}

/// Returns whether a word may be a name.
fn is_name(word: &SpannedText) -> bool {
    !word.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Parses `BUF`.
fn name(mut cursor: Cursor) -> Option<OperandText> {
    let word = cursor.word().filter(is_name)?;
    cursor.is_done().then_some(OperandText::Name(word))
}

/// Parses `VAR.byte_offset`. The offset may be an expression in parentheses.
fn raw(mut cursor: Cursor) -> Option<Parsed<OperandText>> {
    let name = cursor.word().filter(is_name)?;
    cursor.eat('.')?;
    let number = match constant(cursor) {
        Ok(number) => number,
        Err(diagnostic) => return Some(Err(diagnostic)),
    };
    if number.value < 0 {
        let message = format!("byte offset {} is negative; expected 0 or more", number.value);
        return Some(Err(Box::new(Diagnostic::error(&OFFSET, number.span, message))));
    }
    let span = name.span.to(number.span);
    Some(Ok(OperandText::Raw { name, offset: number, span }))
}

/// Parses `VAR(R,C)<V;W,H>`, `VAR(R,C)<H>` or `VAR<H>`, optionally with a source modifier.
fn vector(mut cursor: Cursor) -> Option<OperandText> {
    let start = cursor.here();
    let modifier = source_modifier(&mut cursor);
    let name = cursor.word().filter(is_name)?;
    let has_place = cursor.is_at(0, '(');
    let zero = Number { value: 0, span: name.span };
    let (mut row, mut column) = (zero, zero);
    if cursor.eat('(').is_some() {
        row = count(&mut cursor, "a row").ok()?;
        cursor.eat(',')?;
        column = count(&mut cursor, "a column").ok()?;
        cursor.eat(')')?;
    }
    let region = if cursor.is_done() && has_place { None } else { Some(region(&mut cursor)?) };
    let span = start.to(crate::base::Span::at(cursor.skip(0).range().start));
    cursor.is_done().then_some(OperandText::Vector { modifier, name, row, column, region, span })
}

/// Parses `(-)`, `(abs)`, `(-abs)` or `(~)`.
fn source_modifier(cursor: &mut Cursor) -> Option<SpannedText> {
    let close = cursor.tokens.iter().take(4).position(|token| token.is(')'))?;
    if !cursor.is_at(0, '(') {
        return None;
    }
    let span = cursor.skip(close + 1);
    Some(SpannedText { text: span.of(cursor.text).to_owned(), span })
}

/// Parses `<V;W,H>` or `<H>`.
fn region(cursor: &mut Cursor) -> Option<RegionText> {
    let number = |cursor: &mut Cursor| u32::try_from(count(cursor, "a stride").ok()?.value).ok();
    cursor.eat('<')?;
    let first = number(cursor)?;
    if cursor.eat('>').is_some() {
        return Some(RegionText { vertical: None, width: None, horizontal: first });
    }
    cursor.eat(';')?;
    let width = number(cursor)?;
    cursor.eat(',')?;
    let horizontal = number(cursor)?;
    cursor.eat('>')?;
    Some(RegionText { vertical: Some(first), width: Some(width), horizontal })
}

/// Parses `0x10:ud` or `0x76543210:v`. The type may be missing; its absence is reported later.
fn immediate(mut cursor: Cursor) -> Option<OperandText> {
    let value = single(&mut cursor).ok()?;
    let mut span = value.span;
    let ty = if cursor.eat(':').is_some() {
        let word = cursor.word()?;
        span = span.to(word.span);
        if let Some(ty) = PackedType::from_name(&word.text) {
            return cursor.is_done().then_some(OperandText::Packed { value, ty, span });
        }
        Some((ScalarType::from_name(&word.text)?, word.span))
    } else {
        None
    };
    cursor.is_done().then_some(OperandText::Immediate { value, ty, span })
}

/// Describes an operand for a message.
pub(super) fn describe(operand: &OperandText, text: &str) -> String {
    let what = match operand {
        OperandText::Name(_) => "a bare name",
        OperandText::Raw { .. } => "a raw operand",
        OperandText::Vector { .. } => "a vector operand",
        OperandText::Immediate { .. } => "an immediate",
        OperandText::Packed { .. } => "an immediate of several numbers",
        OperandText::Register { .. } => "a register",
        OperandText::Predicate { .. } => "a predicate",
        OperandText::Address { .. } => "an address",
        OperandText::Constant { .. } => "a word of the constant bank",
        OperandText::Other(word) if word.text.starts_with(['"', ';', '#']) => "no operand",
        OperandText::Other(_) => "no operand of a known form",
    };
    format!("`{}` is {what}", excerpt(operand.span().of(text)))
}

/// Returns whether the next token cannot belong to any operand.
pub(super) fn is_stray(cursor: &Cursor) -> bool {
    cursor.peek().is_some_and(|token| matches!(token.kind, TokenKind::Punct(';' | '#' | '=' | '{' | '}')))
}

rules! {
    OFFSET: "visa-byte-offset", Invalid, "the byte offset of a raw operand is 0 or more", PAGE, "Operands, raw";
}
