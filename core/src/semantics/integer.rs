//! Integer and logical operators on values with undefined bits.
//!
//! Invariant: a bit of a result is defined only if it is the same for every value of the operands' undefined bits. The
//! tests check this for all 4-bit numbers.

mod exact;
mod format;

use super::vocabulary::BinaryOp;
use crate::base::Bits;
pub(super) use exact::{Exact, popcount};
pub use format::IntegerFormat;
use format::carried;

/// Applies a binary operator. Comparisons give a truth value (1 bit).
///
/// Arithmetic wraps. A division by zero is undefined in every bit. A shift by the width or more shifts out every bit:
/// the result is 0, or the sign for a signed right shift.
pub(super) fn binary(op: BinaryOp, format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    if a.defined & b.defined == u64::MAX
        && let Some(value) = defined(op, format, a.value, b.value)
    {
        return Bits::known(value);
    }
    masked(op, format, a, b)
}

/// Applies a binary operator to operands with any bits undefined.
fn masked(op: BinaryOp, format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    match op {
        BinaryOp::Add => carried(a, b, a.value.wrapping_add(b.value)),
        BinaryOp::Subtract => carried(a, b, a.value.wrapping_sub(b.value)),
        BinaryOp::Multiply => multiply(format, a, b),
        BinaryOp::Divide | BinaryOp::Remainder => divide(op, format, a, b),
        BinaryOp::And | BinaryOp::LogicalAnd => and(a, b),
        BinaryOp::Or | BinaryOp::LogicalOr => not(and(not(a), not(b))),
        BinaryOp::Xor => Bits::new(a.value ^ b.value, a.defined & b.defined),
        BinaryOp::ShiftLeft | BinaryOp::ShiftRight => shift(op, format, a, b),
        BinaryOp::Equal => equal(format, a, b),
        BinaryOp::NotEqual => not(equal(format, a, b)).truncate(1),
        BinaryOp::Less => less(format, a, b),
        BinaryOp::Greater => less(format, b, a),
        BinaryOp::LessEqual => not(less(format, b, a)).truncate(1),
        BinaryOp::GreaterEqual => not(less(format, a, b)).truncate(1),
    }
}

/// Applies a binary operator to numbers whose bits are all defined. Returns `None` for the operators and operands that only
/// [`masked`] covers. Bits above the width are ignored in the operands and arbitrary in the result.
fn defined(op: BinaryOp, format: IntegerFormat, a: u64, b: u64) -> Option<u64> {
    let mask = format.mask();
    // Biased so that unsigned order is the type's order.
    let bias = if format.signed { format.sign_bit() } else { 0 };
    let order = || (a & mask ^ bias).cmp(&(b & mask ^ bias));
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Subtract => a.wrapping_sub(b),
        BinaryOp::Multiply => a.wrapping_mul(b),
        BinaryOp::Remainder if !format.signed && b & mask != 0 => (a & mask) % (b & mask),
        BinaryOp::Divide if !format.signed && b & mask != 0 => (a & mask) / (b & mask),
        BinaryOp::ShiftLeft if b < u64::from(format.width_bits) => a << b,
        BinaryOp::ShiftRight if !format.signed && b < u64::from(format.width_bits) => (a & mask) >> b,
        BinaryOp::Divide | BinaryOp::Remainder | BinaryOp::ShiftLeft | BinaryOp::ShiftRight => return None,
        BinaryOp::And | BinaryOp::LogicalAnd => a & b,
        BinaryOp::Or | BinaryOp::LogicalOr => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Equal => u64::from((a ^ b) & mask == 0),
        BinaryOp::NotEqual => u64::from((a ^ b) & mask != 0),
        BinaryOp::Less => u64::from(order().is_lt()),
        BinaryOp::Greater => u64::from(order().is_gt()),
        BinaryOp::LessEqual => u64::from(order().is_le()),
        BinaryOp::GreaterEqual => u64::from(order().is_ge()),
    })
}

/// Returns the value with every bit flipped.
pub(super) fn not(a: Bits) -> Bits {
    Bits::new(!a.value, a.defined)
}

/// Returns `-a`, which wraps around.
pub(super) fn negate(a: Bits) -> Bits {
    carried(Bits::known(0), a, a.value.wrapping_neg())
}

/// Returns `|a|`. The smallest signed number is unchanged.
pub(super) fn abs(format: IntegerFormat, a: Bits) -> Bits {
    if !format.signed {
        return a;
    }
    let negative =
        Bits::new(u64::from(a.value & format.sign_bit() != 0), a.defined >> (format.width_bits - 1));
    select(negative, negate(a), a)
}

