//! Completion: declared names that fit an operand, new ones with their declarations, masks and sizes.

mod items;
mod line;

use super::bind::VisaBinding;
use crate::spec::{FormPart, Instruction, InstructionSet};
use crate::syntax::{CaretContext, CompletionItem, Document, Instr, LineSnippet, LineWords, Offers};
use line::Maker;

fn maker<'a>(place: &'a CaretContext) -> Maker<'a> {
    Maker { set: place.set, document: &place.document }
}

impl Offers for VisaBinding {
    fn guards(&self, place: &CaretContext) -> Vec<CompletionItem> {
        items::predicates(maker(place), place)
    }

    fn execs(&self, place: &CaretContext, row: &Instruction) -> Vec<CompletionItem> {
        row.declared().map_or_else(Vec::new, |form| items::execs(maker(place), form))
    }

    fn in_exec(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        next: &[&'static FormPart],
    ) -> Vec<CompletionItem> {
        row.declared().map_or_else(Vec::new, |form| items::in_exec(maker(place), form, instr, next))
    }

    fn operands(
        &self,
        place: &CaretContext,
        row: &Instruction,
        instr: &Instr,
        at: usize,
    ) -> Vec<CompletionItem> {
        let Some(form) = row.declared() else { return Vec::new() };
        items::operand(maker(place), place, (row, form), instr, at)
    }

    fn line(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        words: &LineWords,
    ) -> LineSnippet {
        let Some(form) = row.declared() else { return LineSnippet::default() };
        Maker { set, document }.line(form, words)
    }
}
