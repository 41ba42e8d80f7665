//! Parsing of numbers.

use super::ast::{Number, SpannedText, ValueKind};
use super::cursor::{Cursor, Parsed, excerpt, fail};
use crate::base::{Rule, SCENARIO_TEXT, Span, rules};
use crate::diag::Diagnostic;

/// Parses a word that starts with a digit (or `.5`). Underscores may separate digits.
pub(super) fn parse_number(word: &SpannedText) -> Parsed<ValueKind> {
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
            Ok(value) => Ok(ValueKind::Decimal(i128::from(value))),
            Err(_) => too_large(word),
        };
    }
    match lower.parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(ValueKind::Float(value)),
        Ok(_) => too_large(word),
        Err(_) => not_a_number(word),
    }
}

fn pattern(word: &SpannedText, digits: &str, radix: u32) -> Parsed<ValueKind> {
    if digits.is_empty() || !digits.chars().all(|c| c.is_digit(radix)) {
        return not_a_number(word);
    }
    match u64::from_str_radix(digits, radix) {
        Ok(value) => Ok(ValueKind::Pattern(value)),
        Err(_) => too_large(word),
    }
}

fn not_a_number<T>(word: &SpannedText) -> Parsed<T> {
    let message = format!("`{}` is not a number; expected decimal, `0x` or `0b` digits", excerpt(&word.text));
    fail(&NUMBER, word.span, message)
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

pub(super) fn too_large<T>(word: &SpannedText) -> Parsed<T> {
    let message = format!("`{}` does not fit into 64 bits", excerpt(&word.text));
    fail(&NUMBER_RANGE, word.span, message)
}

/// Returns whether a word can only be a number.
pub(super) fn starts_number(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit())
}

/// Returns whether a number without a sign is next.
pub(super) fn is_at_number(cursor: &Cursor) -> bool {
    cursor.peek_word().is_some_and(starts_number)
}

/// Parses a whole number without a sign: a count, an index or a mask.
pub(super) fn need_whole(cursor: &mut Cursor, what: &str) -> Parsed<Number> {
    need_whole_for(cursor, &NUMBER, what)
}

/// Parses a whole number without a sign, whose absence breaks `rule`.
pub(super) fn need_whole_for(cursor: &mut Cursor, rule: &'static Rule, what: &str) -> Parsed<Number> {
    if !is_at_number(cursor) {
        return cursor.fail_expected(rule, what);
    }
    let number = parse_whole(&SpannedText::at(cursor.text, cursor.here()), what)?;
    cursor.skip(1);
    Ok(number)
}

/// Parses a word as a whole number.
pub(super) fn parse_whole(word: &SpannedText, what: &str) -> Parsed<Number> {
    match parse_number(word)?.integer() {
        Some(value) => Ok(Number { value, span: word.span }),
        None => {
            let message = format!("`{}` is not whole; expected {what}", excerpt(&word.text));
            fail(&NUMBER, word.span, message)
        }
    }
}

/// Parses a part of a text as a whole number without a sign, such as a page of `(0,3)`.
pub(crate) fn parse_u64(text: &str) -> Option<u64> {
    let word = SpannedText { text: text.to_owned(), span: Span::at(0) };
    u64::try_from(parse_whole(&word, "a whole number").ok()?.value).ok()
}

rules! {
    NUMBER: "text-number", Invalid,
        "a number is decimal without a leading zero, `0x` hex, `0b` binary or a float, with underscores between digits", SCENARIO_TEXT, "Numbers";
    NUMBER_RANGE: "text-number-range", Invalid, "a number fits into 64 bits", SCENARIO_TEXT, "Numbers";
}
