//! The atomic operations of surface instructions, and the sizes of their data.

use crate::base::ScalarType::{self, D, F, F16x2, Q, Ud, Uq};
use crate::isa::sass::{readings as r, rules};
use crate::spec::{
    AtomicOp, DefaultNan, Denormals, FloatBehaviour, LineAttributes, MinMax, Modifier, ModifierValue,
    OpTable, ReadingSet, Refusal, RegisterInput,
};

const CACHE: &str = "cache operators belong to surface loads and stores; atomics bypass the first cache";

/// Words of loads and stores, each with an explanation.
const CACHE_WORDS: [(&str, &str); 7] =
    [("CA", CACHE), ("CG", CACHE), ("CI", CACHE), ("CS", CACHE), ("CV", CACHE), ("WB", CACHE), ("WT", CACHE)];

/// Words of loads, stores and SUATOM.
const NOT_REDUCTIONS: [(&str, &str); 9] = {
    let [ca, cg, ci, cs, cv, wb, wt] = CACHE_WORDS;
    let exch =
        ("EXCH", "a reduction has no EXCH; `SUST` stores a value, and `SUATOM` also returns the old one");
    let cas = ("CAS", "a reduction has no CAS; `SUATOM` has one, and `RZ` discards its result");
    [ca, cg, ci, cs, cv, wb, wt, exch, cas]
};

const LIMIT: &str = "it is the limit and not the step, so the value only changes between 0 and 1";

/// A code is a value of the field `op`.
const REDUCTIONS: [AtomicOp; 8] = [
    AtomicOp::new(0, "ADD", &["ADD"], "adds Rb; integers wrap around, floats round to nearest even")
        .found_by("addition sum fetch-and-add atomicAdd"),
    AtomicOp::new(1, "MIN", &["MIN"], "keeps the smaller of M and Rb").found_by("minimum smallest atomicMin"),
    AtomicOp::new(2, "MAX", &["MAX"], "keeps the larger of M and Rb").found_by("maximum largest atomicMax"),
    AtomicOp::new(3, "INC", &["INC"], "increments; wraps to 0 after Rb")
        .found_by("increment count up atomicInc")
        .seldom_with(1, LIMIT),
    AtomicOp::new(4, "DEC", &["DEC"], "decrements; wraps to Rb after 0")
        .found_by("decrement count down atomicDec")
        .seldom_with(1, LIMIT),
    AtomicOp::new(5, "AND", &["AND"], "keeps the bits that are also set in Rb")
        .found_by("clear bits mask atomicAnd"),
    AtomicOp::new(6, "OR", &["OR"], "sets the bits that are set in Rb").found_by("set bits atomicOr"),
    AtomicOp::new(7, "XOR", &["XOR"], "flips the bits that are set in Rb")
        .found_by("toggle flip bits atomicXor"),
];

/// CAS has encodings of its own, and its code is not in the range of the field `op`.
const ATOMICS: [AtomicOp; 10] = {
    let [add, min, max, inc, dec, and, or, xor] = REDUCTIONS;
    let exch = AtomicOp::new(8, "EXCH", &["EXCH"], "stores Rb").found_by("exchange swap XCHG atomicExch");
    let cas = AtomicOp::new(31, "CAS", &["CAS"], "stores the register after Rb if M equals Rb")
        .found_by("CMPXCHG compare and swap, compare and exchange, compare-and-swap atomicCAS lock");
    [add, min, max, inc, dec, and, or, xor, exch, cas]
};

