//! The syntax of lines with numbered registers: guard, mnemonic, modifiers, operands by their syntax,
//! annotations. The register model determines the spelling.

mod complete;
mod directive;
mod lines;
mod operand;
mod snippet;

pub(super) use lines::NumberedLines;

use super::ast::{Document, Instr, OperandText, PredicateText, SpannedText};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::cursor::{Cursor, Parsed, TRAILING, excerpt, mnemonic, modifiers};
use super::directive_row::DirectiveRow;
use super::form::LineForm;
use super::lexer::{Token, TokenKind};
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::diag::Diagnostic;
use crate::spec::{Instruction, Numbered, PredicateMode};
use directive::DIRECTIVES;

impl LineForm for NumberedLines<'_> {
    fn directives(&self) -> &'static [DirectiveRow] {
        DIRECTIVES
    }

    /// Parses `[scheduling] [@[!]P] MNEMONIC.mod.mod operand, operand;`. Scheduling annotations have no effect on
    /// results.
    fn instruction(&self, cursor: &mut Cursor, _: &mut Vec<Diagnostic>) -> Parsed<Instr> {
        cursor.skip(self.schedule_len(cursor));
        cursor.eat('{');
        let rules = self.registers.rules;
        let predicate = if cursor.is_at(0, self.registers.guard) { Some(self.guard(cursor)?) } else { None };
        let mnemonic = mnemonic(cursor, &rules.mnemonic)?;
        let modifiers = modifiers(cursor, &rules.modifier)?;
        let operands = self.operands(cursor)?;
        let annotations = self.annotations(cursor)?;
        Ok(Instr { predicate, mnemonic, modifiers, exec: None, operands, manual_form: false, annotations })
    }

    fn complete(&self, place: &CaretContext) -> Vec<CompletionItem> {
        complete::complete(self, place)
    }

    fn line(
        &self,
        document: &Document,
        row: &Instruction,
        chosen: &ModifierChoices,
        _: UsesOf,
    ) -> LineSnippet {
        snippet::line(self, document, row, chosen)
    }

    /// Counts the tokens of control codes such as `--:-:1:-:1`.
    fn schedule_len(&self, cursor: &Cursor) -> usize {
        let len = cursor.run_len(&[]);
        let codes = &cursor.tokens[..len];
        let is_code = |token: &Token| token.kind == TokenKind::Word || token.is('-') || token.is(':');
        let is_schedule =
            codes.iter().all(is_code) && codes.iter().filter(|token| token.is(':')).count() >= 3;
        if is_schedule { len } else { 0 }
    }

    fn guard_len(&self, cursor: &Cursor) -> usize {
        if cursor.is_at(0, self.registers.guard) { cursor.run_len(&[]) } else { 0 }
    }

    fn holds_next(&self, sign: char) -> bool {
        sign == '!' || sign == self.registers.guard
    }

    fn holds_previous(&self, sign: char) -> bool {
        sign == self.registers.terminator
    }
}

impl NumberedLines<'_> {
    /// Parses `@P0` or `@!P0`.
    fn guard(&self, cursor: &mut Cursor) -> Parsed<PredicateText> {
        let Numbered { guard, predicates, rules, .. } = self.registers;
        let at = cursor.need(*guard, &rules.guard, &format!("`{guard}`"))?;
        let inverted = cursor.eat('!').is_some();
        let name =
            cursor.need_word(&rules.guard, &format!("a predicate such as `{}`", predicates.name(0)))?;
        let span = at.to(name.span);
        Ok(PredicateText { name, inverted, mode: PredicateMode::PerLane, span })
    }

    /// Parses the operands between commas, up to the end or an annotation.
    fn operands(&self, cursor: &mut Cursor) -> Parsed<Vec<OperandText>> {
        let mut operands = Vec::new();
        let rule = &self.registers.rules.separator;
        while !self.is_end(cursor) {
            let len = self.operand_len(cursor);
            if len == 0 {
                return cursor.expected(rule, "an operand");
            }
            operands.push(operand::operand(&mut cursor.first(len), self.registers));
            cursor.skip(len);
            if cursor.eat(',').is_some() && self.is_end(cursor) {
                return cursor.expected(rule, "an operand after `,`");
            }
        }
        Ok(operands)
    }

    fn is_end(&self, cursor: &Cursor) -> bool {
        cursor.peek().is_none_or(|token| self.ends(token))
    }

    /// Returns whether a token ends the operands.
    fn ends(&self, token: Token) -> bool {
        token.is('}') || token.is(self.registers.terminator) || self.is_annotation(token)
    }

    fn is_annotation(&self, token: Token) -> bool {
        self.registers.annotations.iter().any(|sign| token.is(*sign))
    }

    /// Returns the number of tokens up to a comma or an end outside brackets.
    fn operand_len(&self, cursor: &Cursor) -> usize {
        let mut depth = 0usize;
        let end = cursor.tokens.iter().position(|token| {
            match token.kind {
                TokenKind::Punct('[' | '(') => depth += 1,
                TokenKind::Punct(']' | ')') => depth = depth.saturating_sub(1),
                _ => return depth == 0 && (token.is(',') || self.ends(*token)),
            }
            false
        });
        end.unwrap_or(cursor.tokens.len())
    }

    /// Parses `&wr=0x0 ?WAIT1_END_GROUP ;` in any order, and the brace of a dual issue.
    fn annotations(&self, cursor: &mut Cursor) -> Parsed<Vec<SpannedText>> {
        let end = self.registers.terminator;
        let mut found = Vec::new();
        while let Some(token) = cursor.peek() {
            if self.is_annotation(token) {
                found.extend(cursor.run(&[end]));
            } else if cursor.eat(end).is_none() && cursor.eat('}').is_none() {
                let rest = (*cursor).skip(usize::MAX);
                let message =
                    format!("`{}` follows the end of the instruction", excerpt(rest.of(cursor.text)));
                return Err(Box::new(Diagnostic::error(&TRAILING, rest, message)));
            }
        }
        Ok(found)
    }
}
