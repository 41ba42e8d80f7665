//! SCATTER_SCALED: each lane writes one element of a buffer, by its byte address.

use super::{shapes, skeleton};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Overlap, Spread};

/// The row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SCATTER_SCALED".into(),
        opcode: Some(0x79),
        prose: "Each enabled lane writes the low byte, word or dword of its source element to a byte address of a buffer.",
        modifiers: &[shapes::SIZE],
        exec_sizes: &[1, 2, 4, 8, 16, 32],
        operands: const {
            &[
                shapes::BUFFER,
                shapes::shared_offset("offset", "bytes"),
                shapes::element_offset("bytes"),
                shapes::data(
                    "src",
                    Direction::In,
                    Spread::Lanes,
                    "What is written: the low bytes of each element.",
                ),
            ]
        },
        bounds: "What a lane would write outside the surface is dropped.",
        conflict: "Undefined where two lanes write the same bytes; Lanescope keeps the later one.",
        overlap: Overlap::Undefined,
        readings: shapes::READINGS,
        semantics: include_str!("scatter_scaled.notation").into(),
        encoding: shapes::SCALED_CODE,
        source: Clause { page: "vISA, SCATTER_SCALED", heading: "Description" },
        ..skeleton()
    }
}
