//! Integer and logical operators on values with undefined bits, exact sums and differences, and the population count.
//!
//! Invariant: a bit of a result is defined only if it is the same for every value of the operands' undefined bits. The
//! tests check this for all 4-bit numbers.

use super::vocabulary::BinaryOp;
use crate::base::Bits;
use std::cmp::Ordering;

/// The format of an integer type.
#[derive(Clone, Copy)]
pub(super) struct IntegerFormat {
    /// The width: 1 (a truth value) to 64 bits.
    pub width_bits: u32,
    /// Whether numbers are signed, in two's complement.
    pub signed: bool,
}

impl IntegerFormat {
    fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width_bits)
    }

    fn sign_bit(self) -> u64 {
        1 << (self.width_bits - 1)
    }

    /// Returns the least and the greatest number of the type.
    pub fn limits(self) -> (i128, i128) {
        if self.signed {
            let half = 1 << (self.width_bits - 1);
            (-half, half - 1)
        } else {
            (0, (1 << self.width_bits) - 1)
        }
    }

    /// Returns the smallest and the largest possible value, given the undefined bits. They are biased so that unsigned
    /// order is the type's order.
    fn range(self, a: Bits) -> (u64, u64) {
        let flip = if self.signed { self.sign_bit() } else { 0 };
        let biased = Bits::new(a.value ^ flip, a.defined).truncate(self.width_bits);
        (biased.value, biased.value | !biased.defined)
    }

    /// Returns the least and the greatest number that the undefined bits allow.
    fn numbers(self, a: Bits) -> (i128, i128) {
        let bias = if self.signed { i128::from(self.sign_bit()) } else { 0 };
        let (least, greatest) = self.range(a);
        (i128::from(least) - bias, i128::from(greatest) - bias)
    }

    /// Extends a number, in value and definedness, to 64 bits.
    pub fn extend(self, a: Bits) -> Bits {
        if !self.signed {
            return a.truncate(self.width_bits);
        }
        let spread =
            |word: u64| if word & self.sign_bit() != 0 { word | !self.mask() } else { word & self.mask() };
        Bits::new(spread(a.value), spread(a.defined))
    }

    /// Returns the number. The value must be defined.
    pub fn number(self, a: Bits) -> i128 {
        let value = i128::from(a.value & self.mask());
        if self.signed && a.value & self.sign_bit() != 0 { value - (1 << self.width_bits) } else { value }
    }
}

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

/// Returns the number that compares as `wanted` to the other. If undefined bits leave the order open, only the bits on
/// which both agree are defined.
pub(super) fn extreme(format: IntegerFormat, a: Bits, b: Bits, wanted: Ordering) -> Bits {
    let is_before = |a, b| if wanted == Ordering::Less { less(format, a, b) } else { less(format, b, a) };
    let is_second = is_before(b, a);
    // The other comparison decides if the numbers may be equal and one of them is the limit of the type.
    let is_first = if is_second.defined & 1 == 0 { is_before(a, b) } else { not(is_second) };
    select(is_first, a, b)
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

/// Returns a result whose bit `n` depends on bits `0..=n` of the operands: a sum, difference or product.
fn carried(a: Bits, b: Bits, value: u64) -> Bits {
    let undefined = !(a.defined & b.defined);
    // The bits below the lowest undefined one; all bits if there is none.
    let below = (undefined & undefined.wrapping_neg()).wrapping_sub(1);
    Bits::new(value, below)
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

/// The least and the greatest exact number, over all values of the undefined bits.
#[derive(Clone, Copy)]
pub(super) struct Exact {
    format: IntegerFormat,
    least: i128,
    greatest: i128,
    /// The wrapped number.
    wrapped: Bits,
}

impl Exact {
    /// Takes a number.
    pub fn number(format: IntegerFormat, a: Bits) -> Self {
        let (least, greatest) = format.numbers(a);
        Self { format, least, greatest, wrapped: a }
    }

    /// Computes a sum, a difference or a product. `None` for any other operator.
    pub fn result(op: BinaryOp, format: IntegerFormat, a: Bits, b: Bits) -> Option<Self> {
        let ((a_least, a_greatest), (b_least, b_greatest)) = (format.numbers(a), format.numbers(b));
        let (least, greatest) = match op {
            BinaryOp::Add => (a_least + b_least, a_greatest + b_greatest),
            BinaryOp::Subtract => (a_least - b_greatest, a_greatest - b_least),
            BinaryOp::Multiply => {
                // A product beyond 128 bits is out of the range of every type.
                let products =
                    [a_least, a_greatest].map(|a| [b_least, b_greatest].map(|b| a.saturating_mul(b)));
                let products = products.as_flattened();
                (*products.iter().min()?, *products.iter().max()?)
            }
            _ => return None,
        };
        Some(Self { format, least, greatest, wrapped: masked(op, format, a, b) })
    }

    /// Returns the number of an integer type that is closest.
    pub fn closest(self, to: IntegerFormat) -> Bits {
        let (low, high) = to.limits();
        let (own_low, own_high) = self.format.limits();
        if low.max(own_low) <= self.least && self.greatest <= high.min(own_high) {
            return self.format.extend(self.wrapped);
        }
        between(self.least.clamp(low, high), self.greatest.clamp(low, high))
    }

    /// Returns whether the result does not fit the type: a carry or a borrow of unsigned numbers, an overflow of
    /// signed ones.
    pub fn overflows(self) -> Bits {
        let (low, high) = self.format.limits();
        if self.greatest < low || high < self.least {
            Bits::known(1)
        } else if low <= self.least && self.greatest <= high {
            Bits::known(0)
        } else {
            Bits::new(0, !1)
        }
    }
}

/// Returns the number of set bits.
pub(super) fn popcount(format: IntegerFormat, a: Bits) -> Bits {
    let ones = |word: u64| i128::from((word & format.mask()).count_ones());
    between(ones(a.value), ones(a.value | !a.defined))
}

/// Returns the common bits of all numbers in a range: the bits above the highest one in which its ends differ. All
/// numbers of the range agree in these. In two's complement, ends of different sign differ in the highest bit, so no
/// bit is defined.
fn between(least: i128, greatest: i128) -> Bits {
    let (least, greatest) = (least as u64, greatest as u64); // the caller keeps the type's width
    let differing = (least ^ greatest).checked_ilog2().map_or(0, |highest| u64::MAX >> (63 - highest));
    Bits::new(greatest & !differing, !differing)
}

#[cfg(test)]
mod tests;
