//! The context of the caret, from which completion derives its items.

use super::super::ast::{DeclKind, Document, Instr, Rank, SpannedText};
use super::super::edit::add_lines;
use super::super::lexer::{Token, TokenKind};
use super::super::words::{LineWords, dotted, texts};
use super::item::CompletionItem;
use super::snippet::LineSnippet;
use crate::base::{Span, TextEdit};
use crate::spec::{
    AtomicOp, FormPart, Instruction, InstructionSet, Modifier, OpUse, ReadingSet, RollCall, Word, Words,
};
use std::rc::Rc;

/// The context of the caret.
pub struct CaretContext<'a> {
    pub text: &'a str,
    /// The tokens of the caret's line before the typed text, without labels.
    pub(in crate::syntax) left: &'a [Token],
    /// The typed text: the beginning of a word, up to the caret.
    pub typed: Span,
    pub set: &'a InstructionSet,
    pub roll_call: &'a RollCall,
    /// The parsed text, possibly without the caret's line.
    pub document: Document,
    pub offers_of: OffersOf<'a>,
}

impl CaretContext<'_> {
    /// Returns whether the last token before the typed text is `punct`.
    pub fn follows(&self, punct: char) -> bool {
        self.left.last().is_some_and(|token| token.is(punct))
    }

    /// Returns the rest of the line after the caret.
    pub fn rest_of_line(&self) -> &str {
        self.text[self.typed.range().end..].lines().next().unwrap_or("")
    }

    /// Returns the start of the caret's line, after its labels.
    pub fn line_start(&self) -> Span {
        Span::at(self.left.first().map_or(self.typed, |token| token.span).range().start)
    }

    /// Returns the edits that insert lines above the caret's line, each at the place of its rank.
    pub(crate) fn lines_above(&self, lines: &[(Rank, String)]) -> Vec<TextEdit> {
        add_lines(self.text, &self.document, self.line_start(), lines)
    }

    /// Returns whether only a comment follows the caret on its line.
    fn is_at_line_end(&self) -> bool {
        let following = self.rest_of_line().trim_start();
        following.is_empty() || following.starts_with("//")
    }

    /// Returns whether the list may open by itself: a word has begun, or the caret follows a sign or a space that
    /// requires a continuation.
    pub fn calls_for_item(&self) -> bool {
        let is_directive = self.left.first().is_some_and(|dot| dot.is('.'));
        let sign = self.left.last().filter(|last| last.span.end == self.typed.end);
        let is_sign =
            sign.is_some_and(|sign| matches!(sign.kind, TokenKind::Punct('.' | '(' | '@' | '!' | '=')));
        !self.typed.is_empty() || is_sign || !self.left.is_empty() && sign.is_none() && !is_directive
    }

    /// Returns the instructions. If the text has not yet determined its instruction set, they are those of all sets.
    pub fn mnemonics(&self) -> Vec<CompletionItem> {
        let is_this = |span: Span| span.touches(self.typed.range().end);
        let is_first = self.document.instructions().all(|(span, _)| is_this(span));
        let is_open = self.document.named_set.is_none() && self.left.is_empty() && is_first;
        let has_directives =
            |set: &InstructionSet| self.own_directives().all(|word| set.directives.contains(&word));
        let is_offered =
            |set: &&Rc<InstructionSet>| set.key == self.set.key || is_open && has_directives(set);
        let sets = self.roll_call.sets().iter().filter(is_offered);
        let mut sets: Vec<&Rc<InstructionSet>> = sets.collect();
        sets.sort_by_key(|set| set.key != self.set.key);
        sets.iter().flat_map(|set| set.instructions.iter().map(|row| self.mnemonic(set, row))).collect()
    }

    /// Returns the words of the text's directives that only some sets have.
    fn own_directives(&self) -> impl Iterator<Item = &'static str> {
        let words = self.document.own_items().filter_map(|item| Some(item.class()?.word));
        words.filter(|word| self.roll_call.sets().iter().any(|set| set.directives.contains(word)))
    }

    fn mnemonic(&self, set: &InstructionSet, row: &Instruction) -> CompletionItem {
        let item = CompletionItem::new(&set.spelled(&row.mnemonic), "instruction", row.prose);
        let mut item = match row.modifiers.iter().any(is_needed) {
            _ if !self.is_at_line_end() => item,
            true => item.going_on("."),
            false => self.with_operands(set, item, row, &LineWords::from_row(row, &[])),
        };
        if set.key != self.set.key {
            let line = format!(".isa {}{}", set.key, set.settings_in_words());
            item.also.splice(0..0, self.lines_above(&[(Rank::Isa, line)]));
            item.detail = format!("instruction, {}", set.title);
        }
        item
    }

    /// Adds the rest of the line to an item, and the text before the mnemonic if that is missing.
    fn with_operands(
        &self,
        set: &InstructionSet,
        item: CompletionItem,
        row: &Instruction,
        words: &LineWords,
    ) -> CompletionItem {
        let line = (self.offers_of)(set).line(set, &self.document, row, words);
        let item = if self.left.is_empty() { line.lead.before(item) } else { item };
        line.rest.after(item)
    }

    /// Returns the words that may follow the last dot of a mnemonic, after the words `typed`. The item for the last
    /// required word includes the operands.
    pub fn modifiers(&self, row: &Instruction, typed: &[SpannedText]) -> Vec<CompletionItem> {
        let settings = self.document.settings(self.set);
        let mut items = Vec::new();
        let mut next: Vec<usize> = next_modifiers(row, &texts(typed)).collect();
        // Required words come before optional ones.
        next.sort_by_key(|index| !is_needed(&row.modifiers[*index]));
        for index in next {
            let (modifier, later) = (&row.modifiers[index], &row.modifiers[index + 1..]);
            for item in modifier_words(modifier).into_iter().chain(self.own_operations(modifier)) {
                let words: Vec<SpannedText> = typed.iter().cloned().chain(dotted(&item.label)).collect();
                let words = LineWords::from_row(row, &words);
                if row.numbered().is_some() && words.usual_register_use(row, &settings).is_none() {
                    continue;
                }
                items.push(match later.iter().any(is_needed) {
                    _ if !self.is_at_line_end() => item,
                    true => item.going_on("."),
                    false => self.with_operands(self.set, item, row, &words),
                });
            }
        }
        items
    }

    /// Returns the operations that the document adds, for a modifier that is an operation.
    fn own_operations(&self, modifier: &Modifier) -> Vec<CompletionItem> {
        let Words::Ops(table) = modifier.words else { return Vec::new() };
        let names = self.document.op_blocks().map(|block| &block.name.text);
        let own = names.filter(|name| table.by_text(name).is_none());
        own.map(|name| CompletionItem::new(&self.set.spelled(name), "operation of this text", "")).collect()
    }

    /// Returns the declared names of a wanted class.
    pub fn names(&self, wanted: impl Fn(&DeclKind) -> bool, detail: &str) -> Vec<CompletionItem> {
        let decls = self.document.decls().filter(|decl| wanted(&decl.kind));
        decls.map(|decl| CompletionItem::new(&decl.name.text, detail, "")).collect()
    }
}

