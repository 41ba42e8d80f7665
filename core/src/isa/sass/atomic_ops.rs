//! The atomic operations of surface instructions.

use crate::base::ScalarType::Ud;
use crate::spec::{AtomicOp, Idea, OpTable, OpUse};

const CACHE: &str = "cache operators belong to surface loads and stores; atomics pass the first cache by";

/// A row of the table. Its type is the line's size to say.
const fn op(code: u8, name: &'static str, text: &'static [&'static str], prose: &'static str) -> AtomicOp {
    AtomicOp { name, text, code, ty: Ud, ty16: Ud, prose }
}

/// The table; codes are those of the field `op`, and CAS, which has encodings of its own, stands behind them.
pub const SURFACE_OPS: OpTable = OpTable {
    ops: &[
        op(0, "ADD", &["ADD"], "adds Rb; integers wrap around, floats round to nearest even"),
        op(1, "MIN", &["MIN"], "keeps the smaller of M and Rb"),
        op(2, "MAX", &["MAX"], "keeps the larger of M and Rb"),
        op(3, "INC", &["INC"], "adds one, and begins again at 0 behind Rb"),
        op(4, "DEC", &["DEC"], "subtracts one, and begins again at Rb below 0"),
        op(5, "AND", &["AND"], "keeps the bits that are also set in Rb"),
        op(6, "OR", &["OR"], "sets the bits that are set in Rb"),
        op(7, "XOR", &["XOR"], "flips the bits that are set in Rb"),
        op(8, "EXCH", &["EXCH"], "stores Rb"),
        op(31, "CAS", &["CAS"], "stores the register behind Rb where M equals Rb"),
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
    // With IGN, which does outside what other instruction sets do; but for the two other clamps themselves. CAS compares
    // bits, and there is no other to compare floats with.
    ideas: &[
        (Idea::Add, "ADD", "IGN"),
        (Idea::AddFloat, "ADD", "F32.FTZ.RN.IGN"),
        (Idea::Outside, "ADD", "IGN"),
        (Idea::Outside, "ADD", ""),
        (Idea::Outside, "ADD", "TRAP"),
        (Idea::MinUnsigned, "MIN", "IGN"),
        (Idea::MaxUnsigned, "MAX", "IGN"),
        (Idea::MinSigned, "MIN", "S32.IGN"),
        (Idea::MaxSigned, "MAX", "S32.IGN"),
        (Idea::MinHalf, "MIN", "F16x2.FTZ.RN.IGN"),
        (Idea::MaxHalf, "MAX", "F16x2.FTZ.RN.IGN"),
        (Idea::Increment, "INC", "IGN"),
        (Idea::Decrement, "DEC", "IGN"),
        (Idea::And, "AND", "IGN"),
        (Idea::Or, "OR", "IGN"),
        (Idea::Xor, "XOR", "IGN"),
        (Idea::Exchange, "EXCH", "IGN"),
        (Idea::CompareExchange, "CAS", "IGN"),
        (Idea::CompareFloat, "CAS", "IGN"),
    ],
    semantics: include_str!("atomic_ops.notation"),
};

/// The sizes that an operation takes: the table of the page.
pub(super) fn sizes(op: &str) -> &'static [&'static str] {
    match op {
        "ADD" => &["U32", "S32", "SD32", "U64", "F32", "F16x2", "F16x2_RN"],
        "MIN" | "MAX" => &["U32", "S32", "SD32", "U64", "S64", "SD64", "F16x2", "F16x2_RN"],
        "INC" | "DEC" => &["U32"],
        "AND" | "OR" | "XOR" => &["U32", "S32", "SD32", "U64"],
        _ => &["U32", "S32", "U64"],
    }
}
