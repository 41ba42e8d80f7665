//! DWORD_ATOMIC: one atomic operation for each lane, on dwords or words of a buffer.

use super::{atomic_ops::ATOMIC_OPS, common};
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{
    AddressUnit, BytePart, DeclaredSignature, Instruction, Modifier, ModifierValues, Operand,
    ReadingCondition, Signature,
};

pub(super) fn dword_atomic() -> Instruction {
    Instruction {
        mnemonic: "DWORD_ATOMIC".into(),
        synonyms: "atomic untyped buffer fetch-and-op read-modify-write",
        prose: "Each enabled lane reads a dword (or word) of a buffer, changes it and writes it back, atomically, and \
            returns the old value.",
        modifiers: const {
            &[
                Modifier::new(
                    "op",
                    ModifierValues::Ops(&ATOMIC_OPS),
                    "The operation on the value in memory.",
                ),
                common::width16(
                    "Words instead of dwords: only the low half of each source element counts, addresses are multiples of 2, and \
                the neighbouring word stays untouched.",
                ),
            ]
        },
        bounds_prose: "Reads out of bounds return zero, and writes are dropped.",
        conflict_prose: "Lanes at the same address take turns, in an order that the manual does not fix.",
        readings: common::atomic_readings(&[
            &readings::STATELESS_NAME,
            &readings::FIRST_USER_SURFACE,
            &readings::RESERVED_SURFACES,
            &readings::OFFSET_UNIT,
            &readings::MISALIGNED,
            &readings::BOUNDS,
            &readings::SLM_OUTSIDE,
            &readings::EXEC_32,
        ]),
        semantics: include_str!("dword_atomic.notation").into(),
        source: Clause { page: "vISA, DWORD_ATOMIC", heading: "Description" },
        signature: signature(),
        ..common::visa_defaults()
    }
}

fn signature() -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(0x7d),
        exec_sizes: |_, _| &[1, 2, 4, 8, 16],
        larger_size: Some((32, ReadingCondition::new(&readings::EXEC_32, "first_16"))),
        operands: const {
            let [src0, src1, dst] =
                common::atomic_operands("Second source, for CMPXCHG and FCMPWR; V0 for all others.");
            let offset = Operand::source("element_offset", common::INDEX, "The offset of each lane.");
            &[common::BUFFER, offset.in_unit(AddressUnit::Bytes), src0, src1, dst]
        },
        byte_parts: &[
            BytePart::Op,
            BytePart::ExecSize,
            BytePart::Predicate,
            BytePart::Surface(0),
            BytePart::Raw(1),
            BytePart::Raw(2),
            BytePart::Raw(3),
            BytePart::Raw(4),
        ],
        ..DeclaredSignature::default()
    })
}
