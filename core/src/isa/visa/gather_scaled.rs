//! GATHER_SCALED: each lane reads one element of a buffer, by its byte address.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER_SCALED".into(),
        synonyms: "load read LD",
        prose: "Each enabled lane reads a byte, word or dword at a byte address of a buffer.",
        modifiers: &[common::SIZE],
        readings: common::readings![SLM_OUTSIDE, UPPER_HALF, SOURCES, OFF_LANES],
        semantics: include_str!("gather_scaled.notation").into(),
        source: Clause { page: "vISA, GATHER_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x78),
            exec_sizes: &[1, 2, 4, 8, 16, 32],
            operands: const { &common::operands("offset", "bytes", common::GATHERED) },
            encoding: common::SCALED_CODE,
            ..DeclaredForm::default()
        }),
        ..common::gathers()
    }
}
