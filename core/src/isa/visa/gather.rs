//! GATHER: each lane reads one element of a buffer, by its index.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Instruction, Modifier, Part, RowForm, Word, Words};

/// The modifier that says that this thread may have written what it reads.
const IS_MODIFIED: Modifier = Modifier {
    optional: true,
    follows_size: true,
    ..Modifier::new(
        "is_modified",
        Words::Listed(&[Word::new("mod", "")]),
        "Ignored: a read returns this thread's last write anyway.",
    )
};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER".into(),
        synonyms: "load read LD",
        prose: "Each enabled lane reads a byte, word or dword of a buffer into the low bytes of its destination element.",
        modifiers: const { &[common::SIZE, IS_MODIFIED] },
        readings: common::readings![
            GATHER_UNIT,
            GATHER_PREDICATE,
            SLM_OUTSIDE,
            UPPER_HALF,
            SOURCES,
            OFF_LANES
        ],
        semantics: include_str!("gather.notation").into(),
        source: Clause { page: "vISA, GATHER", heading: "Description" },
        form: RowForm::Declared(DeclaredForm {
            opcode: Some(0x39),
            exec_sizes: &[1, 8, 16],
            predicable: false,
            operands: const { &common::operands("global_offset", "elements", common::GATHERED) },
            encoding: common::bytes(&[
                Part::Word("elt_size"),
                Part::Zero("is_modified", 1),
                Part::ElementCount,
                Part::Surface(0),
                Part::Vector(1),
                Part::Raw(2),
                Part::Raw(3),
            ]),
            ..DeclaredForm::default()
        }),
        ..common::gathers()
    }
}
