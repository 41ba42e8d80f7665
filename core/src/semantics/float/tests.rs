use super::*;
use crate::test;

use Ordering::{Greater, Less};
use ScalarType::{Df, F, Hf};

const BEHAVIOUR: FloatBehaviour = FloatBehaviour {
    minmax: MinMax::SignallingNanWins,
    denormals: Denormals::Preserve,
    nan: DefaultNan::Quiet,
};
const ALU: FloatBehaviour = FloatBehaviour { minmax: MinMax::SecondOnTie, ..BEHAVIOUR };
const FLUSH: FloatBehaviour = FloatBehaviour { denormals: Denormals::Flush, ..BEHAVIOUR };

const QUIET: u64 = 0x7fc0_1234;
const SIGNALLING: u64 = 0x7f80_0001;
const ONE: u64 = 0x3f80_0000;
const TWO: u64 = 0x4000_0000;
const MINUS_ZERO: u64 = 0x8000_0000;

fn calc(op: BinaryOp, ty: ScalarType, a: u64, b: u64) -> u64 {
    let result = binary(op, ty, Bits::known(a), Bits::known(b), BEHAVIOUR);
    assert_eq!(result.defined, u64::MAX);
    result.value
}

fn pick(wanted: Ordering, behaviour: FloatBehaviour, a: u64, b: u64) -> u64 {
    extreme(F, Bits::known(a), Bits::known(b), behaviour, wanted).value
}

#[test]
fn sums_round_once_to_nearest_even() {
    // 1 + 2^-24 is half way between 1 and 1 + 2^-23: to even, 1. 1 + 3 * 2^-24 rounds up to 1 + 2^-22.
    assert_eq!(calc(BinaryOp::Add, F, ONE, 0x3380_0000), ONE);
    assert_eq!(calc(BinaryOp::Add, F, ONE, 0x3440_0000), 0x3f80_0002);
    // HF: 1 + 2^-11 is half way, to even; 2048 + 1 is half way between 2048 and 2050.
    assert_eq!(calc(BinaryOp::Add, Hf, 0x3c00, 0x1000), 0x3c00);
    assert_eq!(calc(BinaryOp::Add, Hf, 0x6800, 0x3c00), 0x6800);
    // 65504 + 16 = 65520, half way to 65536, which HF does not have: infinity.
    assert_eq!(calc(BinaryOp::Add, Hf, 0x7bff, 0x4c00), 0x7c00);
    assert_eq!(
        calc(BinaryOp::Divide, Df, 0x3ff0_0000_0000_0000, 0x4000_0000_0000_0000),
        0x3fe0_0000_0000_0000
    );
}

#[test]
fn half_conversion_sees_every_bit_of_a_double() {
    // 1 + 2^-11 + 2^-50 exceeds the tie between 1 and 1 + 2^-10 by a bit in the low half of the fraction.
    let above_tie = 1.0 + 2f64.powi(-11) + 2f64.powi(-50);
    assert_eq!(from_f64(Hf, above_tie), 0x3c01);
    assert_eq!(from_f64(Hf, 1.0 + 2f64.powi(-11)), 0x3c00);
    assert_eq!(from_f64(Hf, -above_tie), 0xbc01);
    assert_eq!(from_f64(Hf, 2f64.powi(-25)), 0); // half the least denormal, to even
    assert_eq!(from_f64(Hf, 2f64.powi(-25) + 2f64.powi(-70)), 1);
    assert_eq!(from_f64(Hf, 1e300), 0x7c00);
    assert_eq!(from_f64(Hf, f64::NEG_INFINITY), 0xfc00);
}

#[test]
fn a_nan_result_is_the_canonical_quiet_one() {
    assert_eq!(calc(BinaryOp::Subtract, F, 0x7f80_0000, 0x7f80_0000), 0x7fc0_0000);
    assert_eq!(calc(BinaryOp::Add, F, 0xffc0_0001, ONE), 0x7fc0_0000);
    assert_eq!(calc(BinaryOp::Divide, Hf, 0, 0), 0x7e00);
    assert_eq!(calc(BinaryOp::Multiply, Df, SIGNALLING, 0x7ff0_0000_0000_0001), 0x7ff8_0000_0000_0000);
}

#[test]
fn comparison_is_ieee() {
    assert_eq!(calc(BinaryOp::Equal, F, 0, MINUS_ZERO), 1);
    assert_eq!(calc(BinaryOp::Less, F, MINUS_ZERO, 0), 0);
    assert_eq!(calc(BinaryOp::Equal, F, QUIET, QUIET), 0);
    assert_eq!(calc(BinaryOp::NotEqual, F, QUIET, QUIET), 1);
    assert_eq!(calc(BinaryOp::GreaterEqual, F, QUIET, ONE), 0);
}

