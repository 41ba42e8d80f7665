//! Parsing of lists of values and their generators.

use super::ast::{SpannedText, ValueKind, ValueList, ValueText};
use super::cursor::{Cursor, Parsed, excerpt, fail};
use super::lexer::TokenKind;
use super::number::{need_whole, parse_number, starts_number, too_large};
use crate::base::{SCENARIO_TEXT, Span, rules};
use crate::diag::Diagnostic;

/// A way to write a value that is not a number.
pub(super) struct ValueRow {
    /// The word that it begins with, if it does.
    pub word: Option<&'static str>,
    /// The written syntax.
    pub usage: &'static str,
    /// The text that completion inserts.
    pub insert: &'static str,
    /// "value", or "values" for one that gives several elements.
    pub kind: &'static str,
    /// The meaning.
    pub prose: &'static str,
    /// The word of a directive that takes it.
    pub directive: &'static str,
}

impl ValueRow {
    const fn one(usage: &'static str, prose: &'static str) -> Self {
        Self { kind: "value", ..Self::several(usage, usage, prose) }
    }

    const fn several(usage: &'static str, insert: &'static str, prose: &'static str) -> Self {
        Self { word: None, usage, insert, kind: "values", prose, directive: "set" }
    }

    /// Returns a row that begins with a word.
    const fn with_word(self, word: &'static str) -> Self {
        Self { word: Some(word), ..self }
    }
}

/// The ways to write values that are not numbers: generators, repetitions and values that have a word or a sign.
pub(super) const VALUE_ROWS: &[ValueRow] = &[
    ValueRow::several(
        "iota(start, step)",
        "iota(0, 1)",
        "Counts up from `start` in steps of `step`, to the last element.",
    )
    .with_word("iota"),
    ValueRow::several(
        "random(seed)",
        "random(1)",
        "Pseudo-random values, to the last element. The same seed gives the same values.",
    )
    .with_word("random"),
    ValueRow::several("[v; n]", "[0; 4]", "The value `v`, `n` times."),
    ValueRow::one("?", "An undefined value."),
    ValueRow { directive: "expect", ..ValueRow::one("_", "Any value; only in `.expect`.") },
    ValueRow::one("nan", "A float that is not a number.").with_word("nan"),
    ValueRow::one("inf", "Infinity; `-inf` is negative.").with_word("inf"),
];

/// Returns the words of values.
pub(super) fn value_words() -> impl Iterator<Item = &'static str> + Clone {
    VALUE_ROWS.iter().filter_map(|row| row.word)
}

/// Parses values up to the end of the line. Commas between them are optional. At least one value is required.
pub(super) fn values(cursor: &mut Cursor) -> Parsed<ValueList> {
    let mut list = ValueList { values: Vec::new(), span: cursor.here() };
    while !cursor.is_done() {
        list.values.push(value(cursor)?);
        cursor.eat(',');
    }
    let (Some(first), Some(last)) = (list.values.first(), list.values.last()) else {
        return cursor.fail_expected(&VALUE, WHAT);
    };
    list.span = first.span.to(last.span);
    Ok(list)
}

const WHAT: &str = "a value (a number, `?`, `_`, `[v; n]`, `iota(start, step)` or `random(seed)`)";

/// Parses one value or generator.
pub(super) fn value(cursor: &mut Cursor) -> Parsed<ValueText> {
    if cursor.is_at(0, '[') { repeat(cursor) } else { unbracketed(cursor) }
}

/// Parses one value or generator without brackets.
fn unbracketed(cursor: &mut Cursor) -> Parsed<ValueText> {
    let Some(token) = cursor.peek() else { return cursor.fail_expected(&VALUE, WHAT) };
    match token.kind {
        TokenKind::Punct('?') => Ok(ValueText { kind: ValueKind::Undefined, span: cursor.skip(1) }),
        TokenKind::Punct('[') => cursor.fail_expected(&REPEAT, "a value without brackets"),
        TokenKind::Punct('-') => negative(cursor),
        TokenKind::Punct('.') if cursor.tokens.get(1).is_some_and(|next| next.is_glued) => {
            let span = cursor.skip(2);
            number(&SpannedText::at(cursor.text, span))
        }
        TokenKind::Word => word(cursor),
        _ => cursor.fail_expected(&VALUE, WHAT),
    }
}

