//! SVM_GATHER: each lane reads blocks at a 64-bit address.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Direction, Instruction, MemoryRules, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SVM_GATHER".into(),
        synonyms: "load read LD global flat generic a64",
        prose: "Each enabled lane reads 1, 2, 4 or 8 neighbouring blocks of 1, 4 or 8 bytes at a 64-bit address.",
        modifiers: &[common::BLOCK_SIZE, common::BLOCKS],
        bounds: common::SVM_BOUNDS,
        conflict: "Lanes may read the same address.",
        // The semantics say which elements belong to lanes that are off: a lane can have several.
        memory: |chosen| MemoryRules { off_lanes_undefined: false, ..common::memory_rules(chosen) },
        readings: common::svm_readings![SVM_BLOCKS, SOURCES, OFF_LANES],
        semantics: include_str!("svm_gather.notation").into(),
        source: Clause { page: "vISA, SVM_GATHER", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(common::SVM),
            exec_sizes: &[1, 2, 4, 8, 16],
            operands: const {
                let prose = "The destination: the first blocks of all lanes, then the second blocks. Blocks of one byte \
                    are packed, in a dword or qword for each lane.";
                &[common::ADDRESSES, common::blocks("dst", Direction::Out, prose)]
            },
            memory: Some(common::STATELESS),
            encoding: common::bytes(const { &common::svm_blocks_code(3) }),
            ..DeclaredForm::default()
        }),
        ..common::skeleton()
    }
}
