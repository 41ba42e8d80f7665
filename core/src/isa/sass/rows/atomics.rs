//! SUATOM and SURED: one atomic operation for each lane, on a texel of a surface in global memory. SURED returns nothing.

use super::atomic_ops::{self, ATOMIC_OPS, REDUCTION_OPS, check_size};
use super::slot::{atomic, input, output, slot, store};
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER_SLOT, RESULT, STATUS_SLOT, SURFACE, check_status,
    header_operand, operand_registers, row, status_operand, x, y, z,
};
use super::surface_word::{SUATOM, SURED};
use crate::base::Clause;
use crate::base::ScalarType::{Ub, Ud};
use crate::isa::sass::{readings, rules};
use crate::spec::{
    Instruction, LineAccess, LineRegisters, MemoryBehaviour, Modifier, ModifierValues, NumberedSignature,
    OpTable, OperandRegisters, Reading, ReadingCondition, Refusal, RegisterInput, SlotKind, UnwrittenOp,
};

const fn operation(table: &'static OpTable) -> Modifier {
    Modifier::new("op", ModifierValues::Ops(table), "The operation on the value in memory.")
}

/// Returns the row of SUATOM.
pub(super) fn suatom() -> Instruction {
    use atomic::{PS, RA, RB, RD, SC};
    let signature = NumberedSignature {
        slots: const {
            let data = "The data. For CAS, a vector of the value to compare and the new value.";
            &[STATUS_SLOT, RESULT, COORDINATES, slot("Rb", SlotKind::Register, data), HEADER_SLOT]
        },
        operands: const {
            let compared = "The data: Rb, or the pair that it begins. For CAS, the value to compare.";
            let new = "The register or pair after it. For CAS, the new value.";
            &[
                status_operand(PS),
                output("Rd", RD, "The old value."),
                x(RA),
                y(RA),
                z(RA),
                input("src0", RB, compared),
                input("src1", RB, new),
                header_operand(SC),
                SURFACE,
            ]
        },
        line_registers: atomic_registers,
        unwritten_op: Some(UnwrittenOp {
            op: "ADD",
            choice: ReadingCondition::new(&readings::MISSING_OP, "add"),
        }),
        encodings: SUATOM,
    };
    Instruction {
        synonyms: "atomic image texture surface RED fetch-and-op read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, atomically. Rd gets the old value. \
            A header in memory describes the surface; its index comes from the constant bank or a \
            register.",
        modifiers: const {
            &[DATA, BYTE_ADDRESS, DIM, operation(&ATOMIC_OPS).optional(), atomic_ops::ATOMIC_SIZE, CLAMP]
        },
        bounds_prose: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps. By default (reading \
            `dropped_result`), Rd of an ignored access is zero.",
        conflict_prose: CONFLICT,
        skips_helpers: true,
        memory_behaviour: |readings| MemoryBehaviour {
            helper_lanes_undefined: readings.is(&readings::HELPER_RESULT, "undefined"),
            ..MemoryBehaviour::default()
        },
        readings: [
            &[
                &readings::MISSING_OP,
                &readings::CAS_SWAP,
                &readings::CAS_FAILURE,
                &readings::DROPPED_RESULT,
                &readings::HELPER_RESULT,
            ],
            READINGS,
            &[&readings::RETURNED_FLOAT],
        ]
        .concat(),
        source: Clause { page: "SUATOM", heading: "Behaviour" },
        ..row("SUATOM", concat!(include_str!("surface.notation"), include_str!("suatom.notation")), signature)
    }
}

const CONFLICT: &str = "Lanes at the same texel take turns, in an order that the manual does not fix.";

/// The readings that both instructions share.
const READINGS: &[&Reading] = &[
    &readings::ARRAY_INDEX,
    &readings::BA_MISALIGNED,
    &readings::TRAP_HEADER,
    &readings::HALF_ATOMICITY,
    &readings::DIM_MISMATCH,
    &readings::SIZE_MISMATCH,
    &readings::OTHER_FORMATS,
    &readings::HALF_SPELLING,
    &readings::POOL_LIMIT,
    &readings::TRAP_EFFECTS,
    &readings::NAN_RESULT,
    &readings::NAN_MINMAX,
    &readings::MINMAX_SUBNORMALS,
];

/// Returns the row of SURED.
pub(super) fn sured() -> Instruction {
    use store::{RA, RB, SC};
    let signature = NumberedSignature {
        slots: const { &[COORDINATES, slot("Rb", SlotKind::Register, "The data."), HEADER_SLOT] },
        operands: const {
            let data = "The data: Rb, or the pair that it begins.";
            &[x(RA), y(RA), z(RA), input("src0", RB, data), header_operand(SC), SURFACE]
        },
        line_registers: reduction_registers,
        encodings: SURED,
        ..NumberedSignature::default()
    };
    Instruction {
        synonyms: "atomic reduction image texture surface RED sured.b sured.p read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, undisturbed by the others. It does \
            what `SUATOM` does, and returns nothing.",
        modifiers: const { &[DATA, BYTE_ADDRESS, DIM, operation(&REDUCTION_OPS), atomic_ops::ATOMIC_SIZE, CLAMP] },
        bounds_prose: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps.",
        conflict_prose: CONFLICT,
        skips_helpers: true,
        readings: READINGS.to_vec(),
        source: Clause { page: "PTX ISA", heading: "sured" },
        ..row("SURED", concat!(include_str!("surface.notation"), include_str!("sured.notation")), signature)
    }
}

/// Returns the registers of a line of SUATOM, after a check that its words fit together.
fn atomic_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    use atomic::PS;
    let access = line_access(line)?;
    let takes_pair = line.op.is_some_and(|op| op.takes_pair);
    check_status(line, PS)?;
    check_room(line, takes_pair)?;
    let ty = access.ty;
    let status = OperandRegisters { offset: line.filled[PS].then_some(0), ty: Ub };
    let data = OperandRegisters::new(0, ty);
    let new = OperandRegisters { offset: takes_pair.then_some(ty.size_bytes() / 4), ty };
    Ok(LineRegisters { access, operands: operand_registers(line, &[status, data], &[data, new]) })
}

/// Returns the registers of a line of SURED, after a check that its words fit together.
fn reduction_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    let access = line_access(line)?;
    let data = OperandRegisters::new(0, access.ty);
    Ok(LineRegisters { access, operands: operand_registers(line, &[], &[data]) })
}

/// Returns the access of a line, after a check that its operation has its size.
fn line_access(line: &RegisterInput) -> Result<LineAccess, Refusal> {
    check_size(line)?;
    Ok(LineAccess {
        takes_sign: line.attributes.sign_from_format && line.op.is_some_and(|op| op.depends_on_sign),
        float: Some(atomic_ops::float_behaviour(line.readings, line.attributes)),
        ..LineAccess::new(line.attributes.access.unwrap_or(Ud))
    })
}

/// Checks that a word of machine code has room for the status and the header pointer of a line.
fn check_room(line: &RegisterInput, takes_pair: bool) -> Result<(), Refusal> {
    if line.filled[atomic::PS] && !line.is_register[atomic::SC] && !takes_pair {
        let op = line.op.map_or("", |op| op.name);
        return Err(Refusal {
            rule: &rules::STATUS_FORM,
            part: HEADER_SLOT.name,
            message: format!("{op} with `Ps` has no room for an immediate; expected a register"),
            note: None,
        });
    }
    Ok(())
}
