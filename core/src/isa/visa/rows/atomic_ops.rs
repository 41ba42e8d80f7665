//! The atomic operations of vISA, shared by every instruction that has them.

use crate::base::ScalarType::{self, D, F, Ud};
use crate::isa::visa::readings;
use crate::spec::{AtomicOp, ChosenReadings, OpTable, OpTypes, OpWidth, ReadingCondition};

/// Creates a row of the table.
const fn op(
    code: u8,
    name: &'static str,
    text: &'static [&'static str],
    types: OpTypes,
    prose: &'static str,
) -> AtomicOp {
    AtomicOp::new(code, name, text, prose).with_types(types)
}

const WIDTH: &str =
    "the 32-bit form has no suffix; 64-bit atomics belong to SVM_ATOMIC and the `lsc_atomic` instructions";

const UNSIGNED: OpTypes = OpTypes::from_dword(Ud);
const SIGNED: OpTypes = OpTypes::from_dword(D);
const FLOAT: OpTypes = OpTypes { qword: None, ..OpTypes::from_dword(F) };

/// Words of operations that the assembler or a reader may expect, each with an explanation.
pub(super) const MISSING_OPS: [(&str, &str); 3] = [
    (
        "fadd",
        "the assembler knows it, and the page does not; `.op FADD F = old + src0` adds it to a scenario, and \
            `lsc_atomic_fadd` adds floats in untyped memory",
    ),
    (
        "fsub",
        "the assembler knows it, and the page does not; `.op FSUB F = old - src0` adds it to a scenario, and \
            `lsc_atomic_fsub` subtracts floats in untyped memory",
    ),
    ("nand", "the page has no such operation; `.op NAND = ~(old & src0)` adds it to a scenario"),
];

/// The same, and the widths that an instruction with two widths does not have.
const MISSING_OPS_AND_WIDTHS: [(&str, &str); 5] = {
    let [fadd, fsub, nand] = MISSING_OPS;
    [fadd, fsub, nand, ("32", WIDTH), ("64", WIDTH)]
};

/// The table. The assembler calls IMIN and IMAX `minsint` and `maxsint`, and has no name for PREDEC.
pub const ATOMIC_OPS: OpTable =
    OpTable { not_here: &MISSING_OPS_AND_WIDTHS, ..OpTable::new(OPS, include_str!("atomic_ops.notation")) };

/// The types of ADD and SUB if their operands may be signed.
const SIGNED_TOO: Option<(ReadingCondition, &[OpTypes])> =
    Some((ReadingCondition::new(&readings::ADD_TYPE, "UD_or_D"), &[UNSIGNED, SIGNED]));

const OPS: &[AtomicOp] = &[
    AtomicOp {
        types_by_choice: SIGNED_TOO,
        ..op(0x00, "ADD", &["add"], UNSIGNED, "adds src0; wraps around")
    }
    .with_synonyms("addition sum fetch-and-add atomicAdd"),
    AtomicOp {
        types_by_choice: SIGNED_TOO,
        ..op(0x01, "SUB", &["sub"], UNSIGNED, "subtracts src0; wraps around")
    }
    .with_synonyms("subtraction fetch-and-sub atomicSub"),
    op(0x02, "INC", &["inc"], UNSIGNED, "adds one; wraps around")
        .with_synonyms("increment count up atomicInc"),
    op(0x03, "DEC", &["dec"], UNSIGNED, "subtracts one; wraps around")
        .with_synonyms("decrement count down atomicDec"),
    op(0x04, "MIN", &["min"], UNSIGNED, "keeps the smaller of old and src0, unsigned")
        .with_synonyms("minimum smallest atomicMin"),
    op(0x05, "MAX", &["max"], UNSIGNED, "keeps the larger of old and src0, unsigned")
        .with_synonyms("maximum largest atomicMax"),
    op(0x06, "XCHG", &["xchg"], UNSIGNED, "stores src0").with_synonyms("exchange swap EXCH atomicExch"),
    op(0x07, "CMPXCHG", &["cmpxchg"], UNSIGNED, "stores src0 where old equals src1")
        .with_synonyms("CAS compare and swap, compare and exchange, compare-and-swap atomicCAS lock"),
    op(0x08, "AND", &["and"], UNSIGNED, "keeps the bits that are also set in src0")
        .with_synonyms("clear bits mask atomicAnd"),
    op(0x09, "OR", &["or"], UNSIGNED, "sets the bits that are set in src0")
        .with_synonyms("set bits atomicOr"),
    op(0x0a, "XOR", &["xor"], UNSIGNED, "flips the bits that are set in src0")
        .with_synonyms("toggle flip bits atomicXor"),
    op(0x0b, "IMIN", &["minsint", "imin"], SIGNED, "keeps the smaller of old and src0, signed")
        .with_synonyms("minimum smallest signed atomicMin"),
    op(0x0c, "IMAX", &["maxsint", "imax"], SIGNED, "keeps the larger of old and src0, signed")
        .with_synonyms("maximum largest signed atomicMax"),
    AtomicOp {
        types_by_choice: Some((ReadingCondition::new(&readings::PREDEC_TYPE, "D"), &[SIGNED])),
        ignored_source: Some((0, ReadingCondition::new(&readings::PREDEC_SRC0, "ignored"))),
        ..op(0x0d, "PREDEC", &["predec"], UNSIGNED, "subtracts one and returns the new value")
    }
    .with_synonyms("predecrement pre-decrement decrement"),
    op(0x10, "FMAX", &["fmax"], FLOAT, "keeps the larger of old and src0, as floats")
        .with_synonyms("maximum largest floating point"),
    op(0x11, "FMIN", &["fmin"], FLOAT, "keeps the smaller of old and src0, as floats")
        .with_synonyms("minimum smallest floating point"),
    op(0x12, "FCMPWR", &["fcmpwr"], FLOAT, "stores src1 where old equals src0, as floats")
        .with_synonyms("CAS compare and swap, compare and write, floating point"),
];