/// Returns the smaller of the two. If undefined bits leave the order open, only the bits on which both agree are
/// defined.
pub(super) fn min(format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    select(not(less(format, b, a)), a, b)
}

/// Returns the larger of the two. If undefined bits leave the order open, only the bits on which both agree are
/// defined.
pub(super) fn max(format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    select(not(less(format, a, b)), a, b)
}

/// Returns `condition ? a : b`. Under an undefined condition, only the bits on which both agree are defined.
pub(super) fn select(condition: Bits, a: Bits, b: Bits) -> Bits {
    match (condition.defined & 1, condition.value & 1) {
        (0, _) => agreement(a, b),
        (_, 0) => b,
        _ => a,
    }
}

/// Returns whether the number is not 0.
pub(super) fn truth(width_bits: u32, a: Bits) -> Bits {
    if a.truncate(width_bits).value != 0 {
        Bits::known(1)
    } else if a.is_defined(width_bits) {
        Bits::known(0)
    } else {
        Bits::new(0, !1)
    }
}

/// Returns the value whose defined bits are those that are defined and equal in both.
fn agreement(a: Bits, b: Bits) -> Bits {
    Bits::new(a.value, a.defined & b.defined & !(a.value ^ b.value))
}

fn and(a: Bits, b: Bits) -> Bits {
    let zero = (a.defined & !a.value) | (b.defined & !b.value);
    Bits::new(a.value & b.value, (a.defined & b.defined) | zero)
}

fn multiply(format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    let is_zero = |x: Bits| x.is_defined(format.width_bits) && x.value & format.mask() == 0;
    if is_zero(a) || is_zero(b) {
        return Bits::known(0);
    }
    carried(a, b, a.value.wrapping_mul(b.value))
}

fn divide(op: BinaryOp, format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    let defined = a.is_defined(format.width_bits) && b.is_defined(format.width_bits);
    if !defined || b.value & format.mask() == 0 {
        return Bits::UNDEFINED;
    }
    let (a, b) = (format.number(a), format.number(b));
    let result = if op == BinaryOp::Divide { a / b } else { a % b };
    Bits::known(result as u64) // wraps: the caller keeps the type's width
}

/// Shifts by an unsigned amount of any width.
fn shift(op: BinaryOp, format: IntegerFormat, a: Bits, amount: Bits) -> Bits {
    let width = u64::from(format.width_bits);
    let largest = amount.value | !amount.defined;
    if amount.defined == u64::MAX {
        return shift_by(op, format, a, amount.value);
    }
    let possible = (0..width).filter(|n| (n ^ amount.value) & amount.defined == 0);
    let out = (largest >= width).then_some(width);
    possible.chain(out).map(|n| shift_by(op, format, a, n)).reduce(agreement).unwrap_or(Bits::UNDEFINED)
}

fn shift_by(op: BinaryOp, format: IntegerFormat, a: Bits, amount: u64) -> Bits {
    let left = op == BinaryOp::ShiftLeft;
    let amount = amount.min(u64::from(format.width_bits)) as u32; // at most 64
    let fill = if left || !format.signed {
        Bits::known(0)
    } else {
        let sign = format.sign_bit();
        let spread = |word: u64| if word & sign != 0 { u64::MAX } else { 0 };
        Bits::new(spread(a.value), spread(a.defined))
    };
    let mask = format.mask();
    let moved = |word: u64, fill: u64| {
        let word = u128::from(word & mask);
        if left {
            (word << amount) as u64
        } else {
            ((word | u128::from(fill) << format.width_bits) >> amount) as u64
        }
    };
    let filled = if left { (1u128 << amount) - 1 } else { 0 };
    Bits::new(moved(a.value, fill.value), moved(a.defined, fill.defined) | filled as u64)
}

fn equal(format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    let both = a.defined & b.defined & format.mask();
    if (a.value ^ b.value) & both != 0 {
        Bits::known(0)
    } else if both == format.mask() {
        Bits::known(1)
    } else {
        Bits::new(0, !1)
    }
}

fn less(format: IntegerFormat, a: Bits, b: Bits) -> Bits {
    let ((a_min, a_max), (b_min, b_max)) = (format.range(a), format.range(b));
    if a_max < b_min {
        Bits::known(1)
    } else if a_min >= b_max {
        Bits::known(0)
    } else {
        Bits::new(0, !1)
    }
}

#[cfg(test)]
mod tests;
