//! GATHER4_SCALED, SCATTER4_SCALED and their forms for 64-bit addresses: each lane reads or writes up to four
//! neighbouring dwords, one for each enabled channel.

use super::common;
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{AddressUnit, BytePart, DeclaredSignature, ElementCount, Instruction, Operand, Signature};

const LOADED: Operand = Operand::destination(
    "dst",
    common::dwords(ElementCount::PerChannel),
    "The destination: a block for each enabled channel, in the order R, G, B, A. The rest of a register is undefined.",
);

const STORED: Operand = Operand::source(
    "src",
    common::dwords(ElementCount::PerChannel),
    "The source: a block for each enabled channel, in the order R, G, B, A.",
);

/// Returns the signature of a row on a buffer.
fn on_buffer(opcode: u8, operands: &'static [Operand]) -> DeclaredSignature {
    DeclaredSignature {
        opcode: Some(opcode),
        exec_sizes: |readings, _| {
            if readings.is(&readings::SCALED_EXEC, "any") { &[1, 2, 4, 8, 16] } else { &[8, 16] }
        },
        operands,
        byte_parts: &[
            BytePart::ExecSize,
            BytePart::Predicate,
            BytePart::Modifier("channels"),
            BytePart::Zero("scale", 2),
            BytePart::Surface(0),
            BytePart::Vector(1),
            BytePart::Raw(2),
            BytePart::Raw(3),
        ],
        ..DeclaredSignature::default()
    }
}

/// Returns the machine code of a row for 64-bit addresses, whose second byte is `svm`.
const fn svm_code(svm: u8) -> [BytePart; 8] {
    [
        BytePart::Fixed("svm", svm),
        BytePart::ExecSize,
        BytePart::Predicate,
        BytePart::Modifier("channels"),
        BytePart::Zero("scale", 2),
        BytePart::Vector(0),
        BytePart::Raw(1),
        BytePart::Raw(2),
    ]
}

/// Returns the signature of a row for 64-bit addresses.
fn on_addresses(operands: &'static [Operand], byte_parts: &'static [BytePart]) -> DeclaredSignature {
    DeclaredSignature { byte_parts, ..on_buffer(common::SVM, operands) }
}

pub(super) fn gather4_scaled() -> Instruction {
    Instruction {
        mnemonic: "GATHER4_SCALED".into(),
        prose: "Each enabled lane reads a dword for each enabled channel of a buffer, channel n from the n-th dword after \
            its address.",
        modifiers: &[common::ENABLED_CHANNELS],
        bounds_prose: "A dword outside the surface reads zero. By default (reading `channel_bounds`), the lane's other channels do not.",
        readings: common::buffer_readings(&[
            &readings::CHANNEL_PLACE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
            &readings::SCALED_EXEC,
            &readings::SLM_OUTSIDE,
            &readings::SOURCES,
            &readings::OFF_LANES,
        ]),
        semantics: include_str!("gather4_scaled.notation").into(),
        source: Clause { page: "vISA, GATHER4_SCALED", heading: "Description" },
        signature: Signature::Declared(on_buffer(
            0x74,
            const { &common::buffer_operands("offset", AddressUnit::Bytes, LOADED) },
        )),
        ..common::gather_defaults()
    }
}

pub(super) fn scatter4_scaled() -> Instruction {
    Instruction {
        mnemonic: "SCATTER4_SCALED".into(),
        prose: "Each enabled lane writes a dword for each enabled channel to a buffer, channel n to the n-th dword after \
            its address.",
        modifiers: &[common::ENABLED_CHANNELS],
        bounds_prose: "A dword outside the surface is dropped. By default (reading `channel_bounds`), the lane's other channels are not.",
        conflict_prose: "Undefined if two of its writes meet; Lanescope keeps the later value.",
        readings: common::buffer_readings(&[
            &readings::CHANNEL_OVERLAP,
            &readings::CHANNEL_PLACE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
            &readings::SCALED_EXEC,
        ]),
        semantics: include_str!("scatter4_scaled.notation").into(),
        source: Clause { page: "vISA, SCATTER4_SCALED", heading: "Description" },
        signature: Signature::Declared(on_buffer(
            0x75,
            const { &common::buffer_operands("offset", AddressUnit::Bytes, STORED) },
        )),
        ..common::scatter_defaults()
    }
}

pub(super) fn svm_gather4_scaled() -> Instruction {
    Instruction {
        mnemonic: "SVM_GATHER4_SCALED".into(),
        assembler_name: Some("svm_gather4scaled"),
        synonyms: common::SVM_LOAD,
        prose: "Each enabled lane reads a dword for each enabled channel, channel n from the n-th dword after its \
            64-bit address.",
        modifiers: &[common::ENABLED_CHANNELS],
        bounds_prose: common::SVM_BOUNDS,
        readings: common::svm_readings(&[
            &readings::CHANNEL_PLACE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
            &readings::SCALED_EXEC,
            &readings::SOURCES,
            &readings::OFF_LANES,
        ]),
        semantics: include_str!("svm_gather4_scaled.notation").into(),
        source: Clause { page: "vISA, SVM_GATHER4_SCALED", heading: "Description" },
        signature: Signature::Declared(on_addresses(
            const { &common::svm_operands(LOADED) },
            const { &svm_code(6) },
        )),
        ..common::gather_defaults()
    }
}

pub(super) fn svm_scatter4_scaled() -> Instruction {
    Instruction {
        mnemonic: "SVM_SCATTER4_SCALED".into(),
        assembler_name: Some("svm_scatter4scaled"),
        synonyms: common::SVM_STORE,
        prose: "Each enabled lane writes a dword for each enabled channel, channel n to the n-th dword after its 64-bit \
            address.",
        modifiers: &[common::ENABLED_CHANNELS],
        bounds_prose: common::SVM_BOUNDS,
        conflict_prose: "The page does not mention writes that meet; Lanescope keeps the later value.",
        readings: common::svm_readings(&[
            &readings::CHANNEL_OVERLAP,
            &readings::CHANNEL_PLACE,
            &readings::CHANNEL_BOUNDS,
            &readings::BLOCK_PITCH,
            &readings::SCALED_EXEC,
        ]),
        semantics: include_str!("svm_scatter4_scaled.notation").into(),
        source: Clause { page: "vISA, SVM_SCATTER4_SCALED", heading: "Description" },
        signature: Signature::Declared(on_addresses(
            const { &common::svm_operands(STORED) },
            const { &svm_code(7) },
        )),
        ..common::scatter_defaults()
    }
}
