//! Numbers in columns of limited width. A number is drawn smaller, then in two lines where these have room, then shortened.

use smol_str::{SmolStr, format_smolstr};

/// The width of a digit in em.
pub(super) const DIGIT: f64 = 0.61;
/// The sizes of a number, relative to the size of text around it.
const SMALL: f64 = 0.85;
const SMALLEST: f64 = 0.7;
/// The minimum size of a number in CSS pixels.
const SMALLEST_PX: f64 = 9.0;
/// The number of characters at the start of a shortened text: a sign with a digit, or the prefix of a notation.
const START: usize = 2;

/// The numbers of digits that fit in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// In the size of the text.
    full: usize,
    /// In the first smaller size.
    small: usize,
    /// In the smallest size.
    smallest: usize,
}

/// The size of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigitSize {
    /// The size of the text.
    Full,
    /// Smaller.
    Small,
    /// The smallest size.
    Smallest,
}

impl DigitSize {
    /// Returns the size relative to that of the text.
    pub fn scale(self) -> f64 {
        match self {
            Self::Full => 1.0,
            Self::Small => SMALL,
            Self::Smallest => SMALLEST,
        }
    }

    /// Returns the size in CSS pixels for a size of text.
    pub fn px(self, text_px: f64) -> f64 {
        match self {
            Self::Full => text_px,
            Self::Small | Self::Smallest => (self.scale() * text_px).max(SMALLEST_PX),
        }
    }

    /// Returns the CSS class, if there is one.
    pub fn class(self) -> Option<&'static str> {
        match self {
            Self::Full => None,
            Self::Small => Some("small-digits"),
            Self::Smallest => Some("smallest-digits"),
        }
    }
}

impl Digits {
    /// The length of the longest number that decides the width of a column: a 32-bit number in any notation but binary.
    pub const WORD: usize = 12;

    /// Returns the digits that fit in a width, with text of a size, both in CSS pixels.
    pub fn in_px(width_px: f64, text_px: f64) -> Self {
        let at = |size: DigitSize| (width_px / (DIGIT * size.px(text_px))).floor().max(1.0) as usize;
        Self { full: at(DigitSize::Full), small: at(DigitSize::Small), smallest: at(DigitSize::Smallest) }
    }

    /// Returns the width in em that a column needs for numbers of up to `longest` characters. Long ones are drawn smaller.
    pub fn needed_em(longest: usize) -> f64 {
        let size = match longest {
            0..=4 => DigitSize::Full,
            5..=7 => DigitSize::Small,
            _ => DigitSize::Smallest,
        };
        longest.min(Self::WORD) as f64 * DIGIT * size.scale()
    }

    /// Returns the width in em that numbers of up to `longest` characters need in the smallest size.
    pub fn least_em(longest: usize) -> f64 {
        longest.min(Self::WORD) as f64 * DIGIT * SMALLEST
    }

    /// Returns the width in CSS pixels that they need at least, whatever the size of text.
    pub fn least_px(longest: usize) -> f64 {
        Self::least_em(longest) / SMALLEST * SMALLEST_PX
    }

    /// Returns whether numbers of up to `longest` characters fit, if they are not longer than a word.
    pub fn has_room_for(self, longest: usize) -> bool {
        longest.min(Self::WORD) <= self.most()
    }

    /// Returns the number of digits that fit in any size.
    fn most(self) -> usize {
        self.smallest.max(self.small).max(self.full)
    }

    /// Returns a number as it fits, and its size.
    pub fn fitted(self, number: &SmolStr) -> (SmolStr, DigitSize) {
        let length = number.chars().count();
        let size = match length {
            _ if length <= self.full => DigitSize::Full,
            _ if length <= self.small => DigitSize::Small,
            _ => DigitSize::Smallest,
        };
        match length <= self.most() {
            true => (number.clone(), size),
            false => (shortened_number(number, self.smallest.max(2)), size),
        }
    }

    /// Returns a number as it fits in a cell that has room for two lines of the smallest size, and its size.
    pub fn fitted_in_lines(self, number: &SmolStr) -> (SmolStr, DigitSize) {
        let length = number.chars().count();
        let half = number.char_indices().nth(length.div_ceil(2)).map(|(at, _)| at);
        let fits = |at: &usize| {
            let (first, second) = number.split_at(*at);
            first.chars().count().max(second.chars().count()) <= self.smallest
        };
        match seam(number).into_iter().chain(half).find(fits) {
            Some(at) if length > self.most() => {
                let (first, second) = number.split_at(at);
                (format_smolstr!("{first}\n{second}"), DigitSize::Smallest)
            }
            _ => self.fitted(number),
        }
    }
}

/// Returns the place between the parts of a number: after the word of a NaN, or before the exponent of a float.
fn seam(number: &str) -> Option<usize> {
    match number.split_once(':') {
        Some((word, _)) => Some(word.len() + 1),
        None if number.contains('.') => number.find('e'),
        None => None,
    }
}

