//! New scenarios, written from the row of an instruction.

use crate::check::SetsWithChecks;
use crate::spec::{Instruction, InstructionSet, InstructionSets};
use crate::syntax;

/// Returns a runnable scenario for an instruction, written from its row, with all operands set up.
pub fn blank(sets: &SetsWithChecks, set: &InstructionSet, row: &Instruction) -> String {
    syntax::starter_scenario(sets.check_of(set), set, row)
}

/// Returns the instruction's line of that scenario.
pub(super) fn line_of(sets: &SetsWithChecks, set: &InstructionSet, row: &Instruction) -> String {
    blank(sets, set, row).trim_end().lines().next_back().unwrap_or_default().to_owned()
}

/// Returns the first two letters of the default set's first instruction, as a hint for an empty text.
pub fn first_letters(sets: &InstructionSets) -> String {
    let set = sets.default_set();
    let first = set.instructions.first().map_or_else(String::new, |row| set.spelled(&row.mnemonic));
    first.chars().take(2).collect()
}
