//! Completion in lines about registers with numbers.

use super::Lines;
use crate::spec::{Instruction, SlotKind};
use crate::syntax::complete::{CompletionItem, Place};
use crate::syntax::lexer::{Token, TokenKind};

/// Behind the guard the mnemonic, behind that modifiers or what may stand in a slot.
pub(super) fn complete(lines: &Lines, place: &Place) -> Vec<CompletionItem> {
    let begin = if place.left[0].is(lines.registers.guard) {
        let word = place.left.iter().position(|token| token.kind == TokenKind::Word);
        word.map_or(place.left.len(), |word| word + 1)
    } else {
        0
    };
    if begin == place.left.len() {
        return place.mnemonics();
    }
    let Some(row) = lines.set.instruction(place.word(begin)) else { return Vec::new() };
    let rest = &place.left[begin + 1..];
    if place.is_behind('.') { place.modifiers(row, rest) } else { slots(lines, row, rest) }
}

/// What may stand between commas: special registers by name, anything else by its form.
fn slots(lines: &Lines, row: &Instruction, rest: &[Token]) -> Vec<CompletionItem> {
    let place = rest.iter().filter(|token| token.is(',')).count();
    let slots = row.registers.as_ref().map_or(&[][..], |registers| registers.slots);
    let Some(slot) = slots.get(place) else { return Vec::new() };
    let detail = format!("{} of {}", slot.name, lines.set.spelled(&row.mnemonic));
    let item = |word: &str| CompletionItem::new(word, &detail, slot.prose);
    let (registers, predicates) = (&lines.registers.registers, &lines.registers.predicates);
    let [open, close] = lines.registers.address;
    let first = registers.name(0);
    match slot.kind {
        SlotKind::Special(names) => names.iter().map(|(name, _)| item(name)).collect(),
        SlotKind::Predicate => vec![item(&predicates.name(0)), item(predicates.constant)],
        SlotKind::Address => vec![item(&format!("{open}{first}{close}"))],
        SlotKind::Register => vec![item(&first), item(registers.constant)],
        SlotKind::Handle(_) | SlotKind::Source | SlotKind::Half => vec![item(&first), item("0x0")],
    }
}
