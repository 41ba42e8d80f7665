//! Texts with numbered registers: their directives, and completion in their lines.

mod complete;
mod snippet;

pub(super) use snippet::NumberedOffers;

use super::ast::{Document, Instr};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::offers::Offers;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::Instruction;

impl Offers for NumberedOffers<'_> {
    fn guards(&self, place: &CaretContext) -> Vec<CompletionItem> {
        complete::guards(self, place)
    }

    fn operands(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        at: usize,
    ) -> Vec<CompletionItem> {
        complete::operands(self, place, row, instr, at)
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
}
