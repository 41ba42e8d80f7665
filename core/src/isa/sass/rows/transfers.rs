//! SULD and SUST: each lane loads or stores an element of a surface.

use super::slot::{input, load, output, slot, store};
use super::surface::{
    BYTE_ADDRESS, CLAMP, COORDINATES, DATA, DIM, HEADER_SLOT, RESULT, STATUS_SLOT, SURFACE, TRANSFER_SIZE,
    cache, check_status, header_operand, operand_registers, row, status_operand, transferred_value, x, y, z,
};
use super::surface_word::{SULD, SUST};
use crate::base::Clause;
use crate::base::ScalarType::Ub;
use crate::isa::sass::readings;
use crate::spec::{
    Instruction, LineRegisters, Modifier, ModifierValue, NumberedSignature, OperandRegisters, Reading,
    Refusal, RegisterInput, SlotKind,
};

/// Returns the modifiers of a row, with its words for the cache.
const fn modifiers(caching: &'static [ModifierValue]) -> [Modifier; 6] {
    [DATA, BYTE_ADDRESS, DIM, cache(caching), TRANSFER_SIZE, CLAMP]
}

/// The readings about the place of an element.
const READINGS: &[&Reading] = &[
    &readings::ARRAY_INDEX,
    &readings::BA_MISALIGNED,
    &readings::TRAP_HEADER,
    &readings::DIM_MISMATCH,
    &readings::SIZE_MISMATCH,
    &readings::POOL_LIMIT,
    &readings::TRAP_EFFECTS,
];

const VALUE: &str = "The value: a register, or a pair for 64 bits and for the lower half of 128.";
const UPPER: &str = "The next pair, for the upper half of 128 bits.";

/// Returns the row of SULD.
pub(super) fn suld() -> Instruction {
    use load::{PS, RA, RD, SC};
    const LOAD: &[Modifier] = &modifiers(&[
        ModifierValue::new("CA", "").with_code(0).as_default(),
        ModifierValue::new("CG", "").with_code(1),
        ModifierValue::new("CI", "").with_code(2),
        ModifierValue::new("CV", "").with_code(3),
    ]);
    let signature = NumberedSignature {
        slots: const { &[STATUS_SLOT, RESULT, COORDINATES, HEADER_SLOT] },
        operands: const {
            &[
                status_operand(PS),
                output("Rd", RD, VALUE),
                output("Rd_upper", RD, UPPER),
                x(RA),
                y(RA),
                z(RA),
                header_operand(SC),
                SURFACE,
            ]
        },
        line_registers: load_registers,
        encodings: SULD,
        ..NumberedSignature::default()
    };
    Instruction {
        synonyms: "load read image texture surface imageLoad surf2Dread suld.b",
        prose: "Each lane reads an element of a surface into Rd. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: LOAD,
        bounds_prose: "The clamp modifier decides: zero is returned, the nearest texel is used, or the program traps. Without a usable \
            header or memory, zero is returned.",
        conflict_prose: "Lanes only read, and do not disturb each other.",
        readings: READINGS.to_vec(),
        source: Clause { page: "PTX ISA", heading: "suld" },
        ..row("SULD", concat!(include_str!("surface.notation"), include_str!("suld.notation")), signature)
    }
}

/// Returns the row of SUST.
pub(super) fn sust() -> Instruction {
    use store::{RA, RB, SC};
    const STORE: &[Modifier] = &modifiers(&[
        ModifierValue::new("WB", "").with_code(0).as_default(),
        ModifierValue::new("CG", "").with_code(1),
        ModifierValue::new("CS", "").with_code(2),
        ModifierValue::new("WT", "").with_code(3),
    ]);
    let signature = NumberedSignature {
        slots: const { &[COORDINATES, slot("Rb", SlotKind::Register, "The data."), HEADER_SLOT] },
        operands: const {
            &[
                x(RA),
                y(RA),
                z(RA),
                input("Rb", RB, VALUE),
                input("Rb_upper", RB, UPPER),
                header_operand(SC),
                SURFACE,
            ]
        },
        line_registers: store_registers,
        encodings: SUST,
        ..NumberedSignature::default()
    };
    Instruction {
        synonyms: "store write image texture surface imageStore surf2Dwrite sust.b",
        prose: "Each lane writes Rb to an element of a surface. A header in memory describes the surface; its index comes \
            from the constant bank or a register.",
        modifiers: STORE,
        bounds_prose: "The clamp modifier decides: nothing is written, the nearest texel is used, or the program traps.",
        conflict_prose: "Lanes at the same texel write one after another, in an order that the manual does not fix. The last value \
            stays; halves of 128 bits may be from different lanes.",
        skips_helpers: true,
        readings: READINGS.to_vec(),
        source: Clause { page: "PTX ISA", heading: "sust" },
        ..row("SUST", concat!(include_str!("surface.notation"), include_str!("sust.notation")), signature)
    }
}

/// Returns the registers of a load, after a check that its target has a status.
fn load_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    check_status(line, load::PS)?;
    let value = transferred_value(line);
    let status = OperandRegisters { offset: line.filled[load::PS].then_some(0), ty: Ub };
    Ok(LineRegisters {
        access: value.access,
        operands: operand_registers(line, &[status, value.lower, value.upper], &[]),
    })
}

/// Returns the registers of a store.
fn store_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    let value = transferred_value(line);
    Ok(LineRegisters {
        access: value.access,
        operands: operand_registers(line, &[], &[value.lower, value.upper]),
    })
}
