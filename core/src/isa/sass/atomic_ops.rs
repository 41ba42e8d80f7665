//! The atomic operations of surface instructions.

use crate::base::ScalarType::Ud;
use crate::spec::{AtomicOp, OpTable, OpUse};

const CACHE: &str = "cache operators belong to surface loads and stores; atomics bypass the first cache";

/// Creates a row of the table. Its types are not used: the size of a line determines the accessed type.
const fn op(code: u8, name: &'static str, text: &'static [&'static str], prose: &'static str) -> AtomicOp {
    AtomicOp { name, text, code, ty: Ud, ty16: Ud, ty64: None, prose, synonyms: "" }
}

/// The table. A code is a value of the field `op`. CAS has encodings of its own, and its code is not in the range of that
/// field.
pub const SURFACE_OPS: OpTable = OpTable {
    ops: &[
        op(0, "ADD", &["ADD"], "adds Rb; integers wrap around, floats round to nearest even")
            .found_by("addition sum fetch-and-add atomicAdd"),
        op(1, "MIN", &["MIN"], "keeps the smaller of M and Rb").found_by("minimum smallest atomicMin"),
        op(2, "MAX", &["MAX"], "keeps the larger of M and Rb").found_by("maximum largest atomicMax"),
        op(3, "INC", &["INC"], "increments; wraps to 0 after Rb").found_by("increment count up atomicInc"),
        op(4, "DEC", &["DEC"], "decrements; wraps to Rb after 0").found_by("decrement count down atomicDec"),
        op(5, "AND", &["AND"], "keeps the bits that are also set in Rb")
            .found_by("clear bits mask atomicAnd"),
        op(6, "OR", &["OR"], "sets the bits that are set in Rb").found_by("set bits atomicOr"),
        op(7, "XOR", &["XOR"], "flips the bits that are set in Rb").found_by("toggle flip bits atomicXor"),
        op(8, "EXCH", &["EXCH"], "stores Rb").found_by("exchange swap XCHG atomicExch"),
        op(31, "CAS", &["CAS"], "stores the register after Rb if M equals Rb")
            .found_by("CMPXCHG compare and swap, compare and exchange, compare-and-swap atomicCAS lock"),
    ],
    operand_types: |_, _, _| &[Ud],
    tolerates: |_, _, _| true,
    not_here: &[
        ("CA", CACHE),
        ("CG", CACHE),
        ("CI", CACHE),
        ("CS", CACHE),
        ("CV", CACHE),
        ("WB", CACHE),
        ("WT", CACHE),
    ],
    op_use: |_, _| OpUse::AsWritten,
    semantics: include_str!("atomic_ops.notation"),
};

/// Returns the sizes that an operation allows, from the page's table.
pub(super) fn sizes(op: &str) -> &'static [&'static str] {
    match op {
        "ADD" => &["U32", "S32", "SD32", "U64", "F32", "F16x2", "F16x2_RN"],
        "MIN" | "MAX" => &["U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2", "F16x2_RN"],
        "INC" | "DEC" => &["U32"],
        "AND" | "OR" | "XOR" => &["U32", "S32", "SD32", "U64"],
        _ => &["U32", "S32", "U64"],
    }
}
