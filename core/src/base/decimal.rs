//! Floats as decimal text and back, exactly.
//!
//! The standard library does the same with tables that make it fast and that, with its code, weigh more than twenty
//! kilobytes in the page. Here whole numbers of any size do it in the plainest way; the tests compare the two.

use std::cmp::Ordering;

/// Digits that matter: what lies behind them can only break a tie, for which a single digit stands in.
const MOST_DIGITS: usize = 800;

/// Reads digits with a point or an exponent, without a sign: the nearest double, ties to even. It is infinite where
/// the number is too large.
pub fn parse(text: &str) -> Option<f64> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = whole(exponent)?;
    let (before, behind) = digits.split_once('.').unwrap_or((digits, ""));
    let all = || before.bytes().chain(behind.bytes());
    if all().next().is_none() || !all().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let significant: Vec<u8> = all().skip_while(|&digit| digit == b'0').collect();
    // Texts are far shorter than 2^31.
    let mut power = exponent - behind.len() as i32;
    let magnitude = power + significant.len() as i32;
    match magnitude {
        _ if significant.is_empty() || magnitude < -330 => return Some(0.0),
        310.. => return Some(f64::INFINITY),
        _ => {}
    }
    let mut value = Natural::from(0);
    for &digit in significant.iter().take(MOST_DIGITS) {
        value.multiply_add(10, u32::from(digit - b'0'));
    }
    if let Some(rest) = significant.get(MOST_DIGITS..) {
        value.multiply_add(10, u32::from(rest.iter().any(|&digit| digit != b'0')));
        power += rest.len() as i32 - 1;
    }
    let mut divisor = Natural::from(1);
    let scaled = if power < 0 { &mut divisor } else { &mut value };
    for _ in 0..power.unsigned_abs() {
        scaled.multiply_add(10, 0);
    }
    Some(quotient(value, divisor))
}

/// An exponent; one that no double has is as good as any other.
fn whole(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let size = digits.bytes().fold(0, |size: i32, digit| (size * 10 + i32::from(digit - b'0')).min(1 << 24));
    Some(if text.starts_with('-') { -size } else { size })
}

/// The double nearest to a quotient that is not 0.
fn quotient(mut value: Natural, mut divisor: Natural) -> f64 {
    // Shifted so that the quotient has 64 or 65 bits, of which all but the first 64 only count as "and a bit more".
    let shift = 64 - (value.bits() - divisor.bits());
    if shift > 0 {
        value.shift(shift as u32)
    } else {
        divisor.shift(shift.unsigned_abs())
    }
    divisor.shift(65);
    let mut bits: u128 = 0;
    for _ in 0..=65 {
        bits <<= 1;
        if value.subtract(&divisor) {
            bits |= 1;
        }
        divisor.halve();
    }
    bits = bits << 1 | u128::from(!value.is_zero());
    // The value is `bits` times 2 to the power of `unit`; its highest bit has the weight `top`.
    let unit = -shift - 1;
    let width = 128 - bits.leading_zeros() as i32;
    let top = width - 1 + unit;
    if top > 1023 {
        return f64::INFINITY;
    }
    // Doubles have 53 bits, and none below 2^-1074.
    let lowest = (top - 52).max(-1074);
    let dropped = lowest - unit;
    let rest = bits & ((1 << dropped) - 1);
    let half = 1 << (dropped - 1);
    let kept = bits >> dropped;
    let up = rest > half || rest == half && kept & 1 == 1;
    // At most 2^53, which a double holds; so do both halves of the power, and the product unless it is too large.
    let kept = (kept + u128::from(up)) as f64;
    kept * power_of_two(lowest / 2) * power_of_two(lowest - lowest / 2)
}

fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// The shortest decimal that reads back to the same float of `mantissa_bits` (without the hidden one) and `min_exponent`
/// (of the lowest bit), as `{:?}` writes it. `value` is finite.
pub fn show(value: f64, mantissa_bits: u32, min_exponent: i32) -> String {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let size = value.abs();
    if size == 0.0 {
        return [sign, "0.0"].concat();
    }
    let (digits, point) = shortest(size, mantissa_bits, min_exponent);
    let count = digits.len() as i32;
    let zeros = |count: i32| "0".repeat(count.max(0) as usize);
    let text = if !(1e-4..1e16).contains(&size) {
        let (first, rest) = digits.split_at(1);
        let dot = if rest.is_empty() { "" } else { "." };
        [first, dot, rest, "e", &(point - 1).to_string()].concat()
    } else if point <= 0 {
        ["0.", &zeros(-point), &digits].concat()
    } else if point >= count {
        [&digits, &zeros(point - count), ".0"].concat()
    } else {
        let (before, behind) = digits.split_at(point as usize);
        [before, ".", behind].concat()
    };
    [sign, &text].concat()
}

