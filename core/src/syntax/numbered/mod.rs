//! Texts with numbered registers: their directives, and completion in their lines.

mod complete;
mod directive;
mod snippet;

use super::ast::{Document, Instr};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::directive_row::DirectiveRow;
use super::offers::Offers;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::{Instruction, InstructionSet, Numbered};
use directive::DIRECTIVES;

/// The completions of lines with numbered registers.
pub(super) struct NumberedOffers<'a> {
    pub set: &'a InstructionSet,
    pub registers: &'static Numbered,
}

impl Offers for NumberedOffers<'_> {
    fn directives(&self) -> &'static [DirectiveRow] {
        DIRECTIVES
    }

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
