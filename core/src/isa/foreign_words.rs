//! Words of other languages for the operations that several instruction sets have.

/// The words of other languages for a minimum of signed numbers.
pub(super) const SIGNED_MIN: &[&str] = &["imin", "smin", "s.min", "min.s32", "min.i32", "min.int"];
/// The words of other languages for a maximum of signed numbers.
pub(super) const SIGNED_MAX: &[&str] = &["imax", "smax", "s.max", "max.s32", "max.i32", "max.int"];
/// The words of other languages for a minimum of unsigned numbers.
pub(super) const MIN: &[&str] = &["min", "umin"];
/// The words of other languages for a maximum of unsigned numbers.
pub(super) const MAX: &[&str] = &["max", "umax"];
/// The words of other languages for compare and swap.
pub(super) const COMPARE_AND_SWAP: &[&str] = &[
    "cas",
    "cmpxchg",
    "cmpswap",
    "icas",
    "comp.swap",
    "compare.exchange",
    "compare.swap",
    "cmp.swap",
    "cmpst",
];
/// The words of other languages for an increment.
pub(super) const INCREMENT: &[&str] = &["inc", "iinc", "increment", "uinc"];
/// The words of other languages for a decrement.
pub(super) const DECREMENT: &[&str] = &["dec", "idec", "decrement", "udec"];

/// The words of other languages for an addition.
pub(super) const ADD: &[&str] = &["add", "iadd"];
/// The words of other languages for a subtraction.
pub(super) const SUBTRACT: &[&str] = &["sub", "isub"];
/// The words of other languages for an operation on bits.
pub(super) const AND: &[&str] = &["and"];
/// As [`AND`].
pub(super) const OR: &[&str] = &["or"];
/// As [`AND`].
pub(super) const XOR: &[&str] = &["xor"];