/// The operations of SUATOM.
pub static ATOMIC_OPS: OpTable = OpTable {
    not_here: &CACHE_WORDS,
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

pub(super) const ATOMIC_SIZE: Modifier = Modifier::listed(
    "sz",
    &[
        ModifierValue::new("U32", "32 bits, unsigned.")
            .coded(0)
            .with_attributes(size(Ud, "U32"))
            .as_default(),
        ModifierValue::new("S32", "32 bits, signed.").coded(1).with_attributes(size(D, "S32")),
        ModifierValue::new("U64", "64 bits, unsigned, in pairs of registers.")
            .coded(2)
            .with_attributes(size(Uq, "U64")),
        ModifierValue::new("S64", "64 bits, signed, in pairs of registers.")
            .coded(5)
            .with_attributes(size(Q, "S64")),
        ModifierValue::new(
            "F32.FTZ.RN",
            "A float; subnormal numbers are flushed, sums round to nearest even.",
        )
        .named("F32")
        .coded(3)
        .with_attributes(size(F, "F32")),
        ModifierValue::new("F16x2.FTZ.RN", "Two halves by themselves; subnormal numbers are flushed.")
            .named("F16x2")
            .coded(4)
            .with_attributes(size(F16x2, "F16x2")),
        ModifierValue::new("F16x2.RN", "Two halves by themselves; subnormal numbers stay.")
            .named("F16x2_RN")
            .coded(4)
            .with_attributes(size(F16x2, "F16x2")),
        ModifierValue::new("SD32", "32 bits, signed where the surface's format is.")
            .coded(6)
            .with_attributes(size(Ud, "SD32")),
        ModifierValue::new("SD64", "64 bits, signed where the surface's format is.")
            .coded(7)
            .with_attributes(size(Uq, "SD64")),
    ],
    "Size and type of the data.",
)
.optional();

/// Returns the sizes that an operation allows, from the page's table.
fn sizes(op: &str) -> &'static [&'static str] {
    match op {
        "ADD" => &["U32", "S32", "SD32", "U64", "F32", "F16x2", "F16x2_RN"],
        "MIN" | "MAX" => &["U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2", "F16x2_RN"],
        "INC" | "DEC" => &["U32"],
        "AND" | "OR" | "XOR" => &["U32", "S32", "SD32", "U64"],
        _ => &["U32", "S32", "U64"],
    }
}

/// Checks that the operation of a line has its size, on its target.
pub(super) fn check_size(line: &RegisterInput) -> Result<(), Refusal> {
    let (op, size) = (line.op.map_or("", |op| op.name), line.word("sz"));
    let is_old = line.isa_values.get("sm") < 52;
    let exists = |size: &str| !is_old || !size.starts_with("F16x2");
    let allowed = sizes(op);
    if line.op.is_some() && !allowed.contains(&size) {
        let words = ATOMIC_SIZE.values.listed().iter();
        let text = |name: &str| words.clone().find(|word| word.name == name).map_or("", |word| word.text);
        let there = allowed.iter().filter(|name| exists(name));
        let expected: Vec<String> = there.map(|name| format!("`.{}`", text(name))).collect();
        let is_sum_of_64_bits = op == "ADD" && size.ends_with("64");
        return Err(Refusal {
            rule: &rules::SIZES,
            part: ATOMIC_SIZE.name,
            message: format!("{op} has no `.{}`; expected {}", text(size), expected.join(", ")),
            note: is_sum_of_64_bits.then_some(
                "the encoding exists, and disassemblers print it, but no page says what it adds; `.U64` adds 64 bits",
            ),
        });
    }
    if !exists(size) {
        return Err(Refusal {
            rule: &rules::FEATURE,
            part: ATOMIC_SIZE.name,
            message: "halves do not exist on SM 5.0; expected `.isa sass sm=52`".to_owned(),
            note: None,
        });
    }
    Ok(())
}

/// Returns whether the sign of the values comes from the surface's format.
pub(super) fn takes_sign(op: &str, size: &str) -> bool {
    size.starts_with("SD") && matches!(op, "MIN" | "MAX")
}

/// Returns the float rules: the NaN of this instruction set, and flushing unless the size or a reading preserves
/// subnormal numbers.
pub(super) fn float_behaviour(readings: &ReadingSet, size: &str) -> FloatBehaviour {
    FloatBehaviour {
        minmax: if readings.is(&r::NAN_MINMAX, "propagate") { MinMax::Propagate } else { MinMax::Number },
        denormals: match (size, readings.get(&r::HALF_SPELLING)) {
            ("F16x2_RN", "by_word") | ("F16x2" | "F16x2_RN", "keep") => Denormals::Preserve,
            _ if readings.is(&r::MINMAX_SUBNORMALS, "compared") => Denormals::FlushComparing,
            _ => Denormals::Flush,
        },
        nan: if readings.is(&r::NAN_RESULT, "payload") {
            DefaultNan::FirstPayload
        } else {
            DefaultNan::AllOnes
        },
    }
}
