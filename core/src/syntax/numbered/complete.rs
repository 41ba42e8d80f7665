//! Completion in lines with numbered registers.

use super::lines::NumberedLines;
use super::snippet::{own, surface};
use crate::spec::{Instruction, SlotKind};
use crate::syntax::ast::Rank;
use crate::syntax::caret::CaretContext;
use crate::syntax::completion_item::CompletionItem;
use crate::syntax::declaration::add_lines;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::snippet::ModifierChoices;

/// Returns the completions in an instruction: guard, mnemonic, modifiers or operands.
pub(super) fn complete(lines: &NumberedLines, place: &CaretContext) -> Vec<CompletionItem> {
    let begin = if place.left[0].is(lines.registers.guard) {
        match place.left.iter().position(|token| token.kind == TokenKind::Word) {
            Some(word) => word + 1,
            None => return guards(lines, place),
        }
    } else {
        0
    };
    if begin == place.left.len() {
        return place.mnemonics();
    }
    let Some(row) = lines.set.instruction(place.word(begin)) else { return Vec::new() };
    let rest = &place.left[begin + 1..];
    if place.follows('.') { place.modifiers(row, rest) } else { slots(lines, place, row, rest) }
}

/// Returns the predicates that may guard a line.
fn guards(lines: &NumberedLines, place: &CaretContext) -> Vec<CompletionItem> {
    let predicates = &lines.registers.predicates;
    let info = "Turns off the lanes whose bit is 0; with `!` before it those whose bit is 1.";
    let space = if place.rest_of_line().starts_with(' ') { "" } else { " " };
    let item = |name: String| CompletionItem::new(&name, "guard", info).inserting(format!("{name}{space}"));
    (0..=usize::from(predicates.last)).map(|number| item(predicates.name(number))).collect()
}

/// Returns the items for a slot: special registers by name, then registers that the text sets, then others.
fn slots(
    lines: &NumberedLines,
    place: &CaretContext,
    row: &Instruction,
    rest: &[Token],
) -> Vec<CompletionItem> {
    let at = rest.iter().filter(|token| token.is(',')).count();
    let Some(form) = row.slots() else { return Vec::new() };
    // A leading optional slot is absent if the first operand is not a predicate.
    let is_left_out = form.slots.first().is_some_and(|slot| slot.optional) && !has_first(lines, place, rest);
    let Some(slot) = form.slots.get(at + usize::from(is_left_out)) else { return Vec::new() };
    let detail = format!("{} of {}", slot.name, lines.set.spelled(&row.mnemonic));
    let item = |word: &str| CompletionItem::new(word, &detail, slot.prose);
    let (registers, predicates) = (&lines.registers.registers, &lines.registers.predicates);
    let [open, close] = lines.registers.address;
    let number = at + usize::from(is_left_out);
    let set = place
        .document
        .assignments()
        .filter(|set| registers.number(&set.name.text).is_some())
        .map(|set| set.name.text.clone());
    // Sources usually have initial values, and destinations do not.
    let mut names: Vec<String> = set.collect();
    let own = own(registers, number);
    names.retain(|name| *name != own);
    names.insert(if form.writes(number) { 0 } else { names.len() }, own);
    let registers_and = |more: &[&str]| {
        let all = names.iter().map(String::as_str).chain(more.iter().copied());
        all.map(item).collect::<Vec<_>>()
    };
    match slot.kind {
        SlotKind::Special(names) => names.iter().map(|(name, _)| item(name)).collect(),
        SlotKind::Predicate => {
            let all = (0..=usize::from(predicates.last)).map(|number| predicates.name(number));
            all.chain([predicates.constant.to_owned()]).map(|name| item(&name)).collect()
        }
        SlotKind::Address => names.iter().map(|name| item(&format!("{open}{name}{close}"))).collect(),
        SlotKind::Register => registers_and(&[registers.constant]),
        SlotKind::Handle(_) if place.document.surfaces().next().is_none() => {
            let setup = [(Rank::Surface, surface(lines, row, &chosen(place, row, rest)))];
            let also = add_lines(place.text, &place.document, place.line(), &setup);
            let new = CompletionItem { detail: "describe its surface".to_owned(), also, ..item("0x0") };
            vec![new, item(&registers.name(0))]
        }
        SlotKind::Handle(_) | SlotKind::Source | SlotKind::Half => {
            let mut items = registers_and(&["0x0"]);
            if matches!(slot.kind, SlotKind::Handle(_)) {
                items.rotate_right(1);
            }
            items
        }
    }
}

/// Returns the modifiers that a line has so far. `rest` are the tokens after its mnemonic.
fn chosen(place: &CaretContext, row: &Instruction, rest: &[Token]) -> ModifierChoices {
    let glued = rest.iter().take_while(|token| token.glued);
    let words = glued.filter(|token| token.kind == TokenKind::Word);
    ModifierChoices::from_words(row, &words.map(|token| token.span.of(place.text)).collect::<Vec<_>>())
}

/// Returns whether the first operand of a line is a predicate.
fn has_first(lines: &NumberedLines, place: &CaretContext, rest: &[Token]) -> bool {
    let operand = rest.iter().find(|token| token.kind == TokenKind::Word && !token.glued);
    operand.is_some_and(|word| lines.registers.predicates.resembles(word.span.of(place.text)))
}
