//! A roll call for tests. Its first set has declared variables and three rows: one in the shape of DWORD_ATOMIC, one
//! whose manual orders the operands differently, and one with one offset for all lanes.

use super::base::{Clause, Kind, Rule, ScalarType, SurfaceKind};
use super::spec::{
    AtomicOp, Bank, Choice, DeclaredForm, DeclaredOperand, Dialect, Direction, ElementCount, Fixes,
    Instruction, InstructionSet, Listing, Modifier, NullRule, Numbered, NumberedRules, OpTable, Operand,
    OperandType, Overlap, PredefinedSurface, Reading, ReadingSet, RegisterModel, RollCall, RowForm, SetRules,
    Setting, Word, Words,
};
use super::spec::{VOLTA, XE};
use std::rc::Rc;

const SOURCE: Clause = Clause { page: "Toy manual", heading: "Toy" };

const fn op(name: &'static str, text: &'static [&'static str], code: u8, ty: ScalarType) -> AtomicOp {
    AtomicOp { name, text, code, ty, ty16: ty, prose: "A toy.", synonyms: "" }
}

const OPS: OpTable = OpTable {
    operand_types: |_, _, _| &[],
    tolerates: |_, _, _| false,
    op_use: |_, _| super::spec::OpUse::AsWritten,
    not_here: &[],
    ops: &[
        op("ADD", &["add"], 0, ScalarType::Ud),
        op("INC", &["inc"], 2, ScalarType::Ud),
        op("CMPXCHG", &["cmpxchg"], 7, ScalarType::Ud),
        op("IMIN", &["minsint", "imin"], 11, ScalarType::D),
        op("PREDEC", &[], 13, ScalarType::Ud),
        op("FMAX", &["fmax"], 16, ScalarType::F),
    ],
    semantics: "",
};

const MODIFIERS: &[Modifier] = &[
    Modifier::new("op", Words::Ops(&OPS), "What is done."),
    Modifier::new(
        "16",
        Words::Listed(&[Word { fixes: Fixes { is_16_bit: true, ..Fixes::NOTHING }, ..Word::new("16", "") }]),
        "16-bit accesses.",
    )
    .optional(),
];

const CHANNELS: Modifier =
    Modifier::new("channels", Words::Listed(&[Word::new("R", ""), Word::new("RGBA", "")]), "Which are read.");

const IGNORED: Modifier = Modifier {
    optional: true,
    follows_size: true,
    ..Modifier::new("mod", Words::Listed(&[Word::new("mod", "")]), "Ignored.")
};

const fn raw(
    name: &'static str,
    direction: Direction,
    null: NullRule,
    data: bool,
) -> Operand<DeclaredOperand> {
    let kind = DeclaredOperand::Raw {
        direction,
        ty: OperandType::OfOp,
        null,
        data,
        elements: ElementCount::PerLane,
    };
    Operand { name, kind, unit: None, prose: "A toy operand." }
}

const SURFACE: Operand<DeclaredOperand> = Operand {
    name: "surface",
    kind: DeclaredOperand::Surface { kinds: SurfaceKind::RAW },
    unit: None,
    prose: "Where it happens.",
};
const OFFSET_OF_ALL: Operand<DeclaredOperand> = Operand {
    name: "offset",
    kind: DeclaredOperand::Scalar { ty: ScalarType::Ud },
    unit: None,
    prose: "Where it begins.",
};
const OFFSET: Operand<DeclaredOperand> = raw("element_offset", Direction::In, NullRule::Never, false);
const SRC0: Operand<DeclaredOperand> = raw("src0", Direction::In, NullRule::WhenUnused(0), true);
const SRC1: Operand<DeclaredOperand> = raw("src1", Direction::In, NullRule::WhenUnused(1), true);
const DST: Operand<DeclaredOperand> = raw("dst", Direction::Out, NullRule::Allowed, true);

/// Returns the rows.
fn rows() -> Vec<Instruction> {
    let base = Instruction {
        mnemonic: "DWORD_ATOMIC".into(),
        prose: "An atomic for each lane.",
        modifiers: MODIFIERS,
        form: RowForm::Declared(DeclaredForm {
            operands: &[SURFACE, OFFSET, SRC0, SRC1, DST],
            exec_sizes: &[1, 2, 4, 8, 16],
            opcode: Some(0x7d),
            ..DeclaredForm::default()
        }),
        readings: READINGS,
        source: SOURCE,
        ..Instruction::default()
    };
    let dst_first = Instruction {
        mnemonic: "TOY_ATOMIC".into(),
        prose: "Its manual puts the destination first.",
        modifiers: &[],
        form: RowForm::Declared(DeclaredForm {
            operands: &[SURFACE, SRC0, DST],
            manual_order: Some(&[2, 0, 1]),
            exec_sizes: &[8],
            opcode: Some(0x7c),
            ..DeclaredForm::default()
        }),
        ..base.clone()
    };
    let one_for_all = Instruction {
        mnemonic: "TOY_READ".into(),
        prose: "It has one offset for all lanes.",
        modifiers: &[CHANNELS, IGNORED],
        form: RowForm::Declared(DeclaredForm {
            operands: &[SURFACE, OFFSET_OF_ALL, DST],
            exec_sizes: &[8],
            predicable: false,
            opcode: Some(0x7b),
            ..DeclaredForm::default()
        }),
        overlap: Overlap::Undefined,
        ..base.clone()
    };
    vec![base, dst_first, one_for_all]
}

static ZERO: Reading = Reading {
    name: "toy_zero",
    question: "Is it zero?",
    choices: &[Choice { name: "yes", prose: "It is." }, Choice { name: "no", prose: "It is not." }],
    texts: &[],
    practices: &[],
    because: "",
    example: "",
};
static READINGS: &[&Reading] = &[&ZERO];

static RULE: Rule = Rule { code: "toy", kind: Kind::Invalid, statement: "toys obey", source: SOURCE };

const SETTING: Setting =
    Setting { key: "grf", values: &[32], default: 32, what: "toy", constant: None, rule: &RULE };

static RULES: SetRules = SetRules::alike(RULE);

static NUMBERED: Numbered = Numbered {
    registers: Bank { prefix: "R", last: 254, constant: "RZ" },
    predicates: Bank { prefix: "P", last: 6, constant: "PT" },
    constants: "c",
    guard: '@',
    address: ['[', ']'],
    terminator: ';',
    annotations: &['&', '?'],
    rules: &NumberedRules::alike(RULE),
};

/// Returns a set with declared variables.
fn declared() -> InstructionSet {
    let dialect = |_: &ReadingSet| {
        let slm = PredefinedSurface {
            name: "%slm",
            names: &["%slm"],
            number: 0,
            kind: SurfaceKind::Slm,
            prose: "Shared local memory.",
        };
        Dialect { surfaces: vec![slm], ..Dialect::default() }
    };
    InstructionSet {
        key: "visa",
        title: "toy",
        settings: &[SETTING],
        lane_counts: &[8, 16, 32],
        default_lanes: None,
        has_helper_lanes: false,
        is_lower_case: true,
        registers: RegisterModel::Declared,
        cost_model: &XE,
        dialect,
        listing: Listing {
            directives: &["version", "kernel", "kernel_attr", "function", "input", "parameter", "loc"],
            prefixes: &["implicit_"],
            mnemonics: &[],
        },
        not_modelled: &[],
        instructions: rows().into_iter().map(Rc::new).collect(),
        readings: READINGS,
        rules: &RULES,
        clauses: &[],
    }
}

/// Returns a roll call of that set, which is the default, and a set with numbered registers and no rows.
pub fn roll_call() -> RollCall {
    let declared = declared();
    let numbered = InstructionSet {
        key: "sass",
        settings: &[Setting { key: "sm", ..SETTING }],
        registers: RegisterModel::Numbered(&NUMBERED),
        cost_model: &VOLTA,
        is_lower_case: false,
        instructions: Vec::new(),
        readings: &[],
        ..declared.clone()
    };
    RollCall::new(declared, [numbered])
}
