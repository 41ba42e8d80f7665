//! SCATTER4_TYPED: each lane writes up to four channels of a texel.

use super::{common, readings as r, typed};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Modifier, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SCATTER4_TYPED".into(),
        synonyms: "store write ST image texture",
        prose: "Each enabled lane writes a 32-bit value for each enabled channel to a texel of a typed surface.",
        modifiers: const {
            &[Modifier {
                prose: "The enabled channels of R, G, B and A of each lane's texel.",
                ..common::CHANNELS
            }]
        },
        bounds: "Writes out of bounds are dropped.",
        conflict: "Undefined if two lanes write a channel of one texel; Lanescope keeps the later value.",
        readings: &[
            &r::TYPED_FORMAT,
            &r::TYPED_EXEC,
            &r::TYPED_LOD,
            &r::BLOCK_PITCH,
            &r::SCATTER_OVERLAP,
            &r::ANY_ALL_WIDTH,
            &r::MASK_END,
        ],
        semantics: include_str!("scatter4_typed.notation").into(),
        source: Clause { page: "vISA, SCATTER4_TYPED", heading: "Description" },
        form: RowForm::Declared(typed::channels_form(
            0x4c,
            const {
                let prose = "The source: a block for each enabled channel, in the order R, G, B, A.";
                &typed::channel_operands("src", Direction::In, prose)
            },
        )),
        ..common::scatters()
    }
}
