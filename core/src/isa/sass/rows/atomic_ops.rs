//! The atomic operations of surface instructions, and the sizes of their data.

use super::surface::{has_sm52, require_sm52};
use crate::base::ScalarType::{self, D, F, F16x2, Q, Ud, Uq};
use crate::isa::sass::{readings, rules};
use crate::spec::{
    AtomicOp, ChosenReadings, DefaultNan, Denormals, FloatBehaviour, LineAttributes, MinMax, Modifier,
    ModifierValue, OpTable, Refusal, RegisterInput,
};

const CACHE: &str = "cache operators belong to surface loads and stores; atomics bypass the first cache";

/// Words of loads, stores and arithmetic, each with an explanation.
const NOT_ATOMICS: [(&str, &str); 8] = [
    ("CA", CACHE),
    ("CG", CACHE),
    ("CI", CACHE),
    ("CS", CACHE),
    ("CV", CACHE),
    ("WB", CACHE),
    ("WT", CACHE),
    ("FADD", "`.ADD` with the size `.F32.FTZ.RN` adds floats"),
];

/// Words of loads, stores, arithmetic and SUATOM.
const NOT_REDUCTIONS: [(&str, &str); 10] = {
    let [ca, cg, ci, cs, cv, wb, wt, fadd] = NOT_ATOMICS;
    let exch =
        ("EXCH", "a reduction has no EXCH; `SUST` stores a value, and `SUATOM` also returns the old one");
    let cas = ("CAS", "a reduction has no CAS; `SUATOM` has one, and `RZ` discards its result");
    [ca, cg, ci, cs, cv, wb, wt, fadd, exch, cas]
};

const LIMIT: &str = "it is the limit and not the step, so the value only changes between 0 and 1";

/// The sizes that operations take, from the page's table.
const ADD_SIZES: &[&str] = &["U32", "S32", "SD32", "U64", "F32", "F16x2", "F16x2_RN"];
const MIN_MAX_SIZES: &[&str] = &["U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2", "F16x2_RN"];
const COUNT_SIZES: &[&str] = &["U32"];
const BITWISE_SIZES: &[&str] = &["U32", "S32", "SD32", "U64"];
const EXCHANGE_SIZES: &[&str] = &["U32", "S32", "U64"];

/// Creates a row of the table.
const fn op(
    code: u8,
    text: &'static [&'static str],
    sizes: &'static [&'static str],
    prose: &'static str,
) -> AtomicOp {
    AtomicOp { sizes, ..AtomicOp::new(code, text[0], text, prose) }
}

/// A code is a value of the field `op`.
const REDUCTIONS: [AtomicOp; 8] = [
    AtomicOp {
        sizes_note: Some(
            "the encoding exists, and disassemblers print it, but no page says what it adds; `.U64` adds 64 bits",
        ),
        ..op(0, &["ADD"], ADD_SIZES, "adds Rb; integers wrap around, floats round to nearest even")
            .with_synonyms("addition sum fetch-and-add atomicAdd")
    },
    AtomicOp { depends_on_sign: true, ..op(1, &["MIN"], MIN_MAX_SIZES, "keeps the smaller of M and Rb") }
        .with_synonyms("minimum smallest atomicMin"),
    AtomicOp { depends_on_sign: true, ..op(2, &["MAX"], MIN_MAX_SIZES, "keeps the larger of M and Rb") }
        .with_synonyms("maximum largest atomicMax"),
    op(3, &["INC"], COUNT_SIZES, "increments; wraps to 0 after Rb")
        .with_synonyms("increment count up atomicInc")
        .with_rare_source(1, LIMIT),
    op(4, &["DEC"], COUNT_SIZES, "decrements; wraps to Rb after 0")
        .with_synonyms("decrement count down atomicDec")
        .with_rare_source(1, LIMIT),
    op(5, &["AND"], BITWISE_SIZES, "keeps the bits that are also set in Rb")
        .with_synonyms("clear bits mask atomicAnd"),
    op(6, &["OR"], BITWISE_SIZES, "sets the bits that are set in Rb").with_synonyms("set bits atomicOr"),
    op(7, &["XOR"], BITWISE_SIZES, "flips the bits that are set in Rb")
        .with_synonyms("toggle flip bits atomicXor"),
];

