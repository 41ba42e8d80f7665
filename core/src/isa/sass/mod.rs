//! NVIDIA's machine code for Maxwell.

mod atomic_ops;
mod plain;
pub mod readings;
pub mod rules;
mod suatom;
mod suatom_word;

use crate::spec::{Instruction, Reading, ReadingSet};

/// The rows. Adding an instruction adds one word here.
pub const INSTRUCTIONS: &[&Instruction] = &[
    &suatom::ROW,
    &plain::MOV,
    &plain::S2R,
    &plain::IADD,
    &plain::IMAD,
    &plain::XMAD,
    &plain::SHL,
    &plain::LOP,
    &plain::ISETP,
    &plain::EXIT,
];

/// What listings hold beside the instructions proper.
pub const WITHOUT_EFFECT: &[&str] = &["nop", "depbar", "texdepbar", "membar"];

/// The readings that a scenario may choose.
pub const READINGS: &[&Reading] = readings::ALL;

/// Whether the largest index of the header pool is out of it.
pub fn pool_excludes_max(chosen: &ReadingSet) -> bool {
    chosen.is(&readings::POOL_LIMIT, "exclusive")
}