/// Parses a number, a named value or a generator.
fn word(cursor: &mut Cursor) -> Parsed<ValueText> {
    let Some(word) = cursor.word() else { return cursor.fail_expected(&VALUE, WHAT) };
    let kind = match word.text.to_ascii_lowercase().as_str() {
        "_" => ValueKind::Ignored,
        "nan" => ValueKind::Float(f64::NAN),
        "inf" => ValueKind::Float(f64::INFINITY),
        "iota" => return iota(cursor, word.span),
        "random" => return random(cursor, word.span),
        text if starts_number(text) => return number(&word),
        _ => return Err(Box::new(no_value(&word))),
    };
    Ok(ValueText { kind, span: word.span })
}

fn no_value(word: &SpannedText) -> Diagnostic {
    let message = format!("`{}` is not a value; expected {WHAT}", excerpt(&word.text));
    let diagnostic = Diagnostic::error(&VALUE, word.span, message);
    // `nan` and `inf` are values of floats alone.
    let of_any_type = value_words().filter(|known| !["nan", "inf"].contains(known));
    diagnostic.write_closest(&word.text, of_any_type)
}

fn number(word: &SpannedText) -> Parsed<ValueText> {
    Ok(ValueText { kind: parse_number(word)?, span: word.span })
}

/// Parses `-5`, `-1.5`, `-inf` or `-nan`. A bit pattern has no sign.
fn negative(cursor: &mut Cursor) -> Parsed<ValueText> {
    let sign = cursor.skip(1);
    let value = match cursor.peek().filter(|token| token.is_glued) {
        Some(token) if token.kind == TokenKind::Word => word(cursor)?,
        Some(token) if token.is('.') => unbracketed(cursor)?,
        _ => return cursor.fail_expected(&VALUE, "a number immediately after `-`"),
    };
    let span = sign.to(value.span);
    let kind = match value.kind {
        ValueKind::Decimal(value) if value <= 1 << 63 => ValueKind::Decimal(-value),
        ValueKind::Decimal(_) => return too_large(&SpannedText::at(cursor.text, span)),
        ValueKind::Float(value) => ValueKind::Float(-value),
        ValueKind::Pattern(value) => return Err(Box::new(negative_pattern(cursor.text, span, value))),
        _ => {
            let message = format!("`{}` is not a number that has a sign", excerpt(span.of(cursor.text)));
            return fail(&VALUE, span, message);
        }
    };
    Ok(ValueText { kind, span })
}

fn negative_pattern(text: &str, span: Span, value: u64) -> Diagnostic {
    let message = format!(
        "`{}` puts a sign before a bit pattern; expected a decimal number or the pattern itself",
        excerpt(span.of(text))
    );
    let diagnostic = Diagnostic::error(&NEGATIVE_PATTERN, span, message);
    if value <= 1 << 63 { diagnostic.write(format!("-{value}")) } else { diagnostic }
}

/// Parses `[v; n]` or `[v]`.
fn repeat(cursor: &mut Cursor) -> Parsed<ValueText> {
    let open = cursor.skip(1);
    let repeated = unbracketed(cursor)?;
    if repeated.is_generator() {
        let message = "a generator fills the remaining elements; expected a single value before `;`";
        return fail(&REPEAT, repeated.span, message);
    }
    // `[v]` is the value itself.
    if let Some(close) = cursor.eat(']') {
        return Ok(ValueText { span: open.to(close), ..repeated });
    }
    cursor.need(';', &REPEAT, "`]`, or `;` and the number of repetitions")?;
    let times = need_whole(cursor, "the number of repetitions")?;
    let close = cursor.need(']', &REPEAT, "`]`")?;
    Ok(ValueText { kind: ValueKind::Repeat(Box::new(repeated), times.to_u64()), span: open.to(close) })
}

/// Parses `iota(start)` or `iota(start, step)`.
fn iota(cursor: &mut Cursor, name: Span) -> Parsed<ValueText> {
    cursor.need('(', &GENERATOR, "`(` and the first value")?;
    let start = signed(cursor)?;
    let step = if cursor.eat(',').is_some() { signed(cursor)? } else { 1 };
    let close = cursor.need(')', &GENERATOR, "`)`")?;
    Ok(ValueText { kind: ValueKind::Iota { start, step }, span: name.to(close) })
}

