//! Texts with numbered registers: their directives, and completion in their lines.

mod complete;
mod directive;
mod lines;
mod snippet;

pub(super) use lines::NumberedLines;

use super::ast::Document;
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::directive_row::DirectiveRow;
use super::form::LineForm;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::Instruction;
use directive::DIRECTIVES;

impl LineForm for NumberedLines<'_> {
    fn directives(&self) -> &'static [DirectiveRow] {
        DIRECTIVES
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
}