/// CAS has encodings of its own, and its code is not in the range of the field `op`.
const ATOMICS: [AtomicOp; 10] = {
    let [add, min, max, inc, dec, and, or, xor] = REDUCTIONS;
    let exch = op(8, &["EXCH"], EXCHANGE_SIZES, "stores Rb").with_synonyms("exchange swap XCHG atomicExch");
    let cas = op(31, &["CAS"], EXCHANGE_SIZES, "stores the register after Rb if M equals Rb");
    let cas = AtomicOp { takes_pair: true, ..cas }
        .with_synonyms("CMPXCHG compare and swap, compare and exchange, compare-and-swap atomicCAS lock");
    [add, min, max, inc, dec, and, or, xor, exch, cas]
};

/// The operations of SUATOM.
pub static ATOMIC_OPS: OpTable = OpTable {
    not_here: &NOT_ATOMICS,
    ..OpTable::new(&ATOMICS, concat!(include_str!("reductions.notation"), include_str!("exchanges.notation")))
};

/// The operations of SURED, which returns nothing.
pub static REDUCTION_OPS: OpTable =
    OpTable { not_here: &NOT_REDUCTIONS, ..OpTable::new(&REDUCTIONS, include_str!("reductions.notation")) };

/// Creates the attributes of a size: its access type and the suffix of the texts of operations for it. A text computes each half of
/// a pair.
const fn size(access: ScalarType, op_suffix: &'static str) -> LineAttributes {
    LineAttributes { access: Some(access), op_suffix: Some(op_suffix), ..LineAttributes::NONE }
}

/// As `size`, with the sign of the surface's format.
const fn format_size(access: ScalarType, op_suffix: &'static str) -> LineAttributes {
    LineAttributes { sign_from_format: true, ..size(access, op_suffix) }
}

pub(super) const ATOMIC_SIZE: Modifier = Modifier::listed(
    "sz",
    &[
        ModifierValue::new("U32", "32 bits, unsigned.")
            .with_code(0)
            .with_attributes(size(Ud, "U32"))
            .as_default(),
        ModifierValue::new("S32", "32 bits, signed.").with_code(1).with_attributes(size(D, "S32")),
        ModifierValue::new("U64", "64 bits, unsigned, in pairs of registers.")
            .with_code(2)
            .with_attributes(size(Uq, "U64")),
        ModifierValue::new("S64", "64 bits, signed, in pairs of registers.")
            .with_code(5)
            .with_attributes(size(Q, "S64")),
        ModifierValue::new(
            "F32.FTZ.RN",
            "A float; subnormal numbers are flushed, sums round to nearest even.",
        )
        .with_name("F32")
        .with_code(3)
        .with_attributes(size(F, "F32")),
        ModifierValue::new("F16x2.FTZ.RN", "Two halves by themselves; subnormal numbers are flushed.")
            .with_name("F16x2")
            .with_code(4)
            .with_attributes(size(F16x2, "F16x2")),
        ModifierValue::new("F16x2.RN", "Two halves by themselves; subnormal numbers stay.")
            .with_name("F16x2_RN")
            .with_code(4)
            .with_attributes(LineAttributes { keeps_subnormals: true, ..size(F16x2, "F16x2") }),
        ModifierValue::new("SD32", "32 bits, signed where the surface's format is.")
            .with_code(6)
            .with_attributes(format_size(Ud, "SD32")),
        ModifierValue::new("SD64", "64 bits, signed where the surface's format is.")
            .with_code(7)
            .with_attributes(format_size(Uq, "SD64")),
    ],
    "Size and type of the data.",
)
.optional();

/// Checks that the operation of a line has its size, on its target.
pub(super) fn check_size(line: &RegisterInput) -> Result<(), Refusal> {
    let is_half = |value: &ModifierValue| value.attributes.access == Some(F16x2);
    let value = |name: &str| ATOMIC_SIZE.values.listed().iter().find(|value| value.name == name);
    let size = line.value_name(ATOMIC_SIZE.name);
    if let Some(op) = line.op.filter(|op| !op.sizes.contains(&size)) {
        let known = op.sizes.iter().filter_map(|name| value(name));
        let there = known.filter(|value| has_sm52(line) || !is_half(value));
        let expected: Vec<String> = there.map(|value| format!("`.{}`", value.text)).collect();
        let text = value(size).map_or("", |value| value.text);
        return Err(Refusal {
            rule: &rules::SIZES,
            part: ATOMIC_SIZE.name,
            message: format!("{} has no `.{text}`; expected {}", op.name, expected.join(", ")),
            note: op.sizes_note,
        });
    }
    if value(size).is_some_and(is_half) {
        require_sm52(line, ATOMIC_SIZE.name, "halves do not exist on SM 5.0")?;
    }
    Ok(())
}

