//! Texts with declared variables: their declaration, and completion in their lines.

mod complete;
pub(super) mod decl;
mod lines;
mod snippet;

pub(super) use lines::DeclaredLines;

use super::ast::{Directive, Document, Rank};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::directive_row::{DirectiveRow, PLAIN};
use super::form::LineForm;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::base::Rule;
use crate::spec::Instruction;
use snippet::Maker;

impl LineForm for DeclaredLines<'_> {
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
        uses_of: UsesOf,
    ) -> LineSnippet {
        let Some(form) = row.declared() else { return LineSnippet::default() };
        Maker { set: self.set, document, uses_of }.line(form, chosen)
    }
}

/// The directives of declared variables.
const DIRECTIVES: &[DirectiveRow] = &[DirectiveRow {
    word: "decl",
    form: "NAME v_type=G type=TYPE num_elts=N [align=WORD] [alias=<NAME,OFFSET>] | NAME v_type=P num_elts=N | NAME v_type=T num_elts=1",
    info: "Declares a variable, predicate or surface.",
    example: ".decl OFF v_type=G type=ud num_elts=8 align=GRF",
    keys: decl::DECL_KEYS,
    rank: Some(Rank::Decl),
    has_name: true,
    parse: |cursor, _| decl::decl(cursor).map(Directive::Decl),
    complete: complete::declaration,
    ..PLAIN
}];

/// Every rule that this folder cites.
pub(super) const ALL_RULES: &[&[&Rule]] = &[decl::RULES];
