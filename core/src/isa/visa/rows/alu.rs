//! Arithmetic, logic, move and compare instructions, which listings have between memory accesses. They share one shape.

use super::common::memory_behaviour;
use crate::base::Clause;
use crate::base::ScalarType::{self, B, D, Df, F, Hf, Q, Ub, Ud, Uq, Uw, W};
use crate::isa::visa::readings;
use crate::spec::{
    DeclaredSignature, GuardUse, Instruction, LineAttributes, MinMax, Modifier, ModifierValue, Operand,
    OperandKind, Reading, Signature, SourceModifiers,
};

const ANY: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q, Hf, F, Df];
const INTEGER: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q];
const UNSIGNED: &[ScalarType] = &[Ub, Uw, Ud, Uq];
const SIGNED: &[ScalarType] = &[B, W, D, Q];

const SATURATES: LineAttributes = LineAttributes { saturates: true, ..LineAttributes::NONE };

const SATURATE: &[Modifier] = &[Modifier::listed(
    "sat",
    &[ModifierValue::new("sat", "").with_attributes(SATURATES)],
    "Limits the result to the range of the destination; a float to 0 to 1.",
)
.optional()];

/// No words after the mnemonic.
const PLAIN: &[Modifier] = &[];

const RELATION: &[Modifier] = &[Modifier::listed(
    "relation",
    &[
        ModifierValue::new("eq", "equal"),
        ModifierValue::new("ne", "not equal"),
        ModifierValue::new("gt", "greater"),
        ModifierValue::new("ge", "greater or equal"),
        ModifierValue::new("lt", "less"),
        ModifierValue::new("le", "less or equal"),
    ],
    "The comparison.",
)];

const ARITHMETIC: SourceModifiers = SourceModifiers::Arithmetic;
const LOGIC: SourceModifiers = SourceModifiers::Logic;

/// Returns a destination that is not a predicate.
const fn destination(types: &'static [ScalarType]) -> Operand {
    dst(OperandKind::Vector { types, predicate: false, modifiers: SourceModifiers::None })
}

/// Returns a destination that may be a predicate.
const fn destination_or_predicate(types: &'static [ScalarType]) -> Operand {
    dst(OperandKind::Vector { types, predicate: true, modifiers: SourceModifiers::None })
}

const fn dst(kind: OperandKind) -> Operand {
    Operand::destination("dst", kind, "The destination; the result is converted to its type.")
}

/// Returns a source that is not a predicate.
const fn source(name: &'static str, types: &'static [ScalarType], modifiers: SourceModifiers) -> Operand {
    Operand::source(name, OperandKind::Vector { types, predicate: false, modifiers }, "A source.")
}

/// Returns a source that may be a predicate.
const fn source_or_predicate(
    name: &'static str,
    types: &'static [ScalarType],
    modifiers: SourceModifiers,
) -> Operand {
    Operand::source(name, OperandKind::Vector { types, predicate: true, modifiers }, "A source.")
}

/// A destination and a source of any type.
const ONE: &[Operand] = &[destination(ANY), source_or_predicate("src0", ANY, ARITHMETIC)];
/// A destination and two sources of any type.
const TWO: &[Operand] = &[destination(ANY), source("src0", ANY, ARITHMETIC), source("src1", ANY, ARITHMETIC)];
/// A destination and a source, both integers or predicates.
const ONE_LOGIC: &[Operand] =
    &[destination_or_predicate(INTEGER), source_or_predicate("src0", INTEGER, LOGIC)];
/// A destination and two sources, all integers or predicates.
const TWO_LOGIC: &[Operand] = &[
    destination_or_predicate(INTEGER),
    source_or_predicate("src0", INTEGER, LOGIC),
    source_or_predicate("src1", INTEGER, LOGIC),
];
/// The operands of a shift of any integers.
const SHIFT: &[Operand] =
    &[destination(INTEGER), source("src0", INTEGER, ARITHMETIC), source("src1", INTEGER, ARITHMETIC)];
/// The operands of a shift of unsigned integers. The amount may be signed.
const UNSIGNED_SHIFT: &[Operand] =
    &[destination(UNSIGNED), source("src0", UNSIGNED, ARITHMETIC), source("src1", INTEGER, ARITHMETIC)];
/// The operands of a shift of signed integers.
const SIGNED_SHIFT: &[Operand] =
    &[destination(SIGNED), source("src0", SIGNED, ARITHMETIC), source("src1", INTEGER, ARITHMETIC)];
/// The operands of a comparison.
const COMPARISON: &[Operand] =
    &[destination_or_predicate(ANY), source("src0", ANY, ARITHMETIC), source("src1", ANY, ARITHMETIC)];
/// The operands of a copy to a predicate.
const TO_PREDICATE: &[Operand] =
    &[dst(OperandKind::Predicate), source("src0", INTEGER, SourceModifiers::None)];

