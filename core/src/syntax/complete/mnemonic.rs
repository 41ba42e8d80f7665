//! The completions of a mnemonic and of the words after it.

use super::super::ast::{Rank, SpannedText};
use super::super::line_modifiers::{LineModifiers, dotted, texts};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use crate::base::Span;
use crate::spec::{ChosenReadings, Instruction, InstructionSet, Modifier, ModifierValues, UsableWord};
use std::rc::Rc;

/// Returns the instructions. If the text has not yet determined its instruction set, they are those of all sets.
pub(super) fn mnemonics(caret: &CaretContext) -> Vec<CompletionItem> {
    let is_this = |span: Span| span.touches(caret.typed.range().end);
    let is_first = caret.document.instructions().all(|(span, _)| is_this(span));
    let is_open = caret.document.named_set.is_none() && caret.before.is_empty() && is_first;
    let has_directives =
        |set: &InstructionSet| set_directives(caret).all(|word| set.directives.contains(&word));
    let is_offered = |set: &&Rc<InstructionSet>| set.key == caret.set.key || is_open && has_directives(set);
    let sets = caret.sets.all().iter().filter(is_offered);
    let mut sets: Vec<&Rc<InstructionSet>> = sets.collect();
    sets.sort_by_key(|set| set.key != caret.set.key);
    sets.iter().flat_map(|set| set.instructions.iter().map(|row| mnemonic(caret, set, row))).collect()
}

/// Returns the words of the text's directives that only some sets have.
fn set_directives(caret: &CaretContext) -> impl Iterator<Item = &'static str> {
    let words = caret.document.base_items().filter_map(|item| Some(item.class()?.word));
    words.filter(|word| caret.sets.all().iter().any(|set| set.directives.contains(word)))
}

fn mnemonic(caret: &CaretContext, set: &InstructionSet, row: &Instruction) -> CompletionItem {
    let item = CompletionItem::new(&set.spelled(&row.mnemonic), "instruction", row.prose);
    let mut item = match row.modifiers.iter().any(is_needed) {
        _ if !is_at_line_end(caret) => item,
        true => item.continued_by("."),
        false => with_operands(caret, set, item, row, &LineModifiers::from_row(row, &[])),
    };
    if set.key != caret.set.key {
        let line = format!(".isa {}{}", set.key, set.default_values_text());
        item.also.splice(0..0, caret.lines_above(&[(Rank::Isa, line)]));
        item.detail = format!("instruction, {}", set.title);
    }
    item
}

/// Adds the rest of the line to an item, and the text before the mnemonic if that is missing.
fn with_operands(
    caret: &CaretContext,
    set: &InstructionSet,
    item: CompletionItem,
    row: &Instruction,
    modifiers: &LineModifiers,
) -> CompletionItem {
    let line = (caret.completions_of)(set).line_snippet(set, caret.document, row, modifiers, None);
    let item = if caret.before.is_empty() { line.lead.prepended_to(item) } else { item };
    line.rest.appended_to(item)
}

/// Returns the words that may follow the last dot of a mnemonic, after the words `typed`. The item for the last
/// required word includes the operands.
pub(super) fn modifiers(
    caret: &CaretContext,
    row: &Instruction,
    typed: &[SpannedText],
) -> Vec<CompletionItem> {
    let isa_values = caret.document.isa_values(caret.set);
    let mut items = Vec::new();
    let mut next: Vec<usize> = next_modifiers(row, &texts(typed)).collect();
    // Required words come before optional ones.
    next.sort_by_key(|index| !is_needed(&row.modifiers[*index]));
    for index in next {
        let (modifier, later) = (&row.modifiers[index], &row.modifiers[index + 1..]);
        for item in modifier_words(modifier).into_iter().chain(document_ops(caret, modifier)) {
            let words: Vec<SpannedText> = typed.iter().cloned().chain(dotted(&item.label)).collect();
            let modifiers = LineModifiers::from_row(row, &words);
            if row.numbered().is_some() && modifiers.usual_registers(row, &isa_values).is_none() {
                continue;
            }
            items.push(match later.iter().any(is_needed) {
                _ if !is_at_line_end(caret) => item,
                true => item.continued_by("."),
                false => with_operands(caret, caret.set, item, row, &modifiers),
            });
        }
    }
    items
}

/// Returns the operations that the document adds, for a modifier that is an operation.
fn document_ops(caret: &CaretContext, modifier: &Modifier) -> Vec<CompletionItem> {
    let ModifierValues::Ops(table) = modifier.values else { return Vec::new() };
    let names = caret.document.op_blocks().map(|block| &block.name.text);
    let own = names.filter(|name| table.op(name).is_none());
    own.map(|name| CompletionItem::new(&caret.set.spelled(name), "operation of this text", "")).collect()
}

/// Returns whether only a comment follows the caret on its line.
fn is_at_line_end(caret: &CaretContext) -> bool {
    let following = caret.rest_of_line().trim_start();
    following.is_empty() || following.starts_with("//")
}

/// Returns whether a line needs the modifier. An operation counts as needed, because only a reading allows its
/// omission.
pub(super) fn is_needed(modifier: &Modifier) -> bool {
    !modifier.is_optional || matches!(modifier.values, ModifierValues::Ops(_))
}

/// Returns the indices of the modifiers that may follow the last dot, given the words already typed.
fn next_modifiers(row: &Instruction, mut typed: &[&str]) -> std::ops::Range<usize> {
    let mut next = 0;
    while let Some(modifier) = row.modifiers.get(next).filter(|_| !typed.is_empty()) {
        match modifier.leading_value(typed) {
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

/// Returns the words that a line may have for a modifier.
fn modifier_words(modifier: &Modifier) -> Vec<CompletionItem> {
    let item = |word: &UsableWord| {
        let detail = word.op.map_or(modifier.name, |op| op.name);
        let prose = if word.prose.is_empty() { modifier.prose } else { word.prose };
        CompletionItem::new(&word.text, detail, prose)
    };
    modifier.usable_words(&ChosenReadings::default()).iter().map(item).collect()
}
