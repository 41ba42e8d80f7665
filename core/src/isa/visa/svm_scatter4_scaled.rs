//! SVM_SCATTER4_SCALED: each lane writes up to four neighbouring dwords at a 64-bit address, one for each enabled
//! channel.

use super::{common, readings as r};
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, ElementCount, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SVM_SCATTER4_SCALED".into(),
        assembler_name: Some("svm_scatter4scaled"),
        synonyms: "store write ST global flat generic a64",
        prose: "Each enabled lane writes a dword for each enabled channel, channel n to the n-th dword after its 64-bit \
            address.",
        modifiers: &[common::CHANNELS],
        bounds: common::SVM_BOUNDS,
        conflict: "The page does not mention writes that meet; Lanescope keeps the later value.",
        readings: common::svm_readings![
            CHANNEL_OVERLAP,
            CHANNEL_PLACE,
            CHANNEL_BOUNDS,
            BLOCK_PITCH,
            SCALED_EXEC
        ],
        semantics: include_str!("svm_scatter4_scaled.notation").into(),
        source: Clause { page: "vISA, SVM_SCATTER4_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(common::SVM),
            exec_sizes: &[8, 16],
            more_exec_sizes: |chosen, _| if chosen.is(&r::SCALED_EXEC, "any") { &[1, 2, 4] } else { &[] },
            operands: const {
                let prose = "The source: a block for each enabled channel, in the order R, G, B, A.";
                let data = common::data("src", Direction::In, ElementCount::PerChannel, prose);
                &common::svm_operands(data)
            },
            memory: Some(common::STATELESS),
            encoding: common::bytes(const { &common::svm_channels_code(7) }),
            ..DeclaredForm::default()
        }),
        ..common::scatters()
    }
}
