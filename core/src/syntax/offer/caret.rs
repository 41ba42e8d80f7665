//! The context of the caret, from which completion derives its items.

use super::super::ast::{DeclKind, Document, InstructionLine, Rank};
use super::super::lexer::Token;
use super::super::line_inserter::LineInserter;
use super::super::line_modifiers::LineModifiers;
use super::item::CompletionItem;
use super::snippet::LineSnippet;
use crate::base::{Span, TextEdit};
use crate::spec::{FormPart, Instruction, InstructionSet, InstructionSets};

/// The context of the caret.
pub struct CaretContext<'a> {
    pub text: &'a str,
    /// The tokens of the caret's line before the typed text, without labels.
    pub(in crate::syntax) before: &'a [Token],
    /// The typed text: the beginning of a word, up to the caret.
    pub typed: Span,
    pub set: &'a InstructionSet,
    pub sets: &'a InstructionSets,
    /// The parsed text, possibly without the caret's line, with the variant at the caret in force.
    pub document: &'a Document,
    pub completions_of: CompletionsOf<'a>,
    /// Inserts lines above the caret's line.
    pub(in crate::syntax) inserter: LineInserter<'a>,
}

impl CaretContext<'_> {
    /// Returns whether the last token before the typed text is `punct`.
    pub fn follows(&self, punct: char) -> bool {
        self.before.last().is_some_and(|token| token.is(punct))
    }

    /// Returns the rest of the line after the caret.
    pub fn rest_of_line(&self) -> &str {
        self.text[self.typed.range().end..].lines().next().unwrap_or("")
    }

    /// Returns the edits that insert lines above the caret's line, each at the place of its rank.
    pub(crate) fn lines_above(&self, lines: &[(Rank, String)]) -> Vec<TextEdit> {
        self.inserter.add(lines)
    }

    /// Returns the declared names of a wanted class.
    pub fn names(&self, wanted: impl Fn(&DeclKind) -> bool, detail: &str) -> Vec<CompletionItem> {
        let decls = self.document.decls().filter(|decl| wanted(&decl.kind));
        decls.map(|decl| CompletionItem::new(&decl.name.text, detail, "")).collect()
    }
}

/// The instruction line at the caret, as far as it is written.
pub struct CaretLine<'a> {
    pub caret: &'a CaretContext<'a>,
    /// The row of its mnemonic.
    pub row: &'a Instruction,
    pub instr: &'a InstructionLine,
}

impl CaretLine<'_> {
    /// Returns an item for the operand that the row calls `name`.
    pub fn operand_item(&self, label: &str, name: &str, prose: &str) -> CompletionItem {
        let mnemonic = self.caret.set.spelled(&self.row.mnemonic);
        CompletionItem::new(label, &format!("{name} of {mnemonic}"), prose)
    }

    /// Returns the modifiers after the mnemonic.
    pub fn modifiers(&self) -> LineModifiers {
        LineModifiers::from_row(self.row, &self.instr.modifiers)
    }
}

/// The completions of instruction lines that depend on registers.
pub trait LineCompletions {
    /// Returns the predicates that a line may begin with.
    fn guards(&self, caret: &CaretContext) -> Vec<CompletionItem>;

    /// Returns pairs of execution mask and size; none if lines have no execution size.
    fn execs(&self, _line: &CaretLine) -> Vec<CompletionItem> {
        Vec::new()
    }

    /// Returns the items for the parts that may follow in an execution mask and size.
    fn in_exec(&self, _line: &CaretLine, _next: &[&'static FormPart]) -> Vec<CompletionItem> {
        Vec::new()
    }

    /// Returns the items for the operand with this index, after those that the line has.
    fn operands(&self, line: &CaretLine, index: usize) -> Vec<CompletionItem>;

    /// Returns a line of a row with places to fill in, given the words that are chosen. If it takes the place of the line `replaced`,
    /// its numbered registers are none that the rest of the document uses.
    fn line_snippet(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        modifiers: &LineModifiers,
        replaced: Option<Span>,
    ) -> LineSnippet;
}

/// A function that returns the completions of an instruction set.
pub type CompletionsOf<'a> = &'a dyn Fn(&InstructionSet) -> &'static dyn LineCompletions;
