use super::*;
use crate::semantics::operator_table::OPERATORS;
use crate::test;

const WIDTH: u32 = 4;
const MASK: u64 = 15;

/// Returns every 4-bit value with every definedness: 81 of them.
fn all() -> Vec<Bits> {
    let pairs = (0..=MASK).flat_map(|value| (0..=MASK).map(move |defined| (value, defined)));
    pairs.filter(|(value, defined)| value & !defined == 0).map(|(v, d)| Bits::new(v, d | !MASK)).collect()
}

/// Returns every number that the undefined bits allow.
fn completions(a: Bits) -> impl Iterator<Item = u64> {
    (0..=MASK).filter(move |n| (n ^ a.value) & a.defined & MASK == 0)
}

fn number(signed: bool, n: u64) -> i128 {
    if signed && n >= 8 { i128::from(n) - 16 } else { i128::from(n) }
}

/// Applies the operator to plain numbers, written independently. Returns `None` where the result is undefined by rule.
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

/// Returns the operators of integers.
fn operators() -> impl Iterator<Item = BinaryOp> {
    let infix = OPERATORS.iter().filter_map(|row| row.infix);
    infix.filter(|op| !matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr))
}

/// Returns the bits on which every completion agrees, which a perfect analysis would define.
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
    use BinaryOp::{Add, Divide, Multiply, Remainder, Subtract};
    for signed in [false, true] {
        let format = IntegerFormat { width_bits: WIDTH, signed };
        for op in operators() {
            let is_arithmetic = matches!(op, Add | Subtract | Multiply | Divide | Remainder);
            for a in all() {
                for b in all() {
                    let got = binary(op, format, a, b);
                    let best = perfect(a, b, |x, y| reference(op, signed, x, y));
                    sound(got, best);
                    if !is_arithmetic || a.is_defined(WIDTH) && b.is_defined(WIDTH) {
                        assert_eq!(got.defined & MASK, best.defined, "{op:?} {a:?} {b:?} claims too little");
                    }
                }
            }
        }
    }
}

#[test]
fn min_max_and_abs_are_sound() {
    for signed in [false, true] {
        let format = IntegerFormat { width_bits: WIDTH, signed };
        let smaller = |x: u64, y: u64| if number(signed, y) < number(signed, x) { y } else { x };
        let larger = |x: u64, y: u64| if number(signed, y) > number(signed, x) { y } else { x };
        let absolute = |x: u64| number(signed, x).unsigned_abs() as u64 & MASK;
        for a in all() {
            for b in all() {
                sound(extreme(format, a, b, Ordering::Less), perfect(a, b, |x, y| Some(smaller(x, y))));
                sound(extreme(format, a, b, Ordering::Greater), perfect(a, b, |x, y| Some(larger(x, y))));
                for wanted in [Ordering::Less, Ordering::Greater] {
                    let [one, other] =
                        [(a, b), (b, a)].map(|(a, b)| extreme(format, a, b, wanted).truncate(WIDTH));
                    assert_eq!(one, other, "{wanted:?} {a:?} {b:?}");
                }
            }
            sound(abs(format, a), perfect(a, Bits::known(0), |x, _| Some(absolute(x))));
            sound(negate(a), perfect(a, Bits::known(0), |x, _| Some(x.wrapping_neg())));
        }
    }
}

#[test]
fn saturation_carries_and_counts_are_sound() {
    for signed in [false, true] {
        let format = IntegerFormat { width_bits: WIDTH, signed };
        for op in [BinaryOp::Add, BinaryOp::Subtract, BinaryOp::Multiply] {
            let exact = |x, y| match (op, number(signed, x), number(signed, y)) {
                (BinaryOp::Add, x, y) => x + y,
                (BinaryOp::Subtract, x, y) => x - y,
                (_, x, y) => x * y,
            };
            for (a, b) in all().into_iter().flat_map(|a| all().into_iter().map(move |b| (a, b))) {
                let got = Exact::result(op, format, a, b).expect("the operator has an exact result");
                let is_known = a.is_defined(WIDTH) && b.is_defined(WIDTH);
                for (to, low, high) in [
                    (unsigned_type(2), 0, 3),
                    (signed_type(2), -2, 1),
                    (unsigned_type(4), 0, 15),
                    (signed_type(4), -8, 7),
                ] {
                    let saturated = |x, y| Some(exact(x, y).clamp(low, high) as u64);
                    let mask = u64::MAX >> (64 - to.width_bits);
                    let [closest, best] =
                        [got.closest(to), perfect(a, b, saturated)].map(|bits| bits.truncate(to.width_bits));
                    assert!(!is_known || closest.defined & mask == mask);
                    sound(closest, best);
                }
                let (low, high) = if signed { (-8, 7) } else { (0, 15) };
                let overflows = |x, y| Some(u64::from(!(low..=high).contains(&exact(x, y))));
                sound(got.overflows(), perfect(a, b, overflows));
                assert!(!is_known || got.overflows().is_defined(1));
            }
        }
        for a in all() {
            let best = perfect(a, Bits::known(0), |x, _| Some(u64::from(x.count_ones())));
            sound(popcount(format, a), best);
            assert!(popcount(format, a).is_defined(WIDTH) || !a.is_defined(WIDTH));
        }
    }
}

