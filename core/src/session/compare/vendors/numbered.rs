//! Scenarios for instruction sets with numbered registers.

use super::trial::{Spelling, Trial};
use crate::base::{SurfaceKind, TEXEL_FORMATS};
use crate::session::text::op_inputs;
use crate::spec::{Direction, ModifierKind, Numbered, OperandKind, SlotKind};
use std::fmt::Write;

/// The registers for the element indices, the sources (one after another), and the results.
const ADDRESS: usize = 0;
const SOURCE: usize = 4;
const RESULT: usize = 8;

/// Returns the scenario and its instruction's line, with a register for each slot and a surface with header 0.
pub(super) fn scenario(trial: &Trial, spelling: Spelling, model: &Numbered) -> (String, String) {
    let Spelling { set, row, table, op, .. } = spelling;
    let mut stem = set.spelled(&row.mnemonic);
    let mut kind = SurfaceKind::Image1d;
    for modifier in row.modifiers.iter().filter(|modifier| !modifier.optional) {
        if let ModifierKind::Choice(words) = modifier.kind {
            let word = words[0].text;
            kind = SurfaceKind::from_word(&word.to_ascii_lowercase()).unwrap_or(kind);
            stem = stem + "." + word;
        }
    }
    let is_written = |slot: usize| {
        row.operands.iter().any(|operand| {
            matches!(operand.kind, OperandKind::Slot { direction: Direction::Out, slot: at } if at == slot)
        })
    };
    let register = |number: usize| model.registers.name(number);
    let [open, close] = model.address;
    let slots = row.registers.as_ref().map_or(&[][..], |form| form.slots).iter().enumerate();
    let slots = slots.filter(|(_, slot)| !slot.optional).map(|(at, slot)| match slot.kind {
        SlotKind::Address => format!("{open}{}{close}", register(ADDRESS)),
        SlotKind::Handle(_) => "0x0".to_owned(),
        _ if is_written(at) => register(RESULT),
        _ => register(SOURCE),
    });
    let name = spelling.name(&stem);
    let line = format!("{name} {}{}", slots.collect::<Vec<_>>().join(", "), model.terminator);
    let elements: Vec<String> = trial.elements.iter().map(i32::to_string).collect();
    let format = TEXEL_FORMATS.iter().find(|(_, ty)| *ty == trial.memory_type()).map_or("", |(name, _)| name);
    let (kind, count) = (kind.word(), trial.inside);
    let mut text = trial.head(set, set.default_lanes.unwrap_or(32), &name);
    let mut assign = |number: usize, values: &str| {
        // Writing to a String never fails.
        let _ = writeln!(text, ".set {} = {values}", register(number));
    };
    assign(ADDRESS, &elements.join(" "));
    assign(SOURCE, &trial.source(0));
    if op_inputs(table, op)[2] {
        assign(SOURCE + 1, &trial.source(1));
    }
    let _ = writeln!(text, ".surface 0 {kind} {format} {count} = {}\n", trial.probes.memory);
    (text + &line + "\n", line)
}
