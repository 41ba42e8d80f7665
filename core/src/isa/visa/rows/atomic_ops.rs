//! The atomic operations of vISA, shared by every instruction that has them.

use crate::base::ScalarType::{self, D, F, Hf, Q, Ud, Uq, Uw, W};
use crate::isa::visa::readings as r;
use crate::spec::{AtomicOp, OpTable, OpTypes, OpWidth, ReadingSet};

/// Creates a row of the table.
const fn op(
    code: u8,
    name: &'static str,
    text: &'static [&'static str],
    types: OpTypes,
    prose: &'static str,
) -> AtomicOp {
    AtomicOp::new(code, name, text, prose).typed(types)
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
pub const ATOMIC_OPS: OpTable = OpTable {
    operand_types,
    allows_unused_operand,
    not_here: &MISSING_OPS_AND_WIDTHS,
    ..OpTable::new(OPS, include_str!("atomic_ops.notation"))
};

const OPS: &[AtomicOp] = &[
    op(0x00, "ADD", &["add"], UNSIGNED, "adds src0; wraps around")
        .found_by("addition sum fetch-and-add atomicAdd"),
    op(0x01, "SUB", &["sub"], UNSIGNED, "subtracts src0; wraps around")
        .found_by("subtraction fetch-and-sub atomicSub"),
    op(0x02, "INC", &["inc"], UNSIGNED, "adds one; wraps around").found_by("increment count up atomicInc"),
    op(0x03, "DEC", &["dec"], UNSIGNED, "subtracts one; wraps around")
        .found_by("decrement count down atomicDec"),
    op(0x04, "MIN", &["min"], UNSIGNED, "keeps the smaller of old and src0, unsigned")
        .found_by("minimum smallest atomicMin"),
    op(0x05, "MAX", &["max"], UNSIGNED, "keeps the larger of old and src0, unsigned")
        .found_by("maximum largest atomicMax"),
    op(0x06, "XCHG", &["xchg"], UNSIGNED, "stores src0").found_by("exchange swap EXCH atomicExch"),
    op(0x07, "CMPXCHG", &["cmpxchg"], UNSIGNED, "stores src0 where old equals src1")
        .found_by("CAS compare and swap, compare and exchange, compare-and-swap atomicCAS lock"),
    op(0x08, "AND", &["and"], UNSIGNED, "keeps the bits that are also set in src0")
        .found_by("clear bits mask atomicAnd"),
    op(0x09, "OR", &["or"], UNSIGNED, "sets the bits that are set in src0").found_by("set bits atomicOr"),
    op(0x0a, "XOR", &["xor"], UNSIGNED, "flips the bits that are set in src0")
        .found_by("toggle flip bits atomicXor"),
    op(0x0b, "IMIN", &["minsint", "imin"], SIGNED, "keeps the smaller of old and src0, signed")
        .found_by("minimum smallest signed atomicMin"),
    op(0x0c, "IMAX", &["maxsint", "imax"], SIGNED, "keeps the larger of old and src0, signed")
        .found_by("maximum largest signed atomicMax"),
    op(0x0d, "PREDEC", &["predec"], UNSIGNED, "subtracts one and returns the new value")
        .found_by("predecrement pre-decrement decrement"),
    op(0x10, "FMAX", &["fmax"], FLOAT, "keeps the larger of old and src0, as floats")
        .found_by("maximum largest floating point"),
    op(0x11, "FMIN", &["fmin"], FLOAT, "keeps the smaller of old and src0, as floats")
        .found_by("minimum smallest floating point"),
    op(0x12, "FCMPWR", &["fcmpwr"], FLOAT, "stores src1 where old equals src0, as floats")
        .found_by("CAS compare and swap, compare and write, floating point"),
];

/// Returns the types that an operand may be declared with. The notes fix one type for each operation; the table and the
/// verifier allow others.
fn operand_types(op: &AtomicOp, width: OpWidth, readings: &ReadingSet) -> &'static [ScalarType] {
    let is_signed_predec = op.name == "PREDEC" && readings.is(&r::PREDEC_TYPE, "D");
    let types = if is_signed_predec { SIGNED } else { op.types.unwrap_or(UNSIGNED) };
    let may_be_signed = matches!(op.name, "ADD" | "SUB") && readings.is(&r::ADD_TYPE, "UD_or_D");
    let documented: &'static [ScalarType] = match types.dword {
        F => &[F],
        D => &[D],
        _ if may_be_signed => &[Ud, D],
        _ => &[Ud],
    };
    match width {
        OpWidth::Dword => documented,
        OpWidth::Qword if types.dword == D => &[Q],
        OpWidth::Qword if may_be_signed => &[Uq, Q],
        OpWidth::Qword => &[Uq],
        OpWidth::Word => match (readings.get(&r::WORD_TYPES), types.dword, types.word) {
            ("words", _, Some(Hf)) => &[Hf],
            ("words", _, Some(W)) => &[W],
            ("words", ..) => &[Uw],
            ("UD", F | D, _) => &[Ud],
            ("documented_or_UD", F, _) => &[F, Ud],
            ("documented_or_UD", D, _) => &[D, Ud],
            _ => documented,
        },
    }
}

fn allows_unused_operand(op: &AtomicOp, operand: &str, readings: &ReadingSet) -> bool {
    operand == "src0" && op.name == "PREDEC" && readings.is(&r::PREDEC_SRC0, "ignored")
}
