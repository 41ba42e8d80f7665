//! A roll call for tests: one row in the shape of DWORD_ATOMIC, one whose manual orders its operands differently, one
//! with one value for all lanes.

use super::base::{Clause, ScalarType, SurfaceKind};
use super::spec::{
    AtomicOp, Choice, Dialect, Direction, Encoding, Instruction, Isa, MemoryRules, Modifier, ModifierKind,
    NullRule, OpTable, Operand, OperandKind, OperandType, Overlap, Reading, Returned, RollCall, Spread,
};

const SOURCE: Clause = Clause { page: "Toy manual", heading: "Toy" };

const fn op(name: &'static str, text: &'static [&'static str], code: u8, ty: ScalarType) -> AtomicOp {
    AtomicOp { name, text, code, ty, ty16: ty, returned: Returned::Old, prose: "A toy.", source: SOURCE }
}

static OPS: OpTable = OpTable {
    operand_types: |_, _, _| &[],
    tolerates: |_, _, _| false,
    op_use: |_, _| super::spec::OpUse::AsWritten,
    not_here: &[],
    ideas: &[],
    name: "atomic",
    ops: &[
        op("ADD", &["add"], 0, ScalarType::Ud),
        op("INC", &["inc"], 2, ScalarType::Ud),
        op("CMPXCHG", &["cmpxchg"], 7, ScalarType::Ud),
        op("IMIN", &["minsint", "imin"], 11, ScalarType::D),
        op("PREDEC", &[], 13, ScalarType::Ud),
        op("FMAX", &["fmax"], 16, ScalarType::F),
    ],
    semantics: "",
    file: "atomic.ops",
};

const MODIFIERS: &[Modifier] = &[
    Modifier { name: "op", kind: ModifierKind::Op(&OPS), optional: false, prose: "What is done." },
    Modifier { name: "16", kind: ModifierKind::Width16, optional: true, prose: "16-bit accesses." },
];

const fn raw(name: &'static str, direction: Direction, null: NullRule, data: bool) -> Operand {
    let kind = OperandKind::Raw { direction, ty: OperandType::OfOp, null, data, spread: Spread::Lanes };
    Operand { name, kind, unit: None, prose: "A toy operand." }
}

const SURFACE: Operand = Operand {
    name: "surface",
    kind: OperandKind::Surface { kinds: SurfaceKind::RAW },
    unit: None,
    prose: "Where it happens.",
};
const OFFSET_OF_ALL: Operand = Operand {
    name: "offset",
    kind: OperandKind::Scalar { ty: ScalarType::Ud },
    unit: None,
    prose: "Where it begins.",
};
const OFFSET: Operand = raw("element_offset", Direction::In, NullRule::Never, false);
const SRC0: Operand = raw("src0", Direction::In, NullRule::WhenUnused, true);
const SRC1: Operand = raw("src1", Direction::In, NullRule::WhenUnused, true);
const DST: Operand = raw("dst", Direction::Out, NullRule::Allowed, true);

static BASE: Instruction = Instruction {
    registers: None,
    memory: |_| MemoryRules::default(),
    isa: Isa::Visa,
    mnemonic: "DWORD_ATOMIC",
    opcode: 0x7d,
    prose: "An atomic for each lane.",
    modifiers: MODIFIERS,
    exec_sizes: &[1, 2, 4, 8, 16],
    more_exec_sizes: |_, _| &[],
    predicable: true,
    predicate_use: super::spec::PredicateUse::TurnsOff,
    unit: super::spec::Unit::Memory,
    operands: &[SURFACE, OFFSET, SRC0, SRC1, DST],
    manual_order: None,
    bounds: "",
    conflict: "",
    overlap: Overlap::Serialized,
    readings: &[&ZERO],
    semantics: "",
    encoding: Encoding::Unknown,
    file: "toy.lanes",
    source: SOURCE,
};

static DST_FIRST: Instruction = Instruction {
    registers: None,
    memory: |_| MemoryRules::default(),
    mnemonic: "TOY_ATOMIC",
    operands: &[SURFACE, SRC0, DST],
    manual_order: Some(&[2, 0, 1]),
    isa: Isa::Visa,
    opcode: 0x7c,
    prose: "Its manual puts the destination first.",
    modifiers: &[],
    exec_sizes: &[8],
    more_exec_sizes: |_, _| &[],
    predicable: true,
    predicate_use: super::spec::PredicateUse::TurnsOff,
    unit: super::spec::Unit::Memory,
    bounds: "",
    conflict: "",
    overlap: Overlap::Serialized,
    readings: &[],
    semantics: "",
    encoding: Encoding::Unknown,
    file: "toy.lanes",
    source: SOURCE,
};

static ONE_FOR_ALL: Instruction = Instruction {
    memory: |_| MemoryRules::default(),
    mnemonic: "TOY_READ",
    operands: &[SURFACE, OFFSET_OF_ALL, DST],
    manual_order: None,
    isa: Isa::Visa,
    opcode: 0x7b,
    prose: "It has one offset for all lanes.",
    modifiers: &[
        Modifier {
            name: "channels",
            kind: ModifierKind::Channels,
            optional: false,
            prose: "Which channels are read.",
        },
        Modifier { name: "mod", kind: ModifierKind::Ignored("mod"), optional: true, prose: "Ignored." },
    ],
    exec_sizes: &[8],
    more_exec_sizes: |_, _| &[],
    predicable: false,
    predicate_use: super::spec::PredicateUse::TurnsOff,
    unit: super::spec::Unit::Memory,
    bounds: "",
    conflict: "",
    registers: None,
    overlap: Overlap::Undefined,
    readings: &[],
    semantics: "",
    encoding: Encoding::Unknown,
    file: "toy.lanes",
    source: SOURCE,
};

static ZERO: Reading = Reading {
    name: "toy_zero",
    question: "Is it zero?",
    choices: &[Choice { name: "yes", prose: "It is." }, Choice { name: "no", prose: "It is not." }],
    evidence: "None.",
    source: SOURCE,
};

/// The roll call.
pub static ROLL_CALL: RollCall = RollCall {
    instructions: &[&BASE, &DST_FIRST, &ONE_FOR_ALL],
    readings: &[&ZERO],
    dialect: |_| Dialect::default(),
    without_effect: &[],
};
