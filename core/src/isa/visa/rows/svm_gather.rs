//! SVM_GATHER and SVM_SCATTER: each lane reads or writes blocks at a 64-bit address.

use super::common;
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{
    BytePart, DeclaredSignature, ElementCount, Instruction, NullRule, Operand, OperandKind, OperandType,
    Signature,
};

/// The data of a row.
const BLOCK_DATA: OperandKind = OperandKind::Raw {
    ty: OperandType::OfAccessSize,
    null: NullRule::Never,
    elements: ElementCount::PerBlock,
};

/// Returns the machine code of a row, whose second byte is `svm`.
const fn code(svm: u8) -> [BytePart; 7] {
    [
        BytePart::Fixed("svm", svm),
        BytePart::ExecSize,
        BytePart::Predicate,
        BytePart::Modifier("block_size"),
        BytePart::Modifier("num_blocks"),
        BytePart::Raw(0),
        BytePart::Raw(1),
    ]
}

fn signature(operands: &'static [Operand], byte_parts: &'static [BytePart]) -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(common::SVM),
        exec_sizes: |_, _| &[1, 2, 4, 8, 16],
        operands,
        byte_parts,
        ..DeclaredSignature::default()
    })
}

pub(super) fn svm_gather() -> Instruction {
    Instruction {
        mnemonic: "SVM_GATHER".into(),
        synonyms: common::SVM_LOAD,
        prose: "Each enabled lane reads 1, 2, 4 or 8 neighbouring blocks of 1, 4 or 8 bytes at a 64-bit address.",
        modifiers: &[common::BLOCK_SIZE, common::NUM_BLOCKS],
        bounds_prose: common::SVM_BOUNDS,
        readings: common::svm_readings(&[&readings::SVM_BLOCKS, &readings::SOURCES, &readings::OFF_LANES]),
        semantics: include_str!("svm_gather.notation").into(),
        source: Clause { page: "vISA, SVM_GATHER", heading: "Description" },
        signature: signature(
            const {
                let prose = "The destination: the first blocks of all lanes, then the second blocks. Blocks of one byte \
                    are packed, in a dword or qword for each lane.";
                &[common::ADDRESSES, Operand::destination("dst", BLOCK_DATA, prose), common::STATELESS]
            },
            const { &code(3) },
        ),
        ..common::gather_defaults()
    }
}

pub(super) fn svm_scatter() -> Instruction {
    Instruction {
        mnemonic: "SVM_SCATTER".into(),
        synonyms: common::SVM_STORE,
        prose: "Each enabled lane writes 1, 2, 4 or 8 neighbouring blocks of 1, 4 or 8 bytes at a 64-bit address.",
        modifiers: &[common::BLOCK_SIZE, common::NUM_BLOCKS],
        bounds_prose: common::SVM_BOUNDS,
        conflict_prose: "The page does not mention lanes that write the same bytes; Lanescope keeps the later value.",
        readings: common::svm_readings(&[&readings::SVM_BLOCKS, &readings::SCATTER_OVERLAP]),
        semantics: include_str!("svm_scatter.notation").into(),
        source: Clause { page: "vISA, SVM_SCATTER", heading: "Description" },
        signature: signature(
            const {
                let prose = "The source: the first blocks of all lanes, then the second blocks. Blocks of one byte are \
                    packed, in a dword or qword for each lane.";
                &[common::ADDRESSES, Operand::source("src", BLOCK_DATA, prose), common::STATELESS]
            },
            const { &code(4) },
        ),
        ..common::scatter_defaults()
    }
}
