//! SCATTER4_SCALED: each lane writes up to four neighbouring dwords, one for each enabled channel.

use super::{common, readings as r};
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, ElementCount, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SCATTER4_SCALED".into(),
        synonyms: "store write ST",
        prose: "Each enabled lane writes a dword for each enabled channel to a buffer, channel n to the n-th dword after \
            its address.",
        modifiers: &[common::CHANNELS],
        bounds: "A dword outside the surface is dropped. By the reading `channel_bounds`, the lane's other channels are not.",
        conflict: "Undefined if two of its writes meet; Lanescope keeps the later value.",
        readings: common::readings![CHANNEL_OVERLAP, CHANNEL_PLACE, CHANNEL_BOUNDS, BLOCK_PITCH, SCALED_EXEC],
        semantics: include_str!("scatter4_scaled.notation").into(),
        source: Clause { page: "vISA, SCATTER4_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x75),
            exec_sizes: &[8, 16],
            more_exec_sizes: |chosen, _| if chosen.is(&r::SCALED_EXEC, "any") { &[1, 2, 4] } else { &[] },
            operands: const {
                let prose = "The source: a block for each enabled channel, in the order R, G, B, A.";
                let data = common::data("src", Direction::In, ElementCount::PerChannel, prose);
                &common::operands("offset", "bytes", data)
            },
            encoding: common::CHANNELS_CODE,
            ..DeclaredForm::default()
        }),
        ..common::scatters()
    }
}