/// Returns the float rules of a size: the NaN of this instruction set, and flushing unless the size or a reading preserves
/// subnormal numbers.
pub(super) fn float_behaviour(readings: &ChosenReadings, size: LineAttributes) -> FloatBehaviour {
    let is = |choice| readings.is(&readings::HALF_SPELLING, choice);
    let keeps_subnormals = is("by_word") && size.keeps_subnormals || is("keep") && size.access == Some(F16x2);
    FloatBehaviour {
        minmax: if readings.is(&readings::NAN_MINMAX, "propagate") {
            MinMax::Propagate
        } else {
            MinMax::Number
        },
        denormals: if keeps_subnormals {
            Denormals::Preserve
        } else if readings.is(&readings::MINMAX_SUBNORMALS, "compared") {
            Denormals::FlushComparing
        } else {
            Denormals::Flush
        },
        nan: if readings.is(&readings::NAN_RESULT, "payload") {
            DefaultNan::FirstPayload
        } else {
            DefaultNan::AllOnes
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::isa::sass;
    use crate::semantics::mentions_of_op;
    use crate::test;

    #[test]
    fn the_columns_fit_the_sizes_and_the_semantics() {
        let sizes = ATOMIC_SIZE.values.listed();
        for op in ATOMIC_OPS.ops {
            let is_size = |name: &&&str| sizes.iter().any(|size| size.name == **name);
            assert_eq!(op.sizes.iter().filter(is_size).count(), op.sizes.len(), "{}", op.name);
            let [_, _, has_second] = mentions_of_op(ATOMIC_OPS.semantics, op.name);
            assert_eq!(op.takes_pair, has_second, "{}", op.name);
            let differs = ["MIN", "MAX"].contains(&op.name);
            assert_eq!((op.depends_on_sign, op.sizes.contains(&"SD64")), (differs, differs), "{}", op.name);
        }
    }

    #[test]
    fn an_operation_takes_the_sizes_of_its_row() {
        let refusal = |op: &str, size: &'static str, sm: u32| {
            let mut isa_values = sass::set().data.default_values();
            isa_values.choose(&sass::parameters::SM, sm);
            let input = RegisterInput {
                value_names: &[(ATOMIC_SIZE.name, size)],
                attributes: LineAttributes::NONE,
                op: ATOMIC_OPS.op(op),
                filled: &[],
                is_register: &[],
                isa_values: &isa_values,
                readings: &ChosenReadings::default(),
            };
            check_size(&input).err().map(|refusal| (refusal.rule.code, refusal.note.is_some()))
        };
        let known = [
            ("INC", "U32", 52, None),
            ("INC", "S32", 52, Some(("sass-size", false))),
            ("ADD", "SD64", 52, Some(("sass-size", true))),
            ("ADD", "F16x2_RN", 52, None),
            ("ADD", "F16x2_RN", 50, Some(("sass-feature", false))),
        ];
        for (op, size, sm, expected) in known {
            assert_eq!(refusal(op, size, sm), expected, "{op}.{size} sm={sm}");
        }
    }

    #[test]
    fn halves_keep_subnormals_by_their_word_or_a_reading() {
        let size = |name: &str| ATOMIC_SIZE.values.listed().iter().find(|size| size.name == name);
        for (name, [by_word, keep]) in [
            ("F32", [Denormals::Flush; 2]),
            ("F16x2", [Denormals::Flush, Denormals::Preserve]),
            ("F16x2_RN", [Denormals::Preserve; 2]),
        ] {
            for (choice, expected) in [("by_word", by_word), ("keep", keep)] {
                let mut readings = ChosenReadings::default();
                let choice = readings::HALF_SPELLING.choices.iter().find(|own| own.name == choice);
                readings.choose(&readings::HALF_SPELLING, choice.expect("the reading has it"));
                let attributes = size(name).expect("it is a size").attributes;
                assert_eq!(float_behaviour(&readings, attributes).denormals, expected, "{name} {choice:?}");
            }
        }
    }
}
