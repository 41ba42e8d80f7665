//! Instruction lines of SASS: guard, mnemonic, modifiers, operands by their looks, annotations.

use super::cursor::{Cursor, Parsed, TRAILING, excerpt, text_rule};
use super::lexer::{Token, TokenKind};
use super::number::{count, whole};
use super::value::single;
use super::visa::{mnemonic, modifiers};
use super::{Instr, OperandText, PredicateText, SpannedText, Value, ValueKind};
use crate::base::{Rule, Span};
use crate::diag::Diagnostic;
use crate::spec::PredicateMode;

/// `[scheduling] [@[!]P] MNEMONIC.mod.mod operand, operand;`. Scheduling annotations change no result.
pub(super) fn instruction(cursor: &mut Cursor) -> Parsed<Instr> {
    if is_scheduling(cursor) {
        let len = cursor.run_len(&[]);
        cursor.skip(len);
    }
    cursor.eat('{');
    let predicate = if cursor.is_at(0, '@') { Some(guard(cursor)?) } else { None };
    let mnemonic = mnemonic(cursor)?;
    let modifiers = modifiers(cursor)?;
    let operands = operands(cursor)?;
    let annotations = annotations(cursor)?;
    Ok(Instr { predicate, mnemonic, modifiers, exec: None, operands, manual_form: false, annotations })
}

/// Control codes before the instruction: `--:-:1:-:1`.
pub(super) fn is_scheduling(cursor: &Cursor) -> bool {
    let codes = &cursor.tokens[..cursor.run_len(&[])];
    let is_code = |token: &Token| token.kind == TokenKind::Word || token.is('-') || token.is(':');
    codes.iter().all(is_code) && codes.iter().filter(|token| token.is(':')).count() >= 3
}

/// `@P0` or `@!P0`.
fn guard(cursor: &mut Cursor) -> Parsed<PredicateText> {
    let at = cursor.need('@', &GUARD, "`@`")?;
    let inverted = cursor.eat('!').is_some();
    let name = cursor.need_word(&GUARD, "a predicate such as `P0`")?;
    let span = at.to(name.span);
    Ok(PredicateText { name, inverted, mode: PredicateMode::PerLane, span })
}

/// What stands between commas, up to `;` or an annotation.
fn operands(cursor: &mut Cursor) -> Parsed<Vec<OperandText>> {
    let mut operands = Vec::new();
    while !is_end(cursor) {
        let len = operand_len(cursor);
        if len == 0 {
            return cursor.expected(&OPERAND, "an operand");
        }
        operands.push(operand(&mut cursor.first(len)));
        cursor.skip(len);
        if cursor.eat(',').is_some() && is_end(cursor) {
            return cursor.expected(&OPERAND, "an operand behind `,`");
        }
    }
    Ok(operands)
}

fn is_end(cursor: &Cursor) -> bool {
    cursor.is_done() || [';', '&', '?', '}'].into_iter().any(|c| cursor.is_at(0, c))
}

/// Tokens up to the comma or the end that no bracket holds.
fn operand_len(cursor: &Cursor) -> usize {
    let mut depth = 0usize;
    let end = cursor.tokens.iter().position(|token| {
        match token.kind {
            TokenKind::Punct('[' | '(') => depth += 1,
            TokenKind::Punct(']' | ')') => depth = depth.saturating_sub(1),
            TokenKind::Punct(',' | ';' | '&' | '?' | '}') if depth == 0 => return true,
            _ => {}
        }
        false
    });
    end.unwrap_or(cursor.tokens.len())
}

/// What stands between two commas, by its looks. Which kind may stand where is for the instruction's row to say.
fn operand(cursor: &mut Cursor) -> OperandText {
    let whole = cursor.tokens.iter().map(|token| token.span).reduce(Span::to).unwrap_or(cursor.here());
    let other = || OperandText::Other(SpannedText { text: whole.of(cursor.text).to_owned(), span: whole });
    let readers = [register, predicate, address, constant, immediate, name];
    readers.iter().find_map(|reader| reader(*cursor, whole)).unwrap_or_else(other)
}