/// Shortens a number. A NaN keeps its word, and a float keeps its first digits and its exponent.
fn shortened_number(number: &str, most: usize) -> SmolStr {
    let seam = seam(number).unwrap_or(number.len());
    let (first, last) = number.split_at(seam);
    let (kept, end) = match first.strip_suffix(':') {
        Some(word) => (word.len(), ""),
        None => (most.saturating_sub(last.len() + 1), last),
    };
    let is_float = number.contains([':', '.']) && !number.starts_with('{');
    // The digits before the point are kept.
    let least = first.find('.').unwrap_or(kept).max(1);
    if is_float && least <= kept && kept < first.len() && kept + 1 + end.len() <= most {
        return format_smolstr!("{}…{end}", &first[..kept]);
    }
    shortened(number, most)
}

/// Shortens a text to at most `most` characters. It keeps the first two at most and as much of the end as possible, because values
/// next to each other mostly differ at the end.
pub fn shortened(text: &str, most: usize) -> SmolStr {
    let length = text.chars().count();
    if length <= most {
        return text.into();
    }
    let left = most.saturating_sub(1);
    let start = START.min(left / 2);
    let first: String = text.chars().take(start).collect();
    let last: String = text.chars().skip(length - (left - start)).collect();
    format_smolstr!("{first}…{last}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gets_smaller_and_then_shorter() {
        // 61 px have room for 10 digits of 10 px. Smaller text is never smaller than 9 px: 11 digits.
        let digits = Digits::in_px(61.5, 10.0);
        for (number, expected, size) in [
            ("1073741824", "1073741824", DigitSize::Full),
            ("-1073741824", "-1073741824", DigitSize::Small),
            ("-10737418240", "-1…37418240", DigitSize::Smallest),
        ] {
            assert_eq!(digits.fitted(&number.into()), (expected.into(), size), "{number}");
        }
        // 30 px with text of 20 px: 2 digits in full size, 2 of 17 px, 3 of 14 px.
        let narrow = Digits::in_px(30.0, 20.0);
        assert_eq!(narrow.fitted(&"123".into()), ("123".into(), DigitSize::Smallest));
        assert_eq!(narrow.fitted(&"1234".into()), ("1…4".into(), DigitSize::Smallest));
        // A shortened number has two characters at least.
        let none = Digits::in_px(-5.0, 11.0);
        assert_eq!(none.fitted(&"12".into()), ("12".into(), DigitSize::Smallest));
        assert_eq!(none.fitted(&"123".into()), ("…3".into(), DigitSize::Smallest));
    }

    #[test]
    fn a_long_number_takes_two_lines_before_it_is_shortened() {
        // 12 characters of 9 px in 66 px.
        let digits = Digits::in_px(66.0, 10.0);
        for (number, expected) in [
            ("4294967295", "4294967295"),
            ("18446744073709551615", "1844674407\n3709551615"),
            ("-9223372036854775808", "-922337203\n6854775808"),
            ("0xfedcba9876543210", "0xfedcba9\n876543210"),
            ("nan:0x7f800001", "nan:\n0x7f800001"),
            ("nan:0x7ff8000000000000", "nan:0x7ff80\n00000000000"),
            ("-3.4028235e38", "-3.4028235\ne38"),
            ("-1.7976931348623157e308", "-1.797693134\n8623157e308"),
            // Two lines have no room for it.
            ("0b00000000000000000000000000001010", "0b…000001010"),
        ] {
            assert_eq!(digits.fitted_in_lines(&number.into()).0, expected, "{number}");
        }
    }

    #[test]
    fn a_shortened_float_says_what_it_is() {
        for (number, most, expected) in [
            ("nan:0x7f800001", 6, "nan…"),
            ("nan:0x7f800001", 3, "n…1"),
            ("-3.4028235e38", 8, "-3.4…e38"),
            ("-3.4028235e38", 6, "-3…e38"),
            ("-3.4028235e38", 4, "-…38"),
            ("0.30000001", 6, "0.300…"),
            ("-0.30000001", 3, "-0…"),
            ("123456.789", 5, "12…89"),
            ("0x12345678", 5, "0x…78"),
        ] {
            assert_eq!(shortened_number(number, most), expected, "{number} in {most} characters");
        }
    }

    #[test]
    fn shortened_values_that_differ_at_the_end_stay_different() {
        for (value, most, expected) in [
            ("12", 2, "12"),
            ("123", 2, "…3"),
            ("1234", 3, "1…4"),
            ("12345", 4, "1…45"),
            ("18446744073709551615", 12, "18…709551615"),
            ("18446744073709551600", 12, "18…709551600"),
            ("0b00000000000000000000000000001010", 12, "0b…000001010"),
            ("{1.501, 3.0}", 10, "{1…1, 3.0}"),
            ("-1073741824", 6, "-1…824"),
        ] {
            assert_eq!(shortened(value, most), expected, "{value} in {most} characters");
        }
    }

    #[test]
    fn columns_are_as_wide_as_their_numbers_need() {
        assert!((Digits::needed_em(4) - 2.44).abs() < 1e-9);
        assert!(Digits::needed_em(10) < 0.75 * 6.1);
        assert_eq!(Digits::needed_em(12), Digits::needed_em(34));
    }
}