/// Digits, and how many of them stand before the point. Steele and White's way: `value` is `rest` / `scale`, and
/// anything closer to it than `above` or `below` / `scale` reads back to it.
fn shortest(value: f64, mantissa_bits: u32, min_exponent: i32) -> (String, i32) {
    // Exact: the float's own mantissa and exponent, from the double that holds it.
    let bits = value.to_bits();
    let (fraction, biased) = (bits & ((1 << 52) - 1), (bits >> 52) as i32);
    let (mut mantissa, mut exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    let spare = mantissa.trailing_zeros() as i32;
    mantissa >>= spare;
    exponent += spare;
    let width = 64 - mantissa.leading_zeros() as i32;
    let unit = (exponent + width - 1 - mantissa_bits as i32).max(min_exponent);
    mantissa <<= exponent - unit;
    // Below a power of two the next float is only half as far away.
    let narrow = mantissa == 1 << mantissa_bits && unit > min_exponent;
    let even = mantissa.is_multiple_of(2);

    let (mut rest, mut scale) = (Natural::from(mantissa), Natural::from(1));
    let (mut above, mut below) = (Natural::from(1), Natural::from(1));
    let double = 1 + u32::from(narrow);
    rest.shift(double + unit.max(0) as u32);
    scale.shift(double + unit.min(0).unsigned_abs());
    above.shift(double - 1 + unit.max(0) as u32);
    below.shift(unit.max(0) as u32);
    // Whether the upper end lies beyond `scale`; an end itself belongs to even mantissas.
    let beyond = |rest: &Natural, above: &Natural, scale: &Natural| {
        let order = rest.plus(above).compare(scale);
        order == Ordering::Greater || even && order == Ordering::Equal
    };
    let mut point = 0;
    while beyond(&rest, &above, &scale) {
        scale.multiply_add(10, 0);
        point += 1;
    }
    let mut digits = String::new();
    loop {
        for part in [&mut rest, &mut above, &mut below] {
            part.multiply_add(10, 0);
        }
        if digits.is_empty() && !beyond(&rest, &above, &scale) {
            point -= 1;
            continue;
        }
        let mut digit = 0;
        while rest.subtract(&scale) {
            digit += 1;
        }
        let order = rest.compare(&below);
        let low = order == Ordering::Less || even && order == Ordering::Equal;
        let high = beyond(&rest, &above, &scale);
        if low || high {
            let up = high && (!low || rest.plus(&rest).compare(&scale) != Ordering::Less);
            digit += u32::from(up);
        }
        digits.extend(char::from_digit(digit, 10));
        if low || high {
            return (digits, point);
        }
    }
}

/// A whole number of any size, lowest 32 bits first, without zeros at the top.
#[derive(Clone)]
struct Natural(Vec<u32>);

impl From<u64> for Natural {
    fn from(value: u64) -> Self {
        // The two halves.
        let mut natural = Self(vec![value as u32, (value >> 32) as u32]);
        natural.trim();
        natural
    }
}

impl Natural {
    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> i32 {
        self.0.last().map_or(0, |top| self.0.len() as i32 * 32 - top.leading_zeros() as i32)
    }

    fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn shift(&mut self, bits: u32) {
        self.multiply_add(1 << (bits % 32), 0);
        if !self.is_zero() {
            self.0.splice(0..0, std::iter::repeat_n(0, bits as usize / 32));
        }
    }

    fn halve(&mut self) {
        let mut carry = 0;
        for word in self.0.iter_mut().rev() {
            let low = *word & 1;
            *word = *word >> 1 | carry << 31;
            carry = low;
        }
        self.trim();
    }

    fn compare(&self, other: &Self) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }

    fn plus(&self, other: &Self) -> Self {
        let (mut sum, mut carry) = (Vec::new(), 0);
        for at in 0..self.0.len().max(other.0.len()) {
            let word = |of: &Self| u64::from(of.0.get(at).copied().unwrap_or(0));
            carry += word(self) + word(other);
            sum.push(carry as u32);
            carry >>= 32;
        }
        sum.push(carry as u32);
        let mut sum = Self(sum);
        sum.trim();
        sum
    }

    /// Takes away the other number, if there is that much.
    fn subtract(&mut self, other: &Self) -> bool {
        if self.compare(other) == Ordering::Less {
            return false;
        }
        let mut borrow = 0;
        for (at, word) in self.0.iter_mut().enumerate() {
            let taken = u64::from(other.0.get(at).copied().unwrap_or(0)) + borrow;
            borrow = u64::from(u64::from(*word) < taken);
            // Modulo 2^32, the borrow being the rest.
            *word = u64::from(*word).wrapping_sub(taken) as u32;
        }
        self.trim();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// Patterns without an end in sight, the same each time.
    fn patterns() -> impl Iterator<Item = u64> {
        std::iter::successors(Some(0x9e37_79b9_7f4a_7c15_u64), |x| {
            let x = x ^ x << 13;
            let x = x ^ x >> 7;
            Some(x ^ x << 17)
        })
    }

    fn doubles() -> impl Iterator<Item = f64> {
        let edges =
            [0, 1, 2, 3, 1 << 52, (1 << 52) - 1, (1 << 52) + 1, f64::MAX.to_bits(), 1.0_f64.to_bits()];
        let powers = (0..2046).step_by(5).map(|exponent| exponent << 52);
        let plain = (0..1000)
            .map(|n| (f64::from(n) / 16.0).to_bits())
            .chain((1..400).map(|n| (f64::from(n) / 10.0).to_bits()));
        edges
            .into_iter()
            .chain(powers)
            .chain(plain)
            .chain(patterns().take(1000))
            .map(f64::from_bits)
            .filter(|it| it.is_finite())
    }

    #[test]
    fn doubles_are_shown_as_the_library_does() {
        for value in doubles() {
            assert_eq!(show(value, 52, -1074), format!("{value:?}"));
        }
    }

    #[test]
    fn singles_are_shown_as_the_library_does() {
        let powers = (0..255)
            .flat_map(|exponent| [exponent << 23, (exponent << 23) + 1, (exponent << 23) | 0x7f_ffff]);
        let values = powers.chain(patterns().take(1000).map(|pattern| pattern as u32)).map(f32::from_bits);
        for value in values.filter(|it| it.is_finite()) {
            assert_eq!(show(f64::from(value), 23, -149), format!("{value:?}"));
        }
    }

    #[test]
    fn what_is_shown_is_read_back() {
        for value in doubles().map(f64::abs) {
            for text in
                [format!("{value:?}"), format!("{value:e}"), format!("{value:.20e}"), format!("{value:.3}")]
            {
                assert_eq!(parse(&text), text.parse().ok(), "{text}");
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_the_last_digit_counts() {
        // Between 2^53 and its next: 9007199254740993 is the middle.
        let tail = "0".repeat(900);
        let long = format!("{:.1074}", f64::from_bits(1) * 1.5);
        for text in [
            "9007199254740993",
            "9007199254740995",
            "9007199254740993.0000000000000001",
            &format!("9007199254740993.{tail}1"),
            &format!("9007199254740993.{tail}0"),
            &format!("0.{tail}1"),
            &format!("1{tail}"),
            &format!("1{tail}e-900"),
            &format!("0.{tail}1e901"),
            &long,
            "2.2250738585072011e-308",
            "2.2250738585072012e-308",
            "4.9e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.797693134862315807e308",
            "1.7976931348623159e308",
            "1e309",
            "1e-400",
            "0e999999999999",
        ] {
            assert_eq!(parse(text), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn only_numbers_are_read() {
        for text in ["", ".", "e1", "1e", "1e+", "1.2.3", "1e1e1", "nan", "inf", "1_0", "0x1", " 1", "é"] {
            assert_eq!(parse(text), None, "{text}");
        }
        for (text, value) in
            [("1.", 1.0), (".5", 0.5), ("1E2", 100.0), ("1e+2", 100.0), ("1e-2", 0.01), ("00.10", 0.1)]
        {
            assert_eq!(parse(text), Some(value), "{text}");
        }
    }
}
