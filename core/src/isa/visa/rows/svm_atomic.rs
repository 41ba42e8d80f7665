//! SVM_ATOMIC: one atomic operation for each lane, at 64-bit addresses.

use super::atomic_ops::{ATOMIC_OPS, MISSING_OPS};
use super::common;
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{
    BytePart, DeclaredSignature, Instruction, Modifier, ModifierValue, ModifierValues, OpTable, OpWidth,
    OtherOrder, ReadingCondition, Signature,
};

/// The table of operations. It explains no widths, because this instruction has all of them.
const SVM_OPS: OpTable = OpTable { not_here: &MISSING_OPS, ..ATOMIC_OPS };

const WIDTHS: &[ModifierValue] = &[
    ModifierValue::new("16", "Words: only the low half of each source element counts.")
        .with_width(OpWidth::Bits16),
    ModifierValue::new("32", "Dwords, as without a width.").with_width(OpWidth::Bits32),
    ModifierValue::new("64", "Qwords: operands have 64-bit types. Float operations lack this width.")
        .with_width(OpWidth::Bits64),
];

pub(super) fn svm_atomic() -> Instruction {
    Instruction {
        mnemonic: "SVM_ATOMIC".into(),
        synonyms: "atomic global flat generic a64 fetch-and-op read-modify-write",
        prose: "Each enabled lane reads a dword, word or qword at a 64-bit address, changes it and writes it back, \
            undisturbed by the others; the value it found goes to the destination.",
        modifiers: const {
            &[
                Modifier::new("op", ModifierValues::Ops(&SVM_OPS), "The operation on the value in memory."),
                Modifier::listed(
                    "width",
                    WIDTHS,
                    "The bits of the value in memory: 32 without a width. Addresses are multiples of its size.",
                )
                .optional(),
            ]
        },
        bounds_prose: common::SVM_BOUNDS,
        conflict_prose: "Lanes at the same address take turns, in an order that the manual does not fix.",
        readings: common::atomic_readings(&[
            &readings::SVM_OUTSIDE,
            &readings::SVM_ATOMIC_EXEC,
            &readings::SVM_ATOMIC_ORDER,
            &readings::STATELESS_NAME,
            &readings::FIRST_USER_SURFACE,
            &readings::MISALIGNED,
            &readings::BOUNDS,
        ]),
        semantics: include_str!("svm_atomic.notation").into(),
        source: Clause { page: "vISA, SVM_ATOMIC", heading: "Description" },
        signature: signature(),
        ..common::visa_defaults()
    }
}

fn signature() -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(common::SVM),
        exec_sizes: |readings, _| {
            if readings.is(&readings::SVM_ATOMIC_EXEC, "sixteen") { &[1, 2, 4, 8, 16] } else { &[1, 2, 4, 8] }
        },
        // The assembler has the destination before the sources. The machine code has it last, and so have some texts.
        other_order: Some(OtherOrder {
            row_indices: &[0, 2, 3, 1],
            always: ReadingCondition::new(&readings::SVM_ATOMIC_ORDER, "after_sources"),
            never: ReadingCondition::new(&readings::SVM_ATOMIC_ORDER, "before_sources"),
        }),
        operands: const {
            let [src0, src1, dst] =
                common::atomic_operands("Second source, for CMPXCHG and FCMPWR; V0 for all others.");
            &[common::ADDRESSES, dst, src0, src1, common::STATELESS]
        },
        byte_parts: &[
            BytePart::Fixed("svm", 5),
            BytePart::ExecSize,
            BytePart::Predicate,
            BytePart::Op,
            BytePart::Raw(0),
            BytePart::Raw(2),
            BytePart::Raw(3),
            BytePart::Raw(1),
        ],
        ..DeclaredSignature::default()
    })
}
