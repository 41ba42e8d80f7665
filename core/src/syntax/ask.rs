//! `.ask` and `.hint`: questions to the reader of a scenario.

use super::ast::{AskLine, AskText, Directive, Number, SpannedText};
use super::cursor::{Cursor, PAGE, Parsed, unknown};
use super::directive::{braced_ends, lane_order};
use super::key::{KeyRow, keys, number_key};
use super::lexer::{TokenKind, lex};
use super::number::count;
use crate::base::{Rule, Schedule, Span, one_of, rules};
use crate::diag::Diagnostic;

/// The words after `.ask`, each with its meaning.
pub(super) const ASK_WORDS: [(&str, &str); 4] = [
    ("element", "The contents of a variable, predicate or surface at the end, or of one element."),
    ("lanes", "The lanes that take part in the instruction above."),
    ("ends", "The number of outcomes of all orders of the lanes."),
    ("schedule", "An order of the lanes that ends with these values."),
];

/// The keys of `.ask`.
pub(super) const ASK_KEYS: &[KeyRow] = &[
    number_key("points", "The points for a right answer; 1 by default.", ".ask lanes points=2"),
    number_key(
        "value_points",
        "The points for each right value, in place of `points`.",
        ".ask element OLD value_points=1",
    ),
];

/// The largest number of points for an answer.
const MOST_POINTS: i128 = 1000;

/// Parses `.ask WHAT ["TEXT"] [points=N]`.
pub(super) fn ask(cursor: &mut Cursor) -> Parsed<Directive> {
    let words = ASK_WORDS.map(|(word, _)| word);
    let word = cursor.need_word(&ASK, &one_of(words))?;
    let what = match word.text.as_str() {
        "element" => element(cursor)?,
        "lanes" => AskText::Lanes,
        "ends" => AskText::Ends { results: results(cursor) },
        "schedule" if cursor.is_at(0, '{') => AskText::Schedule(Some(braced_ends(cursor, true)?)),
        "schedule" => AskText::Schedule(None),
        _ => return Err(Box::new(unknown(&ASK, &word, "question", words))),
    };
    let text = quoted(cursor, &ASK)?;
    let keys = keys(cursor, ASK_KEYS)?;
    match keys.iter().find(|key| key.number.is_some_and(|points| !(0..=MOST_POINTS).contains(&points))) {
        Some(key) => {
            let message = format!("expected 0 to {MOST_POINTS} points, found `{}`", key.value.text);
            Err(Box::new(Diagnostic::error(&ASK, key.value.span, message)))
        }
        None => Ok(Directive::Ask(AskLine { what, text, keys })),
    }
}

/// Parses `NAME` or `NAME[3]`.
fn element(cursor: &mut Cursor) -> Parsed<AskText> {
    let name = cursor.need_word(&ASK, "the name of a variable, predicate or surface")?;
    let mut span = name.span;
    let mut index: Option<Number> = None;
    if cursor.eat('[').is_some() {
        index = Some(count(cursor, "the index of an element")?);
        span = span.to(cursor.need(']', &ASK, "`]`")?);
    }
    Ok(AskText::Element { name, index, span })
}

/// Parses `memory` or `results`, if one of them is next. Returns whether it is `results`.
fn results(cursor: &mut Cursor) -> bool {
    let word = cursor.peek_word().filter(|word| matches!(&*word.text, "memory" | "results"));
    if word.is_some() {
        cursor.skip(1);
    }
    word.is_some_and(|word| word.text == "results")
}

/// Parses `.hint "TEXT"`.
pub(super) fn hint(cursor: &mut Cursor) -> Parsed<Directive> {
    match quoted(cursor, &HINT)? {
        Some(text) => Ok(Directive::Hint(text)),
        None => cursor.expected(&HINT, "a text in quotation marks"),
    }
}

/// Parses a text in quotation marks, if one is next. The result is without them; its place includes them.
fn quoted(cursor: &mut Cursor, rule: &'static Rule) -> Parsed<Option<SpannedText>> {
    let Some(token) = cursor.peek().filter(|token| token.kind == TokenKind::Text) else { return Ok(None) };
    let written = cursor.slice(token);
    let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        let end = Span::at(token.span.range().end);
        return Err(Box::new(Diagnostic::error(rule, end, "expected `\"` after the text")));
    };
    cursor.skip(1);
    Ok(Some(SpannedText { text: inside.to_owned(), span: token.span }))
}

/// Parses an order of the lanes, with the forms of `.order`. The error is a message.
pub fn read_order(text: &str) -> Result<Schedule, String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let tokens = lex(&line);
    let mut cursor = Cursor::new(&line, &tokens);
    let order = lane_order(&mut cursor).and_then(|order| cursor.need_end("the order").map(|()| order));
    order.map_err(|diagnostic| diagnostic.message)
}

rules! {
    ASK: "text-ask", Invalid,
        "`.ask` is followed by `element NAME`, `lanes`, `ends` or `schedule { NAME = values; ... }`, and may have a text in \
         quotation marks and `points=N`",
        PAGE, "`.ask` and `.hint`";
    HINT: "text-hint", Invalid, "`.hint` is followed by a text in quotation marks", PAGE, "`.ask` and `.hint`";
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn an_order_is_read_as_in_the_text() {
        assert_eq!(read_order(" descending "), Ok(Schedule::Descending));
        assert_eq!(read_order("3 1,\n0"), Ok(Schedule::Explicit(vec![vec![3, 1, 0]])));
        assert!(read_order("3 x").is_err());
        assert!(read_order("descending 3").is_err());
        assert!(read_order("").is_err());
    }
}
