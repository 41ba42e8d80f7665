//! Formatting of values.

use super::bits::Bits;
use super::types::ScalarType;
use half::f16;
use serde::{Deserialize, Serialize};

/// The number format in which a value is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberFormat {
    /// The format of its type: unsigned, signed, float or a pair of floats.
    #[default]
    Auto,
    /// A hexadecimal pattern.
    Hex,
    /// An unsigned number.
    Unsigned,
    /// A signed number.
    Signed,
    /// A float of the value's width.
    Float,
    /// A binary pattern, with undefined bits as `?`.
    Bits,
}

/// Formats a value. A value without any defined bit is `?`. A partly defined value is a pattern, with `?` for each
/// digit that is not fully defined.
pub fn show(bits: Bits, ty: ScalarType, format: NumberFormat) -> String {
    let width_bits = ty.width_bits();
    let bits = bits.truncate(width_bits);
    match format {
        NumberFormat::Bits => pattern("0b", bits, width_bits, 1),
        _ if bits.is_undefined(width_bits) => "?".to_owned(),
        NumberFormat::Hex => pattern("0x", bits, width_bits, 4),
        _ if !bits.is_defined(width_bits) => pattern("0x", bits, width_bits, 4),
        NumberFormat::Auto if ty == ScalarType::F16x2 => {
            format!("{{{}, {}}}", float(bits.value & 0xffff, 16), float(bits.value >> 16, 16))
        }
        NumberFormat::Auto if ty.is_float() => float(bits.value, width_bits),
        NumberFormat::Auto if ty.is_signed() => signed(bits.value, width_bits).to_string(),
        NumberFormat::Auto | NumberFormat::Unsigned => bits.value.to_string(),
        NumberFormat::Signed => signed(bits.value, width_bits).to_string(),
        NumberFormat::Float => float(bits.value, width_bits),
    }
}

/// Formats digits of `digit_bits` bits each, highest first.
fn pattern(prefix: &str, bits: Bits, width_bits: u32, digit_bits: u32) -> String {
    let mask = (1 << digit_bits) - 1;
    let digit = |at: u32| {
        let shift = at * digit_bits;
        let value = (bits.value >> shift & mask) as u32;
        if bits.defined >> shift & mask == mask { char::from_digit(value, 16).unwrap_or('?') } else { '?' }
    };
    prefix.chars().chain((0..width_bits / digit_bits).rev().map(digit)).collect()
}

fn signed(value: u64, width_bits: u32) -> i64 {
    // Shifting to the top and back sign-extends the value.
    (value << (64 - width_bits)) as i64 >> (64 - width_bits)
}

/// Formats a float as the shortest decimal that parses to the same float. NaN includes its pattern, because NaNs
/// differ.
fn float(value: u64, width_bits: u32) -> String {
    let number = match width_bits {
        16 => f64::from(f16::from_bits(value as u16)),
        32 => f64::from(f32::from_bits(value as u32)),
        64 => f64::from_bits(value),
        _ => return value.to_string(),
    };
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    if number.is_nan() {
        return format!("nan:{}", pattern("0x", Bits::known(value), width_bits, 4));
    }
    match width_bits {
        // The shortest decimal of a whole half would hide digits: 65500.0 for 65504.
        16 if number.fract() != 0.0 => format!("{:?}", shortest_half(f16::from_bits(value as u16))),
        64 => format!("{number:?}"),
        _ => format!("{:?}", number as f32),
    }
}

/// Returns the shortest decimal number that rounds to `half`. It has at least three digits, because with fewer, sums of
/// small numbers look wrong: 6e-8 + 6e-8 = 1e-7.
fn shortest_half(half: f16) -> f64 {
    let (number, bits) = (half.to_f64(), half.to_bits());
    // Infinity follows the greatest half, which is whole.
    let distance = |decimal: f64, pattern: u16| (decimal - f16::from_bits(pattern).to_f64()).abs();
    let is_nearest = |decimal: &f64| {
        let neighbours = [bits - 1, bits + 1];
        neighbours.iter().all(|other| distance(*decimal, bits) < distance(*decimal, *other))
    };
    // Five significant digits distinguish all halves.
    let mut decimals = (2..5).filter_map(|digits| format!("{number:.digits$e}").parse::<f64>().ok());
    decimals.find(is_nearest).unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_have_three_to_five_digits_or_are_whole() {
        let shown = |pattern: u16| float(pattern.into(), 16);
        // 0.1 is 0x2e66, the least subnormal is 2^-24, the greatest finite half is 65504, and 0x3c01 is 1 + 2^-10.
        assert_eq!(
            [0x2e66, 0x0001, 0x7bff, 0x3c01, 0x8000].map(shown),
            ["0.1", "5.96e-8", "65504.0", "1.001", "-0.0"]
        );
        let halves: Vec<f64> = (0..0x7c00).map(|pattern| f16::from_bits(pattern).to_f64()).collect();
        for (pattern, half) in (0..).zip(&halves) {
            let decimal: f64 = shown(pattern).parse().expect("it is a number");
            // The patterns of positive halves are in the order of their values.
            let above = halves.partition_point(|other| *other < decimal).clamp(1, halves.len() - 1);
            let nearest = [above - 1, above].map(|at| halves[at]);
            let nearest =
                nearest.into_iter().min_by(|a, b| (a - decimal).abs().total_cmp(&(b - decimal).abs()));
            assert_eq!(nearest, Some(*half), "{decimal}");
        }
    }
}
