//! Parsing of numbers.

use super::ast::{Number, SpannedText};
use super::cursor::{Cursor, PAGE, Parsed, excerpt};
use crate::base::{LaneMask, Span, rules};
use crate::diag::Diagnostic;

/// A number as written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberWord {
    /// Decimal digits, without a sign.
    Decimal(i128),
    /// A bit pattern: `0x...` or `0b...`.
    Pattern(u64),
    /// A number with a point or an exponent.
    Float(f64),
}

/// Parses a word that starts with a digit (or `.5`). Underscores may separate digits.
pub(super) fn number_word(word: &SpannedText) -> Parsed<NumberWord> {
    let digits: String = word.text.chars().filter(|&c| c != '_').collect();
    let lower = digits.to_ascii_lowercase();
    let radix = |prefix: &str| lower.strip_prefix(prefix).map(str::to_owned);
    if let Some(hex) = radix("0x") {
        return pattern(word, &hex, 16);
    }
    if let Some(binary) = radix("0b") {
        return pattern(word, &binary, 2);
    }
    if !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
        if digits.len() > 1 && digits.starts_with('0') {
            return Err(Box::new(leading_zero(word, &digits)));
        }
        return match digits.parse::<u64>() {
            Ok(value) => Ok(NumberWord::Decimal(i128::from(value))),
            Err(_) => too_large(word),
        };
    }
    match lower.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(NumberWord::Float(value)),
        Ok(_) => too_large(word),
        Err(_) => not_a_number(word),
    }
}

fn pattern(word: &SpannedText, digits: &str, radix: u32) -> Parsed<NumberWord> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return not_a_number(word);
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(NumberWord::Pattern(value)),
        Err(_) => too_large(word),
    }
}

fn not_a_number<T>(word: &SpannedText) -> Parsed<T> {
    let message = format!("`{}` is not a number; expected decimal, `0x` or `0b` digits", excerpt(&word.text));
    Err(Box::new(Diagnostic::error(&NUMBER, word.span, message)))
}

/// Creates the error for a number such as `017`, which C reads as octal. Below 8 both readings are equal, so there is
/// a fix.
fn leading_zero(word: &SpannedText, digits: &str) -> Diagnostic {
    let decimal = match digits.trim_start_matches('0') {
        "" => "0",
        rest => rest,
    };
    let message =
        format!("`{}` begins with 0, as octal numbers do in C; expected `{decimal}`", excerpt(&word.text));
    let finding = Diagnostic::error(&NUMBER, word.span, message);
    if decimal.len() == 1 && decimal < "8" { finding.write(decimal) } else { finding }
}

fn too_large<T>(word: &SpannedText) -> Parsed<T> {
    let message = format!("`{}` does not fit into 64 bits", excerpt(&word.text));
    Err(Box::new(Diagnostic::error(&NUMBER_RANGE, word.span, message)))
}

/// Returns whether a word can only be a number.
pub(super) fn starts_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// Parses a whole number without a sign: a count, an index or a mask.
pub(super) fn need_number(cursor: &mut Cursor, what: &str) -> Parsed<Number> {
    let word = match cursor.peek_word() {
        Some(word) if starts_number(&word.text) => word,
        _ => return cursor.expected(&NUMBER, what),
    };
    let number = whole(&word, what)?;
    cursor.skip(1);
    Ok(number)
}

/// Parses a word as a whole number.
pub(super) fn whole(word: &SpannedText, what: &str) -> Parsed<Number> {
    match number_word(word)? {
        NumberWord::Decimal(value) => Ok(Number { value, span: word.span }),
        NumberWord::Pattern(value) => Ok(Number { value: i128::from(value), span: word.span }),
        NumberWord::Float(_) => {
            let message = format!("`{}` is not whole; expected {what}", excerpt(&word.text));
            Err(Box::new(Diagnostic::error(&NUMBER, word.span, message)))
        }
    }
}

/// Parses a mask of lanes typed by a user: a number in hex, binary or decimal of at most `lanes` bits, or lanes such
/// as `1,3` or `0-3,8`.
pub fn read_mask(typed: &str, lanes: usize) -> Result<LaneMask, String> {
    let text = typed.trim().to_owned();
    if let Some(mask) = lane_list(&text, lanes) {
        return mask;
    }
    let shown = excerpt(&text);
    let number = match number_word(&SpannedText { span: Span::new(0, text.len()), text }) {
        Ok(NumberWord::Decimal(number)) => u64::try_from(number).ok(),
        Ok(NumberWord::Pattern(number)) => Some(number),
        _ => None,
    };
    let Some(number) = number else {
        return Err(format!(
            "`{shown}` is not a mask; expected a number such as `0xff`, `0b1010` or `15`, or lanes such as `1,3` or `0-3,8`"
        ));
    };
    match u32::try_from(number).map(LaneMask) {
        Ok(mask) if mask.0 & !LaneMask::first(lanes).0 == 0 => Ok(mask),
        _ => Err(format!("`{shown}` has bits beyond the {lanes} lanes")),
    }
}

/// Parses a list of lanes and ranges of lanes. Returns `None` for other text. A single lane is read as a number,
/// unless a comma follows it.
fn lane_list(text: &str, lanes: usize) -> Option<Result<LaneMask, String>> {
    let is_list = text.contains([',', '-']) && starts_number(text);
    let parts = text.strip_suffix(',').unwrap_or(text).split(',').filter(|_| is_list);
    let mut mask = None;
    for part in parts {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.trim().parse::<u32>().ok()?, last.trim().parse::<u32>().ok()?);
        if first > last {
            return Some(Err(format!("`{}` is not a range; expected `{last}-{first}`", part.trim())));
        }
        if last as usize >= lanes {
            return Some(Err(format!("lane {last} does not exist; the lanes are 0 to {}", lanes - 1)));
        }
        let range = (first..=last).fold(0, |mask, lane| mask | 1 << lane);
        mask = Some(mask.unwrap_or(0) | range);
    }
    mask.map(|mask| Ok(LaneMask(mask)))
}

rules! {
    NUMBER: "text-number", Invalid,
        "a number is decimal without a leading zero, `0x` hex, `0b` binary or a float, with underscores between digits", PAGE, "Numbers";
    NUMBER_RANGE: "text-number-range", Invalid, "a number fits into 64 bits", PAGE, "Numbers";
}
