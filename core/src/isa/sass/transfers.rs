//! SULD and SUST: each lane loads or stores an element of a surface.

use super::readings as r;
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER, RESULT, Registers, SIZE, STATUS, SURFACE, cache,
    check_status, code, coordinates, header, input, output, sized, slot, status, usual, word, x, y, z,
};
use super::surface_word::{SULD, SUST, load, store};
use crate::base::Clause;
use crate::base::ScalarType::{Ub, Ud};
use crate::spec::{
    Fit, FitInput, Instruction, Modifier, NumberedForm, Reading, Refusal, RowForm, SlotForm, SlotKind, Word,
};

/// Returns the modifiers of a row, with its words for the cache.
const fn modifiers(caching: &'static [Word]) -> [Modifier; 6] {
    [DATA, BYTE_ADDRESS, DIM, cache(caching), SIZE, CLAMP]
}

/// The readings about the place of an element.
const READINGS: &[&Reading] = &[
    &r::ARRAY_INDEX,
    &r::BA_MISALIGNED,
    &r::TRAP_HEADER,
    &r::DIM_MISMATCH,
    &r::SIZE_MISMATCH,
    &r::POOL_LIMIT,
    &r::TRAP_EFFECTS,
];

const VALUE: &str = "The value: a register, or a pair for 64 bits and for the lower half of 128.";
const UPPER: &str = "The next pair, for the upper half of 128 bits.";

/// Returns the row of SULD.
pub(super) fn suld() -> Instruction {
    use load::{PS, RA, RD, SC};
    const LOAD: &[Modifier] = &modifiers(&[
        usual(word("CA", "CA", 0, "")),
        word("CG", "CG", 1, ""),
        word("CI", "CI", 2, ""),
        word("CV", "CV", 3, ""),
    ]);
    Instruction {
        mnemonic: "SULD".into(),
        synonyms: "load read image texture surface imageLoad surf2Dread suld.b",
        prose: "Each lane reads an element of a surface into Rd. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: LOAD,
        bounds: "The clamp modifier decides: zero is returned, the nearest texel is used, or the program traps. Without a usable \
            header or memory, zero is returned.",
        conflict: "Lanes only read, and do not disturb each other.",
        form: RowForm::Numbered(NumberedForm {
            slots: SlotForm {
                operands: const {
                    &[
                        status(PS),
                        output("Rd", RD, VALUE),
                        output("Rd_upper", RD, UPPER),
                        x(RA),
                        y(RA),
                        z(RA),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const { &[STATUS, RESULT, COORDINATES, HEADER] },
                fit: fit_load,
                ..SlotForm::default()
            },
            encoding: code(SULD),
            ..NumberedForm::default()
        }),
        readings: READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("suld.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "suld" },
        ..Instruction::default()
    }
}

/// Returns the row of SUST.
pub(super) fn sust() -> Instruction {
    use store::{RA, RB, SC};
    const STORE: &[Modifier] = &modifiers(&[
        usual(word("WB", "WB", 0, "")),
        word("CG", "CG", 1, ""),
        word("CS", "CS", 2, ""),
        word("WT", "WT", 3, ""),
    ]);
    Instruction {
        mnemonic: "SUST".into(),
        synonyms: "store write image texture surface imageStore surf2Dwrite sust.b",
        prose: "Each lane writes Rb to an element of a surface. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: STORE,
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
                        input("Rb", RB, VALUE),
                        input("Rb_upper", RB, UPPER),
                        header(SC),
                        SURFACE,
                    ]
                },
                slots: const { &[COORDINATES, slot("Rb", SlotKind::Register, "The data."), HEADER] },
                fit: fit_store,
                ..SlotForm::default()
            },
            skips_helpers: true,
            encoding: code(SUST),
            ..NumberedForm::default()
        }),
        readings: READINGS,
        semantics: concat!(include_str!("surface.notation"), include_str!("sust.notation")).into(),
        source: Clause { page: "PTX ISA", heading: "sust" },
        ..Instruction::default()
    }
}

/// The registers of the header pointer and of the surface.
const END: [Registers; 2] = [(Some(0), Ud), (None, Ud)];

/// Computes the types and registers of a load, after a check that its target has a status.
fn fit_load(line: &FitInput) -> Result<Fit, Refusal> {
    check_status(line, load::PS)?;
    let (fit, value, width) = fit_value(line);
    let (count, coordinates) = coordinates(line);
    let status = [(line.filled[load::PS].then_some(0), Ub)];
    let operands = [&status[..], &value, &coordinates, &END].concat();
    Ok(Fit { counts: vec![1, width, count, 1], operands, ..fit })
}

/// Computes the types and registers of a store.
fn fit_store(line: &FitInput) -> Result<Fit, Refusal> {
    let (fit, value, width) = fit_value(line);
    let (count, coordinates) = coordinates(line);
    Ok(Fit { counts: vec![count, width, 1], operands: [&coordinates[..], &value, &END].concat(), ..fit })
}

/// Returns the size of the element, the registers of the value with its upper half, and the number of all of them.
fn fit_value(line: &FitInput) -> (Fit, [Registers; 2], usize) {
    let (access, register, element_bytes) = sized(line);
    let upper = (Some(2).filter(|_| element_bytes == 16), register);
    let fit = Fit { access: Some(access), element_bytes: Some(element_bytes), ..Fit::default() };
    (fit, [(Some(0), register), upper], element_bytes.div_ceil(4))
}
