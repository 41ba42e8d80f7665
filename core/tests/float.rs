//! Sums, minima and maxima of floats, compared bit for bit with independent implementations.
#![cfg(not(target_arch = "wasm32"))] // slow, and the arithmetic is the same

use crate::common::draws;
use lanescope_core::base::{Bits, ScalarType, split_mix};
use lanescope_core::semantics::arithmetic::{binary, call};
use lanescope_core::semantics::{BinaryOp, Builtin, Type};
use lanescope_core::spec::{DefaultNan, Denormals, FloatBehaviour, MinMax};
use rustc_apfloat::Float;
use rustc_apfloat::ieee::Single;

/// Returns the float rules of surface atomics, with or without `.FTZ`.
const fn rules(denormals: Denormals) -> FloatBehaviour {
    FloatBehaviour { minmax: MinMax::Number, denormals, nan: DefaultNan::AllOnes }
}

const FTZ: FloatBehaviour = rules(Denormals::Flush);
const RN: FloatBehaviour = rules(Denormals::Preserve);

/// Draws a single-precision pattern: any, or one near a corner case.
fn single(seed: &mut u64) -> u32 {
    let drawn = split_mix(seed);
    let (pattern, shape) = (drawn as u32, drawn >> 32 & 7);
    let sign = pattern & 0x8000_0000;
    match shape {
        0 => sign | pattern & 0x007f_ffff,               // zero or subnormal
        1 => sign | 0x0080_0000 | pattern & 0x017f_ffff, // around the smallest normal
        2 => sign | 0x7f00_0000 | pattern & 0x00ff_ffff, // around infinity, including NaN
        3 => sign | (0x3f80_0000 + (pattern & 0x0fff_ffff) % 0x0c00_0000), // from 1 up, 24 binary orders
        4 => sign | [0, 1, 0x0080_0000, 0x7f80_0000, 0x7fc0_0000, 0x3f80_0000][(pattern % 6) as usize],
        _ => pattern,
    }
}

/// Adds with a software float. Flushes the operands and the sum.
fn reference(a: u32, b: u32) -> u32 {
    let flush = |bits: u32| if bits & 0x7f80_0000 == 0 { bits & 0x8000_0000 } else { bits };
    let number = |bits: u32| Single::from_bits(u128::from(flush(bits)));
    let sum = (number(a) + number(b)).value;
    if sum.is_nan() { 0x7fff_ffff } else { flush(sum.to_bits() as u32) }
}

#[test]
fn single_sums_agree_with_a_software_float() {
    let mut seed = 0x0f32;
    for _ in 0..draws(1_000_000) {
        let (a, b) = (single(&mut seed), single(&mut seed));
        let (x, y) = (Bits::known(u64::from(a)), Bits::known(u64::from(b)));
        let sum = binary(BinaryOp::Add, Type::Scalar(ScalarType::F), x, y, FTZ);
        assert_eq!(sum.value as u32, reference(a, b), "{a:#010x} + {b:#010x}");
    }
}

/// Converts a finite half to a multiple of 2^-24. Returns `None` for infinities and NaN.
fn units(half: u16) -> Option<i64> {
    let (exponent, fraction) = (half >> 10 & 0x1f, i64::from(half & 0x3ff));
    let magnitude = match exponent {
        0x1f => return None,
        0 => fraction,
        _ => (1024 + fraction) << (exponent - 1),
    };
    Some(if half & 0x8000 != 0 { -magnitude } else { magnitude })
}

fn is_nan(half: u16) -> bool {
    half & 0x7fff > 0x7c00
}

