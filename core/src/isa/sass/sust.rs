//! SUST: each lane stores an element of a surface.

use super::suld::READINGS;
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, SIZE, SURFACE, cache, coordinates, header, input,
    sized, slot, usual, word, x, y, z,
};
use super::surface_word::SUST;
use super::surface_word::store::{RA, RB, SC};
use crate::base::Clause;
use crate::base::ScalarType::Ud;
use crate::spec::{
    Encoding, Fit, FitInput, Instruction, Modifier, NumberedForm, Refusal, RowForm, SlotForm, SlotKind,
};

const MODIFIERS: &[Modifier] = &[
    DATA,
    BYTE_ADDRESS,
    DIM,
    cache(&[
        usual(word("WB", "WB", 0, "")),
        word("CG", "CG", 1, ""),
        word("CS", "CS", 2, ""),
        word("WT", "WT", 3, ""),
    ]),
    SIZE,
    CLAMP,
];

/// Returns the row.
pub fn row() -> Instruction {
    Instruction {
        mnemonic: "SUST".into(),
        synonyms: "store write image texture surface imageStore surf2Dwrite sust.b",
        prose: "Each lane writes Rb to an element of a surface. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: MODIFIERS,
        bounds: "The clamp modifier decides: nothing is written, the nearest texel is used, or the program traps.",
        conflict: "Lanes at the same texel write one after another, in an order that the manual does not fix. The last value \
            stays; halves of 128 bits may be from different lanes.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        x(RA),
                        y(RA),
                        z(RA),
                        input(
                            "Rb",
                            RB,
                            "The value: a register, or a pair for 64 bits and for the lower half of 128.",
                        ),
                        input("Rb_upper", RB, "The next pair, for the upper half of 128 bits."),
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
                parts: SUST,
                source: Clause { page: "nvdisasm", heading: "SM50 to SM62" },
            }),
            ..NumberedForm::default()
        }),
        readings: READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("sust.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "sust" },
        ..Instruction::default()
    }
}

/// Computes the types and registers of a line.
fn fit(line: &FitInput) -> Result<Fit, Refusal> {
    let (access, register, element_bytes) = sized(line);
    let (count, [x, y, z]) = coordinates(line);
    Ok(Fit {
        access: Some(access),
        element_bytes: Some(element_bytes),
        counts: vec![count, element_bytes.div_ceil(4), 1],
        operands: vec![
            x,
            y,
            z,
            (Some(0), register),
            (Some(2).filter(|_| element_bytes == 16), register),
            (Some(0), Ud),
            (None, Ud),
        ],
        ..Fit::default()
    })
}
