//! HF, F and DF arithmetic. Results are rounded once, to nearest even. NaN patterns follow the rules and not the host.

use super::vocabulary::BinaryOp;
use crate::base::{Bits, ScalarType};
use crate::spec::{DefaultNan, Denormals, FloatBehaviour, MinMax};
use half::f16;
use std::cmp::Ordering;

/// The bit fields of a float type.
#[derive(Clone, Copy)]
pub(crate) struct FloatFormat {
    width_bits: u32,
    pub fraction_bits: u32,
}

impl FloatFormat {
    pub fn from_type(ty: ScalarType) -> Self {
        match ty {
            ScalarType::Hf => Self { width_bits: 16, fraction_bits: 10 },
            ScalarType::F => Self { width_bits: 32, fraction_bits: 23 },
            _ => Self { width_bits: 64, fraction_bits: 52 },
        }
    }

    fn sign(self) -> u64 {
        1 << (self.width_bits - 1)
    }

    fn fraction(self) -> u64 {
        (1 << self.fraction_bits) - 1
    }

    /// Returns the exponent field with all bits set: infinity with a zero fraction, or else NaN.
    fn exponent(self) -> u64 {
        self.sign() - 1 - self.fraction()
    }

    fn quiet(self) -> u64 {
        1 << (self.fraction_bits - 1)
    }

    fn canonical_nan(self) -> u64 {
        self.exponent() | self.quiet()
    }

    pub fn is_nan(self, bits: u64) -> bool {
        bits & self.exponent() == self.exponent() && bits & self.fraction() != 0
    }

    fn is_denormal(self, bits: u64) -> bool {
        bits & self.exponent() == 0 && bits & self.fraction() != 0
    }

    fn flush(self, bits: u64, denormals: Denormals) -> u64 {
        if denormals != Denormals::Preserve && self.is_denormal(bits) { bits & self.sign() } else { bits }
    }

    /// Returns the NaN that has no payload of an argument.
    fn default_nan(self, rule: DefaultNan) -> u64 {
        match rule {
            DefaultNan::Quiet => self.canonical_nan(),
            DefaultNan::AllOnes | DefaultNan::FirstPayload => self.exponent() | self.fraction(),
        }
    }

    /// Returns the NaN that results from arithmetic with two arguments.
    fn nan(self, a: u64, b: u64, rule: DefaultNan) -> u64 {
        match rule {
            DefaultNan::FirstPayload if self.is_nan(a) => a | self.quiet(),
            DefaultNan::FirstPayload if self.is_nan(b) => b | self.quiet(),
            _ => self.default_nan(rule),
        }
    }
}

/// Converts a bit pattern to a number, exactly for every type. NaN becomes a NaN of the host, whose payload must not
/// be used.
pub(super) fn to_f64(ty: ScalarType, bits: u64) -> f64 {
    match ty {
        ScalarType::Hf => f64::from(f16::from_bits(bits as u16).to_f32()), // the pattern is 16 bits wide
        ScalarType::F => f64::from(f32::from_bits(bits as u32)),           // the pattern is 32 bits wide
        _ => f64::from_bits(bits),
    }
}

/// Returns the pattern of the nearest number of the type, ties to even. Any NaN becomes the canonical quiet NaN.
pub(super) fn from_f64(ty: ScalarType, value: f64) -> u64 {
    if value.is_nan() {
        return FloatFormat::from_type(ty).canonical_nan();
    }
    match ty {
        ScalarType::Hf => u64::from(f16::from_f32(round_to_odd(value)).to_bits()),
        ScalarType::F => u64::from((value as f32).to_bits()), // `as` rounds to nearest even
        _ => value.to_bits(),
    }
}

/// Rounds to odd: returns the `f32` next to `value` toward zero, with the last bit set if that is inexact. Rounding
/// the result to HF equals rounding `value` itself. `f16::from_f64` does not round correctly, because it drops the low
/// half of the fraction.
fn round_to_odd(value: f64) -> f32 {
    let nearest = value as f32;
    if f64::from(nearest) == value {
        return nearest;
    }
    let past = f64::from(nearest).abs() > value.abs();
    f32::from_bits((nearest.to_bits() - u32::from(past)) | 1)
}

/// Flips the sign bit, including that of a NaN. Works bit by bit.
pub(super) fn negate(ty: ScalarType, a: Bits) -> Bits {
    Bits::new(a.value ^ FloatFormat::from_type(ty).sign(), a.defined)
}

/// Clears the sign bit, including that of a NaN. Works bit by bit.
pub(super) fn abs(ty: ScalarType, a: Bits) -> Bits {
    let sign = FloatFormat::from_type(ty).sign();
    Bits::new(a.value & !sign, a.defined | sign)
}

