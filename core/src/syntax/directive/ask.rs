//! `.ask` and `.hint`: questions to the reader of a scenario.

use super::super::ast::{
    AskLine, Directive, Key, Number, OutcomeContents, Points, QuestionText, SpannedText,
};
use super::super::cursor::{Parsed, fail, fail_unknown};
use super::super::lexer::TokenKind;
use super::super::number::need_whole;
use super::super::offer::item::CompletionItem;
use super::expect::{braced_end, outcome_contents};
use super::items;
use super::key::{KeyRow, number_key, parse_keys};
use super::parser::DirectiveParser;
use crate::base::{Rule, SCENARIO_TEXT, Span, one_of, rules};
use crate::diag::Diagnostic;

/// A word after `.ask`, its meaning, and the parser of the text after it.
type AskWord = (&'static str, &'static str, fn(&mut DirectiveParser) -> Parsed<QuestionText>);

/// The words after `.ask`.
const ASK_WORDS: [AskWord; 4] = [
    ("element", "The contents of a variable, predicate or surface at the end, or of one element.", element),
    ("lanes", "The lanes that take part in the instruction above.", |_| Ok(QuestionText::Lanes)),
    ("ends", "The number of outcomes of all orders of the lanes.", outcomes),
    ("schedule", "An order of the lanes that ends with these values.", schedule),
];

/// A key of `.ask`: the points that a number gives.
type PointsKey = fn(u32) -> Points;

/// The keys of `.ask`.
pub(super) const ASK_KEYS: &[KeyRow<PointsKey>] = &[
    number_key(
        Points::OfAnswer,
        "points",
        "The points for a right answer; 1 by default.",
        ".ask lanes points=2",
    ),
    number_key(
        Points::OfValue,
        "value_points",
        "The points for each right value, in place of `points`.",
        ".ask element OLD value_points=1",
    ),
];

/// The largest number of points for an answer.
const MAX_POINTS: u32 = 1000;

/// Parses `.ask`.
pub(super) fn ask(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let words = ASK_WORDS.map(|(word, ..)| word);
    let item = |(word, prose, _)| CompletionItem::new(word, "question", prose);
    parser.offer(|_| ASK_WORDS.map(item).to_vec());
    let word = parser.need_word(&ASK, &one_of(words))?;
    let Some((_, _, parse)) = ASK_WORDS.into_iter().find(|(known, ..)| *known == word.text) else {
        return fail_unknown(&ASK, &word, "question", words);
    };
    let content = parse(parser)?;
    parser.mark_keyword(word.span);
    let text = quoted(parser, &ASK)?;
    let points = points(&parse_keys(parser, ASK_KEYS)?)?;
    Ok(Directive::Ask(AskLine { content, text, points }))
}

/// Returns the points that the keys give; 1 for a right answer if there are none.
fn points(keys: &[Key<PointsKey>]) -> Parsed<Points> {
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
    let Some(number) = number.filter(|number| *number <= MAX_POINTS) else {
        let message = format!("expected 0 to {MAX_POINTS} points, found `{}`", key.value.text);
        return fail(&ASK, key.value.span, message);
    };
    Ok((key.key)(number))
}

/// Parses `NAME` or `NAME[3]`.
fn element(parser: &mut DirectiveParser) -> Parsed<QuestionText> {
    parser.offer(items::name_items);
    let name = parser.need_name(&ASK, "the name of a variable, predicate or surface")?;
    let mut span = name.span;
    let mut index: Option<Number> = None;
    if parser.eat('[').is_some() {
        index = Some(need_whole(parser, "the index of an element")?);
        span = span.to(parser.need(']', &ASK, "`]`")?);
    }
    parser.layout.verbatim.push(span);
    Ok(QuestionText::Element { name, index, span })
}

/// Parses `[memory | results]`.
fn outcomes(parser: &mut DirectiveParser) -> Parsed<QuestionText> {
    Ok(QuestionText::Outcomes(outcome_contents(parser).unwrap_or(OutcomeContents::Memory)))
}

/// Parses `[{ NAME = values; ... }]`.
fn schedule(parser: &mut DirectiveParser) -> Parsed<QuestionText> {
    Ok(QuestionText::Schedule(if parser.is_at(0, '{') { Some(braced_end(parser)?) } else { None }))
}

/// Parses `.hint`.
pub(super) fn hint(parser: &mut DirectiveParser) -> Parsed<Directive> {
    match quoted(parser, &HINT)? {
        Some(text) => Ok(Directive::Hint(text)),
        None => parser.fail_expected(&HINT, "a text in quotation marks"),
    }
}

/// Parses a text in quotation marks, if one is next. The result is without them; its span includes them.
fn quoted(parser: &mut DirectiveParser, rule: &'static Rule) -> Parsed<Option<SpannedText>> {
    let Some(token) = parser.peek().filter(|token| token.kind == TokenKind::Text) else { return Ok(None) };
    let written = parser.slice(token);
    let inside = written.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let Some(inside) = inside else {
        let end = Span::at(token.span.range().end);
        return fail(rule, end, "expected `\"` after the text");
    };
    parser.skip(1);
    Ok(Some(SpannedText { text: inside.to_owned(), span: token.span }))
}

rules! {
    ASK: "text-ask", Invalid,
        "`.ask` is followed by `element NAME`, `element NAME[3]`, `lanes`, `ends [memory | results]`, `schedule` or \
         `schedule { NAME = values; ... }`, and may have a text in quotation marks, and `points=N` or `value_points=N`",
        SCENARIO_TEXT, ".ask and .hint";
    HINT: "text-hint", Invalid, "`.hint` is followed by a text in quotation marks", SCENARIO_TEXT, ".ask and .hint";
}
