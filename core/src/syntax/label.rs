//! Labels before the directive or instruction of a line.

use super::ast::SpannedText;
use super::cursor::Cursor;
use super::directive::table::{self, DIRECTIVES};
use super::lexer::{Token, TokenKind};
use super::walk::control_codes_len;
use crate::base::closest;
use crate::spec::InstructionSet;

/// Parses `name:` or `.L_1:`.
pub(super) fn label(cursor: &mut Cursor, set: &InstructionSet) -> Option<SpannedText> {
    let len = label_len(cursor.text, cursor.tokens.iter().copied());
    // A label that follows another one immediately begins no control codes, since the first one would begin them too.
    let may_be_codes = cursor.peek().is_some_and(|first| !first.is_glued);
    // Without an instruction after them, words with colons are labels.
    let is_before_instruction =
        |codes: usize| codes > 0 && cursor.tokens.get(codes).is_some_and(|next| !next.is('.'));
    if len == 0 || may_be_codes && is_before_instruction(control_codes_len(cursor, set.shape)) {
        return None;
    }
    let mut after = *cursor;
    let span = after.skip(len - 1);
    after.skip(1);
    if is_misspelt_directive(span.of(cursor.text), after, set) {
        return None;
    }
    *cursor = after;
    Some(SpannedText::at(cursor.text, span))
}

/// Returns whether `.invarant:` is a misspelt directive rather than a label: the text after it has a `=`, and begins with neither a
/// label nor an instruction of the set.
fn is_misspelt_directive(label: &str, after: Cursor, set: &InstructionSet) -> bool {
    let Some((name, next)) = label.strip_prefix('.').zip(after.peek_word()) else { return false };
    let is_instruction = set.instruction(next).is_some() || set.instead_of(next).is_some();
    !after.is_at(1, ':')
        && !is_instruction
        && after.tokens.iter().any(|token| token.is('='))
        && closest(name, DIRECTIVES.iter().map(|row| row.class.word)).is_some()
}

/// Returns the number of tokens of `name:`, `.L_1:` or `.nv.constant0.name:`; 0 if the tokens do not begin with a label.
pub(super) fn label_len(text: &str, tokens: impl Iterator<Item = Token>) -> usize {
    let mut tokens = tokens.peekable();
    let Some(first) = tokens.next() else { return 0 };
    // `.invariant: sum(BUF) == 1` is a directive that lacks its name, not a label.
    let is_name = |token: &Token| token.is_glued && table::row(token.span.of(text)).is_none();
    let is_dotted = first.is('.');
    let name = if is_dotted { tokens.next().filter(is_name) } else { Some(first) };
    if name.is_none_or(|name| name.kind != TokenKind::Word) {
        return 0;
    }
    let is_part =
        |token: &Token| is_dotted && token.is_glued && (token.is('.') || token.kind == TokenKind::Word);
    let parts = std::iter::from_fn(|| tokens.next_if(is_part)).count();
    let is_label = tokens.next().is_some_and(|next| next.is(':'));
    if is_label { 2 + usize::from(is_dotted) + parts } else { 0 }
}
