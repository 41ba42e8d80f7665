//! GATHER, SCATTER, GATHER_SCALED and SCATTER_SCALED: each lane reads or writes one element of a buffer.

use super::common;
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{
    AddressUnit, BytePart, DeclaredSignature, GuardUse, Instruction, Modifier, ModifierValue, Operand,
    ReadingCondition, Signature,
};

/// The modifier that says that this thread may have written what it reads.
const IS_MODIFIED: Modifier = Modifier {
    is_optional: true,
    is_ignored_after_size: true,
    ..Modifier::listed(
        "is_modified",
        &[ModifierValue::new("mod", "")],
        "Ignored: a read returns this thread's last write anyway.",
    )
};

/// The use of a predicate by rows whose offsets count elements.
const GUARD: GuardUse =
    GuardUse::TurnsLanesOffBy(ReadingCondition::new(&readings::GATHER_PREDICATE, "turns_off"));

/// Returns the signature of a row whose offsets count elements.
fn by_elements(opcode: u8, operands: &'static [Operand], byte_parts: &'static [BytePart]) -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(opcode),
        exec_sizes: |_, _| &[1, 8, 16],
        operands,
        byte_parts,
        ..DeclaredSignature::default()
    })
}

/// Returns the signature of a row whose offsets count bytes.
fn by_bytes(opcode: u8, operands: &'static [Operand]) -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(opcode),
        exec_sizes: |_, _| &[1, 2, 4, 8, 16, 32],
        operands,
        byte_parts: &[
            BytePart::ExecSize,
            BytePart::Predicate,
            BytePart::Zero("block_size", 1),
            BytePart::Modifier("elt_size"),
            BytePart::Zero("scale", 2),
            BytePart::Surface(0),
            BytePart::Vector(1),
            BytePart::Raw(2),
            BytePart::Raw(3),
        ],
        ..DeclaredSignature::default()
    })
}

pub(super) fn gather() -> Instruction {
    Instruction {
        mnemonic: "GATHER".into(),
        prose: "Each enabled lane reads a byte, word or dword of a buffer into the low bytes of its destination element.",
        modifiers: const { &[common::ELEMENT_SIZE, IS_MODIFIED] },
        readings: common::buffer_readings(&[
            &readings::GATHER_UNIT,
            &readings::GATHER_PREDICATE,
            &readings::SLM_OUTSIDE,
            &readings::UPPER_HALF,
            &readings::SOURCES,
            &readings::OFF_LANES,
        ]),
        semantics: include_str!("gather.notation").into(),
        source: Clause { page: "vISA, GATHER", heading: "Description" },
        guard: GUARD,
        signature: by_elements(
            0x39,
            const { &common::buffer_operands("global_offset", AddressUnit::Elements, common::GATHERED) },
            &[
                BytePart::Modifier("elt_size"),
                BytePart::Zero("is_modified", 1),
                BytePart::ExecSizeCode,
                BytePart::Surface(0),
                BytePart::Vector(1),
                BytePart::Raw(2),
                BytePart::Raw(3),
            ],
        ),
        ..common::gather_defaults()
    }
}

pub(super) fn scatter() -> Instruction {
    Instruction {
        mnemonic: "SCATTER".into(),
        prose: "Each enabled lane writes the low byte, word or dword of its source element to a buffer.",
        modifiers: &[common::ELEMENT_SIZE],
        readings: common::buffer_readings(&[
            &readings::GATHER_UNIT,
            &readings::GATHER_PREDICATE,
            &readings::SCATTER_OVERLAP,
        ]),
        semantics: include_str!("scatter.notation").into(),
        source: Clause { page: "vISA, SCATTER", heading: "Description" },
        guard: GUARD,
        signature: by_elements(
            0x3a,
            const { &common::buffer_operands("global_offset", AddressUnit::Elements, common::SCATTERED) },
            &[
                BytePart::Modifier("elt_size"),
                BytePart::ExecSizeCode,
                BytePart::Surface(0),
                BytePart::Vector(1),
                BytePart::Raw(2),
                BytePart::Raw(3),
            ],
        ),
        ..common::scatter_defaults()
    }
}

pub(super) fn gather_scaled() -> Instruction {
    Instruction {
        mnemonic: "GATHER_SCALED".into(),
        prose: "Each enabled lane reads a byte, word or dword at a byte address of a buffer.",
        modifiers: &[common::ELEMENT_SIZE],
        readings: common::buffer_readings(&[
            &readings::SLM_OUTSIDE,
            &readings::UPPER_HALF,
            &readings::SOURCES,
            &readings::OFF_LANES,
        ]),
        semantics: include_str!("gather_scaled.notation").into(),
        source: Clause { page: "vISA, GATHER_SCALED", heading: "Description" },
        signature: by_bytes(
            0x78,
            const { &common::buffer_operands("offset", AddressUnit::Bytes, common::GATHERED) },
        ),
        ..common::gather_defaults()
    }
}

pub(super) fn scatter_scaled() -> Instruction {
    Instruction {
        mnemonic: "SCATTER_SCALED".into(),
        prose: "Each enabled lane writes the low byte, word or dword of its source element to a byte address of a buffer.",
        modifiers: &[common::ELEMENT_SIZE],
        readings: common::buffer_readings(&[&readings::SCATTER_OVERLAP]),
        semantics: include_str!("scatter_scaled.notation").into(),
        source: Clause { page: "vISA, SCATTER_SCALED", heading: "Description" },
        signature: by_bytes(
            0x79,
            const { &common::buffer_operands("offset", AddressUnit::Bytes, common::SCATTERED) },
        ),
        ..common::scatter_defaults()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::ChosenReadings;
    use crate::test;

    #[test]
    fn a_reading_accepts_a_predicate() {
        let mut readings = ChosenReadings::default();
        assert!(!GUARD.is_accepted(&readings) && !GuardUse::None.is_accepted(&readings));
        let choice = readings::GATHER_PREDICATE.choices.iter().find(|choice| choice.name == "turns_off");
        readings.choose(&readings::GATHER_PREDICATE, choice.expect("the reading has it"));
        assert!(GUARD.is_accepted(&readings) && GuardUse::IsOperand.is_accepted(&readings));
    }
}