/// Rounds a multiple of 2^-24 to the nearest half, ties to even. Zeros are positive.
fn nearest(sum: i64) -> u16 {
    let (sign, magnitude) = (if sum < 0 { 0x8000 } else { 0 }, sum.unsigned_abs());
    let length = 64 - magnitude.leading_zeros();
    if length <= 11 {
        // Subnormal numbers and the first binade of normal numbers: the pattern is the count.
        return sign | magnitude as u16;
    }
    let dropped = length - 11;
    let (kept, rest) = (magnitude >> dropped, magnitude & ((1 << dropped) - 1));
    let half = 1 << (dropped - 1);
    let up = rest > half || rest == half && kept & 1 == 1;
    // A carry out of the fraction increments the exponent, as it should.
    let pattern = (u64::from(dropped) << 10) + kept + u64::from(up);
    sign | pattern.min(0x7c00) as u16
}

fn flushed(half: u16, ftz: bool) -> u16 {
    if ftz && half & 0x7c00 == 0 { half & 0x8000 } else { half }
}

/// Adds two halves by the definition of the sum.
fn half_sum(a: u16, b: u16, ftz: bool) -> u16 {
    let (a, b) = (flushed(a, ftz), flushed(b, ftz));
    match (units(a), units(b)) {
        (Some(0), Some(0)) => a & b & 0x8000,
        (Some(x), Some(y)) => flushed(nearest(x + y), ftz),
        _ if is_nan(a) || is_nan(b) => 0x7fff,
        (None, None) if a != b => 0x7fff,
        (None, _) => a,
        (_, None) => b,
    }
}

/// Returns the smaller or the larger half by the definition.
fn half_extreme(a: u16, b: u16, ftz: bool, largest: bool) -> u16 {
    let (a, b) = (flushed(a, ftz), flushed(b, ftz));
    match (is_nan(a), is_nan(b)) {
        (true, true) => return 0x7fff,
        (true, false) => return b,
        (false, true) => return a,
        (false, false) => {}
    }
    // Patterns of negative numbers sort downwards; -0 is right below +0.
    let rank = |half: u16| if half & 0x8000 != 0 { !half } else { half | 0x8000 };
    if (rank(a) > rank(b)) == largest { a } else { b }
}

fn ours(a: u16, b: u16, rules: FloatBehaviour) -> [u16; 3] {
    let (ty, x, y) = (Type::Scalar(ScalarType::Hf), Bits::known(u64::from(a)), Bits::known(u64::from(b)));
    let extreme = |builtin| call(builtin, ty, &[x, y], rules).value as u16;
    [binary(BinaryOp::Add, ty, x, y, rules).value as u16, extreme(Builtin::Min), extreme(Builtin::Max)]
}

fn check_pair(a: u16, b: u16) {
    for (ftz, rules) in [(true, FTZ), (false, RN)] {
        let expected = [half_sum(a, b, ftz), half_extreme(a, b, ftz, false), half_extreme(a, b, ftz, true)];
        assert!(ours(a, b, rules) == expected, "{a:#06x} {b:#06x} ftz {ftz}: expected {expected:x?}");
    }
}

#[test]
fn halves_agree_on_a_sample() {
    let mut seed = 0x0f16;
    for _ in 0..draws(200_000) {
        let drawn = split_mix(&mut seed);
        check_pair(drawn as u16, (drawn >> 16) as u16);
    }
    let corners = [0, 1, 0x3ff, 0x400, 0x3bff, 0x3c00, 0x3c01, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff];
    let signed = || corners.into_iter().flat_map(|half: u16| [half, half | 0x8000]);
    for a in signed() {
        for b in signed() {
            check_pair(a, b);
        }
    }
}

/// Checks sum, minimum and maximum of all 2^32 pairs, with and without flushing.
///
/// Result of 2026-11-20 with `--release`: all 4,294,967,296 pairs agree in all six results, in 4 min 47 s of processor
/// time.
#[test]
#[ignore = "takes minutes: cargo test --release -p lanescope --test all float:: -- --ignored"]
fn halves_agree_on_every_pair() {
    std::thread::scope(|scope| {
        for part in 0..2u16 {
            scope.spawn(move || {
                for a in (0..=u16::MAX).filter(|a| a % 2 == part) {
                    for b in 0..=u16::MAX {
                        check_pair(a, b);
                    }
                }
            });
        }
    });
}
