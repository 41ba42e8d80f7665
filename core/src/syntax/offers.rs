//! The completions of an instruction line that depend on its registers. `forms` chooses between them.

use super::ast::{Document, Instr};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::{FormPart, Instruction};

/// The completions of instruction lines that depend on registers.
pub(super) trait Offers {
    /// Returns the predicates that a line may begin with.
    fn guards(&self, place: &CaretContext) -> Vec<CompletionItem>;

    /// Returns pairs of execution mask and size; none if lines have no execution size.
    fn execs(&self, _place: &CaretContext, _row: &Instruction) -> Vec<CompletionItem> {
        Vec::new()
    }

    /// Returns the items that may follow in an execution mask and size, of which `instr` holds the beginning.
    fn in_exec(
        &self,
        _place: &CaretContext,
        _row: &Instruction,
        _instr: &Instr,
        _next: &[&'static FormPart],
    ) -> Vec<CompletionItem> {
        Vec::new()
    }

    /// Returns the items for the operand with this index, after those that `instr` has.
    fn operands(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        at: usize,
    ) -> Vec<CompletionItem>;

    /// Returns a line of a row with places to fill in, given the words that are chosen.
    fn line(
        &self,
        document: &Document,
        row: &Instruction,
        chosen: &ModifierChoices,
        uses_of: UsesOf,
    ) -> LineSnippet;
}
