//! SCATTER_SCALED: each lane writes one element of a buffer, by its byte address.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Instruction, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SCATTER_SCALED".into(),
        synonyms: "store write ST",
        prose: "Each enabled lane writes the low byte, word or dword of its source element to a byte address of a buffer.",
        modifiers: &[common::SIZE],
        readings: common::readings![SCATTER_OVERLAP],
        semantics: include_str!("scatter_scaled.notation").into(),
        source: Clause { page: "vISA, SCATTER_SCALED", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x79),
            exec_sizes: &[1, 2, 4, 8, 16, 32],
            operands: const { &common::operands("offset", "bytes", common::SCATTERED) },
            encoding: common::SCALED_CODE,
            ..DeclaredForm::default()
        }),
        ..common::scatters()
    }
}
