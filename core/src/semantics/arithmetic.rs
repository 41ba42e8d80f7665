//! The arithmetic of the notation's operators, conversions and builtins. Every function is total. Operands are
//! truncated to the type's width, and the bits above it are defined zeros in every result.

use super::integer::{Exact, IntegerFormat};
use super::vocabulary::{BinaryOp, Builtin, Type, UnaryOp};
use super::{float, integer};
use crate::base::{Bits, ScalarType};
use crate::spec::FloatBehaviour;
use std::cmp::Ordering;

impl Type {
    fn float(self) -> Option<ScalarType> {
        match self {
            Type::Scalar(ty) if ty.is_float() => Some(ty),
            _ => None,
        }
    }

    /// Returns the format of an integer type. A truth value has one bit.
    pub(super) fn integer_format(self) -> IntegerFormat {
        let signed = matches!(self, Type::Scalar(ty) if ty.is_signed());
        IntegerFormat { width_bits: self.width_bits(), signed }
    }
}

/// Applies a unary operator to an operand of a type. Integers wrap. A float's sign flips, including that of a NaN.
pub fn unary(op: UnaryOp, ty: Type, a: Bits) -> Bits {
    let a = a.truncate(ty.width_bits());
    let result = match (op, ty.float()) {
        (UnaryOp::Negate, Some(float)) => float::negate(float, a),
        (UnaryOp::Negate, None) => integer::negate(a),
        (UnaryOp::Complement | UnaryOp::Not, _) => integer::not(a),
    };
    result.truncate(ty.width_bits())
}

/// Applies a binary operator to operands of a type. Comparisons give a truth value. A shift amount is unsigned and of
/// any width. Integers wrap. An integer division by zero is undefined in every bit. A shift by the width or more
/// leaves 0, or the sign for a signed right shift.
pub fn binary(op: BinaryOp, ty: Type, a: Bits, b: Bits, behaviour: FloatBehaviour) -> Bits {
    let width_bits = ty.width_bits();
    let is_shift = matches!(op, BinaryOp::ShiftLeft | BinaryOp::ShiftRight);
    let a = a.truncate(width_bits);
    let b = if is_shift { b } else { b.truncate(width_bits) };
    let result = match ty.float() {
        Some(float) => float::binary(op, float, a, b, behaviour),
        None => integer::binary(op, ty.integer_format(), a, b),
    };
    result.truncate(if op.is_comparison() { 1 } else { width_bits })
}

/// Converts a value to another type, as the manuals do. Integers are sign- or zero-extended by the source type, or
/// truncated. Float to integer rounds toward zero and saturates; NaN becomes 0. Integer to float and float to float
/// round to nearest even; NaN becomes the canonical quiet NaN. A number is true if it is not 0.
pub fn convert(from: Type, to: Type, bits: Bits) -> Bits {
    let bits = bits.truncate(from.width_bits());
    if from == to {
        return bits;
    }
    let result = match (from.float(), to.float()) {
        (None, None) if to == Type::Bool => integer::truth(from.width_bits(), bits),
        (None, None) => from.integer_format().extend(bits),
        _ if !bits.is_defined(from.width_bits()) => Bits::UNDEFINED,
        (None, Some(to)) => Bits::known(integer_to_float(from.integer_format(), to, bits)),
        (Some(from), Some(to)) => Bits::known(float::from_f64(to, float::to_f64(from, bits.value))),
        (Some(from), None) => Bits::known(float_to_integer(to, float::to_f64(from, bits.value))),
    };
    result.truncate(to.width_bits())
}

/// Applies a builtin to arguments of one type. The result has that type or is a truth value. A missing argument counts
/// as undefined.
pub fn call(builtin: Builtin, ty: Type, args: &[Bits], behaviour: FloatBehaviour) -> Bits {
    let width_bits = ty.width_bits();
    let arg = |n: usize| args.get(n).copied().unwrap_or(Bits::UNDEFINED).truncate(width_bits);
    let extreme = |wanted, a, b| match ty.float() {
        Some(float) => float::extreme(float, a, b, behaviour, wanted),
        None => integer::extreme(ty.integer_format(), a, b, wanted),
    };
    let exact = |op| Exact::result(op, ty.integer_format(), arg(0), arg(1));
    let saturated = |op| exact(op).map_or(Bits::UNDEFINED, |exact| exact.closest(ty.integer_format()));
    let overflows = |op| exact(op).map_or(Bits::UNDEFINED, Exact::overflows);
    let result = match builtin {
        Builtin::Min => extreme(Ordering::Less, arg(0), arg(1)),
        Builtin::Max => extreme(Ordering::Greater, arg(0), arg(1)),
        Builtin::Abs => match ty.float() {
            Some(float) => float::abs(float, arg(0)),
            None => integer::abs(ty.integer_format(), arg(0)),
        },
        Builtin::AddSat => saturated(BinaryOp::Add),
        Builtin::SubSat => saturated(BinaryOp::Subtract),
        Builtin::Carry => return overflows(BinaryOp::Add),
        Builtin::Borrow => return overflows(BinaryOp::Subtract),
        Builtin::Popcount => integer::popcount(ty.integer_format(), arg(0)),
        Builtin::Clamp => {
            let raised = extreme(Ordering::Greater, arg(0), arg(1));
            extreme(Ordering::Less, raised, arg(2))
        }
        Builtin::Defined => return Bits::known(u64::from(arg(0).is_defined(width_bits))),
    };
    result.truncate(width_bits)
}

