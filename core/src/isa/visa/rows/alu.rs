//! Arithmetic, logic, move and compare instructions, which listings have between memory accesses. They share one shape.

use super::common::skeleton;
use crate::base::Clause;
use crate::base::ScalarType::{self, B, D, Df, F, Hf, Q, Ub, Ud, Uq, Uw, W};
use crate::isa::visa::readings as r;
use crate::spec::{
    Decisions, DeclaredSignature, ExecutionUnit, Instruction, Modifier, Operand, OperandKind, Signature,
    SourceModifiers, Word,
};

const ANY: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q, Hf, F, Df];
const INTEGER: &[ScalarType] = &[Ub, B, Uw, W, Ud, D, Uq, Q];
const UNSIGNED: &[ScalarType] = &[Ub, Uw, Ud, Uq];
const SIGNED: &[ScalarType] = &[B, W, D, Q];

const SATURATES: Decisions = Decisions { saturates: true, ..Decisions::NONE };

const SATURATE: &[Modifier] = &[Modifier::listed(
    "sat",
    &[Word::new("sat", "").deciding(SATURATES)],
    "Limits the result to the range of the destination; a float to 0 to 1.",
)
.optional()];

const RELATION: &[Modifier] = &[Modifier::listed(
    "relation",
    &[
        Word::new("eq", "equal"),
        Word::new("ne", "not equal"),
        Word::new("gt", "greater"),
        Word::new("ge", "greater or equal"),
        Word::new("lt", "less"),
        Word::new("le", "less or equal"),
    ],
    "The comparison.",
)];

const ARITHMETIC: SourceModifiers = SourceModifiers::Arithmetic;
const LOGIC: SourceModifiers = SourceModifiers::Logic;

/// Returns a destination that is not a predicate.
const fn written(types: &'static [ScalarType]) -> Operand {
    destination(types, false)
}

/// Returns a destination that may be a predicate.
const fn written_or_predicate(types: &'static [ScalarType]) -> Operand {
    destination(types, true)
}

const fn destination(types: &'static [ScalarType], predicate: bool) -> Operand {
    let kind = OperandKind::Vector { types, predicate, modifiers: SourceModifiers::None };
    Operand::written("dst", kind, "The destination; the result is converted to its type.")
}

/// Returns a source that is not a predicate.
const fn read(name: &'static str, types: &'static [ScalarType], modifiers: SourceModifiers) -> Operand {
    Operand::read(name, OperandKind::Vector { types, predicate: false, modifiers }, "A source.")
}

/// Returns a source that may be a predicate.
const fn read_or_predicate(
    name: &'static str,
    types: &'static [ScalarType],
    modifiers: SourceModifiers,
) -> Operand {
    Operand::read(name, OperandKind::Vector { types, predicate: true, modifiers }, "A source.")
}

/// A destination and two sources of any type.
const TWO: &[Operand] = &[written(ANY), read("src0", ANY, ARITHMETIC), read("src1", ANY, ARITHMETIC)];
/// A destination and two sources, all integers or predicates.
const TWO_LOGIC: &[Operand] = &[
    written_or_predicate(INTEGER),
    read_or_predicate("src0", INTEGER, LOGIC),
    read_or_predicate("src1", INTEGER, LOGIC),
];

fn row(
    mnemonic: &'static str,
    opcode: u8,
    prose: &'static str,
    operands: &'static [Operand],
    modifiers: &'static [Modifier],
    semantics: &'static str,
) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        prose,
        modifiers,
        unit: ExecutionUnit::Alu,
        bounds_prose: "It touches no surface.",
        conflict_prose: "Lanes do not meet.",
        readings: vec![&r::SOURCES, &r::OFF_LANES, &r::FLOAT_DENORMALS, &r::ANY_ALL_WIDTH, &r::MASK_END],
        source: Clause {
            page: "vISA, instruction set",
            heading: "Arithmetic, logic, data movement, comparison",
        },
        semantics: semantics.into(),
        signature: Signature::Declared(DeclaredSignature {
            operands,
            exec_sizes: |_, _| &[1, 2, 4, 8, 16, 32],
            opcode: Some(opcode),
            ..DeclaredSignature::default()
        }),
        ..skeleton()
    }
}

