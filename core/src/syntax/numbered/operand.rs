//! Parsing of operands by their syntax. The row of the instruction determines which form is allowed where.

use crate::base::Span;
use crate::spec::Numbered;
use crate::syntax::ast::{OperandText, SpannedText, ValueKind, ValueText};
use crate::syntax::cursor::Cursor;
use crate::syntax::number::{count, whole};
use crate::syntax::value::single;

/// Parses the operand between two commas by its syntax.
pub(super) fn operand(cursor: &mut Cursor, registers: &Numbered) -> OperandText {
    let whole = cursor.tokens.iter().map(|token| token.span).reduce(Span::to).unwrap_or(cursor.here());
    let other = || OperandText::Other(SpannedText { text: whole.of(cursor.text).to_owned(), span: whole });
    let readers = [register, predicate, address, constant, immediate, name];
    readers.iter().find_map(|reader| reader(*cursor, whole, registers)).unwrap_or_else(other)
}

/// Parses `R4`, `-R4`, `R4.H1`, `R4.reuse` or `R4.H1.reuse`.
fn register(mut cursor: Cursor, span: Span, registers: &Numbered) -> Option<OperandText> {
    let negated = cursor.eat('-').is_some();
    let name = cursor.word().filter(|word| registers.registers.resembles(&word.text))?;
    let upper = is_upper(&mut cursor);
    if cursor.eat('.').is_some() {
        cursor.word().filter(|word| word.text == "reuse")?;
    }
    cursor.is_done().then_some(OperandText::Register { name, negated, upper, span })
}

/// Consumes `.H1`, if it is next.
fn is_upper(cursor: &mut Cursor) -> bool {
    let is_there =
        cursor.is_at(0, '.') && cursor.tokens.get(1).is_some_and(|word| word.span.of(cursor.text) == "H1");
    if is_there {
        cursor.skip(2);
    }
    is_there
}

/// Parses `P0` or `!P0`.
fn predicate(mut cursor: Cursor, span: Span, registers: &Numbered) -> Option<OperandText> {
    let inverted = cursor.eat('!').is_some();
    let name = cursor.word().filter(|word| registers.predicates.resembles(&word.text))?;
    cursor.is_done().then_some(OperandText::Predicate { name, inverted, span })
}

/// Parses `[R4]`.
fn address(mut cursor: Cursor, span: Span, registers: &Numbered) -> Option<OperandText> {
    let [open, close] = registers.address;
    cursor.eat(open)?;
    let name = cursor.word().filter(|word| registers.registers.resembles(&word.text))?;
    cursor.eat(close)?;
    cursor.is_done().then_some(OperandText::Address { name, span })
}

/// Parses `c[0x0][0x10]` or `c[0x0][0x10].H1`.
fn constant(mut cursor: Cursor, span: Span, registers: &Numbered) -> Option<OperandText> {
    cursor.word().filter(|word| word.text == registers.constants)?;
    let mut index = || {
        cursor.eat('[')?;
        let number = count(&mut cursor, "an index").ok()?;
        cursor.eat(']').map(|_| number)
    };
    let (bank, offset) = (index()?, index()?);
    let upper = is_upper(&mut cursor);
    cursor.is_done().then_some(OperandText::Constant { bank, offset, upper, span })
}

/// Parses `0x10`, `-1`, `-0x1` or `1.5`.
fn immediate(mut cursor: Cursor, span: Span, _: &Numbered) -> Option<OperandText> {
    let mut ahead = cursor;
    let negative = ahead.eat('-').and_then(|_| count(&mut ahead, "a number").ok());
    let value = match negative.filter(|_| ahead.is_done()) {
        Some(number) => {
            cursor = ahead;
            ValueText { kind: ValueKind::Decimal(-number.value), span }
        }
        None => single(&mut cursor).ok()?,
    };
    cursor.is_done().then_some(OperandText::Immediate { value, ty: None, span })
}

/// Parses `SR_LANEID` or `SR_TID.X`.
fn name(mut cursor: Cursor, span: Span, _: &Numbered) -> Option<OperandText> {
    cursor.word().filter(|word| whole(word, "").is_err())?;
    while cursor.eat('.').is_some() {
        cursor.word()?;
    }
    let word = SpannedText { text: span.of(cursor.text).to_owned(), span };
    cursor.is_done().then_some(OperandText::Name(word))
}
