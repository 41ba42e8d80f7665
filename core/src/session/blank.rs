//! Scenarios to begin with.

use super::vendors::mentions;
use crate::spec::{Instruction, InstructionSet, RollCall};
use crate::syntax;

/// A scenario for that instruction with everything set up, written from its row: it runs at once.
pub fn blank(set: &InstructionSet, row: &Instruction) -> String {
    syntax::blank(set, row, mentions)
}

/// The line of such a scenario.
pub(super) fn line_of(set: &InstructionSet, row: &Instruction) -> String {
    blank(set, row).trim_end().lines().next_back().unwrap_or_default().to_owned()
}

/// What an empty text may begin with, for somebody who knows none of the words: the first letters of the first
/// instruction.
pub fn first_letters(roll_call: &RollCall) -> String {
    let set = roll_call.default_set();
    let first = set.instructions.first().map_or_else(String::new, |row| set.spelled(&row.mnemonic));
    first.chars().take(2).collect()
}