/// Returns the row as one that accepts no predicate.
fn unpredicated(row: Instruction) -> Instruction {
    Instruction { accepts_predicate: false, ..row }
}

/// Returns the rows.
pub(super) fn rows() -> Vec<Instruction> {
    vec![
        row(
            "MOV",
            0x29,
            "Copies, converting to the destination's type.",
            const { &[written(ANY), read_or_predicate("src0", ANY, ARITHMETIC)] },
            SATURATE,
            include_str!("mov.notation"),
        ),
        row("ADD", 0x01, "Adds; integers wrap around.", TWO, SATURATE, include_str!("add.notation")),
        row(
            "MUL",
            0x10,
            "Multiplies; integers keep the low bits.",
            TWO,
            SATURATE,
            include_str!("mul.notation"),
        ),
        unpredicated(row(
            "MIN",
            0x45,
            "Keeps the smaller source.",
            TWO,
            SATURATE,
            include_str!("min.notation"),
        )),
        unpredicated(row(
            "MAX",
            0x45,
            "Keeps the larger source.",
            TWO,
            SATURATE,
            include_str!("max.notation"),
        )),
        row(
            "AND",
            0x20,
            "Keeps the bits that both sources have.",
            TWO_LOGIC,
            &[],
            include_str!("and.notation"),
        ),
        row(
            "OR",
            0x21,
            "Keeps the bits that either source has.",
            TWO_LOGIC,
            &[],
            include_str!("or.notation"),
        ),
        row(
            "XOR",
            0x22,
            "Keeps the bits in which the sources differ.",
            TWO_LOGIC,
            &[],
            include_str!("xor.notation"),
        ),
        row(
            "NOT",
            0x23,
            "Flips every bit.",
            const { &[written_or_predicate(INTEGER), read_or_predicate("src0", INTEGER, LOGIC)] },
            &[],
            include_str!("not.notation"),
        ),
        row(
            "SHL",
            0x24,
            "Shifts left; the amount is the low 5 bits of src1, 6 for a qword.",
            const { &[written(INTEGER), read("src0", INTEGER, ARITHMETIC), read("src1", INTEGER, ARITHMETIC)] },
            SATURATE,
            include_str!("shl.notation"),
        ),
        row(
            "SHR",
            0x25,
            "Shifts right and fills with zeros; the amount is as for SHL.",
            const { &[written(UNSIGNED), read("src0", UNSIGNED, ARITHMETIC), read("src1", INTEGER, ARITHMETIC)] },
            SATURATE,
            include_str!("shr.notation"),
        ),
        row(
            "ASR",
            0x26,
            "Shifts right and fills with the sign; the amount is as for SHL.",
            const { &[written(SIGNED), read("src0", SIGNED, ARITHMETIC), read("src1", INTEGER, ARITHMETIC)] },
            &[],
            include_str!("asr.notation"),
        ),
        Instruction {
            predicate_chooses: true,
            ..row(
                "SEL",
                0x2a,
                "Selects src0 if the predicate is on, and src1 if not.",
                TWO,
                SATURATE,
                include_str!("sel.notation"),
            )
        },
        unpredicated(row(
            "CMP",
            0x2c,
            "Compares; sets all bits of the result if it is true.",
            const { &[written_or_predicate(ANY), read("src0", ANY, ARITHMETIC), read("src1", ANY, ARITHMETIC)] },
            RELATION,
            include_str!("cmp.notation"),
        )),
        unpredicated(row(
            "SETP",
            0x2b,
            "Sets a predicate: lane i from bit i of one value, or from bit 0 of its own element.",
            const { &[written_or_predicate(&[]), read("src0", INTEGER, SourceModifiers::None)] },
            &[],
            include_str!("setp.notation"),
        )),
    ]
}
