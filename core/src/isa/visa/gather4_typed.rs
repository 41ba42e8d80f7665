//! GATHER4_TYPED: each lane reads up to four channels of a texel.

use super::{common, readings as r, typed};
use crate::base::Clause;
use crate::spec::{Direction, Instruction, Modifier, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER4_TYPED".into(),
        synonyms: "load read LD image texture",
        prose: "Each enabled lane reads a 32-bit value for each enabled channel of a texel of a typed surface.",
        modifiers: const {
            &[Modifier {
                prose: "The enabled channels of R, G, B and A of each lane's texel.",
                ..common::CHANNELS
            }]
        },
        bounds: "Out of bounds, the alpha channel reads one, and the others read zero.",
        conflict: "Lanes may read the same texel.",
        readings: &[
            &r::TEXEL_ONE,
            &r::MISSING_CHANNELS,
            &r::TYPED_FORMAT,
            &r::TYPED_EXEC,
            &r::TYPED_LOD,
            &r::BLOCK_PITCH,
            &r::SOURCES,
            &r::OFF_LANES,
            &r::ANY_ALL_WIDTH,
            &r::MASK_END,
        ],
        semantics: include_str!("gather4_typed.notation").into(),
        source: Clause { page: "vISA, GATHER4_TYPED", heading: "Description" },
        form: RowForm::Declared(typed::channels_form(
            0x4b,
            const {
                let prose = "The destination: a block for each enabled channel, in the order R, G, B, A. The rest of a register is undefined.";
                &typed::channel_operands("dst", Direction::Out, prose)
            },
        )),
        ..common::skeleton()
    }
}
