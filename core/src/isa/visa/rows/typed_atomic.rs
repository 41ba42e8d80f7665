//! TYPED_ATOMIC: one atomic operation for each lane, on texels of a typed surface.

use super::{atomic_ops::ATOMIC_OPS, common, typed};
use crate::base::Clause;
use crate::isa::visa::readings;
use crate::spec::{
    AtomicOp, BytePart, ChosenReadings, DeclaredSignature, Instruction, Modifier, ModifierValues, OpSupport,
    OpTable, ReadingCondition, Signature,
};

/// The table of operations, with the exceptions of this instruction.
const TYPED_OPS: OpTable = OpTable {
    op_support,
    ignored_source: Some((1, ReadingCondition::new(&readings::TYPED_SRC1, "ignored"))),
    ..ATOMIC_OPS
};

/// The float operations, each with the operation that its code means in a message for integers.
const AS_INTEGERS: [(&str, &str); 3] = [("FMAX", "AND"), ("FMIN", "OR"), ("FCMPWR", "XOR")];

/// Returns how an operation is used. The page lists codes of float operations, but typed surfaces have no message for
/// them: the compiler sends the message for integers.
fn op_support(op: &AtomicOp, readings: &ChosenReadings) -> OpSupport {
    let Some((_, name)) = AS_INTEGERS.into_iter().find(|(own, _)| *own == op.name) else {
        return OpSupport::Runs;
    };
    if readings.is(&readings::TYPED_FLOAT, "as_listed") {
        OpSupport::Runs
    } else if readings.is(&readings::TYPED_FLOAT, "as_compiled") {
        OpSupport::RunsAs { name, because: "the message for typed surfaces knows integers only" }
    } else {
        OpSupport::Refused(
            "its code is listed, but typed surfaces have no float message (reading `typed_float`)",
        )
    }
}

pub(super) fn typed_atomic() -> Instruction {
    Instruction {
        mnemonic: "TYPED_ATOMIC".into(),
        synonyms: "atomic image texture fetch-and-op read-modify-write",
        prose: "Each enabled lane reads a texel of a typed surface, changes it and writes it back, atomically, and \
            returns the old value.",
        modifiers: const {
            &[
                Modifier::new(
                    "op",
                    ModifierValues::Ops(&TYPED_OPS),
                    "The operation on the texel; integer operations only.",
                ),
                common::width16("Texels of 16 bits: only the low half of each source element counts."),
            ]
        },
        bounds_prose: "If a coordinate is out of bounds, the read returns zero and the write is dropped.",
        conflict_prose: "Lanes at the same texel take turns, in an order that the manual does not fix.",
        readings: common::atomic_readings(&[
            &readings::TYPED_FLOAT,
            &readings::TYPED_SRC1,
            &readings::TYPED_EXEC,
            &readings::TYPED_LOD,
            &readings::TYPED_WIDTH,
            &readings::TYPED_FORMAT,
        ]),
        semantics: include_str!("typed_atomic.notation").into(),
        source: Clause { page: "vISA, TYPED_ATOMIC", heading: "Description" },
        signature: signature(),
        ..common::visa_defaults()
    }
}

fn signature() -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(0x73),
        exec_sizes: typed::exec_sizes,
        operands: const {
            let [src0, src1, dst] = common::atomic_operands("Second source, for CMPXCHG; V0 for all others.");
            let [surface, u, v, r, lod] =
                typed::texel_operands("A typed surface, whose texels are as large as the access.");
            &[surface, u, v, r, lod, src0, src1, dst]
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
            BytePart::Raw(5),
            BytePart::Raw(6),
            BytePart::Raw(7),
        ],
        ..DeclaredSignature::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn the_float_operations_and_no_others_have_another_meaning() {
        for op in TYPED_OPS.ops {
            let meant = AS_INTEGERS.iter().find(|(own, _)| *own == op.name);
            assert_eq!(meant.is_some(), op.types.is_some_and(|types| types.dword.is_float()), "{}", op.name);
            assert!(meant.is_none_or(|(_, name)| TYPED_OPS.op(name).is_some()), "{}", op.name);
        }
    }
}