#[test]
fn results_that_need_more_than_64_bits_saturate() {
    const MOST: u64 = u64::MAX;
    const TOP: u64 = i64::MAX as u64;
    const BOTTOM: u64 = 1 << 63;
    for (op, format, to, a, b, expected) in [
        (BinaryOp::Add, unsigned_type(64), unsigned_type(64), MOST, 1, MOST),
        (BinaryOp::Add, signed_type(64), signed_type(64), TOP, 1, TOP),
        (BinaryOp::Add, signed_type(64), unsigned_type(64), TOP, 1, BOTTOM), // 2^63 is in range
        (BinaryOp::Add, signed_type(64), signed_type(64), BOTTOM, MOST, BOTTOM), // -2^63 - 1
        (BinaryOp::Subtract, unsigned_type(64), unsigned_type(64), 0, 1, 0),
        (BinaryOp::Multiply, unsigned_type(64), unsigned_type(64), MOST, MOST, MOST), // almost 2^128
        (BinaryOp::Multiply, unsigned_type(64), unsigned_type(32), BOTTOM, 2, u32::MAX.into()),
        (BinaryOp::Multiply, signed_type(64), unsigned_type(64), MOST, MOST, 1), // -1 * -1
        (
            BinaryOp::Multiply,
            signed_type(64),
            signed_type(32),
            u64::MAX << 32 | 1,
            u32::MAX.into(),
            1 << 31 | u64::MAX << 32,
        ), // -(2^32 - 1)^2
        (BinaryOp::Multiply, signed_type(64), unsigned_type(16), u64::MAX << 32 | 1, u32::MAX.into(), 0),
        (BinaryOp::Add, signed_type(32), signed_type(64), TOP >> 32, 1, 1 << 31), // exact in the wider type
        (BinaryOp::Add, signed_type(32), signed_type(64), MOST >> 32, MOST >> 32, MOST - 1), // -1 + -1
    ] {
        let [a, b] = [a, b].map(Bits::known);
        let exact = Exact::result(op, format, a, b).expect("the operator has an exact result");
        assert_eq!(exact.closest(to), Bits::known(expected), "{op:?} {a:?} {b:?}");
    }
}

fn unsigned_type(width_bits: u32) -> IntegerFormat {
    IntegerFormat { width_bits, signed: false }
}

fn signed_type(width_bits: u32) -> IntegerFormat {
    IntegerFormat { width_bits, signed: true }
}

fn sound(got: Bits, best: Bits) {
    let claimed = got.defined & MASK;
    assert_eq!(claimed & !best.defined, 0);
    assert_eq!(got.value & MASK, best.value & claimed);
}

#[test]
fn full_width_shifts_do_not_overflow() {
    let format = IntegerFormat { width_bits: 64, signed: true };
    let minus_two = Bits::known(u64::MAX - 1);
    assert_eq!(binary(BinaryOp::ShiftRight, format, minus_two, Bits::known(64)), Bits::known(u64::MAX));
    assert_eq!(binary(BinaryOp::ShiftRight, format, minus_two, Bits::known(1)), Bits::known(u64::MAX));
    assert_eq!(binary(BinaryOp::ShiftLeft, format, minus_two, Bits::known(64)), Bits::known(0));
    assert_eq!(binary(BinaryOp::ShiftLeft, format, Bits::known(1), Bits::known(63)), Bits::known(1 << 63));
    assert_eq!(binary(BinaryOp::ShiftLeft, format, Bits::known(1), Bits::known(1 << 40)), Bits::known(0));
}

#[test]
fn the_smallest_signed_number_divided_by_minus_one_wraps() {
    let format = IntegerFormat { width_bits: 64, signed: true };
    let (smallest, minus_one) = (Bits::known(1 << 63), Bits::known(u64::MAX));
    assert_eq!(binary(BinaryOp::Divide, format, smallest, minus_one), smallest);
    assert_eq!(binary(BinaryOp::Remainder, format, smallest, minus_one), Bits::known(0));
}
