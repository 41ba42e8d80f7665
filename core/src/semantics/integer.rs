//! Integer and truth operators on values whose single bits may be undefined.
//!
//! Invariant: a bit of a result is defined only if it is the same for every value that the undefined bits of the
//! inputs could have. The tests compare with all those values for 4-bit numbers.

use super::BinaryOp;
use crate::base::Bits;

/// How integers of one type are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Width, 1 (a truth value) to 64.
    pub width_bits: u32,
    /// Two's complement.
    pub signed: bool,
}

impl Format {
    fn mask(self) -> u64 {
        if self.width_bits >= 64 { u64::MAX } else { (1 << self.width_bits) - 1 }
    }

    fn sign_bit(self) -> u64 {
        1 << (self.width_bits - 1)
    }

    /// The smallest and the largest value that the undefined bits allow, biased so that unsigned order is the
    /// type's order.
    fn range(self, a: Bits) -> (u64, u64) {
        let flip = if self.signed { self.sign_bit() } else { 0 };
        let biased = Bits::new(a.value ^ flip, a.defined).truncate(self.width_bits);
        (biased.value, biased.value | !biased.defined)
    }

    /// The number as the host computes with it; the value must be defined.
    fn number(self, a: Bits) -> i128 {
        let value = i128::from(a.value & self.mask());
        if self.signed && a.value & self.sign_bit() != 0 { value - (1 << self.width_bits) } else { value }
    }
}

