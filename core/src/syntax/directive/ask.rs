//! `.ask` and `.hint`: questions to the reader of a scenario.

use super::super::ast::{AskLine, AskTarget, Directive, Key, Number, OutcomeContents, Points, SpannedText};
use super::super::cursor::{Parsed, fail, fail_unknown};
use super::super::lexer::TokenKind;
use super::super::number::need_number;
use super::expect::{braced_end, outcome_contents};
use super::items;
use super::key::{KeyRow, number_key, parse_keys};
use super::reader::DirectiveReader;
use crate::base::{Rule, SCENARIO_TEXT, Span, one_of, rules};
use crate::diag::Diagnostic;

/// The words after `.ask`, each with its meaning.
const ASK_WORDS: [(&str, &str); 4] = [
    ("element", "The contents of a variable, predicate or surface at the end, or of one element."),
    ("lanes", "The lanes that take part in the instruction above."),
    ("ends", "The number of outcomes of all orders of the lanes."),
    ("schedule", "An order of the lanes that ends with these values."),
];

/// The key for the points of each right value.
const VALUE_POINTS: &str = "value_points";

/// The keys of `.ask`.
pub(super) const ASK_KEYS: &[KeyRow] = &[
    number_key("points", "The points for a right answer; 1 by default.", ".ask lanes points=2"),
    number_key(
        VALUE_POINTS,
        "The points for each right value, in place of `points`.",
        ".ask element OLD value_points=1",
    ),
];

/// The largest number of points for an answer.
const MOST_POINTS: u32 = 1000;

/// Parses `.ask WHAT ["TEXT"] [points=N | value_points=N]`.
pub(super) fn ask(line: &mut DirectiveReader) -> Parsed<Directive> {
    let words = ASK_WORDS.map(|(word, _)| word);
    line.offer(|_| items::explained_items(&ASK_WORDS, "question"));
    let word = line.need_word(&ASK, &one_of(words))?;
    let what = match word.text.as_str() {
        "element" => element(line)?,
        "lanes" => AskTarget::Lanes,
        "ends" => AskTarget::Outcomes(outcome_contents(line).unwrap_or(OutcomeContents::Memory)),
        "schedule" if line.is_at(0, '{') => AskTarget::Schedule(Some(braced_end(line)?)),
        "schedule" => AskTarget::Schedule(None),
        _ => return fail_unknown(&ASK, &word, "question", words),
    };
    line.mark_keyword(word.span);
    let text = quoted(line, &ASK)?;
    let points = points(&parse_keys(line, ASK_KEYS)?)?;
    Ok(Directive::Ask(AskLine { what, text, points }))
}

/// Returns the points that the keys give; 1 for a right answer if there are none.
fn points(keys: &[Key]) -> Parsed<Points> {
    let key = match keys {
        [] => return Ok(Points::OfAnswer(1)),
        [key] => key,
        [first, second, ..] => {
            let message = "both `points` and `value_points` are given; expected one of them";
            let finding = Diagnostic::error(&ASK, second.name.span, message);
            return Err(Box::new(finding.note_at(first.name.span, "the other one is here")));
        }
    };
    let number = key.number.and_then(|number| u32::try_from(number).ok());
    let Some(number) = number.filter(|number| *number <= MOST_POINTS) else {
        let message = format!("expected 0 to {MOST_POINTS} points, found `{}`", key.value.text);
        return fail(&ASK, key.value.span, message);
    };
    Ok(if key.name.text == VALUE_POINTS { Points::OfValue(number) } else { Points::OfAnswer(number) })
}

/// Parses `NAME` or `NAME[3]`.
fn element(line: &mut DirectiveReader) -> Parsed<AskTarget> {
    line.offer(items::name_items);
    let name = line.need_name(&ASK, "the name of a variable, predicate or surface")?;
    let mut span = name.span;
    let mut index: Option<Number> = None;
    if line.eat('[').is_some() {
        index = Some(need_number(line, "the index of an element")?);
        span = span.to(line.need(']', &ASK, "`]`")?);
    }
    line.layout.verbatim.push(span);
    Ok(AskTarget::Element { name, index, span })
}

/// Parses `.hint "TEXT"`.
pub(super) fn hint(line: &mut DirectiveReader) -> Parsed<Directive> {
    match quoted(line, &HINT)? {
        Some(text) => Ok(Directive::Hint(text)),
        None => line.fail_expected(&HINT, "a text in quotation marks"),
    }
}

/// Parses a text in quotation marks, if one is next. The result is without them; its place includes them.
fn quoted(line: &mut DirectiveReader, rule: &'static Rule) -> Parsed<Option<SpannedText>> {
    let Some(token) = line.peek().filter(|token| token.kind == TokenKind::Text) else { return Ok(None) };
    let written = line.slice(token);
    let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        let end = Span::at(token.span.range().end);
        return fail(rule, end, "expected `\"` after the text");
    };
    line.skip(1);
    Ok(Some(SpannedText { text: inside.to_owned(), span: token.span }))
}

rules! {
    ASK: "text-ask", Invalid,
        "`.ask` is followed by `element NAME`, `element NAME[3]`, `lanes`, `ends [memory | results]`, `schedule` or \
         `schedule { NAME = values; ... }`, and may have a text in quotation marks, and `points=N` or `value_points=N`",
        SCENARIO_TEXT, "`.ask` and `.hint`";
    HINT: "text-hint", Invalid, "`.hint` is followed by a text in quotation marks", SCENARIO_TEXT, "`.ask` and `.hint`";
}
