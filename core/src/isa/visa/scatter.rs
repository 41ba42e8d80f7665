//! SCATTER: each lane writes one element of a buffer, by its number.

use super::{memory_rules, shapes};
use crate::base::Clause;
use crate::spec::{Direction, Encoding, Instruction, Isa, Overlap, Part, PredicateUse, Spread, Unit};

/// The row.
pub const ROW: Instruction = Instruction {
    isa: Isa::Visa,
    mnemonic: "SCATTER",
    opcode: 0x3a,
    prose: "Each enabled lane writes the low byte, word or dword of its source element to a buffer.",
    modifiers: &[shapes::SIZE],
    exec_sizes: &[1, 8, 16],
    more_exec_sizes: |_, _| &[],
    predicable: false,
    predicate_use: PredicateUse::TurnsOff,
    unit: Unit::Memory,
    operands: &[
        shapes::BUFFER,
        shapes::shared_offset("global_offset", "elements"),
        shapes::element_offset("elements"),
        shapes::data("src", Direction::In, Spread::Lanes, "What is written: the low bytes of each element."),
    ],
    manual_order: None,
    bounds: "What a lane would write outside the surface is dropped.",
    conflict: "Undefined where two lanes write the same bytes; Lanescope keeps the later one.",
    registers: None,
    overlap: Overlap::Undefined,
    memory: memory_rules,
    readings: shapes::READINGS,
    semantics: include_str!("scatter.notation"),
    file: "scatter.notation",
    encoding: Encoding::Bytes(
        &[Part::SizeLog, Part::ElementCount, Part::Surface(0), Part::Vector(1), Part::Raw(2), Part::Raw(3)],
        shapes::BINARY,
    ),
    source: Clause { page: "vISA, SCATTER", heading: "Description" },
};
