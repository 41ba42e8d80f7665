//! A complete scenario for one instruction, generated from its row.

use super::super::ast::{Document, SpannedText};
use super::super::line_modifiers::{LineModifiers, dotted};
use super::super::offer::caret::LineCompletions;
use super::mnemonic::is_needed;
use crate::spec::{ChosenReadings, Instruction, InstructionSet};

/// The largest number of enabled lanes; also the number of dispatched lanes, unless the set has a default.
const LANES: u8 = 8;

/// Returns a scenario with one line of the row. Lanes, operands and surface are declared and filled, so that it runs
/// as it is. Each required modifier has the first word of the row.
pub fn starter_scenario(
    completions: &dyn LineCompletions,
    set: &InstructionSet,
    row: &Instruction,
) -> String {
    let needed = row.modifiers.iter().filter(|modifier| is_needed(modifier));
    let words: Vec<String> = needed
        .filter_map(|modifier| modifier.usable_words(&ChosenReadings::default()).into_iter().next())
        .map(|word| word.text)
        .collect();
    let parts: Vec<SpannedText> = words.iter().flat_map(|word| dotted(word)).collect();
    let mut line =
        completions.line_snippet(set, &Document::default(), row, &LineModifiers::from_row(row, &parts), None);
    line.setup.sort_by_key(|(rank, _)| *rank);
    let setup: String = line.setup.iter().map(|(_, text)| format!("{text}\n")).collect();
    let lanes = match set.default_lanes {
        Some(lanes) if lanes > LANES => format!("{lanes} active=0x{:x}", (1u32 << LANES) - 1),
        lanes => lanes.unwrap_or(LANES).to_string(),
    };
    let name = words.iter().fold(set.spelled(&row.mnemonic), |name, word| name + "." + word);
    format!(
        "// {}\n// {}\n.isa {}{}\n.lanes {lanes}\n{setup}\n{}{name}{}\n",
        row.mnemonic,
        row.prose,
        set.key,
        set.default_values_text(),
        line.lead.text,
        line.rest.text
    )
}