fn integer_to_float(from: IntegerFormat, to: ScalarType, bits: Bits) -> u64 {
    let number = from.number(bits);
    match to {
        // `as` rounds a 64-bit integer once; a conversion through f64 would round twice.
        ScalarType::F => u64::from((number as f32).to_bits()),
        // For HF the first of two roundings is harmless: integers that f64 cannot hold exactly are infinity in HF.
        _ => float::from_f64(to, number as f64),
    }
}

/// Rounds toward zero, saturates and turns NaN into 0, as the manual requires. A number other than 0 is true, NaN included.
fn float_to_integer(to: Type, value: f64) -> u64 {
    if to == Type::Bool {
        return u64::from(value != 0.0);
    }
    let (low, high) = to.integer_format().limits();
    let number = value as i128; // rounds toward zero, and turns NaN into 0
    number.clamp(low, high) as u64 // two's complement
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;
    use ScalarType::*;

    fn to(from: ScalarType, to: ScalarType, value: u64) -> u64 {
        let result = convert(Type::Scalar(from), Type::Scalar(to), Bits::known(value));
        assert_eq!(result.defined, u64::MAX);
        result.value
    }

    #[test]
    fn integers_extend_by_the_sources_sign_and_are_cut() {
        assert_eq!(to(B, Ud, 0x80), 0xffff_ff80);
        assert_eq!(to(Ub, Q, 0x80), 0x80);
        assert_eq!(to(D, Uq, 0xffff_ffff), u64::MAX);
        assert_eq!(to(Ud, W, 0x1234_5678), 0x5678);
    }

    #[test]
    fn an_undefined_sign_extends_as_undefined() {
        let result = convert(Type::Scalar(B), Type::Scalar(W), Bits::new(0x05, 0x7f));
        assert_eq!(result, Bits::new(0x05, !0xff80));
        let unsigned = convert(Type::Scalar(Ub), Type::Scalar(W), Bits::new(0x05, 0x7f));
        assert_eq!(unsigned, Bits::new(0x05, !0x80));
    }

    #[test]
    fn floats_to_integers_go_toward_zero_and_saturate() {
        // -1.9 is 0xbff33333, 3e9 is 0x4f32d05e, 300 is 0x43960000.
        assert_eq!(to(F, D, 0xbff3_3333), 0xffff_ffff);
        assert_eq!(to(F, Ud, 0xbff3_3333), 0);
        assert_eq!(to(F, D, 0x4f32_d05e), 0x7fff_ffff);
        assert_eq!(to(F, Ud, 0x4f32_d05e), 3_000_000_000);
        assert_eq!(to(F, Ub, 0x4396_0000), 255);
        assert_eq!(to(F, B, 0xc396_0000), 0x80);
        assert_eq!(to(F, D, 0x7fc0_0000), 0);
        assert_eq!(to(Hf, W, 0x7c00), 0x7fff);
        // 1e20 is 0x60ad78ec.
        assert_eq!(to(F, Uq, 0x60ad_78ec), u64::MAX);
        assert_eq!(to(F, Q, 0x60ad_78ec), u64::MAX >> 1);
        assert_eq!(to(F, Q, 0xe0ad_78ec), 1 << 63);
    }

    #[test]
    fn integers_to_floats_round_once_to_even() {
        // 2^24 + 1 is half way between 2^24 and 2^24 + 2.
        assert_eq!(to(Ud, F, 16_777_217), 0x4b80_0000);
        assert_eq!(to(D, F, 0xffff_ffff), 0xbf80_0000);
        // 2^62 + 2^38 + 1 rounds up in F. Through f64 it would first round to the tie, and then down to even.
        assert_eq!(to(Uq, F, (1 << 62) + (1 << 38) + 1), 0x5e80_0001);
        assert_eq!(to(Ud, Hf, 65_520), 0x7c00);
        assert_eq!(to(Ud, Hf, 65_519), 0x7bff);
    }

    #[test]
    fn floats_to_floats_round_to_even_and_hide_nan_payloads() {
        assert_eq!(to(Hf, F, 0x3c01), 0x3f80_2000);
        assert_eq!(to(F, Hf, 0x3f80_1000), 0x3c00);
        assert_eq!(to(F, Hf, 0x3f80_3000), 0x3c02);
        assert_eq!(to(F, Df, 0xffc0_0001), 0x7ff8_0000_0000_0000);
        assert_eq!(to(F, F, 0xffc0_0001), 0xffc0_0001);
    }

    #[test]
    fn a_number_is_true_when_it_is_not_zero() {
        let truth = |bits| convert(Type::Scalar(Ud), Type::Bool, bits);
        assert_eq!(truth(Bits::known(2)), Bits::known(1));
        assert_eq!(truth(Bits::known(0)), Bits::known(0));
        assert_eq!(truth(Bits::new(2, 2)), Bits::known(1));
        assert_eq!(truth(Bits::new(0, 2)), Bits::new(0, !1));
    }

    #[test]
    fn builtins() {
        const MINUS_FIVE: u64 = 0xffff_fffb;
        // 2^31 - 2 and -2^31 as D.
        const TOP: u64 = 0x7fff_fffe;
        const BOTTOM: u64 = 0x8000_0000;
        let table: [(Builtin, ScalarType, &[u64], u64); 14] = [
            (Builtin::Clamp, D, &[MINUS_FIVE, 2, 9], 2),
            (Builtin::Min, D, &[MINUS_FIVE, 2], MINUS_FIVE),
            (Builtin::Max, Ud, &[MINUS_FIVE, 2], MINUS_FIVE),
            (Builtin::Abs, D, &[MINUS_FIVE], 5),
            (Builtin::AddSat, D, &[TOP, 9], 0x7fff_ffff),
            (Builtin::AddSat, D, &[BOTTOM, MINUS_FIVE], BOTTOM),
            (Builtin::AddSat, Uq, &[u64::MAX, 2], u64::MAX),
            (Builtin::SubSat, Ub, &[2, 9], 0),
            // The sum is 2^32 + 4 as UD, and 4 as D.
            (Builtin::Carry, Ud, &[MINUS_FIVE, 9], 1),
            (Builtin::Carry, D, &[MINUS_FIVE, 9], 0),
            (Builtin::Borrow, D, &[BOTTOM, 2], 1),
            (Builtin::Borrow, Ud, &[BOTTOM, 2], 0),
            (Builtin::Popcount, D, &[MINUS_FIVE], 31),
            (Builtin::Popcount, Uq, &[u64::MAX], 64),
        ];
        let behaviour = FloatBehaviour::default();
        for (builtin, ty, arguments, expected) in table {
            let arguments: Vec<Bits> = arguments.iter().copied().map(Bits::known).collect();
            let result = call(builtin, Type::Scalar(ty), &arguments, behaviour);
            assert_eq!(result, Bits::known(expected), "{builtin:?} {ty}");
        }
        let defined = |ty, a| call(Builtin::Defined, Type::Scalar(ty), &[a], behaviour);
        assert_eq!(defined(D, Bits::new(0, 1)), Bits::known(0));
        assert_eq!(defined(Ub, Bits::new(0, 0xff)), Bits::known(1));
        assert!(call(Builtin::Min, Type::Scalar(D), &[], behaviour).is_undefined(32));
    }

    #[test]
    fn nothing_leaks_above_the_width() {
        let behaviour = FloatBehaviour::default();
        for ty in ScalarType::ALL.map(Type::Scalar) {
            let width = ty.width_bits();
            for a in [Bits::UNDEFINED, Bits::known(u64::MAX), Bits::known(0)] {
                let results = [
                    unary(UnaryOp::Negate, ty, a),
                    unary(UnaryOp::Complement, ty, a),
                    binary(BinaryOp::Add, ty, a, a, behaviour),
                    binary(BinaryOp::Multiply, ty, a, a, behaviour),
                    call(Builtin::Max, ty, &[a, a], behaviour),
                ];
                for result in results {
                    assert_eq!(result, result.truncate(width), "{ty:?} {a:?}");
                }
            }
        }
    }
}
