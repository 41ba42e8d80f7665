//! Arithmetic, logic, move and compare instructions, which listings have between memory accesses. They share one shape,
//! so each is one line here. Its notation text has the semantics.

use crate::base::Clause;
use crate::base::ScalarType::{self, B, D, Df, F, Hf, Q, Ub, Ud, Uq, Uw, W};
use crate::spec::{
    Decisions, DeclaredSignature, ExecutionUnit, Instruction, Modifier, Operand, OperandKind, Reading,
    Signature, SourceModifiers, Word, Words,
};

use super::common::skeleton;
use super::readings as r;

const ANY: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q, Hf, F, Df];
const INTEGER: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q];
const UNSIGNED: &[ScalarType] = &[Ub, Uw, Ud, Uq];
const SIGNED: &[ScalarType] = &[B, W, D, Q];

const READINGS: &[&Reading] =
    &[&r::SOURCES, &r::OFF_LANES, &r::FLOAT_DENORMALS, &r::ANY_ALL_WIDTH, &r::MASK_END];

const SATURATE: &[Modifier] = &[Modifier::new(
    "sat",
    Words::Listed(&[Word {
        decides: Decisions { saturates: true, ..Decisions::NONE },
        ..Word::new("sat", "")
    }]),
    "Limits the result to the range of the destination; a float to 0 to 1.",
)
.optional()];

const RELATION: &[Modifier] = &[Modifier::new(
    "relation",
    Words::Listed(&[
        Word::new("eq", "equal"),
        Word::new("ne", "not equal"),
        Word::new("gt", "greater"),
        Word::new("ge", "greater or equal"),
        Word::new("lt", "less"),
        Word::new("le", "less or equal"),
    ]),
    "The comparison.",
)];

const ARITHMETIC: SourceModifiers = SourceModifiers::Arithmetic;
const LOGIC: SourceModifiers = SourceModifiers::Logic;

const fn written(types: &'static [ScalarType], predicate: bool) -> Operand {
    let kind = OperandKind::Vector { types, predicate, modifiers: SourceModifiers::None };
    Operand::written("dst", kind, "The destination; the result is converted to its type.")
}

const fn read(
    name: &'static str,
    types: &'static [ScalarType],
    predicate: bool,
    modifiers: SourceModifiers,
) -> Operand {
    Operand::read(name, OperandKind::Vector { types, predicate, modifiers }, "A source.")
}

/// Returns the properties that these rows share.
fn computing() -> Instruction {
    Instruction {
        unit: ExecutionUnit::Alu,
        bounds: "It touches no surface.",
        conflict: "Lanes do not meet.",
        readings: READINGS.to_vec(),
        source: Clause {
            page: "vISA, instruction set",
            heading: "Arithmetic, logic, data movement, comparison",
        },
        ..skeleton()
    }
}

/// A destination and two sources of any type.
const TWO: &[Operand] =
    &[written(ANY, false), read("src0", ANY, false, ARITHMETIC), read("src1", ANY, false, ARITHMETIC)];
/// A destination and two sources, all integers or predicates.
const TWO_LOGIC: &[Operand] =
    &[written(INTEGER, true), read("src0", INTEGER, true, LOGIC), read("src1", INTEGER, true, LOGIC)];

macro_rules! rows {
    ($($name:literal, $opcode:literal, $text:literal, $prose:literal, $operands:expr, $modifiers:expr, { $($field:ident: $value:expr),* };)*) => {
        /// Returns the rows.
        pub fn rows() -> Vec<Instruction> {
            vec![$(Instruction {
                mnemonic: $name.into(),
                prose: $prose,
                modifiers: $modifiers,
                signature: Signature::Declared(DeclaredSignature {
                    operands: const { $operands },
                    exec_sizes: |_, _| &[1, 2, 4, 8, 16, 32],
                    opcode: Some($opcode),
                    ..DeclaredSignature::default()
                }),
                semantics: include_str!($text).into(),
                $($field: $value,)*
                ..computing()
            }),*]
        }
    };
}

rows! {
    "MOV", 0x29, "mov.notation", "Copies, converting to the destination's type.",
        &[written(ANY, false), read("src0", ANY, true, ARITHMETIC)], SATURATE, {};
    "ADD", 0x01, "add.notation", "Adds; integers wrap around.", TWO, SATURATE, {};
    "MUL", 0x10, "mul.notation", "Multiplies; integers keep the low bits.", TWO, SATURATE, {};
    "MIN", 0x45, "min.notation", "Keeps the smaller source.", TWO, SATURATE, { accepts_predicate: false };
    "MAX", 0x45, "max.notation", "Keeps the larger source.", TWO, SATURATE, { accepts_predicate: false };
    "AND", 0x20, "and.notation", "Keeps the bits that both sources have.", TWO_LOGIC, &[], {};
    "OR", 0x21, "or.notation", "Keeps the bits that either source has.", TWO_LOGIC, &[], {};
    "XOR", 0x22, "xor.notation", "Keeps the bits in which the sources differ.", TWO_LOGIC, &[], {};
    "NOT", 0x23, "not.notation", "Flips every bit.", &[written(INTEGER, true), read("src0", INTEGER, true, LOGIC)], &[], {};
    "SHL", 0x24, "shl.notation", "Shifts left; the amount is the low 5 bits of src1, 6 for a qword.",
        &[written(INTEGER, false), read("src0", INTEGER, false, ARITHMETIC), read("src1", INTEGER, false, ARITHMETIC)],
        SATURATE, {};
    "SHR", 0x25, "shr.notation", "Shifts right and fills with zeros; the amount is as for SHL.",
        &[written(UNSIGNED, false), read("src0", UNSIGNED, false, ARITHMETIC), read("src1", INTEGER, false, ARITHMETIC)],
        SATURATE, {};
    "ASR", 0x26, "asr.notation", "Shifts right and fills with the sign; the amount is as for SHL.",
        &[written(SIGNED, false), read("src0", SIGNED, false, ARITHMETIC), read("src1", INTEGER, false, ARITHMETIC)], &[], {};
    "SEL", 0x2a, "sel.notation", "Selects src0 if the predicate is on, and src1 if not.", TWO,
        SATURATE, { predicate_chooses: true };
    "CMP", 0x2c, "cmp.notation", "Compares; sets all bits of the result if it is true.",
        &[written(ANY, true), read("src0", ANY, false, ARITHMETIC), read("src1", ANY, false, ARITHMETIC)],
        RELATION, { accepts_predicate: false };
    "SETP", 0x2b, "setp.notation", "Sets a predicate: lane i from bit i of one value, or from bit 0 of its own element.",
        &[written(&[], true), read("src0", INTEGER, false, SourceModifiers::None)], &[], { accepts_predicate: false };
}
