//! QUILL, a made-up instruction set. It has numbered registers with a spelling of its own, two instructions, a reading,
//! and rules in its own words. A session accepts it like any other instruction set.

use lanescope_core::base::ScalarType::{D, Ud};
use lanescope_core::base::{Clause, Kind, Rule};
use lanescope_core::check::{NumberedSetCheck, SetWithCheck};
use lanescope_core::isa::sass::{declare_surface, pool_size};
use lanescope_core::spec::{
    AtomicOp, Choice, ConstantBank, Encoding64, Field, FieldContent, Form, FormName, FormPart,
    ImpliedOperand, Instruction, InstructionSet, IsaParameter, LineAccess, LinePart, LineRegisters, Listing,
    Modifier, ModifierValue, ModifierValues, NumberedSignature, OpTable, Operand, OperandKind,
    OperandRegisters, PartKey, Reading, RegisterFile, RegisterNames, RegisterRules, Separator, SetBehaviour,
    SetRules, Shape, Signature, Slot, SlotContent, SlotKind, Statement,
};
use lanescope_core::spec::{Certainty::Assumed, CostKey, CostModel, ForeignNames};
use std::rc::Rc;

const PAGE: Clause = Clause { page: "The book of QUILL", heading: "TALLY" };

pub fn set() -> SetWithCheck {
    SetWithCheck { data: data(), check: &CHECK }
}

const CHECK: NumberedSetCheck =
    NumberedSetCheck { declare_surface, pool_size, warnings: |_, _, _| Vec::new() };

fn data() -> InstructionSet {
    InstructionSet {
        key: "quill",
        title: "QUILL",
        parameters: &[IsaParameter {
            key: "ink",
            values: &[1, 2],
            default: 1,
            noun: "ink",
            notation_name: Some("INK"),
            rule: &INK,
        }],
        lane_counts: &[1, 2, 4],
        default_lanes: Some(4),
        has_helper_lanes: false,
        is_lower_case: true,
        directives: &["const", "pool"],
        shape: &SHAPE,
        registers: Some(&REGISTERS),
        cost_models: const { &[&INKWELL] },
        behaviour: |_| SetBehaviour::default(),
        listing: Listing { directives: &["chapter"], mnemonics: &["BLOT"], ..Listing::default() },
        not_modelled: &[],
        foreign_names: &ForeignNames::NONE,
        encoding_source: PAGE,
        instructions: vec![Rc::new(tally()), Rc::new(copy())],
        readings: &[&FAR],
        rules: &SET_RULES,
        own_rules: Vec::new(),
        clauses: &[],
    }
}

const fn rule(code: &'static str, kind: Kind, statement: &'static str) -> Rule {
    Rule::new(code, kind, statement, (PAGE.page, PAGE.heading))
}

const QUILL: Rule = rule("quill", Kind::Invalid, "a line is as the book has it");
const INK: Rule = rule("quill-ink", Kind::Invalid, "there are two inks");
const UNKNOWN: Rule =
    rule("quill-unknown", Kind::Unsupported, "a program runs up to what is not in the book");

static RULES: RegisterRules = RegisterRules {
    register: rule("quill-register", Kind::Invalid, "there are x0 to x30 and xz, and q0 to q2 and qt"),
    slot_kind: rule("quill-slot", Kind::Invalid, "a register is `x4`, an address `<x4>`"),
    ..RegisterRules::from_rule(QUILL)
};

static SET_RULES: SetRules = SetRules { unknown_instruction: UNKNOWN, ..SetRules::from_rule(QUILL) };

const X: RegisterNames = RegisterNames { prefix: "x", last: 30, fixed: "xz" };
const Q: RegisterNames = RegisterNames { prefix: "q", last: 2, fixed: "qt" };

/// A cost model of its own: sectors of 16 bytes.
static INKWELL: CostModel = CostModel::new(
    "inkwell",
    "Inkwell",
    [
        (CostKey::Sector, 16, Assumed, ""),
        (CostKey::Line, 64, Assumed, ""),
        (CostKey::LanesUpTo4Bytes, 4, Assumed, ""),
        (CostKey::LanesUpTo8Bytes, 4, Assumed, ""),
        (CostKey::LanesOver8Bytes, 4, Assumed, ""),
        (CostKey::TexelLanes, 4, Assumed, ""),
        (CostKey::BankCount, 4, Assumed, ""),
        (CostKey::BankBytes, 4, Assumed, ""),
        (CostKey::GroupUpTo4Bytes, 4, Assumed, ""),
        (CostKey::GroupUpTo8Bytes, 4, Assumed, ""),
        (CostKey::GroupOver8Bytes, 4, Assumed, ""),
        (CostKey::WritesMerge, 1, Assumed, ""),
        (CostKey::AtomicUnit, 4, Assumed, ""),
        (CostKey::Repeat, 0, Assumed, ""),
        (CostKey::Base, 0, Assumed, ""),
    ],
);

/// `^q0 tally.grow x6, <x4>, x5, 0x0|`.
static SHAPE: Shape = Shape {
    parts: &[
        LinePart::Guard(form(
            FormName::PREDICATE,
            &[
                FormPart::Sign('^', "`^`"),
                FormPart::Flag(PartKey::INVERTED),
                FormPart::Name(PartKey::NAME, "a predicate such as `q0`"),
            ],
        )),
        LinePart::Mnemonic(&QUILL),
        LinePart::Modifiers(&QUILL),
        LinePart::Operands(Separator::Sign(',', &QUILL)),
        LinePart::End { annotations: &['~'], terminator: '|', ignored: &[] },
    ],
    operands: &[
        form(FormName::REGISTER, &[FormPart::RegisterName(PartKey::NAME, X, "a register")]),
        form(
            FormName::ADDRESS,
            &[
                FormPart::Sign('<', "`<`"),
                FormPart::RegisterName(PartKey::NAME, X, "a register"),
                FormPart::Sign('>', "`>`"),
            ],
        ),
        form(FormName::NUMBER, &[FormPart::Value { key: PartKey::VALUE, takes_negative_patterns: false }]),
    ],
};

