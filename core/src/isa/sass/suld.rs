//! SULD: each lane loads an element of a surface.

use super::readings as r;
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, RESULT, SIZE, STATUS, SURFACE, cache, check_status,
    coordinates, header, output, sized, status, usual, word, x, y, z,
};
use super::surface_word::SULD;
use super::surface_word::load::{PS, RA, RD, SC};
use crate::base::Clause;
use crate::base::ScalarType::{Ub, Ud};
use crate::spec::{
    Encoding, Fit, FitInput, Instruction, Modifier, NumberedForm, Reading, Refusal, RowForm, SlotForm,
};

const MODIFIERS: &[Modifier] = &[
    DATA,
    BYTE_ADDRESS,
    DIM,
    cache(&[
        usual(word("CA", "CA", 0, "")),
        word("CG", "CG", 1, ""),
        word("CI", "CI", 2, ""),
        word("CV", "CV", 3, ""),
    ]),
    SIZE,
    CLAMP,
];

/// The readings about the place of an element, which loads and stores share.
pub(super) const READINGS: &[&Reading] = &[
    &r::ARRAY_INDEX,
    &r::BA_MISALIGNED,
    &r::TRAP_HEADER,
    &r::DIM_MISMATCH,
    &r::SIZE_MISMATCH,
    &r::POOL_LIMIT,
    &r::TRAP_EFFECTS,
];

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SULD".into(),
        synonyms: "load read image texture surface imageLoad surf2Dread suld.b",
        prose: "Each lane reads an element of a surface into Rd. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: MODIFIERS,
        bounds: "The clamp modifier decides: zero is returned, the nearest texel is used, or the program traps. Without a usable \
            header or memory, zero is returned.",
        conflict: "Lanes only read, and do not disturb each other.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        status(PS),
                        output(
                            "Rd",
                            RD,
                            "The value: a register, or a pair for 64 bits and for the lower half of 128.",
                        ),
                        output("Rd_upper", RD, "The next pair, for the upper half of 128 bits."),
                        x(RA),
                        y(RA),
                        z(RA),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const { &[STATUS, RESULT, COORDINATES, HEADER] },
                fit,
                ..SlotForm::default()
            },
            encoding: Some(Encoding {
                parts: SULD,
                source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
            }),
            ..NumberedForm::default()
        }),
        readings: READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("suld.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "suld" },
        ..Instruction::default()
    }
}

/// Computes the types and registers of a line, after a check that its target has a status.
fn fit(line: &FitInput) -> Result<Fit, Refusal> {
    check_status(line, PS)?;
    let (access, register, element_bytes) = sized(line);
    let (count, [x, y, z]) = coordinates(line);
    Ok(Fit {
        access: Some(access),
        element_bytes: Some(element_bytes),
        counts: vec![1, element_bytes.div_ceil(4), count, 1],
        operands: vec![
            (line.filled[PS].then_some(0), Ub),
            (Some(0), register),
            (Some(2).filter(|_| element_bytes == 16), register),
            x,
            y,
            z,
            (Some(0), Ud),
            (None, Ud),
        ],
        ..Fit::default()
    })
}