/// Returns whether a line needs the modifier. An operation counts as needed, because only a reading allows its
/// omission.
pub(in crate::syntax) fn is_needed(modifier: &Modifier) -> bool {
    !modifier.is_optional || matches!(modifier.words, Words::Ops(_))
}

/// Returns the indices of the modifiers that may follow the last dot, given the words already typed.
fn next_modifiers(row: &Instruction, mut typed: &[&str]) -> std::ops::Range<usize> {
    let mut next = 0;
    while let Some(modifier) = row.modifiers.get(next).filter(|_| !typed.is_empty()) {
        match modifier.choice(typed) {
            Some((_, count)) => typed = &typed[count..],
            None if modifier.is_optional => {}
            None => break,
        }
        next += 1;
    }
    let rest = &row.modifiers[next..];
    let end = rest.iter().position(is_needed).map_or(rest.len(), |last| last + 1);
    next..next + end
}

pub(in crate::syntax) fn modifier_words(modifier: &Modifier) -> Vec<CompletionItem> {
    match modifier.words {
        Words::Ops(table) => {
            let item = |op| CompletionItem::new(&AtomicOp::text_word(op), op.name, op.prose);
            let runs =
                |op: &&AtomicOp| !matches!((table.op_use)(op, &ReadingSet::default()), OpUse::Refused(_));
            table.ops.iter().filter(runs).map(item).collect()
        }
        Words::Listed(_) => {
            let prose = |word: &Word| if word.prose.is_empty() { modifier.prose } else { word.prose };
            let item = |word: &Word| CompletionItem::new(word.text, modifier.name, prose(word));
            modifier.suggested().map(item).collect()
        }
    }
}

/// The instruction line at the caret, as far as it is written.
pub struct CaretLine<'a> {
    pub caret: &'a CaretContext<'a>,
    /// The row of its mnemonic.
    pub row: &'a Instruction,
    pub instr: &'a Instr,
}

impl CaretLine<'_> {
    /// Returns an item for the operand that the row calls `name`.
    pub fn operand_item(&self, label: &str, name: &str, prose: &str) -> CompletionItem {
        let mnemonic = self.caret.set.spelled(&self.row.mnemonic);
        CompletionItem::new(label, &format!("{name} of {mnemonic}"), prose)
    }

    /// Returns the words after the mnemonic.
    pub fn words(&self) -> LineWords {
        LineWords::from_row(self.row, &self.instr.modifiers)
    }
}

/// The completions of instruction lines that depend on registers.
pub trait Offers {
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

    /// Returns a line of a row with places to fill in, given the words that are chosen.
    fn line(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        words: &LineWords,
    ) -> LineSnippet;
}

/// A function that returns the completions of an instruction set.
pub type OffersOf<'a> = &'a dyn Fn(&InstructionSet) -> &'static dyn Offers;
