//! Completion in statements on virtual registers.

use super::lines::{GUARD, VirtualLines};
use super::snippet::{Fitting, slot_type};
use crate::spec::{Instruction, RegisterModel, SlotKind};
use crate::syntax::caret::CaretContext;
use crate::syntax::completion_item::CompletionItem;
use crate::syntax::edit::insert_above;
use crate::syntax::lexer::{Token, TokenKind};

/// Returns the completions in a statement: guard, mnemonic, modifiers or operands.
pub(super) fn complete(lines: &VirtualLines, place: &CaretContext) -> Vec<CompletionItem> {
    let labels = place.left.iter().rposition(|token| token.is(':')).map_or(0, |colon| colon + 1);
    let left = &place.left[labels..];
    let begin = match left.first() {
        Some(first) if first.is(GUARD) => match left.iter().position(|token| token.kind == TokenKind::Word) {
            Some(word) => labels + word + 1,
            None => return guards(lines, place),
        },
        _ => labels,
    };
    place.instruction(begin, |row, rest| slots(lines, place, row, rest))
}

/// Returns the types that a declaration may name.
pub(super) fn types(place: &CaretContext) -> Vec<CompletionItem> {
    let RegisterModel::Virtual(registers) = place.set.registers else { return Vec::new() };
    let dot = if place.follows('.') { "" } else { "." };
    let item = |word: &str| CompletionItem::new(&format!("{dot}{word}"), "type of registers", "");
    let is_type = place.left.len() < 4;
    registers.types.iter().filter(|_| is_type).map(|ty| item(ty.word)).collect()
}

/// Returns the predicates that may guard a statement.
fn guards(lines: &VirtualLines, place: &CaretContext) -> Vec<CompletionItem> {
    let predicates = Fitting::predicates(lines.registers, &place.document);
    predicates.names.iter().map(|name| place.guard(name)).collect()
}

/// Returns the items for a slot: the declared registers that fit, and a new one.
fn slots(
    lines: &VirtualLines,
    place: &CaretContext,
    row: &Instruction,
    rest: &[Token],
) -> Vec<CompletionItem> {
    let at = rest.iter().filter(|token| token.is(',')).count();
    let found = row.slots().and_then(|form| Some((form, form.slots.get(at)?)));
    let Some((form, slot)) = found else { return Vec::new() };
    let detail = format!("{} of {}", slot.name, lines.set.spelled(&row.mnemonic));
    if let SlotKind::Special(names) = slot.kind {
        return names.iter().map(|(name, _)| CompletionItem::new(name, &detail, slot.prose)).collect();
    }
    let chosen = place.chosen(row, rest);
    let fitting = match slot.kind {
        SlotKind::Predicate => Fitting::predicates(lines.registers, &place.document),
        _ => Fitting::values(lines, &place.document, slot_type(lines, (row, form), &chosen, at)),
    };
    let is_address = slot.kind == SlotKind::Address && !place.follows('[');
    let shown = |name: &str| if is_address { format!("[{name}]") } else { name.to_owned() };
    let mut items: Vec<CompletionItem> =
        fitting.names.iter().map(|name| CompletionItem::new(&shown(name), &detail, slot.prose)).collect();
    if let Some(line) = fitting.declaration(slot.name) {
        let also = insert_above(place.text, &place.document, place.line(), &line);
        let new = CompletionItem::new(&shown(&fitting.free_name(slot.name)), "declare it", slot.prose);
        items.push(CompletionItem { also, ..new });
    }
    if slot.kind == SlotKind::Source {
        items.push(CompletionItem::new("0", &detail, slot.prose));
    }
    items
}
