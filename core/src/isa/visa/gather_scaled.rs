//! GATHER_SCALED: each lane reads one element of a buffer, by its byte address.

use super::{memory_rules, shapes};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Isa, Overlap, PredicateUse, Spread, Unit};

/// The row.
pub const ROW: Instruction = Instruction {
    isa: Isa::Visa,
    mnemonic: "GATHER_SCALED",
    opcode: 0x78,
    prose: "Each enabled lane reads a byte, word or dword at a byte address of a buffer.",
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
        shapes::data(
            "dst",
            Direction::Out,
            Spread::Lanes,
            "Where each lane's element goes; of bytes and words the upper part is undefined.",
        ),
    ],
    manual_order: None,
    bounds: "A lane outside the surface reads zero.",
    conflict: "Lanes may read the same address.",
    registers: None,
    overlap: Overlap::Serialized,
    memory: memory_rules,
    readings: shapes::READINGS,
    semantics: include_str!("gather_scaled.notation"),
    file: "gather_scaled.notation",
    encoding: shapes::SCALED_CODE,
    source: Clause { page: "vISA, GATHER_SCALED", heading: "Description" },
};
