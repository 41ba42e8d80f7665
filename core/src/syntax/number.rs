//! Numbers, and the constant expressions that the assembler allows where a count or an offset stands.

use super::cursor::{Cursor, Parsed, excerpt, text_rule, visa_rule};
use super::lexer::TokenKind;
use super::{Number, SpannedText};
use crate::base::{LaneMask, Rule, Span, parse_decimal};
use crate::diag::Diagnostic;

/// A number as a word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum NumberWord {
    /// Decimal digits; without a sign.
    Decimal(i128),
    /// `0x...` or `0b...`.
    Pattern(u64),
    /// With a point or an exponent.
    Float(f64),
}

/// Reads a word that begins with a digit (or `.5`). Underscores may stand between digits.
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
        return match digits.parse::<u64>() {
            Ok(value) => Ok(NumberWord::Decimal(i128::from(value))),
            Err(_) => too_large(word),
        };
    }
    match parse_decimal(&lower) {
        Some(value) if value.is_finite() => Ok(NumberWord::Float(value)),
        Some(_) => too_large(word),
        None => not_a_number(word),
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

fn too_large<T>(word: &SpannedText) -> Parsed<T> {
    let message = format!("`{}` does not fit into 64 bits", excerpt(&word.text));
    Err(Box::new(Diagnostic::error(&NUMBER_RANGE, word.span, message)))
}

/// A whole number without a sign: a count, an index, a mask.
pub(super) fn count(cursor: &mut Cursor, what: &str) -> Parsed<Number> {
    let word = match cursor.peek_word() {
        Some(word) if word.text.starts_with(|c: char| c.is_ascii_digit()) => word,
        _ => return cursor.expected(&NUMBER, what),
    };
    let number = whole(&word, what)?;
    cursor.skip(1);
    Ok(number)
}

/// A word as a whole number.
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

/// A mask of lanes as typed: hex, binary or decimal, at most `lanes` bits.
pub fn read_mask(typed: &str, lanes: usize) -> Result<LaneMask, String> {
    let text = typed.trim().to_owned();
    let shown = excerpt(&text);
    let number = match number_word(&SpannedText { span: Span::new(0, text.len()), text }) {
        Ok(NumberWord::Decimal(number)) => u64::try_from(number).ok(),
        Ok(NumberWord::Pattern(number)) => Some(number),
        _ => None,
    };
    let Some(number) = number else {
        return Err(format!("`{shown}` is no mask; expected a number such as `0xff`, `0b1010` or `15`"));
    };
    match u32::try_from(number).map(LaneMask) {
        Ok(mask) if mask.0 & !LaneMask::first(lanes).0 == 0 => Ok(mask),
        _ => Err(format!("`{shown}` has bits beyond the {lanes} lanes")),
    }
}

/// A number, or a constant expression over all that is left of `cursor`.
pub(super) fn constant(mut cursor: Cursor) -> Parsed<Number> {
    let whole = match (cursor.tokens.first(), cursor.tokens.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => cursor.here(),
    };
    let value = sum(&mut cursor, 0)?;
    if !cursor.is_done() {
        return cursor.expected(&CONSTANT, "an operator or the end of the expression");
    }
    Ok(Number { value, span: whole })
}

/// Deepest nesting of parentheses and signs: recursion must end before the stack does.
const MAX_DEPTH: usize = 32;

/// Operators of one level of precedence, loosest first.
const LEVELS: [&[&str]; 3] = [&["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

fn sum(cursor: &mut Cursor, depth: usize) -> Parsed<i128> {
    binary(cursor, 0, depth)
}

fn binary(cursor: &mut Cursor, level: usize, depth: usize) -> Parsed<i128> {
    let Some(operators) = LEVELS.get(level) else { return primary(cursor, depth) };
    let mut value = binary(cursor, level + 1, depth)?;
    while let Some((operator, len)) = operator(cursor, operators) {
        let span = cursor.skip(len);
        let right = binary(cursor, level + 1, depth)?;
        value = apply(operator, value, right).ok_or_else(|| cannot(span, operator))?;
    }
    Ok(value)
}

/// The operator that comes next, if it is one of these, and how many tokens it has.
fn operator<'o>(cursor: &Cursor, operators: &[&'o str]) -> Option<(&'o str, usize)> {
    operators.iter().copied().find_map(|operator| {
        let is_next = operator.chars().enumerate().all(|(i, c)| cursor.is_at(i, c));
        is_next.then_some((operator, operator.len()))
    })
}

/// 64-bit arithmetic; none where it leaves that range or divides by 0.
fn apply(operator: &str, a: i128, b: i128) -> Option<i128> {
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a.checked_mul(b)?,
        "/" => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        "<<" if (0..64).contains(&b) => a << b,
        ">>" if (0..64).contains(&b) => a >> b,
        _ => return None,
    };
    (i128::from(i64::MIN)..=i128::from(u64::MAX)).contains(&value).then_some(value)
}

fn cannot(span: Span, operator: &str) -> Box<Diagnostic> {
    let message = format!("`{operator}` divides by 0, shifts too far or leaves 64 bits here");
    Box::new(Diagnostic::error(&CONSTANT, span, message))
}

fn primary(cursor: &mut Cursor, depth: usize) -> Parsed<i128> {
    if depth > MAX_DEPTH {
        return cursor.expected(&CONSTANT, "an expression that is not nested so deeply");
    }
    if cursor.eat('-').is_some() {
        return Ok(-primary(cursor, depth + 1)?);
    }
    if cursor.eat('(').is_some() {
        let value = sum(cursor, depth + 1)?;
        cursor.need(')', &CONSTANT, "`)`")?;
        return Ok(value);
    }
    match cursor.peek() {
        Some(token) if token.kind == TokenKind::Word => Ok(count(cursor, "a number")?.value),
        _ => cursor.expected(&CONSTANT, "a number"),
    }
}

const NUMBER: Rule = text_rule(
    "text-number",
    "Numbers",
    "a number is decimal, `0x` hex, `0b` binary or a float, with underscores between digits",
);
const NUMBER_RANGE: Rule = text_rule("text-number-range", "Numbers", "a number fits into 64 bits");
const CONSTANT: Rule = visa_rule(
    "visa-constant-expression",
    "Constant expressions",
    "a count or an offset is a number or an expression of numbers with `+ - * / % << >>` and parentheses",
);

pub(super) const RULES: &[&Rule] = &[&NUMBER, &NUMBER_RANGE, &CONSTANT];
