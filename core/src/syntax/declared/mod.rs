//! Texts with declared variables: their declaration, and completion in their lines.

mod complete;
pub(super) mod decl;
mod snippet;

use super::ast::{Document, Instr};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::offers::Offers;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::spec::{FormPart, Instruction, InstructionSet};
use snippet::Maker;

/// The page that states the rules of the assembly syntax.
const PAGE: &str = "vISA assembly syntax";

/// The completions of lines with declared variables.
pub(super) struct DeclaredOffers<'a> {
    pub set: &'a InstructionSet,
}

impl DeclaredOffers<'_> {
    fn maker<'m>(&'m self, place: &'m CaretContext) -> Maker<'m> {
        Maker { set: self.set, document: &place.document, uses_of: place.uses_of }
    }
}

impl Offers for DeclaredOffers<'_> {
    fn guards(&self, place: &CaretContext) -> Vec<CompletionItem> {
        complete::predicates(self.maker(place), place)
    }

    fn execs(&self, place: &CaretContext, row: &Instruction) -> Vec<CompletionItem> {
        row.declared().map_or_else(Vec::new, |form| complete::execs(self.maker(place), form))
    }

    fn in_exec(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        next: &[&'static FormPart],
    ) -> Vec<CompletionItem> {
        row.declared().map_or_else(Vec::new, |form| complete::in_exec(self.maker(place), form, instr, next))
    }

    fn operands(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        at: usize,
    ) -> Vec<CompletionItem> {
        let Some(form) = row.declared() else { return Vec::new() };
        complete::operand(self.maker(place), place, (row, form), instr, at)
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
