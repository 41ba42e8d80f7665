//! SURED: one atomic operation for each lane, on a texel of a surface. It returns nothing.

use super::atomic_ops::{self, REDUCTION_OPS, access, check_size};
use super::readings as r;
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, SURFACE, coordinates, header, input, slot, x, y, z,
};
use super::surface_word::SURED;
use super::surface_word::store::{RA, RB, SC};
use crate::base::Clause;
use crate::base::ScalarType::Ud;
use crate::spec::{
    Encoding, Fit, FitInput, Instruction, Modifier, NumberedForm, Reading, Refusal, RowForm, SlotForm,
    SlotKind, Words,
};

const MODIFIERS: &[Modifier] = &[
    DATA,
    BYTE_ADDRESS,
    DIM,
    Modifier::new("op", Words::Ops(&REDUCTION_OPS), "The operation on the value in memory."),
    atomic_ops::SIZE,
    CLAMP,
];

const READINGS: &[&Reading] = &[
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

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SURED".into(),
        synonyms: "atomic reduction image texture surface RED sured.b sured.p read-modify-write",
        prose: "Each lane reads an element of a surface, changes it and writes it back, undisturbed by the others. It does \
            what `SUATOM` does, and returns nothing.",
        modifiers: MODIFIERS,
        bounds: "The clamp modifier decides: the access is ignored, the nearest texel is used, or the program traps.",
        conflict: "Lanes at the same texel take turns, in an order that the manual does not fix.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        x(RA),
                        y(RA),
                        z(RA),
                        input("src0", RB, "The data: Rb, or the pair that it begins."),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const { &[COORDINATES, slot("Rb", SlotKind::Register, "The data."), HEADER] },
                fit,
                ..SlotForm::default()
            },
            skips_helpers: true,
            encoding: Some(Encoding {
                parts: SURED,
                source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
            }),
            ..NumberedForm::default()
        }),
        readings: READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("sured.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "sured" },
        ..Instruction::default()
    }
}

/// Computes the types and registers of a line, after a check that its modifiers fit together.
fn fit(line: &FitInput) -> Result<Fit, Refusal> {
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