/// The result of an operator; a truth value (1 bit) for comparisons.
///
/// Arithmetic wraps. A division by zero is undefined in every bit. A shift by the width or more shifts every bit out:
/// what remains is 0, or the sign for a signed right shift.
pub(super) fn binary(op: BinaryOp, format: Format, a: Bits, b: Bits) -> Bits {
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

/// Every bit the other way round.
pub(super) fn not(a: Bits) -> Bits {
    Bits::new(!a.value, a.defined)
}

/// `-a`, wrapping.
pub(super) fn negate(a: Bits) -> Bits {
    carried(Bits::known(0), a, a.value.wrapping_neg())
}

/// `|a|`; the smallest signed number stays itself.
pub(super) fn abs(format: Format, a: Bits) -> Bits {
    if !format.signed {
        return a;
    }
    let negative =
        Bits::new(u64::from(a.value & format.sign_bit() != 0), a.defined >> (format.width_bits - 1));
    select(negative, negate(a), a)
}

/// The smaller of the two. Where undefined bits leave the order open, the bits on which both agree.
pub(super) fn min(format: Format, a: Bits, b: Bits) -> Bits {
    select(not(less(format, b, a)), a, b)
}

/// The larger of the two. Where undefined bits leave the order open, the bits on which both agree.
pub(super) fn max(format: Format, a: Bits, b: Bits) -> Bits {
    select(not(less(format, a, b)), a, b)
}

/// `condition ? a : b`; under an undefined condition, the bits on which both agree.
pub(super) fn select(condition: Bits, a: Bits, b: Bits) -> Bits {
    match (condition.defined & 1, condition.value & 1) {
        (0, _) => agreement(a, b),
        (_, 0) => b,
        _ => a,
    }
}

/// Whether the number is not 0.
pub(super) fn truth(width_bits: u32, a: Bits) -> Bits {
    if a.truncate(width_bits).value != 0 {
        Bits::known(1)
    } else if a.is_defined(width_bits) {
        Bits::known(0)
    } else {
        Bits::new(0, !1)
    }
}

/// The bits that are defined and the same in both.
fn agreement(a: Bits, b: Bits) -> Bits {
    Bits::new(a.value, a.defined & b.defined & !(a.value ^ b.value))
}

/// A result whose bit `n` depends on the bits `0..=n` of the inputs: sums, differences and products.
fn carried(a: Bits, b: Bits, value: u64) -> Bits {
    let undefined = !(a.defined & b.defined);
    // Below the lowest undefined bit; everything when there is none.
    let below = (undefined & undefined.wrapping_neg()).wrapping_sub(1);
    Bits::new(value, below)
}

fn and(a: Bits, b: Bits) -> Bits {
    let zero = (a.defined & !a.value) | (b.defined & !b.value);
    Bits::new(a.value & b.value, (a.defined & b.defined) | zero)
}

fn multiply(format: Format, a: Bits, b: Bits) -> Bits {
    let is_zero = |x: Bits| x.is_defined(format.width_bits) && x.value & format.mask() == 0;
    if is_zero(a) || is_zero(b) {
        return Bits::known(0);
    }
    carried(a, b, a.value.wrapping_mul(b.value))
}

fn divide(op: BinaryOp, format: Format, a: Bits, b: Bits) -> Bits {
    let defined = a.is_defined(format.width_bits) && b.is_defined(format.width_bits);
    if !defined || b.value & format.mask() == 0 {
        return Bits::UNDEFINED;
    }
    let (a, b) = (format.number(a), format.number(b));
    let result = if op == BinaryOp::Divide { a / b } else { a % b };
    Bits::known(result as u64) // wraps: the caller keeps the type's width
}

/// The amount is unsigned, whatever its width.
fn shift(op: BinaryOp, format: Format, a: Bits, amount: Bits) -> Bits {
    let width = u64::from(format.width_bits);
    let largest = amount.value | !amount.defined;
    if amount.defined == u64::MAX {
        return shift_by(op, format, a, amount.value);
    }
    let possible = (0..width).filter(|n| (n ^ amount.value) & amount.defined == 0);
    let out = (largest >= width).then_some(width);
    possible.chain(out).map(|n| shift_by(op, format, a, n)).reduce(agreement).unwrap_or(Bits::UNDEFINED)
}

fn shift_by(op: BinaryOp, format: Format, a: Bits, amount: u64) -> Bits {
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

fn equal(format: Format, a: Bits, b: Bits) -> Bits {
    let both = a.defined & b.defined & format.mask();
    if (a.value ^ b.value) & both != 0 {
        Bits::known(0)
    } else if both == format.mask() {
        Bits::known(1)
    } else {
        Bits::new(0, !1)
    }
}

fn less(format: Format, a: Bits, b: Bits) -> Bits {
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
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    const WIDTH: u32 = 4;
    const MASK: u64 = 15;

    /// Every 4-bit value with every definedness: 81 of them.
    fn all() -> Vec<Bits> {
        let pairs = (0..=MASK).flat_map(|value| (0..=MASK).map(move |defined| (value, defined)));
        pairs.filter(|(value, defined)| value & !defined == 0).map(|(v, d)| Bits::new(v, d | !MASK)).collect()
    }

    /// Every number that the undefined bits allow.
    fn completions(a: Bits) -> impl Iterator<Item = u64> {
        (0..=MASK).filter(move |n| (n ^ a.value) & a.defined & MASK == 0)
    }

    fn number(signed: bool, n: u64) -> i128 {
        if signed && n >= 8 { i128::from(n) - 16 } else { i128::from(n) }
    }

    /// The operator on plain numbers, written independently; `None` where the result is undefined by rule.
    fn reference(op: BinaryOp, signed: bool, a: u64, b: u64) -> Option<u64> {
        let (x, y) = (number(signed, a), number(signed, b));
        let result = match op {
            BinaryOp::Add => x + y,
            BinaryOp::Subtract => x - y,
            BinaryOp::Multiply => x * y,
            BinaryOp::Divide => x.checked_div(y)?,
            BinaryOp::Remainder => x.checked_rem(y)?,
            BinaryOp::And => x & y,
            BinaryOp::Or => x | y,
            BinaryOp::Xor => x ^ y,
            BinaryOp::ShiftLeft => x << b,
            BinaryOp::ShiftRight => x >> b,
            BinaryOp::Equal => i128::from(x == y),
            BinaryOp::NotEqual => i128::from(x != y),
            BinaryOp::Less => i128::from(x < y),
            BinaryOp::LessEqual => i128::from(x <= y),
            BinaryOp::Greater => i128::from(x > y),
            BinaryOp::GreaterEqual => i128::from(x >= y),
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => unreachable!("on truth values only"),
        };
        Some(result.rem_euclid(16) as u64)
    }

    const OPS: [BinaryOp; 16] = [
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::Remainder,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::ShiftLeft,
        BinaryOp::ShiftRight,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
    ];

    /// The bits on which every completion agrees: what a perfect analysis would call defined.
    fn perfect(a: Bits, b: Bits, f: impl Fn(u64, u64) -> Option<u64>) -> Bits {
        let (mut ones, mut zeros) = (MASK, MASK);
        for x in completions(a) {
            for y in completions(b) {
                let result = f(x, y);
                ones &= result.unwrap_or(0);
                zeros &= result.map_or(0, |r| !r);
            }
        }
        Bits::new(ones, ones | zeros)
    }

    #[test]
    fn a_defined_bit_is_the_same_for_every_value_of_the_undefined_ones() {
        for signed in [false, true] {
            let format = Format { width_bits: WIDTH, signed };
            for op in OPS {
                for a in all() {
                    for b in all() {
                        let got = binary(op, format, a, b).truncate(WIDTH);
                        let best = perfect(a, b, |x, y| reference(op, signed, x, y));
                        let claimed = got.defined & MASK;
                        assert_eq!(claimed & !best.defined, 0, "{op:?} {a:?} {b:?} claims too much: {got:?}");
                        assert_eq!(got.value, best.value & claimed, "{op:?} {a:?} {b:?}");
                        let exact = !matches!(
                            op,
                            BinaryOp::Add
                                | BinaryOp::Subtract
                                | BinaryOp::Multiply
                                | BinaryOp::Divide
                                | BinaryOp::Remainder
                        );
                        if exact {
                            assert_eq!(
                                claimed, best.defined,
                                "{op:?} {a:?} {b:?} claims too little: {got:?}"
                            );
                        }
                        if a.is_defined(WIDTH) && b.is_defined(WIDTH) {
                            assert_eq!(claimed, best.defined, "{op:?} {a:?} {b:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn min_max_and_abs_are_sound() {
        for signed in [false, true] {
            let format = Format { width_bits: WIDTH, signed };
            let smaller = |x: u64, y: u64| if number(signed, y) < number(signed, x) { y } else { x };
            let larger = |x: u64, y: u64| if number(signed, y) > number(signed, x) { y } else { x };
            let absolute = |x: u64| number(signed, x).unsigned_abs() as u64 & MASK;
            for a in all() {
                for b in all() {
                    sound(min(format, a, b), perfect(a, b, |x, y| Some(smaller(x, y))));
                    sound(max(format, a, b), perfect(a, b, |x, y| Some(larger(x, y))));
                }
                sound(abs(format, a), perfect(a, Bits::known(0), |x, _| Some(absolute(x))));
                sound(negate(a), perfect(a, Bits::known(0), |x, _| Some(x.wrapping_neg())));
            }
        }
    }

    fn sound(got: Bits, best: Bits) {
        let claimed = got.defined & MASK;
        assert_eq!(claimed & !best.defined, 0);
        assert_eq!(got.value & MASK, best.value & claimed);
    }

    #[test]
    fn full_width_shifts_do_not_overflow() {
        let format = Format { width_bits: 64, signed: true };
        let minus_two = Bits::known(u64::MAX - 1);
        assert_eq!(binary(BinaryOp::ShiftRight, format, minus_two, Bits::known(64)), Bits::known(u64::MAX));
        assert_eq!(binary(BinaryOp::ShiftRight, format, minus_two, Bits::known(1)), Bits::known(u64::MAX));
        assert_eq!(binary(BinaryOp::ShiftLeft, format, minus_two, Bits::known(64)), Bits::known(0));
        assert_eq!(
            binary(BinaryOp::ShiftLeft, format, Bits::known(1), Bits::known(63)),
            Bits::known(1 << 63)
        );
        assert_eq!(binary(BinaryOp::ShiftLeft, format, Bits::known(1), Bits::known(1 << 40)), Bits::known(0));
    }

    #[test]
    fn the_smallest_signed_number_divided_by_minus_one_wraps() {
        let format = Format { width_bits: 64, signed: true };
        let (smallest, minus_one) = (Bits::known(1 << 63), Bits::known(u64::MAX));
        assert_eq!(binary(BinaryOp::Divide, format, smallest, minus_one), smallest);
        assert_eq!(binary(BinaryOp::Remainder, format, smallest, minus_one), Bits::known(0));
    }
}
