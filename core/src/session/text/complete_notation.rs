//! Completions inside notation: builtins and keywords with their meaning, types, readings with their choices, and the
//! names of the text itself.

use super::session::Session;
use super::view::highlight_notation;
use crate::base::{ScalarType, Span};
use crate::check::set_of;
use crate::semantics::{BUILTINS, notation_words, op_names};
use crate::spec::Instruction;
use crate::syntax::{self, Completion, CompletionItem, Directive, is_word_char};
use rustc_hash::FxHashSet;

impl Session {
    /// Returns the completions of the word that ends at a byte offset, if the offset lies in notation.
    pub(super) fn complete_notation(&self, byte_offset: usize) -> Option<Completion> {
        let bodies = syntax::highlight(&self.text, &self.in_force).notation;
        let body = bodies.into_iter().find(|body| {
            let range = body.range();
            range.start <= byte_offset && byte_offset <= range.end
        })?;
        let inside = body.of(&self.text);
        let caret = byte_offset - body.range().start;
        let pieces = highlight_notation(inside);
        let touched =
            pieces.iter().find(|piece| piece.span.range().start < caret && caret <= piece.span.range().end);
        if touched.is_some_and(|piece| ["comment", "number"].contains(&piece.class)) {
            return None;
        }
        let before = inside.get(..caret)?;
        let start = before.trim_end_matches(is_word_char).len();
        let (left, typed) = before.split_at(start);
        let items = match self.asked(left) {
            Some(items) => items,
            None if typed.is_empty() => return None,
            None => self.words(body, inside),
        };
        // The first item with a label is offered.
        let mut labels = FxHashSet::default();
        let is_offered = |item: &CompletionItem| {
            item.label.starts_with(typed) && item.label != typed && labels.insert(item.label.clone())
        };
        let items: Vec<CompletionItem> = items.into_iter().filter(is_offered).collect();
        let span = Span::new(body.range().start + start, byte_offset);
        (!items.is_empty()).then_some(Completion { span, items, is_called_for: true })
    }

    /// Returns the completions inside `reading(NAME, choice)` if `left` ends in one: readings after `(`, choices after `,`.
    fn asked(&self, left: &str) -> Option<Vec<CompletionItem>> {
        let readings = set_of(&self.document, &self.in_force).readings.iter();
        let left = left.trim_end();
        if let Some(left) = left.strip_suffix('(') {
            let asks = left.trim_end().ends_with("reading");
            return asks.then(|| {
                readings
                    .map(|reading| CompletionItem::new(reading.name, "reading", reading.question))
                    .collect()
            });
        }
        let (call, name) = left.strip_suffix(',')?.rsplit_once('(')?;
        let reading = readings.into_iter().find(|reading| reading.name == name.trim())?;
        let choices =
            reading.choices.iter().map(|choice| CompletionItem::new(choice.name, "choice", choice.prose));
        call.trim_end().ends_with("reading").then(|| choices.collect())
    }

    /// Returns all words that fit in notation, with the names of the text first.
    fn words(&self, body: Span, inside: &str) -> Vec<CompletionItem> {
        let mut all = self.names(body, inside);
        all.extend(BUILTINS.iter().map(|row| {
            let info = format!("{} For instance `{}`.", row.prose, row.example);
            CompletionItem::new(row.name, &row.signature(), &info)
        }));
        all.extend(notation_words().map(|word| CompletionItem::new(word.name, word.form, word.prose)));
        all.extend(ScalarType::ALL.map(|ty| CompletionItem::new(ty.name(), "type", "")));
        all
    }

    /// Returns the names that a notation text can use: the parameters of an operation, or the operands of an
    /// instruction with the names of its built-in text, and then the names that the text itself uses.
    fn names(&self, body: Span, inside: &str) -> Vec<CompletionItem> {
        let mut names: Vec<CompletionItem> = Vec::new();
        for (_, directive) in self.document.directives() {
            match directive {
                Directive::Op(block) if block.body == body => {
                    names.extend(op_names().map(|name| CompletionItem::new(name, "of the operation", "")));
                }
                Directive::Semantics(block) if block.body == body => {
                    let row = set_of(&self.document, &self.in_force).instruction(&block.name.text);
                    names.extend(row.into_iter().flat_map(|row| operands(row)));
                }
                _ => {}
            }
        }
        names.extend(spoken_of(inside).iter().map(|name| CompletionItem::new(name, "of this text", "")));
        names
    }
}

/// Returns the operands of a row with their descriptions, and then the other names in its built-in text.
fn operands(row: &Instruction) -> Vec<CompletionItem> {
    let operands =
        row.operands().iter().map(|operand| CompletionItem::new(operand.name, "operand", operand.prose));
    let others = spoken_of(&row.semantics);
    operands.chain(others.iter().map(|name| CompletionItem::new(name, "of the built-in text", ""))).collect()
}

/// Returns the names that occur at least twice in a text, or that follow a type. A word being typed occurs only once,
/// so it is left out.
fn spoken_of(text: &str) -> Vec<String> {
    let pieces = highlight_notation(text);
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate().filter(|(_, piece)| piece.class == "name") {
        let word = piece.span.of(text);
        let is_declared = at > 0 && pieces[at - 1].class == "type";
        match seen.iter_mut().find(|(known, _)| *known == word) {
            Some((_, count)) => *count += 1,
            None => seen.push((word, 1 + usize::from(is_declared))),
        }
    }
    seen.into_iter().filter(|(_, count)| *count > 1).map(|(word, _)| word.to_owned()).collect()
}
