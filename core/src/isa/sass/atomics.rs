//! SUATOM and SURED: one atomic operation for each lane, on a texel of a surface in global memory. SURED returns nothing.

use super::atomic_ops::{self, REDUCTION_OPS, SURFACE_OPS, access, check_size};
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, RESULT, STATUS, SURFACE, check_status, code,
    coordinates, header, input, output, slot, status, x, y, z,
};
use super::surface_word::{SUATOM, SURED, atomic, store};
use super::{readings as r, rules};
use crate::base::Clause;
use crate::base::ScalarType::{Ub, Ud};
use crate::spec::{
    Fit, FitInput, Instruction, MemoryRules, Modifier, NumberedForm, OpTable, Reading, Refusal, RowForm,
    SlotForm, SlotKind, UnwrittenOp, Words,
};

const fn operation(table: &'static OpTable) -> Modifier {
    Modifier::new("op", Words::Ops(table), "The operation on the value in memory.")
}

/// Returns the row of SUATOM.
pub(super) fn suatom() -> Instruction {
    use atomic::{PS, RA, RB, RD, SC};
    Instruction {
        mnemonic: "SUATOM".into(),
        synonyms: "atomic image texture surface RED fetch-and-op read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, atomically. Rd gets the old value. \
            A header in memory describes the surface; its index comes from the constant bank or a \
            register.",
        modifiers: const {
            &[DATA, BYTE_ADDRESS, DIM, operation(&SURFACE_OPS).optional(), atomic_ops::SIZE, CLAMP]
        },
        bounds: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps. By the reading \
            `dropped_result`, Rd of an ignored access is zero.",
        conflict: CONFLICT,
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    let compared = "The data: Rb, or the pair that it begins. For CAS, the value to compare.";
                    let new = "The register or pair after it. For CAS, the new value.";
                    &[
                        status(PS),
                        output("Rd", RD, "The old value."),
                        x(RA),
                        y(RA),
                        z(RA),
                        input("src0", RB, compared),
                        input("src1", RB, new),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const {
                    let data = "The data. For CAS, a vector of the value to compare and the new value.";
                    &[STATUS, RESULT, COORDINATES, slot("Rb", SlotKind::Register, data), HEADER]
                },
                fit: fit_atomic,
                ..SlotForm::default()
            },
            unwritten_op: Some(UnwrittenOp { op: "ADD", reading: &r::MISSING_OP, choice: "add" }),
            skips_helpers: true,
            encoding: code(SUATOM),
        }),
        memory: |chosen| MemoryRules {
            helper_lanes_undefined: chosen.is(&r::HELPER_RESULT, "undefined"),
            ..MemoryRules::default()
        },
        readings: r::ALL,
        semantics: concat!(include_str!("surface.notation"), include_str!("suatom.notation")).into(),
        source: Clause { page: "SUATOM", heading: "Behaviour" },
        ..Instruction::default()
    }
}

const CONFLICT: &str = "Lanes at the same texel take turns, in an order that the manual does not fix.";

/// The readings of SURED.
const REDUCTION_READINGS: &[&Reading] = &[
    &r::ARRAY_INDEX,
    &r::BA_MISALIGNED,
    &r::TRAP_HEADER,
    &r::HALF_ATOMICITY,
    &r::DIM_MISMATCH,
    &r::SIZE_MISMATCH,
    &r::OTHER_FORMATS,
    &r::HALF_SPELLING,
    &r::POOL_LIMIT,
    &r::TRAP_EFFECTS,
    &r::NAN_RESULT,
    &r::NAN_MINMAX,
    &r::MINMAX_SUBNORMALS,
];

/// Returns the row of SURED.
pub(super) fn sured() -> Instruction {
    use store::{RA, RB, SC};
    Instruction {
        mnemonic: "SURED".into(),
        synonyms: "atomic reduction image texture surface RED sured.b sured.p read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, undisturbed by the others. It does \
            what `SUATOM` does, and returns nothing.",
        modifiers: const { &[DATA, BYTE_ADDRESS, DIM, operation(&REDUCTION_OPS), atomic_ops::SIZE, CLAMP] },
        bounds: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps.",
        conflict: CONFLICT,
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    let data = "The data: Rb, or the pair that it begins.";
                    &[x(RA), y(RA), z(RA), input("src0", RB, data), header(SC), SURFACE]
                },
                slots: const { &[COORDINATES, slot("Rb", SlotKind::Register, "The data."), HEADER] },
                fit: fit_reduction,
                ..SlotForm::default()
            },
            skips_helpers: true,
            encoding: code(SURED),
            ..NumberedForm::default()
        }),
        readings: REDUCTION_READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("sured.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "sured" },
        ..Instruction::default()
    }
}

/// Computes the types and registers of a line of SUATOM, after a check that its modifiers fit together.
fn fit_atomic(line: &FitInput) -> Result<Fit, Refusal> {
    use atomic::PS;
    let size = line.word("sz");
    let op = line.op.map_or("", |op| op.name);
    check_size(line)?;
    check_status(line, PS)?;
    check_room(line, op)?;
    let access = access(size);
    let (count, [x, y, z]) = coordinates(line);
    let width = access.size_bytes() / 4;
    let is_cas = op == "CAS";
    let adds = is_cas && matches!(size, "U32" | "S32" | "U64") && line.readings.is(&r::CAS_SWAP, "sum");
    Ok(Fit {
        access: Some(access),
        variant: Some(if adds { "SUM" } else { atomic_ops::variant(size) }),
        counts: vec![1, width, count, if is_cas { 2 * width } else { width }, 1],
        operands: vec![
            (line.filled[PS].then_some(0), Ub),
            (Some(0), access),
            x,
            y,
            z,
            (Some(0), access),
            (Some(width).filter(|_| is_cas), access),
            (Some(0), Ud),
            (None, Ud),
        ],
        takes_sign: atomic_ops::takes_sign(op, size),
        float: atomic_ops::float(line.readings, size),
        ..Fit::default()
    })
}

/// Computes the types and registers of a line of SURED, after a check that its modifiers fit together.
fn fit_reduction(line: &FitInput) -> Result<Fit, Refusal> {
    check_size(line)?;
    let size = line.word("sz");
    let access = access(size);
    let (count, [x, y, z]) = coordinates(line);
    Ok(Fit {
        access: Some(access),
        variant: Some(atomic_ops::variant(size)),
        counts: vec![count, access.size_bytes() / 4, 1],
        operands: vec![x, y, z, (Some(0), access), (Some(0), Ud), (None, Ud)],
        takes_sign: atomic_ops::takes_sign(line.op.map_or("", |op| op.name), size),
        float: atomic_ops::float(line.readings, size),
        ..Fit::default()
    })
}

/// Checks that a word of machine code has room for the status and the header pointer of a line.
fn check_room(line: &FitInput, op: &str) -> Result<(), Refusal> {
    if line.filled[atomic::PS] && !line.is_register[atomic::SC] && op != "CAS" {
        return Err(Refusal {
            rule: &rules::STATUS_FORM,
            at: HEADER.name,
            message: format!("{op} with `Ps` has no room for an immediate; expected a register"),
            note: None,
        });
    }
    Ok(())
}
