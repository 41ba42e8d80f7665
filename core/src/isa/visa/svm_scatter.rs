//! SVM_SCATTER: each lane writes blocks at a 64-bit address.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SVM_SCATTER".into(),
        synonyms: "store write ST global flat generic a64",
        prose: "Each enabled lane writes 1, 2, 4 or 8 neighbouring blocks of 1, 4 or 8 bytes at a 64-bit address.",
        modifiers: &[common::BLOCK_SIZE, common::BLOCKS],
        bounds: common::SVM_BOUNDS,
        conflict: "The page does not mention lanes that write the same bytes; Lanescope keeps the later value.",
        readings: common::svm_readings![SVM_BLOCKS, SCATTER_OVERLAP],
        semantics: include_str!("svm_scatter.notation").into(),
        source: Clause { page: "vISA, SVM_SCATTER", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(common::SVM),
            exec_sizes: &[1, 2, 4, 8, 16],
            operands: const {
                let prose = "The source: the first blocks of all lanes, then the second blocks. Blocks of one byte are \
                    packed, in a dword or qword for each lane.";
                &[common::ADDRESSES, common::blocks("src", Direction::In, prose)]
            },
            memory: Some(common::STATELESS),
            encoding: common::bytes(const { &common::svm_blocks_code(4) }),
            ..DeclaredForm::default()
        }),
        ..common::scatters()
    }
}
