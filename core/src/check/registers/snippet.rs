//! Generation of an instruction line with places to fill in, from its row. Registers need no declaration.

use crate::base::{ScalarType, Span, SurfaceKind};
use crate::spec::{
    FormName, Instruction, InstructionSet, RegisterFile, RegisterNames, Shape, Slot, SlotKind,
};
use crate::syntax::{Document, LEAST_DWORDS, Leaf, LineModifiers, LineSnippet, Rank, surface_line};

/// The distance from one slot's registers to the next: the length of the longest vector.
const STRIDE: usize = 4;

/// Returns a line of a row, given the words that are chosen. If it takes the place of a line, it uses registers after those that the
/// rest of the document names.
pub(super) fn line_snippet(
    set: &InstructionSet,
    document: &Document,
    row: &Instruction,
    modifiers: &LineModifiers,
    replaced: Option<Span>,
) -> LineSnippet {
    let mut line = LineSnippet::default();
    let Some((signature, registers)) = row.numbered().zip(set.registers) else { return line };
    let first = replaced.map_or(0, |replaced| first_slot_after(&registers.general, document, replaced));
    let (mut sources, mut has_destination) = (0, false);
    for (index, slot) in signature.slots.iter().enumerate().filter(|(_, slot)| !slot.is_optional) {
        let is_destination = signature.is_destination(index);
        let text =
            usual_operand(registers, set.shape, slot, first + index, is_destination && !has_destination);
        if is_destination {
            has_destination = true;
        } else if matches!(
            slot.kind,
            SlotKind::Register | SlotKind::Address | SlotKind::Source | SlotKind::Bits | SlotKind::Half
        ) {
            let values = if slot.kind == SlotKind::Address {
                "iota(0, 1)"
            } else {
                sources += 1;
                ["iota(1, 1)", "iota(2, 2)"][(sources - 1).min(1)]
            };
            let name = usual_register(&registers.general, first + index);
            line.setup.push((Rank::Set, format!(".set {name} = {values}")));
        }
        if slot.kind == SlotKind::HeaderPointer && document.surfaces().next().is_none() {
            line.setup.push((Rank::Surface, header_line(set, row, modifiers)));
        }
        line.rest.fixed(if line.rest.text.is_empty() { " " } else { ", " });
        line.rest.stop(&text);
    }
    line.rest.fixed(&set.shape.terminator().map(String::from).unwrap_or_default());
    line
}

/// Returns the first slot whose register, and those of later slots, are named neither in `.set` nor in a line other than `replaced`.
fn first_slot_after(general: &RegisterNames, document: &Document, replaced: Span) -> usize {
    let lines = document.instructions().filter(|(span, _)| *span != replaced);
    let operands = lines.flat_map(|(_, line)| &line.operands);
    let used = operands.flat_map(|node| &node.parts).filter_map(|(_, leaf)| match leaf {
        Leaf::Text(text) => Some(text),
        _ => None,
    });
    let names = used.chain(document.set_lines().map(|line| &line.name));
    let last = names.filter_map(|name| general.number(&name.text)).max();
    last.map_or(0, |last| usize::from(last) / STRIDE + 1)
}

/// Returns the register reserved for a slot. The registers of consecutive slots are [`STRIDE`] apart, up to the last
/// register.
pub(super) fn usual_register(general: &RegisterNames, slot_index: usize) -> String {
    general.name((STRIDE * slot_index).min(usize::from(general.last)))
}

/// Returns the default operand of a slot.
fn usual_operand(
    registers: &RegisterFile,
    shape: &Shape,
    slot: &Slot,
    index: usize,
    is_first_result: bool,
) -> String {
    let register = usual_register(&registers.general, index);
    match slot.kind {
        SlotKind::Address => shape.in_form(FormName::ADDRESS, &register),
        SlotKind::HeaderPointer => "0x0".to_owned(),
        SlotKind::Predicate if is_first_result => registers.predicates.name(0),
        SlotKind::Predicate => registers.predicates.fixed.to_owned(),
        SlotKind::LaneId(name) => name.to_owned(),
        SlotKind::Register | SlotKind::Source | SlotKind::Bits | SlotKind::Half => register,
    }
}

/// Returns the line of a surface with header 0, of the kind that a word of the line names.
pub(super) fn header_line(set: &InstructionSet, row: &Instruction, modifiers: &LineModifiers) -> String {
    let kind = modifiers.attributes().surface_kind.unwrap_or(SurfaceKind::Image1d);
    let registers = modifiers.usual_registers(row, &set.default_values());
    let access = registers.map_or(ScalarType::Ud, |registers| registers.access.ty);
    surface_line("0", kind, access, LEAST_DWORDS)
}
