//! SUATOM: one atomic operation for each lane, on a texel of a surface in global memory.

use super::atomic_ops::{self, SURFACE_OPS, access, check_size};
use super::suatom_word::{FORMS, PS, RA, RB, RD, SC};
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, RESULT, STATUS, SURFACE, check_status, coordinates,
    header, input, output, slot, status, x, y, z,
};
use super::{readings as r, rules};
use crate::base::Clause;
use crate::base::ScalarType::{Ub, Ud};
use crate::spec::{
    Encoding, Fit, FitInput, Instruction, MemoryRules, Modifier, NumberedForm, Refusal, RowForm, SlotForm,
    SlotKind, UnwrittenOp, Words,
};

const MODIFIERS: &[Modifier] = &[
    DATA,
    BYTE_ADDRESS,
    DIM,
    Modifier::new("op", Words::Ops(&SURFACE_OPS), "The operation on the value in memory.").optional(),
    atomic_ops::SIZE,
    CLAMP,
];

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SUATOM".into(),
        synonyms: "atomic image texture surface RED fetch-and-op read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, atomically. Rd gets the old value. \
            A header in memory describes the surface; its index comes from the constant bank or a \
            register.",
        modifiers: MODIFIERS,
        bounds: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps. By the reading \
            `dropped_result`, Rd of an ignored access is zero.",
        conflict: "Lanes at the same texel take turns, in an order that the manual does not fix.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        status(PS),
                        output("Rd", RD, "The old value."),
                        x(RA),
                        y(RA),
                        z(RA),
                        input(
                            "src0",
                            RB,
                            "The data: Rb, or the pair that it begins. For CAS, the value to compare.",
                        ),
                        input("src1", RB, "The register or pair after it. For CAS, the new value."),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const {
                    &[
                        STATUS,
                        RESULT,
                        COORDINATES,
                        slot(
                            "Rb",
                            SlotKind::Register,
                            "The data. For CAS, a vector of the value to compare and the new value.",
                        ),
                        HEADER,
                    ]
                },
                fit,
                ..SlotForm::default()
            },
            unwritten_op: Some(UnwrittenOp { op: "ADD", reading: &r::MISSING_OP, choice: "add" }),
            skips_helpers: true,
            encoding: Some(Encoding {
                parts: FORMS,
                source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
            }),
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

/// Computes the types and registers of a line, after a check that its modifiers fit together.
fn fit(line: &FitInput) -> Result<Fit, Refusal> {
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

/// Checks that a word of machine code has room for the status and the header pointer of a line.
fn check_room(line: &FitInput, op: &str) -> Result<(), Refusal> {
    if line.filled[PS] && !line.is_register[SC] && op != "CAS" {
        return Err(Refusal {
            rule: &rules::STATUS_FORM,
            at: HEADER.name,
            message: format!("{op} with `Ps` has no room for an immediate; expected a register"),
            note: None,
        });
    }
    Ok(())
}
