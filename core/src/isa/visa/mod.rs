//! Intel vISA.

mod alu;
mod atomic_ops;
mod dialect;
mod dword_atomic;
mod gather;
mod gather4_scaled;
mod gather_scaled;
pub mod readings;
mod scatter;
mod scatter4_scaled;
mod scatter_scaled;
mod shapes;
mod typed_atomic;

pub use dialect::dialect;

use crate::spec::{Bounds, Instruction, MemoryRules, Misaligned, Outside, Reading, ReadingSet, UpperPart};

/// The rows. Adding an instruction adds one word here.
pub const INSTRUCTIONS: &[&Instruction] = &[
    &dword_atomic::ROW,
    &typed_atomic::ROW,
    &gather::ROW,
    &scatter4_scaled::ROW,
    &scatter::ROW,
    &gather_scaled::ROW,
    &scatter_scaled::ROW,
    &gather4_scaled::ROW,
    &alu::MOV,
    &alu::ADD,
    &alu::MUL,
    &alu::MIN,
    &alu::MAX,
    &alu::AND,
    &alu::OR,
    &alu::XOR,
    &alu::NOT,
    &alu::SHL,
    &alu::SHR,
    &alu::ASR,
    &alu::SEL,
    &alu::CMP,
    &alu::SETP,
];

/// What listings hold beside the instructions proper. `ret` ends a kernel, and a scenario ends there anyway.
pub const WITHOUT_EFFECT: &[&str] = &["ret", "barrier", "fence", "lifetime.start", "lifetime.end"];

/// The readings that a scenario may choose.
pub const READINGS: &[&Reading] = readings::ALL;

/// What every vISA memory instruction does at the edges.
fn memory_rules(chosen: &ReadingSet) -> MemoryRules {
    let is = |reading, choice| chosen.is(reading, choice);
    MemoryRules {
        misaligned: if is(&readings::MISALIGNED, "error") {
            Misaligned::Fault
        } else {
            Misaligned::MaskLowBits
        },
        bounds: if is(&readings::BOUNDS, "first_byte") { Bounds::FirstByte } else { Bounds::WholeElement },
        slm_outside: if is(&readings::SLM_OUTSIDE, "undefined") { Outside::Undefined } else { Outside::Zero },
        upper_part: if is(&readings::UPPER_HALF, "zero") { UpperPart::Zero } else { UpperPart::Undefined },
        off_lanes_undefined: is(&readings::OFF_LANES, "undefined"),
        helper_lanes_undefined: false,
        live_sources: is(&readings::SOURCES, "live"),
    }
}
