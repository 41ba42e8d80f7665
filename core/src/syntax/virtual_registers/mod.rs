//! The syntax of statements on virtual registers: label, guard, mnemonic, modifiers, operands and `;`. `.reg` declares
//! registers, and braces enclose a scope.

mod complete;
mod directive;
mod lines;
mod operand;
mod snippet;

pub(super) use lines::VirtualLines;

use super::ast::{Document, Instr, OperandText};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::cursor::{Cursor, Parsed, excerpt, guard, mnemonic, modifiers};
use super::directive_row::DirectiveRow;
use super::form::LineForm;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::base::TextEdit;
use crate::diag::Diagnostic;
use crate::spec::Instruction;
use lines::{GUARD, TERMINATOR};

impl LineForm for VirtualLines<'_> {
    fn directives(&self) -> &'static [DirectiveRow] {
        directive::DIRECTIVES
    }

    fn terminator(&self) -> Option<char> {
        Some(TERMINATOR)
    }

    /// Parses `[@[!]NAME] mnemonic.mod.mod operand, operand;`.
    fn instruction(&self, cursor: &mut Cursor, findings: &mut Vec<Diagnostic>) -> Parsed<Instr> {
        let rules = self.registers.rules;
        let predicate = match cursor.is_at(0, GUARD) {
            true => Some(guard(cursor, GUARD, &rules.guard, "the name of a predicate")?),
            false => None,
        };
        let mnemonic = mnemonic(cursor, &rules.statement)?;
        let modifiers = modifiers(cursor, &rules.modifier)?;
        let operands = self.operands(cursor)?;
        findings.extend(self.end(cursor)?);
        let (exec, annotations) = (None, Vec::new());
        Ok(Instr { predicate, mnemonic, modifiers, exec, operands, manual_form: false, annotations })
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

    fn guard_len(&self, cursor: &Cursor) -> usize {
        if cursor.is_at(0, GUARD) { cursor.run_len(&[]) } else { 0 }
    }

    fn holds_next(&self, sign: char) -> bool {
        sign == '!' || sign == GUARD
    }
}

impl VirtualLines<'_> {
    /// Parses the operands between commas.
    fn operands(&self, cursor: &mut Cursor) -> Parsed<Vec<OperandText>> {
        let mut operands = Vec::new();
        let is_end = |cursor: &Cursor| cursor.is_done() || cursor.is_at(0, TERMINATOR);
        while !is_end(cursor) {
            if cursor.is_at(0, ',') {
                return cursor.expected(&self.registers.rules.statement, "an operand");
            }
            operands.push(operand::operand(cursor));
            if cursor.eat(',').is_none() {
                break;
            }
            if is_end(cursor) {
                return cursor.expected(&self.registers.rules.statement, "an operand after `,`");
            }
        }
        Ok(operands)
    }

    /// Parses the `;`. If it is missing at the end of a line or of the text, returns the finding, and the next statement
    /// follows. Any other token is an error that ends the statement.
    fn end(&self, cursor: &mut Cursor) -> Parsed<Option<Diagnostic>> {
        if cursor.eat(TERMINATOR).is_some() {
            return Ok(None);
        }
        let rule = &self.registers.rules.statement;
        let end = cursor.skip(0);
        let next = cursor.here().range().start;
        if !cursor.is_done() && !cursor.text[end.range().start..next].contains('\n') {
            let found = cursor.peek().map_or("", |token| cursor.slice(token));
            let message = format!("expected `,` or `;`, found `{}`", excerpt(found));
            return Err(Box::new(Diagnostic::error(rule, cursor.here(), message)));
        }
        let message = "this statement has no end; expected `;`";
        let edit = TextEdit { span: end, replacement: TERMINATOR.to_string() };
        Ok(Some(Diagnostic::error(rule, end, message).fix("insert `;`", vec![edit])))
    }
}