const fn form(name: FormName, parts: &'static [FormPart]) -> Form {
    Form { name, parts, rule: &QUILL }
}

static REGISTERS: RegisterFile = RegisterFile {
    general: X,
    predicates: Q,
    constant_bank: ConstantBank { name: "k", index_bits: 13 },
    rules: &RULES,
    not_modelled: |_| None,
};

/// The value that a lane out of bounds gets.
pub const FAR: Reading = Reading {
    name: "quill_far",
    question: "What does a lane get that goes outside?",
    choices: &[Choice { name: "zero", prose: "Zero." }, Choice { name: "place", prose: "Its place." }],
    statements: &[Statement { source: PAGE, says: "Nothing." }],
    practices: &[],
    because: "Zero is less than any place.",
    example: "",
};

const fn op(code: u8, name: &'static str, text: &'static [&'static str], prose: &'static str) -> AtomicOp {
    AtomicOp::new(code, name, text, prose)
}

const OPS: OpTable = OpTable {
    not_here: &[("shrink", "the book has no such operation")],
    ..OpTable::new(
        &[op(1, "GROW", &["grow"], "adds src0"), op(2, "LEAST", &["least"], "keeps the smaller")],
        include_str!("ops.notation"),
    )
};

const VALUE: &str = "An operand of the book.";

pub const fn slot(name: &'static str, kind: SlotKind) -> Slot {
    Slot { name, kind, is_optional: false, prose: "A slot of the book." }
}

const fn field(name: &'static str, low: u32, count: u32, holds: FieldContent) -> Field {
    Field { name, high: low + count - 1, low, holds }
}

const FIELDS: &[Field] = &[
    field("to", 0, 8, FieldContent::Register(0)),
    field("place", 8, 8, FieldContent::Register(1)),
    field("src0", 16, 8, FieldContent::Register(2)),
    field("home", 24, 13, FieldContent::ConstantWord(3)),
    field("op", 37, 5, FieldContent::Op),
    field("loud", 42, 1, FieldContent::Modifier("voice")),
    field("guard", 43, 2, FieldContent::Guard),
    field("not", 45, 1, FieldContent::GuardInverted),
    field("opcode", 56, 8, FieldContent::Fixed(0x7a)),
];

const MODIFIERS: &[Modifier] = &[
    Modifier::new("op", ModifierValues::Ops(&OPS), "What is done."),
    Modifier::listed(
        "voice",
        &[
            ModifierValue::new("soft", "As it is.").with_code(0).as_default(),
            ModifierValue::new("loud", "Twice.").with_code(1),
        ],
        "How loudly.",
    )
    .optional(),
];

fn tally() -> Instruction {
    Instruction {
        mnemonic: "TALLY".into(),
        prose: "Each lane changes an element of a scroll.",
        modifiers: MODIFIERS,
        bounds_prose: "A lane outside gets what the reading says, and writes nothing.",
        conflict_prose: "Lanes take turns.",
        signature: Signature::Numbered(NumberedSignature {
            slots: const {
                &[
                    slot("to", SlotKind::Register),
                    slot("place", SlotKind::Address),
                    slot("src0", SlotKind::Source),
                    slot("home", SlotKind::HeaderPointer),
                ]
            },
            operands: const {
                &[
                    Operand::destination("to", OperandKind::Slot(0), VALUE),
                    Operand::source("place", OperandKind::Slot(1), VALUE),
                    Operand::source("src0", OperandKind::Slot(2), VALUE),
                    Operand::source("home", OperandKind::Slot(3), VALUE),
                    Operand::memory(
                        "surface",
                        OperandKind::Implied(ImpliedOperand::AllSurfaces),
                        "All scrolls.",
                    ),
                ]
            },
            line_registers: |_| {
                let operands = [Ud, D, Ud, Ud, Ud].map(|ty| OperandRegisters::new(0, ty)).to_vec();
                Ok(LineRegisters { access: LineAccess::new(Ud), operands })
            },
            encodings: &[Encoding64 {
                ops: &[],
                requires: &[(3, SlotContent::NotRegister)],
                fields: &[FIELDS],
            }],
            ..NumberedSignature::default()
        }),
        readings: vec![&FAR],
        semantics: include_str!("tally.notation").into(),
        source: PAGE,
        ..Instruction::default()
    }
}

fn copy() -> Instruction {
    Instruction {
        mnemonic: "COPY".into(),
        prose: "Copies.",
        signature: Signature::Numbered(NumberedSignature {
            slots: const { &[slot("to", SlotKind::Register), slot("from", SlotKind::Source)] },
            operands: const {
                &[
                    Operand::destination("to", OperandKind::Slot(0), VALUE),
                    Operand::source("from", OperandKind::Slot(1), VALUE),
                ]
            },
            line_registers: |_| {
                let operands = vec![OperandRegisters::new(0, Ud); 2];
                Ok(LineRegisters { access: LineAccess::new(Ud), operands })
            },
            ..NumberedSignature::default()
        }),
        semantics: "foreach_active (i) { to[i] = from[i] * INK; }".into(),
        source: PAGE,
        ..Instruction::default()
    }
}
