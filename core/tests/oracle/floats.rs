//! Floats as bit patterns. Sums are those of a software float.

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// A float format: a sign, an exponent and a fraction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    exponent_bits: u32,
    fraction_bits: u32,
}

pub const HALF: Format = Format { exponent_bits: 5, fraction_bits: 10 };
pub const SINGLE: Format = Format { exponent_bits: 8, fraction_bits: 23 };
pub const DOUBLE: Format = Format { exponent_bits: 11, fraction_bits: 52 };

impl Format {
    fn sign(self) -> u64 {
        1 << (self.exponent_bits + self.fraction_bits)
    }

    pub fn infinity(self) -> u64 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    /// Returns the NaN of all ones, without the sign.
    pub fn all_ones(self) -> u64 {
        self.sign() - 1
    }

    fn magnitude(self, x: u64) -> u64 {
        x & !self.sign()
    }

    pub fn is_nan(self, x: u64) -> bool {
        self.magnitude(x) > self.infinity()
    }

    /// Returns true for a NaN whose highest fraction bit is clear.
    pub fn is_signalling(self, x: u64) -> bool {
        self.is_nan(x) && self.quiet(x) != x
    }

    /// Flips the sign.
    pub fn negated(self, x: u64) -> u64 {
        x ^ self.sign()
    }

    /// Sets the highest fraction bit.
    pub fn quiet(self, x: u64) -> u64 {
        x | 1 << (self.fraction_bits - 1)
    }

    /// Replaces a subnormal number with zero of its sign.
    pub fn flushed(self, x: u64) -> u64 {
        if self.magnitude(x) < 1 << self.fraction_bits { x & self.sign() } else { x }
    }

    /// Returns a number that orders like the floats, with -0 below +0. NaN has no place in that order.
    pub fn rank(self, x: u64) -> i64 {
        let magnitude = self.magnitude(x) as i64;
        if x & self.sign() == 0 { magnitude } else { -1 - magnitude }
    }

    /// Compares as floats: -0 equals +0, and NaN equals nothing.
    pub fn equal(self, a: u64, b: u64) -> bool {
        let both_zero = self.magnitude(a) == 0 && self.magnitude(b) == 0;
        !self.is_nan(a) && !self.is_nan(b) && (a == b || both_zero)
    }

    /// Clears the sign.
    pub fn absolute(self, x: u64) -> u64 {
        self.magnitude(x)
    }

    /// Multiplies, rounding to the nearest number and ties to even. Returns `None` if the product is a NaN.
    pub fn product(self, a: u64, b: u64) -> Option<u64> {
        let (a, b) = (u128::from(a), u128::from(b));
        match self {
            HALF => number((Half::from_bits(a) * Half::from_bits(b)).value),
            SINGLE => number((Single::from_bits(a) * Single::from_bits(b)).value),
            _ => number((Double::from_bits(a) * Double::from_bits(b)).value),
        }
    }

    /// Returns the float nearest to an integer, ties to even.
    pub fn nearest(self, x: i128) -> u64 {
        match self {
            HALF => Half::from_i128(x).value.to_bits() as u64,
            SINGLE => Single::from_i128(x).value.to_bits() as u64,
            _ => Double::from_i128(x).value.to_bits() as u64,
        }
    }

    /// Rounds toward zero, within the numbers of 128 bits. NaN becomes 0.
    pub fn truncated(self, x: u64) -> i128 {
        let x = u128::from(x);
        match self {
            HALF => Half::from_bits(x).to_i128_r(128, Round::TowardZero, &mut false).value,
            SINGLE => Single::from_bits(x).to_i128_r(128, Round::TowardZero, &mut false).value,
            _ => Double::from_bits(x).to_i128_r(128, Round::TowardZero, &mut false).value,
        }
    }

    /// Converts to another format, ties to even. NaN becomes the quiet one without a payload.
    pub fn converted(self, to: Self, x: u64) -> u64 {
        let bits = u128::from(x);
        match self {
            _ if self == to => x,
            _ if self.is_nan(x) => to.quiet(to.infinity()),
            HALF => from_float(to, Half::from_bits(bits)),
            SINGLE => from_float(to, Single::from_bits(bits)),
            _ => from_float(to, Double::from_bits(bits)),
        }
    }

    /// Adds, rounding to the nearest number and ties to even. Returns `None` if the sum is a NaN.
    pub fn sum(self, a: u64, b: u64) -> Option<u64> {
        let (a, b) = (u128::from(a), u128::from(b));
        match self {
            HALF => number((Half::from_bits(a) + Half::from_bits(b)).value),
            SINGLE => number((Single::from_bits(a) + Single::from_bits(b)).value),
            _ => number((Double::from_bits(a) + Double::from_bits(b)).value),
        }
    }
}

/// Returns the bits of a float, unless it is a NaN.
fn number(x: impl Float) -> Option<u64> {
    (!x.is_nan()).then_some(x.to_bits() as u64)
}

fn from_float<F>(to: Format, x: F) -> u64
where
    F: FloatConvert<Half> + FloatConvert<Single> + FloatConvert<Double>,
{
    match to {
        HALF => FloatConvert::<Half>::convert(x, &mut false).value.to_bits() as u64,
        SINGLE => FloatConvert::<Single>::convert(x, &mut false).value.to_bits() as u64,
        _ => FloatConvert::<Double>::convert(x, &mut false).value.to_bits() as u64,
    }
}

/// Converts a half to a single float.
pub fn widened(half: u64) -> u64 {
    let single: Single = Half::from_bits(half.into()).convert(&mut false).value;
    single.to_bits() as u64
}

/// Converts a single float to the nearest half, ties to even.
pub fn narrowed(single: u64) -> u64 {
    let half: Half = Single::from_bits(single.into()).convert(&mut false).value;
    half.to_bits() as u64
}
