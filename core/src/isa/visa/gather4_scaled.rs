//! GATHER4_SCALED: each lane reads up to four neighbouring dwords, one for each enabled channel.

use super::{memory_rules, readings as r, shapes};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Isa, Overlap, PredicateUse, Spread, Unit};

/// The row.
pub const ROW: Instruction = Instruction {
    isa: Isa::Visa,
    mnemonic: "GATHER4_SCALED",
    opcode: 0x74,
    prose: "Each enabled lane reads a dword for each enabled channel of a buffer, channel n from the n-th dword behind \
            its address.",
    modifiers: &[shapes::CHANNELS],
    exec_sizes: &[8, 16],
    more_exec_sizes: |chosen, _| if chosen.is(&r::SCALED_EXEC, "any") { &[1, 2, 4] } else { &[] },
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
            Spread::Channels,
            "Where they go: a block for each enabled channel, in the order R, G, B, A.",
        ),
    ],
    manual_order: None,
    bounds: "A dword outside the surface reads zero; the lane's other channels do not.",
    conflict: "Lanes may read the same address.",
    registers: None,
    overlap: Overlap::Serialized,
    memory: memory_rules,
    readings: shapes::READINGS,
    semantics: include_str!("gather4_scaled.notation"),
    file: "gather4_scaled.notation",
    encoding: shapes::CHANNELS_CODE,
    source: Clause { page: "vISA, GATHER4_SCALED", heading: "Description" },
};
