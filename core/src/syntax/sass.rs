//! Instruction lines of SASS: guard, mnemonic, modifiers; operands stay words.

use super::cursor::{Cursor, Parsed, TRAILING, excerpt, text_rule};
use super::lexer::{Token, TokenKind};
use super::visa::{mnemonic, modifiers};
use super::{Instr, OperandText, PredicateMode, PredicateText, SpannedText};
use crate::base::Rule;
use crate::diag::Diagnostic;

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
    annotations(cursor)?;
    Ok(Instr { predicate, mnemonic, modifiers, exec: None, operands, manual_form: false })
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
        let span = cursor.skip(len);
        operands.push(OperandText::Other(SpannedText { text: span.of(cursor.text).to_owned(), span }));
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

/// `&wr=0x0 ?WAIT1_END_GROUP ;` in any order, and the brace of a dual issue.
fn annotations(cursor: &mut Cursor) -> Parsed<()> {
    while !cursor.is_done() {
        let is_annotation = cursor.is_at(0, '&') || cursor.is_at(0, '?');
        if is_annotation {
            let len = cursor.run_len(&[';']);
            cursor.skip(len);
        } else if cursor.eat(';').is_none() && cursor.eat('}').is_none() {
            let rest = (*cursor).skip(usize::MAX);
            let message =
                format!("`{}` stands behind the end of the instruction", excerpt(rest.of(cursor.text)));
            return Err(Box::new(Diagnostic::error(&TRAILING, rest, message)));
        }
    }
    Ok(())
}

const GUARD: Rule = text_rule("text-sass-guard", "SASS instructions", "a guard is `@P0` or `@!P0`");
const OPERAND: Rule =
    text_rule("text-sass-operand", "SASS instructions", "operands have commas between them");

pub(super) const RULES: &[&Rule] = &[&GUARD, &OPERAND];
