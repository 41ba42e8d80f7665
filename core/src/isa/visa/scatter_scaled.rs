//! SCATTER_SCALED: each lane writes one element of a buffer, by its byte address.

use super::{memory_rules, shapes};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Isa, Overlap, PredicateUse, Spread, Unit};

/// The row.
pub const ROW: Instruction = Instruction {
    isa: Isa::Visa,
    mnemonic: "SCATTER_SCALED",
    opcode: 0x79,
    prose: "Each enabled lane writes the low byte, word or dword of its source element to a byte address of a buffer.",
    modifiers: &[shapes::SIZE],
    exec_sizes: &[1, 2, 4, 8, 16, 32],
    more_exec_sizes: |_, _| &[],
    predicable: true,
    predicate_use: PredicateUse::TurnsOff,
    unit: Unit::Memory,
    operands: &[
        shapes::BUFFER,
        shapes::shared_offset("offset", "bytes"),
        shapes::element_offset("bytes"),
        shapes::data("src", Direction::In, Spread::Lanes, "What is written: the low bytes of each element."),
    ],
    manual_order: None,
    bounds: "What a lane would write outside the surface is dropped.",
    conflict: "Undefined where two lanes write the same bytes; Lanescope keeps the later one.",
    registers: None,
    overlap: Overlap::Undefined,
    memory: memory_rules,
    readings: shapes::READINGS,
    semantics: include_str!("scatter_scaled.notation"),
    file: "scatter_scaled.notation",
    encoding: shapes::SCALED_CODE,
    source: Clause { page: "vISA, SCATTER_SCALED", heading: "Description" },
};
