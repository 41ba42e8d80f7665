//! SCATTER: each lane writes one element of a buffer, by its index.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Instruction, Part, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SCATTER".into(),
        synonyms: "store write ST",
        prose: "Each enabled lane writes the low byte, word or dword of its source element to a buffer.",
        modifiers: &[common::SIZE],
        readings: common::readings![GATHER_UNIT, GATHER_PREDICATE, SCATTER_OVERLAP],
        semantics: include_str!("scatter.notation").into(),
        source: Clause { page: "vISA, SCATTER", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x3a),
            exec_sizes: &[1, 8, 16],
            predicable: false,
            operands: const { &common::operands("global_offset", "elements", common::SCATTERED) },
            encoding: common::bytes(&[
                Part::Word("elt_size"),
                Part::ElementCount,
                Part::Surface(0),
                Part::Vector(1),
                Part::Raw(2),
                Part::Raw(3),
            ]),
            ..DeclaredForm::default()
        }),
        ..common::scatters()
    }
}