/// Returns the types that an operand of an operation may be declared with; the first one is the type in the manual's notes.
/// The notes fix one type for each operation; the table and the verifier allow others.
pub fn operand_types(op: &AtomicOp, width: OpWidth, readings: &ChosenReadings) -> Vec<ScalarType> {
    let chosen = op.types_by_choice.filter(|(choice, _)| choice.holds(readings));
    let types = chosen.map_or(op.types.as_slice(), |(_, types)| types);
    let documented = |width| types.iter().filter_map(|types| types.of_width(width)).collect();
    if width != OpWidth::Bits16 {
        return documented(width);
    }
    let mut dwords: Vec<ScalarType> = documented(OpWidth::Bits32);
    let is = |choice| readings.is(&readings::WORD_TYPES, choice);
    if is("words") {
        return documented(width).into_iter().take(1).collect();
    }
    if !dwords.contains(&Ud) {
        if is("UD") {
            dwords.clear();
        }
        if is("UD") || is("documented_or_UD") {
            dwords.push(Ud);
        }
    }
    dwords
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ScalarType::{Hf, Q, Uq, Uw, W};
    use crate::test;

    /// Returns the types of an operand, if this choice of a reading is in force.
    fn types(
        name: &str,
        width: OpWidth,
        reading: &'static crate::spec::Reading,
        choice: &str,
    ) -> Vec<ScalarType> {
        let mut readings = ChosenReadings::default();
        let choice = reading.choices.iter().find(|own| own.name == choice).expect("the reading has it");
        readings.choose(reading, choice);
        operand_types(ATOMIC_OPS.op(name).expect("it is an operation"), width, &readings)
    }

    #[test]
    fn readings_change_the_types_of_some_operations() {
        use OpWidth::{Bits16, Bits32, Bits64};
        for (name, width, reading, choice, expected) in [
            ("ADD", Bits32, &readings::ADD_TYPE, "UD", &[Ud][..]),
            ("ADD", Bits32, &readings::ADD_TYPE, "UD_or_D", &[Ud, D]),
            ("SUB", Bits64, &readings::ADD_TYPE, "UD_or_D", &[Uq, Q]),
            ("MIN", Bits32, &readings::ADD_TYPE, "UD_or_D", &[Ud]),
            ("PREDEC", Bits32, &readings::PREDEC_TYPE, "D", &[D]),
            ("DEC", Bits32, &readings::PREDEC_TYPE, "D", &[Ud]),
            ("FMAX", Bits16, &readings::WORD_TYPES, "words", &[Hf]),
            ("IMIN", Bits16, &readings::WORD_TYPES, "words", &[W]),
            ("MIN", Bits16, &readings::WORD_TYPES, "words", &[Uw]),
            ("IMIN", Bits16, &readings::WORD_TYPES, "UD", &[Ud]),
            ("FMAX", Bits16, &readings::WORD_TYPES, "documented_or_UD", &[F, Ud]),
            ("MIN", Bits16, &readings::WORD_TYPES, "documented_or_UD", &[Ud]),
        ] {
            assert_eq!(types(name, width, reading, choice), expected, "{name} {width:?} {choice}");
        }
    }

    #[test]
    fn only_predec_ignores_its_source() {
        let mut readings = ChosenReadings::default();
        let chosen = readings::PREDEC_SRC0
            .choices
            .iter()
            .find(|choice| choice.name == "ignored")
            .expect("it is there");
        readings.choose(&readings::PREDEC_SRC0, chosen);
        for op in ATOMIC_OPS.ops {
            let ignored = [0, 1].map(|source| ATOMIC_OPS.ignores_source(op, source, &readings));
            assert_eq!(ignored, [op.name == "PREDEC", false], "{}", op.name);
        }
    }
}
