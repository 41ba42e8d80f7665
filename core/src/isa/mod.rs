//! The instruction sets: rows of data and notation texts, and the roll call that joins them.

pub mod sass;
pub mod visa;

use crate::base::Rule;
use crate::spec::{Dialect, Instruction, Reading, ReadingSet, RollCall};

const INSTRUCTIONS: [&Instruction; visa::INSTRUCTIONS.len() + sass::INSTRUCTIONS.len()] =
    joined(visa::INSTRUCTIONS[0], visa::INSTRUCTIONS, sass::INSTRUCTIONS);
const READINGS: [&Reading; visa::READINGS.len() + sass::READINGS.len()] =
    joined(visa::READINGS[0], visa::READINGS, sass::READINGS);
const WITHOUT_EFFECT: [&str; visa::WITHOUT_EFFECT.len() + sass::WITHOUT_EFFECT.len()] =
    joined("", visa::WITHOUT_EFFECT, sass::WITHOUT_EFFECT);

/// Every instruction and reading that Lanescope knows.
pub const ROLL_CALL: RollCall =
    RollCall { instructions: &INSTRUCTIONS, readings: &READINGS, dialect, without_effect: &WITHOUT_EFFECT };

/// Every rule that rows cite.
pub const RULES: &[&Rule] = sass::rules::RULES;

fn dialect(chosen: &ReadingSet) -> Dialect {
    Dialect { pool_excludes_max: sass::pool_excludes_max(chosen), ..visa::dialect(chosen) }
}

/// One list behind the other; `first` only fills the room.
const fn joined<T: Copy, const N: usize>(first: T, one: &[T], other: &[T]) -> [T; N] {
    let mut out = [first; N];
    let mut at = 0;
    while at < N {
        out[at] = if at < one.len() { one[at] } else { other[at - one.len()] };
        at += 1;
    }
    out
}
