//! GATHER4_SCALED: each lane reads up to four neighbouring dwords, one for each enabled channel.

use super::{common, readings as r};
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, ElementCount, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER4_SCALED".into(),
        synonyms: "load read LD",
        prose: "Each enabled lane reads a dword for each enabled channel of a buffer, channel n from the n-th dword after \
            its address.",
        modifiers: &[common::CHANNELS],
        bounds: "A dword outside the surface reads zero. By the reading `channel_bounds`, the lane's other channels do not.",
        readings: common::readings![
            CHANNEL_PLACE,
            CHANNEL_BOUNDS,
            BLOCK_PITCH,
            SCALED_EXEC,
            SLM_OUTSIDE,
            SOURCES,
            OFF_LANES
        ],
        semantics: include_str!("gather4_scaled.notation").into(),
        source: Clause { page: "vISA, GATHER4_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x74),
            exec_sizes: &[8, 16],
            more_exec_sizes: |chosen, _| if chosen.is(&r::SCALED_EXEC, "any") { &[1, 2, 4] } else { &[] },
            operands: const {
                let prose = "The destination: a block for each enabled channel, in the order R, G, B, A. The rest of a \
                    register is undefined.";
                let data = common::data("dst", Direction::Out, ElementCount::PerChannel, prose);
                &common::operands("offset", "bytes", data)
            },
            encoding: common::CHANNELS_CODE,
            ..DeclaredForm::default()
        }),
        ..common::gathers()
    }
}
