//! LOOM, a made-up instruction set with virtual registers and one flat space: typed registers in scopes, statements that
//! end with `;`, and addresses with an offset.

use super::set;
use lanescope_core::base::ScalarType::{self, D, Q, Ub, Ud, Uq};
use lanescope_core::base::{Clause, Kind, Rule};
use lanescope_core::spec::VOLTA;
use lanescope_core::spec::{
    AddressModel, AtomicOp, Direction, Fit, FitInput, FlatRules, Instruction, InstructionSet, Listing,
    MemoryRules, Modifier, ModifierKind, OpTable, OpUse, Operand, RegisterContent, RegisterModel,
    RegisterType, RowForm, SetRules, SlotForm, SlotKind, SlotOperand, SpecialValue, UpperPart, Virtual,
    VirtualRules, Word,
};
use std::rc::Rc;

const PAGE: Clause = Clause { page: "The pattern of LOOM", heading: "KNOT" };

const fn rule(code: &'static str, kind: Kind, statement: &'static str) -> Rule {
    Rule { code, kind, statement, source: PAGE }
}

const LOOM: Rule = rule("loom", Kind::Invalid, "a statement is as the pattern has it");
const UNKNOWN: Rule = rule("loom-unknown", Kind::Unsupported, "a program runs up to an unknown knot");

static SET_RULES: SetRules = SetRules { unknown_instruction: UNKNOWN, ..SetRules::alike(LOOM) };

static FLAT: FlatRules = FlatRules {
    kind: rule("loom-cloth", Kind::Invalid, "a cloth is a buffer"),
    base: rule("loom-base", Kind::Invalid, "a cloth is aligned"),
    overlap: rule("loom-overlap", Kind::Invalid, "cloths lie apart"),
};

static RULES: VirtualRules = VirtualRules {
    declaration: rule("loom-reg", Kind::Invalid, "a thread has a colour and a name"),
    undeclared: rule("loom-undeclared", Kind::Invalid, "a thread is declared before its use"),
    twice: rule("loom-twice", Kind::Invalid, "a thread is declared once in each scope"),
    register_type: rule("loom-type", Kind::Invalid, "a thread has the colour of its operand"),
    scope: rule("loom-scope", Kind::Invalid, "each `{` has its `}`"),
    ..VirtualRules::alike(LOOM)
};

static THREADS: Virtual = Virtual {
    types: &[
        RegisterType { word: "n32", content: RegisterContent::Value(Ud) },
        RegisterType { word: "i32", content: RegisterContent::Value(D) },
        RegisterType { word: "n64", content: RegisterContent::Value(Uq) },
        RegisterType { word: "f32", content: RegisterContent::Value(ScalarType::F) },
        RegisterType { word: "w32", content: RegisterContent::Bits(Ud) },
        RegisterType { word: "flag", content: RegisterContent::Predicate },
    ],
    rules: &RULES,
};

pub fn loom() -> InstructionSet {
    InstructionSet {
        key: "loom",
        title: "LOOM",
        settings: &[],
        registers: RegisterModel::Virtual(&THREADS),
        addresses: AddressModel::Flat(&FLAT),
        cost_model: &VOLTA,
        listing: Listing { directives: &["chapter"], ..Listing::default() },
        instructions: [knot(), fetch(), lay(), same(), sum(), ask(), leave()].map(Rc::new).to_vec(),
        readings: &[],
        rules: &SET_RULES,
        ..set::set()
    }
}

const fn op(code: u8, name: &'static str, text: &'static [&'static str], prose: &'static str) -> AtomicOp {
    AtomicOp { name, text, code, ty: Ud, ty16: Ud, prose, synonyms: "" }
}

const OPS: OpTable = OpTable {
    ops: &[op(1, "GROW", &["grow"], "adds src0"), op(2, "LEAST", &["least"], "keeps the smaller")],
    operand_types: |_, _, _| &[Ud],
    tolerates: |_, _, _| true,
    op_use: |_, _| OpUse::AsWritten,
    not_here: &[],
    semantics: include_str!("ops.notation"),
};

const fn word(text: &'static str) -> Word {
    Word { text, name: text, is_default: false, runs: true, prose: "A colour." }
}

const fn colours(words: &'static [Word]) -> Modifier {
    Modifier { name: "colour", kind: ModifierKind::Choice(words), optional: false, prose: "The colour." }
}

const COLOUR: Modifier = colours(const { &[word("n32"), word("i32"), word("w32")] });

const MEMORY: Operand<SlotOperand> =
    Operand { name: "memory", kind: SlotOperand::Memory, unit: None, prose: "All cloths." };
const OFFSET: Operand<SlotOperand> = Operand {
    name: "offset",
    kind: SlotOperand::Offset { slot: 1 },
    unit: Some("bytes"),
    prose: "The number after `+`.",
};
/// The offset of a store, whose address is its first slot.
const STORE_OFFSET: Operand<SlotOperand> = Operand { kind: SlotOperand::Offset { slot: 0 }, ..OFFSET };

/// Returns the type that the colour of a line names.
fn colour(line: &FitInput) -> ScalarType {
    match line.word("colour") {
        "i32" => D,
        "n8" => Ub,
        _ => Ud,
    }
}

/// Returns what a line holds whose operands have these types.
fn fit(line: &FitInput, operands: &[ScalarType]) -> Fit {
    Fit {
        access: Some(colour(line)),
        operands: operands.iter().map(|&ty| (Some(0), ty)).collect(),
        is_untyped: line.is("colour", "w32"),
        ..Fit::default()
    }
}

fn row(mnemonic: &'static str, semantics: &'static str) -> Instruction {
    Instruction {
        mnemonic: mnemonic.into(),
        prose: "A knot of the pattern.",
        modifiers: const { &[COLOUR] },
        semantics: semantics.into(),
        source: PAGE,
        ..Instruction::default()
    }
}

/// `knot.grow.n32 old, [place+4], amount;`: an atomic operation that returns the old value.
fn knot() -> Instruction {
    Instruction {
        modifiers: const {
            &[
                Modifier { name: "op", kind: ModifierKind::Op(&OPS), optional: false, prose: "The knot." },
                COLOUR,
            ]
        },
        form: RowForm::Virtual(SlotForm {
            operands: const {
                &[
                    set::operand("returned", Direction::Out, 0),
                    set::operand("place", Direction::In, 1),
                    OFFSET,
                    set::operand("src0", Direction::In, 2),
                    MEMORY,
                ]
            },
            slots: const {
                &[
                    set::slot("returned", SlotKind::Register),
                    set::slot("place", SlotKind::Address),
                    set::slot("src0", SlotKind::Source),
                ]
            },
            fit: |line| Ok(fit(line, &[colour(line), Uq, Q, colour(line)])),
            ..SlotForm::default()
        }),
        ..row(
            "KNOT",
            "foreach_active (i) {
  UQ address = place[i] + UQ(offset);
  atomic {
    T old = memory[address];
    T new = op(old, src0[i]);
    memory[address] = new;
  }
  returned[i] = result;
}",
        )
    }
}