/// Computes arithmetic and comparisons. The result is undefined in every bit if any bit of an operand is undefined, or
/// if the operator does not exist for floats, which the checker rejects.
pub(super) fn binary(op: BinaryOp, ty: ScalarType, a: Bits, b: Bits, behaviour: FloatBehaviour) -> Bits {
    let layout = FloatFormat::from_type(ty);
    if !a.is_defined(layout.width_bits) || !b.is_defined(layout.width_bits) {
        return Bits::UNDEFINED;
    }
    let a = layout.flush(a.value, behaviour.denormals);
    let b = layout.flush(b.value, behaviour.denormals);
    if let Some(truth) = compare(op, to_f64(ty, a), to_f64(ty, b)) {
        return Bits::known(u64::from(truth));
    }
    let Some(result) = arithmetic(op, ty, a, b) else { return Bits::UNDEFINED };
    let is_nan = layout.is_nan(result);
    Bits::known(if is_nan {
        layout.nan(a, b, behaviour.nan)
    } else {
        layout.flush(result, behaviour.denormals)
    })
}

/// Compares as IEEE does: -0 equals +0, and NaN equals nothing.
fn compare(op: BinaryOp, a: f64, b: f64) -> Option<bool> {
    Some(match op {
        BinaryOp::Equal => a == b,
        BinaryOp::NotEqual => a != b,
        BinaryOp::Less => a < b,
        BinaryOp::LessEqual => a <= b,
        BinaryOp::Greater => a > b,
        BinaryOp::GreaterEqual => a >= b,
        _ => return None,
    })
}

/// Computes in f64. For HF and F it has more than twice their precision plus two bits, so rounding its result again
/// gives the correctly rounded result.
fn arithmetic(op: BinaryOp, ty: ScalarType, a: u64, b: u64) -> Option<u64> {
    let (a, b) = (to_f64(ty, a), to_f64(ty, b));
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a * b,
        BinaryOp::Divide => a / b,
        _ => return None,
    };
    Some(from_f64(ty, result))
}

/// Returns the argument that compares as `wanted` to the other, with its own bits after flushing. [`MinMax`] names the rule for NaN
/// and signed zeros.
///
/// Sources: [`MinMax::SignallingNanWins`] is INTEL_shader_atomic_float_minmax, revision 4, issues. [`MinMax::SecondOnTie`] is the manual's page MIN
/// and MAX, Notes. The others are the PTX ISA, min and max.
pub(super) fn extreme(ty: ScalarType, a: Bits, b: Bits, behaviour: FloatBehaviour, wanted: Ordering) -> Bits {
    let layout = FloatFormat::from_type(ty);
    if !a.is_defined(layout.width_bits) || !b.is_defined(layout.width_bits) {
        return Bits::UNDEFINED;
    }
    let kept = (a.value, b.value);
    let a = layout.flush(a.value, behaviour.denormals);
    let b = layout.flush(b.value, behaviour.denormals);
    let nans = (layout.is_nan(a), layout.is_nan(b));
    let default_nan = || Bits::known(layout.default_nan(behaviour.nan));
    let first = match (behaviour.minmax, nans) {
        (MinMax::SignallingNanWins, _) => first_by_extension(layout, a, b, wanted),
        (MinMax::SecondOnTie, (true, _)) | (MinMax::Number, (true, false)) => false,
        (MinMax::SecondOnTie, (false, true)) | (MinMax::Number, (false, true)) => true,
        (MinMax::SecondOnTie, _) => to_f64(ty, a).partial_cmp(&to_f64(ty, b)) == Some(wanted),
        (MinMax::Number, (true, true)) => return default_nan(),
        (MinMax::Propagate, (true, _) | (_, true)) => return default_nan(),
        (MinMax::Number | MinMax::Propagate, (false, false)) => first_by_order(layout, a, b, wanted),
    };
    let (a, b) = if behaviour.denormals == Denormals::FlushComparing { kept } else { (a, b) };
    Bits::known(if first { a } else { b })
}

/// Returns whether the first of two numbers is chosen; if they are equal, it is. -0 orders just below +0.
fn first_by_order(layout: FloatFormat, a: u64, b: u64, wanted: Ordering) -> bool {
    // Maps sign and magnitude to one signed number.
    let key = |bits: u64| {
        let magnitude = i128::from(bits & (layout.sign() - 1));
        if bits & layout.sign() != 0 { -1 - magnitude } else { magnitude }
    };
    key(b).cmp(&key(a)) != wanted
}

/// Returns whether the first argument is chosen under [`MinMax::SignallingNanWins`].
fn first_by_extension(layout: FloatFormat, a: u64, b: u64, wanted: Ordering) -> bool {
    let rank = |bits: u64| match (layout.is_nan(bits), bits & layout.quiet() != 0) {
        (true, false) => 0,
        (false, _) => 1,
        (true, true) => 2,
    };
    match rank(a).cmp(&rank(b)) {
        Ordering::Less => true,
        Ordering::Greater => false,
        Ordering::Equal if layout.is_nan(a) => true,
        Ordering::Equal => first_by_order(layout, a, b, wanted),
    }
}

#[cfg(test)]
mod tests;