/// Parses `random(seed)`.
fn random(cursor: &mut Cursor, name: Span) -> Parsed<ValueText> {
    cursor.need('(', &GENERATOR, "`(` and a seed")?;
    let seed = need_whole(cursor, "a seed")?;
    let close = cursor.need(')', &GENERATOR, "`)`")?;
    Ok(ValueText { kind: ValueKind::Random(seed.to_u64()), span: name.to(close) })
}

fn signed(cursor: &mut Cursor) -> Parsed<i128> {
    let value = unbracketed(cursor)?;
    match value.kind.integer() {
        Some(number) => Ok(number),
        None => {
            let message = format!("`{}` is not a whole number", excerpt(value.span.of(cursor.text)));
            fail(&GENERATOR, value.span, message)
        }
    }
}

rules! {
    VALUE: "text-value", Invalid,
        "a value is a number, `?` (undefined), `_` (ignored), `nan`, `inf` or a generator", SCENARIO_TEXT, "Values";
    NEGATIVE_PATTERN: "text-negative-pattern", Invalid, "hex and binary are bit patterns and have no sign",
        SCENARIO_TEXT, "Values";
    REPEAT: "text-repeat", Invalid, "`[v; n]` is the value `v`, `n` times, `[v]` is `v`, and brackets do not nest", SCENARIO_TEXT, "Values";
    GENERATOR: "text-generator", Invalid,
        "`iota(start, step)` takes whole numbers, the step 1 unless given; `random(seed)` takes a seed",
        SCENARIO_TEXT, "Values";
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lex;
    use super::*;
    use crate::test;

    fn kinds(text: &str) -> Vec<ValueKind> {
        let tokens = lex(text);
        let list = values(&mut Cursor::new(text, &tokens)).expect("these values parse");
        assert_eq!(list.span.of(text), text.trim_end_matches([',', ' ']));
        list.values.into_iter().map(|value| value.kind).collect()
    }

    fn code(text: &str) -> &'static str {
        let tokens = lex(text);
        values(&mut Cursor::new(text, &tokens)).expect_err("these values do not parse").code()
    }

    #[test]
    fn numbers() {
        use ValueKind::*;
        assert_eq!(
            kinds("1_000 -7 0x1F 0b1010_0101"),
            [Decimal(1000), Decimal(-7), Pattern(31), Pattern(165)]
        );
        assert_eq!(kinds("1.5, -2e-3, 1e5,.5,"), [Float(1.5), Float(-2e-3), Float(1e5), Float(0.5)]);
        assert_eq!(
            kinds("inf -inf ? _"),
            [Float(f64::INFINITY), Float(f64::NEG_INFINITY), Undefined, Ignored]
        );
        assert!(matches!(kinds("nan")[..], [Float(nan)] if nan.is_nan()));
    }

    #[test]
    fn generators() {
        use ValueKind::*;
        let one = Box::new(ValueText { kind: Decimal(1), span: Span::new(1, 2) });
        assert_eq!(kinds("[1; 4]"), [Repeat(one, 4)]);
        assert_eq!(kinds("[1] [-2]"), [Decimal(1), Decimal(-2)]);
        assert_eq!(kinds("iota(3)"), [Iota { start: 3, step: 1 }]);
        assert_eq!(kinds("iota(0x10, -4) "), [Iota { start: 16, step: -4 }]);
        assert_eq!(kinds("random(7)"), [Random(7)]);
    }

    #[test]
    fn what_is_no_value() {
        assert_eq!(code("-0x10"), "text-negative-pattern");
        assert_eq!(code("12ab"), "text-number");
        assert_eq!(code("0x1_0000_0000_0000_0000"), "text-number-range");
        assert_eq!(code("[[1; 2]; 2]"), "text-repeat");
        assert_eq!(code("[iota(1); 2]"), "text-repeat");
        assert_eq!(code("iota(x)"), "text-value");
        assert_eq!(code("- 1"), "text-value");
        assert_eq!(code("-?"), "text-value");
        assert_eq!(code(""), "text-value");
    }
}
