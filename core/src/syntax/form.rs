//! The syntax that differs between instruction sets. `forms` chooses between them.

use super::ast::{Document, Instr};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::cursor::{Cursor, Parsed};
use super::directive_row::DirectiveRow;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::diag::Diagnostic;
use crate::spec::Instruction;

/// The syntax of instruction lines in an instruction set.
pub(super) trait LineForm {
    /// Returns the directives that only this syntax has.
    fn directives(&self) -> &'static [DirectiveRow];

    /// Parses the instruction at the cursor, up to the end of its line. Findings that do not end the line are added to
    /// `findings`.
    fn instruction(&self, cursor: &mut Cursor, findings: &mut Vec<Diagnostic>) -> Parsed<Instr>;

    /// Returns the completions in an instruction line.
    fn complete(&self, place: &CaretContext) -> Vec<CompletionItem>;

    /// Returns a line of a row with places to fill in, given the words that are chosen.
    fn line(
        &self,
        document: &Document,
        row: &Instruction,
        chosen: &ModifierChoices,
        uses_of: UsesOf,
    ) -> LineSnippet;

    /// Returns the masks that may follow a mnemonic, each with its meaning; empty if lines have no masks.
    fn masks(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Returns the number of tokens before an instruction that are scheduling information.
    fn schedule_len(&self, _cursor: &Cursor) -> usize {
        0
    }

    /// Returns the number of tokens of the predicate before the mnemonic.
    fn guard_len(&self, cursor: &Cursor) -> usize;

    /// Returns the number of tokens of the execution size and mask after the mnemonic.
    fn exec_len(&self, _cursor: &Cursor) -> usize {
        0
    }

    /// Returns the number of tokens that belong to a listing directive, after its word.
    fn listing_len(&self, _word: &str, _cursor: &Cursor) -> usize {
        usize::MAX
    }

    /// Returns whether no space follows a sign in the canonical layout of an instruction.
    fn holds_next(&self, sign: char) -> bool;

    /// Returns whether no space precedes a sign in the canonical layout of an instruction.
    fn holds_previous(&self, _sign: char) -> bool {
        false
    }
}
