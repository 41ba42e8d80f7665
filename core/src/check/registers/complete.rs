//! Completion in lines with numbered registers.

use super::numbered_document_check::NumberedSetCheck;
use super::snippet::{header_line, line_snippet, usual_register};
use crate::base::Span;
use crate::spec::{FormName, Instruction, InstructionSet, RegisterFile, SlotKind};
use crate::syntax::{
    CaretContext, CaretLine, CompletionItem, Document, LineCompletions, LineModifiers, LineSnippet, Rank,
};

impl LineCompletions for NumberedSetCheck {
    fn guards(&self, caret: &CaretContext) -> Vec<CompletionItem> {
        let Some(RegisterFile { predicates, .. }) = caret.set.registers else { return Vec::new() };
        let info = "Turns off the lanes whose bit is 0; with `!` before it those whose bit is 1.";
        let space = if caret.rest_of_line().starts_with(' ') { "" } else { " " };
        let item =
            |name: String| CompletionItem::new(&name, "guard", info).inserting(format!("{name}{space}"));
        (0..=usize::from(predicates.last)).map(|number| item(predicates.name(number))).collect()
    }

    /// Returns what a slot may hold: special registers, or registers, those that the text sets first.
    fn operands(&self, line: &CaretLine, index: usize) -> Vec<CompletionItem> {
        let CaretLine { caret, row, instr } = line;
        let registers = row.numbered().zip(caret.set.registers);
        let Some((signature, RegisterFile { general, predicates, .. })) = registers else {
            return Vec::new();
        };
        // A leading optional slot is absent if the first operand is not a predicate.
        let has_first = instr.operands.first().is_some_and(|operand| operand.is(FormName::PREDICATE));
        let is_left_out = signature.slots.first().is_some_and(|slot| slot.is_optional) && !has_first;
        let slot_index = index + usize::from(is_left_out);
        let Some(slot) = signature.slots.get(slot_index) else { return Vec::new() };
        let item = |word: &str| line.operand_item(word, slot.name, slot.prose);
        let set_registers = caret
            .document
            .set_lines()
            .filter(|set| general.number(&set.name.text).is_some())
            .map(|set| set.name.text.clone());
        // Sources usually have initial values, and destinations do not.
        let mut names: Vec<String> = set_registers.collect();
        let usual = usual_register(general, slot_index);
        names.retain(|name| *name != usual);
        names.insert(if signature.is_destination(slot_index) { 0 } else { names.len() }, usual);
        let registers_and = |more: &[&str]| {
            let all = names.iter().map(String::as_str).chain(more.iter().copied());
            all.map(item).collect::<Vec<_>>()
        };
        match slot.kind {
            SlotKind::LaneId(name) => vec![item(name)],
            SlotKind::Predicate => {
                let all = (0..=usize::from(predicates.last)).map(|number| predicates.name(number));
                all.chain([predicates.fixed.to_owned()]).map(|name| item(&name)).collect()
            }
            SlotKind::Address => {
                names.iter().map(|name| item(&caret.set.shape.in_form(FormName::ADDRESS, name))).collect()
            }
            SlotKind::Register => registers_and(&[general.fixed]),
            SlotKind::HeaderPointer if caret.document.surfaces().next().is_none() => {
                let surface = header_line(caret.set, row, &line.modifiers());
                let also = caret.lines_above(&[(Rank::Surface, surface)]);
                let new = CompletionItem { detail: "describe its surface".to_owned(), also, ..item("0x0") };
                vec![new, item(&general.name(0))]
            }
            SlotKind::HeaderPointer | SlotKind::Source | SlotKind::Bits | SlotKind::Half => {
                let mut items = registers_and(&["0x0"]);
                if slot.kind == SlotKind::HeaderPointer {
                    items.rotate_right(1);
                }
                items
            }
        }
    }

    fn line_snippet(
        &self,
        set: &InstructionSet,
        document: &Document,
        row: &Instruction,
        modifiers: &LineModifiers,
        replaced: Option<Span>,
    ) -> LineSnippet {
        line_snippet(set, document, row, modifiers, replaced)
    }
}