/// `fetch.n8 to, [place];`: a load. A thread may be wider than the value, which zeros fill.
fn fetch() -> Instruction {
    Instruction {
        modifiers: const { &[colours(const { &[word("n32"), word("n8")] })] },
        form: RowForm::Virtual(SlotForm {
            operands: const {
                &[
                    set::operand("to", Direction::Out, 0),
                    set::operand("place", Direction::In, 1),
                    OFFSET,
                    MEMORY,
                ]
            },
            slots: const { &[set::slot("to", SlotKind::Register), set::slot("place", SlotKind::Address)] },
            fit: |line| Ok(Fit { may_be_wider: true, ..fit(line, &[colour(line), Uq, Q]) }),
            ..SlotForm::default()
        }),
        memory: |_| MemoryRules { upper_part: UpperPart::Zero, ..MemoryRules::default() },
        ..row("FETCH", "foreach_active (i) { to[i] = memory[place[i] + UQ(offset)]; }")
    }
}

/// `lay.n32 [place], from;`: a store.
fn lay() -> Instruction {
    Instruction {
        form: RowForm::Virtual(SlotForm {
            operands: const {
                &[
                    set::operand("place", Direction::In, 0),
                    STORE_OFFSET,
                    set::operand("from", Direction::In, 1),
                    MEMORY,
                ]
            },
            slots: const { &[set::slot("place", SlotKind::Address), set::slot("from", SlotKind::Source)] },
            fit: |line| Ok(fit(line, &[Uq, Q, colour(line)])),
            ..SlotForm::default()
        }),
        ..row("LAY", "foreach_active (i) { memory[place[i] + UQ(offset)] = from[i]; }")
    }
}

/// `same.n32 flag, one, other;`: a comparison.
fn same() -> Instruction {
    Instruction {
        form: RowForm::Virtual(SlotForm {
            operands: const {
                &[
                    set::operand("is_same", Direction::Out, 0),
                    set::operand("one", Direction::In, 1),
                    set::operand("other", Direction::In, 2),
                ]
            },
            slots: const {
                &[
                    set::slot("is_same", SlotKind::Predicate),
                    set::slot("one", SlotKind::Source),
                    set::slot("other", SlotKind::Source),
                ]
            },
            fit: |line| Ok(fit(line, &[Ub, colour(line), colour(line)])),
            ..SlotForm::default()
        }),
        ..row("SAME", "foreach_active (i) { is_same[i] = one[i] == other[i]; }")
    }
}

/// `sum.n32 to, one, other;`.
fn sum() -> Instruction {
    Instruction {
        form: RowForm::Virtual(SlotForm {
            operands: const {
                &[
                    set::operand("to", Direction::Out, 0),
                    set::operand("one", Direction::In, 1),
                    set::operand("other", Direction::In, 2),
                ]
            },
            slots: const {
                &[
                    set::slot("to", SlotKind::Register),
                    set::slot("one", SlotKind::Source),
                    set::slot("other", SlotKind::Source),
                ]
            },
            fit: |line| Ok(fit(line, &[colour(line); 3])),
            ..SlotForm::default()
        }),
        ..row("SUM", "foreach_active (i) { to[i] = one[i] + other[i]; }")
    }
}

/// `ask.n32 to, %lane.no;`: the number of the lane.
fn ask() -> Instruction {
    Instruction {
        form: RowForm::Virtual(SlotForm {
            operands: const { &[set::operand("to", Direction::Out, 0), set::operand("from", Direction::In, 1)] },
            slots: const {
                &[
                    set::slot("to", SlotKind::Register),
                    set::slot("from", SlotKind::Special(&[("%lane.no", SpecialValue::Lane)])),
                ]
            },
            fit: |line| Ok(fit(line, &[colour(line), Ud])),
            ..SlotForm::default()
        }),
        ..row("ASK", "foreach_active (i) { to[i] = from[i]; }")
    }
}

/// `leave;`: the end of the program.
fn leave() -> Instruction {
    let left = const {
        &[Operand { name: "left", kind: SlotOperand::Exited, unit: None, prose: "The lanes that have left." }]
    };
    Instruction {
        modifiers: &[],
        form: RowForm::Virtual(SlotForm {
            operands: left,
            fit: |line| Ok(fit(line, &[Ub])),
            ends_program: true,
            ..SlotForm::default()
        }),
        ..row("LEAVE", "foreach_active (i) { left[i] = 1; }")
    }
}
