//! Instructions that listings have around memory instructions, one row each.

use super::slot::{input, output, slot};
use crate::base::Clause;
use crate::base::ScalarType::{self, D, Ub, Ud, Uw, W};
use crate::spec::{
    ImpliedOperand, Instruction, LineAccess, LineRegisters, Modifier, ModifierValue, NumberedSignature,
    Operand, OperandKind, OperandRegisters, Refusal, RegisterInput, Signature, Slot, SlotKind,
};

const RESULT: &str = "Result.";
const SOURCE: &str = "Source.";
const SOURCE_SLOT: &str = "A source: a register, an immediate or a word of the constant bank.";

const fn result(name: &'static str) -> Slot {
    slot(name, SlotKind::Register, "The result; RZ discards it.")
}

const fn source(name: &'static str) -> Slot {
    slot(name, SlotKind::Source, SOURCE_SLOT)
}

const fn predicate(name: &'static str, prose: &'static str) -> Slot {
    slot(name, SlotKind::Predicate, prose)
}

const fn word(text: &'static str) -> ModifierValue {
    ModifierValue::new(text, "")
}

/// Returns the registers of a line whose operands are one register each.
fn single_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    // Each slot supplies one operand. The implied one of EXIT has no register.
    let operands = vec![OperandRegisters::new(0, Ud); line.filled.len()];
    Ok(LineRegisters { access: LineAccess::new(Ud), operands })
}

/// Returns the registers of a line of ISETP. Predicates are single bits, and numbers are signed unless the line has `.U32`.
fn comparison_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    let ty = line.attributes.access.unwrap_or(D);
    let operands = [Ub, Ub, ty, ty, Ub].map(|ty| OperandRegisters::new(0, ty)).to_vec();
    Ok(LineRegisters { access: LineAccess::new(ty), operands })
}

/// Returns the signature of a line whose slots hold one register each.
const fn single_signature(slots: &'static [Slot], operands: &'static [Operand]) -> NumberedSignature {
    NumberedSignature {
        slots,
        operands,
        line_registers: single_registers,
        unwritten_op: None,
        encodings: &[],
    }
}

/// A destination and two sources.
const TWO_SOURCES: NumberedSignature = single_signature(
    const { &[result("Rd"), source("Ra"), source("Sb")] },
    const { &[output("Rd", 0, RESULT), input("a", 1, SOURCE), input("b", 2, SOURCE)] },
);
/// A destination and three sources.
const THREE_SOURCES: NumberedSignature = single_signature(
    const { &[result("Rd"), source("Ra"), source("Sb"), source("Sc")] },
    const { &[output("Rd", 0, RESULT), input("a", 1, SOURCE), input("b", 2, SOURCE), input("c", 3, SOURCE)] },
);

const fn half(name: &'static str) -> Slot {
    let prose = "A factor: half of a register or of a word of the constant bank, or an immediate.";
    slot(name, SlotKind::Half, prose)
}

/// Returns the registers of a line of XMAD. The factors are halves of registers; Sb is also read as a whole.
fn half_registers(line: &RegisterInput) -> Result<LineRegisters, Refusal> {
    let name = line.value_name("type");
    let (_, [a, b]) = FACTOR_TYPES.into_iter().find(|(own, _)| *own == name).unwrap_or(("", [Uw, Uw]));
    let operands = [Ud, a, b, Ud, Ud].map(|ty| OperandRegisters::new(0, ty)).to_vec();
    Ok(LineRegisters { access: LineAccess::new(Ud), operands })
}

/// A destination and a source of plain bits.
const COPY: NumberedSignature = single_signature(
    const { &[result("Rd"), slot("Sb", SlotKind::Bits, SOURCE_SLOT)] },
    const { &[output("Rd", 0, RESULT), input("b", 1, SOURCE)] },
);
/// A destination and a special register.
const SPECIAL: NumberedSignature = single_signature(
    const { &[result("Rd"), slot("SR", SlotKind::LaneId("SR_LANEID"), "The special register.")] },
    const { &[output("Rd", 0, RESULT), input("special", 1, SOURCE)] },
);
/// The signature of XMAD.
const FACTORS: NumberedSignature = NumberedSignature {
    line_registers: half_registers,
    ..single_signature(
        const { &[result("Rd"), half("Ra"), half("Sb"), source("Sc")] },
        const {
            &[
                output("Rd", 0, RESULT),
                input("a", 1, SOURCE),
                input("b", 2, SOURCE),
                input("c", 3, SOURCE),
                input("whole", 2, SOURCE),
            ]
        },
    )
};

