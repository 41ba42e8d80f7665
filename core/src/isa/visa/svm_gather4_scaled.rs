//! SVM_GATHER4_SCALED: each lane reads up to four neighbouring dwords at a 64-bit address, one for each enabled
//! channel.

use super::{common, readings as r};
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, ElementCount, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SVM_GATHER4_SCALED".into(),
        assembler_name: Some("svm_gather4scaled"),
        synonyms: "load read LD global flat generic a64",
        prose: "Each enabled lane reads a dword for each enabled channel, channel n from the n-th dword after its \
            64-bit address.",
        modifiers: &[common::CHANNELS],
        bounds: common::SVM_BOUNDS,
        conflict: "Lanes may read the same address.",
        readings: common::svm_readings![
            CHANNEL_PLACE,
            CHANNEL_BOUNDS,
            BLOCK_PITCH,
            SCALED_EXEC,
            SOURCES,
            OFF_LANES
        ],
        semantics: include_str!("svm_gather4_scaled.notation").into(),
        source: Clause { page: "vISA, SVM_GATHER4_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(common::SVM),
            exec_sizes: &[8, 16],
            more_exec_sizes: |chosen, _| if chosen.is(&r::SCALED_EXEC, "any") { &[1, 2, 4] } else { &[] },
            operands: const {
                let prose = "The destination: a block for each enabled channel, in the order R, G, B, A. The rest of a \
                    register is undefined.";
                let data = common::data("dst", Direction::Out, ElementCount::PerChannel, prose);
                &common::svm_operands(data)
            },
            memory: Some(common::STATELESS),
            encoding: common::bytes(const { &common::svm_channels_code(6) }),
            ..DeclaredForm::default()
        }),
        ..common::skeleton()
    }
}
