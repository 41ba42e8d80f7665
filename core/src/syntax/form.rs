//! The syntax that differs between instruction sets. `forms` chooses between them.

use super::ast::Document;
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::directive_row::DirectiveRow;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::Instruction;

/// The completion of instruction lines in an instruction set.
pub(super) trait LineForm {
    /// Returns the directives that only this syntax has.
    fn directives(&self) -> &'static [DirectiveRow];

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
}