#[test]
fn extension_min_and_max() {
    assert_eq!(pick(Less, BEHAVIOUR, ONE, TWO), ONE);
    assert_eq!(pick(Greater, BEHAVIOUR, ONE, TWO), TWO);
    assert_eq!(pick(Less, BEHAVIOUR, 0, MINUS_ZERO), MINUS_ZERO);
    assert_eq!(pick(Greater, BEHAVIOUR, MINUS_ZERO, 0), 0);
    for wanted in [Less, Greater] {
        assert_eq!(pick(wanted, BEHAVIOUR, QUIET, ONE), ONE);
        assert_eq!(pick(wanted, BEHAVIOUR, ONE, QUIET), ONE);
        assert_eq!(pick(wanted, BEHAVIOUR, SIGNALLING, ONE), SIGNALLING);
        assert_eq!(pick(wanted, BEHAVIOUR, ONE, SIGNALLING), SIGNALLING);
        assert_eq!(pick(wanted, BEHAVIOUR, QUIET, SIGNALLING), SIGNALLING);
        assert_eq!(pick(wanted, BEHAVIOUR, QUIET, QUIET + 1), QUIET);
        assert_eq!(pick(wanted, BEHAVIOUR, SIGNALLING + 1, SIGNALLING), SIGNALLING + 1);
    }
}

#[test]
fn alu_min_and_max() {
    for wanted in [Less, Greater] {
        assert_eq!(pick(wanted, ALU, SIGNALLING, ONE), ONE);
        assert_eq!(pick(wanted, ALU, ONE, QUIET), ONE);
        assert_eq!(pick(wanted, ALU, QUIET, SIGNALLING), SIGNALLING);
        assert_eq!(pick(wanted, ALU, 0, MINUS_ZERO), MINUS_ZERO);
        assert_eq!(pick(wanted, ALU, MINUS_ZERO, 0), 0);
    }
    assert_eq!(pick(Less, ALU, TWO, ONE), ONE);
    assert_eq!(pick(Greater, ALU, TWO, ONE), TWO);
}

#[test]
fn denormals_are_kept_or_flushed() {
    let (least, minus_least) = (1, 0x8000_0001);
    assert_eq!(calc(BinaryOp::Add, F, least, least), 2);
    assert_eq!(pick(Less, BEHAVIOUR, minus_least, least), minus_least);
    assert_eq!(pick(Less, FLUSH, minus_least, least), MINUS_ZERO);
    let flushed = |op, a, b| binary(op, F, Bits::known(a), Bits::known(b), FLUSH).value;
    assert_eq!(flushed(BinaryOp::Equal, least, minus_least), 1);
    assert_eq!(flushed(BinaryOp::Add, ONE, least), ONE);
    // 2^-126 - 2^-127 = 2^-127 is denormal in F; so is half of -2^-126.
    assert_eq!(flushed(BinaryOp::Multiply, 0x8080_0000, 0x3f00_0000), MINUS_ZERO);
}

#[test]
fn an_undefined_bit_makes_everything_undefined_but_sign_changes() {
    let partly = Bits::new(ONE, !1);
    assert_eq!(binary(BinaryOp::Add, F, partly, Bits::known(ONE), BEHAVIOUR), Bits::UNDEFINED);
    assert_eq!(extreme(F, Bits::known(ONE), partly, BEHAVIOUR, Less), Bits::UNDEFINED);
    assert_eq!(negate(F, partly), Bits::new(0xbf80_0000, !1));
    assert_eq!(abs(F, Bits::new(0, !MINUS_ZERO)), Bits::known(0));
}

#[test]
fn f_arithmetic_equals_the_hosts() {
    let mut seed = 1u64;
    for _ in 0..20_000 {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let (a, b) = (seed & 0xffff_ffff, seed >> 32);
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let host = [
            (BinaryOp::Add, x + y),
            (BinaryOp::Subtract, x - y),
            (BinaryOp::Multiply, x * y),
            (BinaryOp::Divide, x / y),
        ];
        for (op, expected) in host {
            let expected = if expected.is_nan() { 0x7fc0_0000 } else { u64::from(expected.to_bits()) };
            assert_eq!(calc(op, F, a, b), expected, "{op:?} {x} {y}");
        }
    }
}
