//! TYPED_ATOMIC: one atomic operation for each lane, on texels of a typed surface.

use super::{atomic_ops::ATOMIC_OPS, common, typed};
use crate::base::Clause;
use crate::isa::visa::readings as r;
use crate::spec::{
    AtomicOp, BytePart, DeclaredSignature, Instruction, Modifier, ModifierValues, OpSupport, OpTable,
    ReadingSet, Signature,
};

/// The table of operations, with the exceptions of this instruction.
const TYPED_OPS: OpTable = OpTable { op_support, allows_unused_operand, ..ATOMIC_OPS };

/// Returns how an operation is used. The page lists codes of float operations, but typed surfaces have no message for
/// them: the compiler sends the integer message, in which these codes have another meaning.
fn op_support(op: &AtomicOp, readings: &ReadingSet) -> OpSupport {
    let name = match op.name {
        "FMAX" => "AND",
        "FMIN" => "OR",
        "FCMPWR" => "XOR",
        _ => return OpSupport::Runs,
    };
    if readings.is(&r::TYPED_FLOAT, "as_listed") {
        return OpSupport::Runs;
    }
    if readings.is(&r::TYPED_FLOAT, "as_compiled") {
        return OpSupport::RunsAs { name, because: "the message for typed surfaces knows integers only" };
    }
    OpSupport::Refused("its code is listed, but typed surfaces have no float message (reading `typed_float`)")
}

/// Returns whether an unused operand may be present: the second source if the reading `typed_src1` ignores it, or an
/// operand that the shared table allows.
fn allows_unused_operand(op: &AtomicOp, operand: &str, readings: &ReadingSet) -> bool {
    let is_second = operand == "src1" && readings.is(&r::TYPED_SRC1, "ignored");
    is_second || (ATOMIC_OPS.allows_unused_operand)(op, operand, readings)
}

/// Returns the row.
pub fn row() -> Instruction {
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
            &r::TYPED_FLOAT,
            &r::TYPED_SRC1,
            &r::TYPED_EXEC,
            &r::TYPED_LOD,
            &r::TYPED_WIDTH,
            &r::TYPED_FORMAT,
        ]),
        semantics: include_str!("typed_atomic.notation").into(),
        source: Clause { page: "vISA, TYPED_ATOMIC", heading: "Description" },
        signature: signature(),
        ..common::skeleton()
    }
}

fn signature() -> Signature {
    Signature::Declared(DeclaredSignature {
        opcode: Some(0x73),
        exec_sizes: typed::exec_sizes,
        operands: const {
            let [src0, src1, dst] = common::atomic_operands("Second source, for CMPXCHG; V0 for all others.");
            let [surface, u, v, r, lod] =
                typed::operands("A typed surface, whose texels are as large as the access.");
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
