//! Parsing of operands by their syntax. The slots of the instruction determine which form is allowed where.

use super::lines::TERMINATOR;
use crate::syntax::ast::{Number, OperandText, SpannedText};
use crate::syntax::cursor::Cursor;
use crate::syntax::lexer::Token;
use crate::syntax::number::count;
use crate::syntax::value::single;

/// Parses the operand at the cursor. A text of no known form extends to the next comma or to the end of the statement.
pub(super) fn operand(cursor: &mut Cursor) -> OperandText {
    let readers = [address, inverted, immediate, name];
    for reader in readers {
        let mut ahead = *cursor;
        if let Some(operand) = reader(&mut ahead) {
            *cursor = ahead;
            return operand;
        }
    }
    let ends = |token: &Token| token.is(',') || token.is(TERMINATOR);
    let len = cursor.tokens.iter().position(ends).unwrap_or(cursor.tokens.len());
    let span = cursor.skip(len);
    OperandText::Other(SpannedText { text: span.of(cursor.text).to_owned(), span })
}

/// Parses `[NAME]`, `[NAME+4]` or `[NAME+-4]`.
fn address(cursor: &mut Cursor) -> Option<OperandText> {
    let open = cursor.eat('[')?;
    let name = cursor.word()?;
    let offset = match cursor.eat('+') {
        Some(_) => Some(signed(cursor)?),
        None => None,
    };
    let span = open.to(cursor.eat(']')?);
    Some(OperandText::Address { name, offset, span })
}

/// Parses `!NAME`.
fn inverted(cursor: &mut Cursor) -> Option<OperandText> {
    let sign = cursor.eat('!')?;
    let name = cursor.word()?;
    let span = sign.to(name.span);
    Some(OperandText::Predicate { name, inverted: true, span })
}

/// Parses `0x10`, `-1` or `1.5`.
fn immediate(cursor: &mut Cursor) -> Option<OperandText> {
    let starts_number = |token: Token| {
        token.is('-') || cursor.slice(token).starts_with(|c: char| c.is_ascii_digit() || c == '.')
    };
    cursor.peek().filter(|token| starts_number(*token))?;
    let value = single(cursor).ok()?;
    Some(OperandText::Immediate { span: value.span, value, ty: None })
}

/// Parses a whole number with an optional sign.
fn signed(cursor: &mut Cursor) -> Option<Number> {
    let sign = cursor.eat('-');
    let number = count(cursor, "a number").ok()?;
    Some(match sign {
        Some(sign) => Number { value: -number.value, span: sign.to(number.span) },
        None => number,
    })
}

/// Parses a name, which has dots in a special register.
fn name(cursor: &mut Cursor) -> Option<OperandText> {
    let mut span = cursor.word()?.span;
    while cursor.is_at(0, '.') && cursor.tokens[..2.min(cursor.tokens.len())].iter().all(|token| token.glued)
    {
        span = span.to(cursor.skip(2));
    }
    Some(OperandText::Name(SpannedText { text: span.of(cursor.text).to_owned(), span }))
}