/// `R4`, `-R4`, `R4.H1`, `R4.reuse`, `R4.H1.reuse`.
fn register(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    let negated = cursor.eat('-').is_some();
    let name = cursor.word().filter(|word| is_numbered(&word.text, 'R'))?;
    let upper = is_upper(&mut cursor);
    if cursor.eat('.').is_some() {
        cursor.word().filter(|word| word.text == "reuse")?;
    }
    cursor.is_done().then_some(OperandText::Register { name, negated, upper, span })
}

/// `.H1`, if it stands there.
fn is_upper(cursor: &mut Cursor) -> bool {
    let is_there =
        cursor.is_at(0, '.') && cursor.tokens.get(1).is_some_and(|word| word.span.of(cursor.text) == "H1");
    if is_there {
        cursor.skip(2);
    }
    is_there
}

/// `P0`, `!P0`.
fn predicate(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    let inverted = cursor.eat('!').is_some();
    let name = cursor.word().filter(|word| is_numbered(&word.text, 'P'))?;
    cursor.is_done().then_some(OperandText::Predicate { name, inverted, span })
}

/// `[R4]`.
fn address(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    cursor.eat('[')?;
    let name = cursor.word().filter(|word| is_numbered(&word.text, 'R'))?;
    cursor.eat(']')?;
    cursor.is_done().then_some(OperandText::Address { name, span })
}

/// `c[0x0][0x10]`, `c[0x0][0x10].H1`.
fn constant(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    cursor.word().filter(|word| word.text == "c")?;
    let mut index = || {
        cursor.eat('[')?;
        let number = count(&mut cursor, "an index").ok()?;
        cursor.eat(']').map(|_| number)
    };
    let (bank, offset) = (index()?, index()?);
    let upper = is_upper(&mut cursor);
    cursor.is_done().then_some(OperandText::Constant { bank, offset, upper, span })
}

/// `0x10`, `-1`, `-0x1`, `1.5`.
fn immediate(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    let mut ahead = cursor;
    let negative = ahead.eat('-').and_then(|_| count(&mut ahead, "a number").ok());
    let value = match negative.filter(|_| ahead.is_done()) {
        Some(number) => {
            cursor = ahead;
            Value { kind: ValueKind::Decimal(-number.value), span }
        }
        None => single(&mut cursor).ok()?,
    };
    cursor.is_done().then_some(OperandText::Immediate { value, ty: None, span })
}

/// `SR_LANEID`, `SR_TID.X`.
fn name(mut cursor: Cursor, span: Span) -> Option<OperandText> {
    cursor.word().filter(|word| whole(word, "").is_err())?;
    while cursor.eat('.').is_some() {
        cursor.word()?;
    }
    let word = SpannedText { text: span.of(cursor.text).to_owned(), span };
    cursor.is_done().then_some(OperandText::Name(word))
}

/// `R4`, `RZ`, `P0` or `PT` by their looks.
fn is_numbered(word: &str, letter: char) -> bool {
    let Some(rest) = word.strip_prefix(letter) else { return false };
    let last = if letter == 'R' { "Z" } else { "T" };
    rest == last || !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
}

/// `&wr=0x0 ?WAIT1_END_GROUP ;` in any order, and the brace of a dual issue.
fn annotations(cursor: &mut Cursor) -> Parsed<Vec<SpannedText>> {
    let mut found = Vec::new();
    while !cursor.is_done() {
        let is_annotation = cursor.is_at(0, '&') || cursor.is_at(0, '?');
        if is_annotation {
            found.extend(cursor.run(&[';']));
        } else if cursor.eat(';').is_none() && cursor.eat('}').is_none() {
            let rest = (*cursor).skip(usize::MAX);
            let message =
                format!("`{}` stands behind the end of the instruction", excerpt(rest.of(cursor.text)));
            return Err(Box::new(Diagnostic::error(&TRAILING, rest, message)));
        }
    }
    Ok(found)
}

const GUARD: Rule = text_rule("text-sass-guard", "SASS instructions", "a guard is `@P0` or `@!P0`");
const OPERAND: Rule =
    text_rule("text-sass-operand", "SASS instructions", "operands have commas between them");

pub(super) const RULES: &[&Rule] = &[&GUARD, &OPERAND];
