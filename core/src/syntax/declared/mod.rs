//! Texts with declared variables: their declaration, and completion in their lines.

mod complete;
pub(super) mod decl;
mod snippet;

use super::ast::{Directive, Document, Instr, Rank};
use super::caret::CaretContext;
use super::completion_item::CompletionItem;
use super::directive_row::{DirectiveRow, PLAIN};
use super::offers::Offers;
use super::snippet::{LineSnippet, ModifierChoices, UsesOf};
use crate::base::Rule;
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
    fn directives(&self) -> &'static [DirectiveRow] {
        DIRECTIVES
    }

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
