//! GATHER: each lane reads one element of a buffer, by its index.

use super::common;
use crate::base::Clause;
use crate::spec::{DeclaredForm, Instruction, Modifier, ModifierKind, Part, RowForm};

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "GATHER".into(),
        synonyms: "load read LD",
        prose: "Each enabled lane reads a byte, word or dword of a buffer into the low bytes of its destination element.",
        modifiers: &[
            common::SIZE,
            Modifier {
                name: "is_modified",
                kind: ModifierKind::Ignored("mod"),
                optional: true,
                prose: "Ignored: a read returns this thread's last write anyway.",
            },
        ],
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
                Part::SizeLog,
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