/// The signature of ISETP.
const COMPARISON: NumberedSignature = NumberedSignature {
    line_registers: comparison_registers,
    ..single_signature(
        const {
            &[
                predicate("Pd", "The result of the comparison, combined with Pc."),
                predicate("Pq", "The opposite result, combined with Pc."),
                source("Ra"),
                source("Sb"),
                predicate("Pc", "The predicate that is combined with the result."),
            ]
        },
        const {
            &[
                output("Pd", 0, RESULT),
                output("Pq", 1, RESULT),
                input("a", 2, SOURCE),
                input("b", 3, SOURCE),
                input("Pc", 4, SOURCE),
            ]
        },
    )
};

/// The lanes that have exited, which no slot names.
const EXITED_LANES: NumberedSignature = single_signature(
    &[],
    const {
        &[Operand::destination(
            "exited",
            OperandKind::Implied(ImpliedOperand::ExitedLanes),
            "The lanes that have exited.",
        )]
    },
);

/// No words after the mnemonic.
const PLAIN: &[Modifier] = &[];

/// The types of the factors of XMAD, by the word for them. Without a word, both are unsigned.
const FACTOR_TYPES: [(&str, [ScalarType; 2]); 3] =
    [("S16.S16", [W, W]), ("S16.U16", [W, Uw]), ("U16.S16", [Uw, W])];

/// The modifiers of XMAD.
const XMAD_MODIFIERS: &[Modifier] = &[
    Modifier::listed("type", &[word(FACTOR_TYPES[0].0), word(FACTOR_TYPES[1].0), word(FACTOR_TYPES[2].0)], "Signs of the factors.").optional(),
    Modifier::listed("shift", &[word("PSL")], "Shifts the product left by 16.").optional(),
    Modifier::listed(
        "mode",
        &[word("MRG"), word("CBCC"), word("CLO"), word("CHI")],
        "MRG puts Sb's low half on top of the sum; CBCC adds Sb shifted left by 16 too; CLO and CHI add the low \
         or high half of Sc.",
    ).optional(),
];

/// The modifiers of SHL.
const SHL_MODIFIERS: &[Modifier] =
    &[Modifier::listed("wrap", &[word("W")], "The amount wraps around.").optional()];

/// The modifiers of LOP.
const LOP_MODIFIERS: &[Modifier] = &[Modifier::listed(
    "op",
    &[word("AND"), word("OR"), word("XOR"), word("PASS_B")],
    "The operation on the bits.",
)];

/// The modifiers of ISETP.
const ISETP_MODIFIERS: &[Modifier] = &[
    Modifier::listed(
        "compare",
        &[word("LT"), word("EQ"), word("LE"), word("GT"), word("NE"), word("GE")],
        "The comparison.",
    ),
    Modifier::listed("type", &[word("U32").with_access(Ud)], "Unsigned rather than signed.").optional(),
    Modifier::listed("combine", &[word("AND"), word("OR"), word("XOR")], "The combination with Pc."),
];

fn row(
    mnemonic: &'static str,
    signature: NumberedSignature,
    modifiers: &'static [Modifier],
    semantics: &'static str,
    prose: &'static str,
) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        prose,
        modifiers,
        signature: Signature::Numbered(signature),
        semantics: semantics.into(),
        source: Clause { page: "SASS", heading: mnemonic },
        ..Instruction::alu()
    }
}

/// Creates the rows of a table. Fields with values of their own follow the description.
macro_rules! instructions {
    ($($mnemonic:literal $signature:ident $modifiers:ident $semantics:literal, $prose:literal $(, $field:ident: $value:expr)*;)*) => {
        vec![$(Instruction {
            $($field: $value,)*
            ..row($mnemonic, $signature, $modifiers, include_str!($semantics), $prose)
        }),*]
    };
}

/// Returns the rows. XMAD has the modes that listings use to multiply: three XMADs make a product of 32 bits. CSFU, which
/// corrects signs, and carries are not modelled.
pub fn rows() -> Vec<Instruction> {
    instructions![
        "MOV" COPY PLAIN "mov.notation", "Copies a register, a number or a word.";
        "S2R" SPECIAL PLAIN "s2r.notation", "Reads a special register.";
        "IADD" TWO_SOURCES PLAIN "iadd.notation", "Adds; wraps around.";
        "IMAD" THREE_SOURCES PLAIN "imad.notation", "Multiplies and adds; the low half of the product counts.";
        "XMAD" FACTORS XMAD_MODIFIERS "xmad.notation",
            "Multiplies two 16-bit halves and adds; its modes select what is added, and where the product goes.",
            source: Clause { page: "Maxwell listings and two public models of them", heading: "XMAD" };
        "SHL" TWO_SOURCES SHL_MODIFIERS "shl.notation",
            "Shifts left; shifting by 32 or more gives 0, and with .W five bits of the amount count.";
        "LOP" TWO_SOURCES LOP_MODIFIERS "lop.notation", "Combines bits.";
        "ISETP" COMPARISON ISETP_MODIFIERS "isetp.notation", "Compares, and sets two predicates.";
        "EXIT" EXITED_LANES PLAIN "exit.notation", "Ends the program for the lanes that take part.",
            ends_program: true;
    ]
}