fn row(
    mnemonic: &'static str,
    opcode: u8,
    guard: GuardUse,
    operands: &'static [Operand],
    modifiers: &'static [Modifier],
    semantics: &'static str,
    prose: &'static str,
) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        prose,
        modifiers,
        guard,
        readings: readings_of(guard, operands),
        source: Clause {
            page: "vISA, instruction set",
            heading: "Arithmetic, logic, data movement, comparison",
        },
        semantics: semantics.into(),
        signature: Signature::Declared(DeclaredSignature {
            operands,
            exec_sizes: |_, _| &[1, 2, 4, 8, 16, 32],
            opcode: Some(opcode),
            minmax: Some(MinMax::SecondOnTie),
            ..DeclaredSignature::default()
        }),
        memory_behaviour,
        ..Instruction::alu()
    }
}

/// Returns the readings of a row: those of all rows, of predicates, and of float types.
fn readings_of(guard: GuardUse, operands: &[Operand]) -> Vec<&'static Reading> {
    let has_float_type = |operand: &Operand| match operand.kind {
        OperandKind::Vector { types, .. } => types.iter().any(|ty| ty.is_float()),
        _ => false,
    };
    let all: &[&Reading] = &[&readings::SOURCES, &readings::OFF_LANES, &readings::MASK_END];
    let predicate: &[&Reading] = if guard == GuardUse::None { &[] } else { &[&readings::ANY_ALL_WIDTH] };
    let float: &[&Reading] =
        if operands.iter().any(has_float_type) { &[&readings::FLOAT_DENORMALS] } else { &[] };
    [all, predicate, float].concat()
}

/// Creates the rows of a table.
macro_rules! instructions {
    ($($opcode:literal $mnemonic:literal $guard:ident $operands:ident $modifiers:ident $semantics:literal, $prose:literal;)*) => {
        vec![$(row($mnemonic, $opcode, GuardUse::$guard, $operands, $modifiers, include_str!($semantics), $prose)),*]
    };
}

/// Returns the rows.
pub(super) fn rows() -> Vec<Instruction> {
    instructions![
        0x29 "MOV" TurnsLanesOff ONE SATURATE "mov.notation", "Copies, converting to the destination's type.";
        0x01 "ADD" TurnsLanesOff TWO SATURATE "add.notation", "Adds; integers wrap around.";
        0x10 "MUL" TurnsLanesOff TWO SATURATE "mul.notation", "Multiplies; integers keep the low bits.";
        0x45 "MIN" None TWO SATURATE "min.notation", "Keeps the smaller source.";
        0x45 "MAX" None TWO SATURATE "max.notation", "Keeps the larger source.";
        0x20 "AND" TurnsLanesOff TWO_LOGIC PLAIN "and.notation", "Keeps the bits that both sources have.";
        0x21 "OR" TurnsLanesOff TWO_LOGIC PLAIN "or.notation", "Keeps the bits that either source has.";
        0x22 "XOR" TurnsLanesOff TWO_LOGIC PLAIN "xor.notation", "Keeps the bits in which the sources differ.";
        0x23 "NOT" TurnsLanesOff ONE_LOGIC PLAIN "not.notation", "Flips every bit.";
        0x24 "SHL" TurnsLanesOff SHIFT SATURATE "shl.notation",
            "Shifts left; the amount is the low 5 bits of src1, 6 for a qword.";
        0x25 "SHR" TurnsLanesOff UNSIGNED_SHIFT SATURATE "shr.notation",
            "Shifts right and fills with zeros; the amount is as for SHL.";
        0x26 "ASR" TurnsLanesOff SIGNED_SHIFT PLAIN "asr.notation",
            "Shifts right and fills with the sign; the amount is as for SHL.";
        0x2a "SEL" IsOperand TWO SATURATE "sel.notation", "Selects src0 if the predicate is on, and src1 if not.";
        0x2c "CMP" None COMPARISON RELATION "cmp.notation", "Compares; sets all bits of the result if it is true.";
        0x2b "SETP" None TO_PREDICATE PLAIN "setp.notation",
            "Sets a predicate: lane i from bit i of one value, or from bit 0 of its own element.";
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn a_row_lists_the_readings_of_predicates_and_floats_only_where_it_has_them() {
        let rows = rows();
        for (mnemonic, any_all_width, float_denormals) in [
            ("ADD", true, true),
            ("SEL", true, true),
            ("CMP", false, true),
            ("MIN", false, true),
            ("AND", true, false),
            ("ASR", true, false),
            ("SETP", false, false),
        ] {
            let row = rows.iter().find(|row| row.mnemonic == mnemonic).expect("the row exists");
            let lists = |wanted: &'static Reading| row.readings.contains(&wanted);
            assert_eq!(
                (lists(&readings::ANY_ALL_WIDTH), lists(&readings::FLOAT_DENORMALS)),
                (any_all_width, float_denormals),
                "{mnemonic}"
            );
        }
    }
}
