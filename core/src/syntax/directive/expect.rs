//! `.expect`: its usages, for help and completion, and its parser.

use super::super::ast::{ContentsText, Directive, EndText, ExpectLine, OutcomeContents, SpannedText};
use super::super::cursor::{Cursor, Parsed, fail};
use super::super::lexer::TokenKind;
use super::super::number::{is_at_number, need_whole};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::items;
use super::parser::DirectiveParser;
use crate::base::{Rule, SCENARIO_TEXT, ScalarType, rules};
use crate::diag::Severity;
use crate::spec::CostCount;
use std::borrow::Cow;

/// A way to use `.expect`, for help.
#[derive(Clone)]
pub(in crate::syntax) struct ExpectUsage {
    /// The words that distinguish the usage, which completion inserts; empty for a claim about contents.
    insert: Cow<'static, str>,
    /// The text after `.expect`, with placeholders in capital letters.
    pub usage: Cow<'static, str>,
    /// The meaning, in one sentence.
    pub prose: Cow<'static, str>,
    /// An example of the usage.
    pub example: Cow<'static, str>,
}

impl ExpectUsage {
    const fn new(
        insert: &'static str,
        usage: &'static str,
        prose: &'static str,
        example: &'static str,
    ) -> Self {
        Self {
            insert: Cow::Borrowed(insert),
            usage: Cow::Borrowed(usage),
            prose: Cow::Borrowed(prose),
            example: Cow::Borrowed(example),
        }
    }

    /// Returns the name of the usage: its words.
    pub fn name(&self) -> &str {
        match self.insert.trim_end_matches(['{', ' ']) {
            "" => "NAME",
            words => words,
        }
    }
}

/// The usages other than the counts of the cost model.
const USAGES: &[ExpectUsage] = &[
    ExpectUsage::new(
        "",
        "NAME [TYPE] = values",
        "The values of a surface, variable, predicate or register at the end; `_` skips an element.",
        "BUF = 26 _ 34",
    ),
    ExpectUsage::new(
        "error ",
        "error CODE",
        "An error with this code, in the text or in its run.",
        "error run-trap-outside",
    ),
    ExpectUsage::new(
        "warning ",
        "warning CODE",
        "A warning with this code, in the text or in its run.",
        "warning run-race",
    ),
    ExpectUsage::new(
        "note ",
        "note CODE",
        "A note with this code, in the text or in its run.",
        "note run-out-of-bounds",
    ),
    ExpectUsage::new(
        "outcomes memory ",
        "outcomes memory N",
        "The number of different final memories that all orders of the lanes produce.",
        "outcomes memory 4",
    ),
    ExpectUsage::new(
        "outcomes results ",
        "outcomes results N",
        "The number of different results of the lanes that all orders produce.",
        "outcomes results 24",
    ),
    ExpectUsage::new(
        "possible { ",
        "possible { NAME [TYPE] = values; ... }",
        "At least one order of the lanes ends with all of these values.",
        "possible { BUF = 3; OLD = 1 2 }",
    ),
    ExpectUsage::new(
        "possible error ",
        "possible error CODE",
        "At least one order of the lanes ends with this error. Between braces, `error CODE` goes with values.",
        "possible error run-trap-outside",
    ),
    ExpectUsage::new(
        "impossible { ",
        "impossible { NAME [TYPE] = values; ... }",
        "No order of the lanes ends with all of these values.",
        "impossible { BUF = 5 }",
    ),
    ExpectUsage::new(
        "impossible error ",
        "impossible error CODE",
        "No order of the lanes ends with this error.",
        "impossible error run-gave-up",
    ),
    ExpectUsage::new(
        "invariant ",
        "invariant NAME",
        "Every order of the lanes keeps this invariant, from the start to the end.",
        "invariant total",
    ),
    ExpectUsage::new(
        "order-independent",
        "order-independent",
        "Every order of the lanes ends with the same memory and the same results.",
        "order-independent",
    ),
];

/// Returns all ways to use `.expect`.
pub(in crate::syntax) fn expect_usages() -> impl Iterator<Item = ExpectUsage> {
    let counts = CostCount::all().map(|count| ExpectUsage {
        insert: format!("{} ", count.word()).into(),
        usage: format!("{} N", count.word()).into(),
        prose: format!("{} that the instruction above takes, by the cost model.", count.subject()).into(),
        example: format!("{} 4", count.word()).into(),
    });
    USAGES.iter().cloned().chain(counts)
}

/// Returns all usages, separated by `|`.
pub(super) fn all_usages() -> String {
    expect_usages().map(|row| row.usage).collect::<Vec<_>>().join(" | ")
}

/// Returns what an `.expect` line may begin with.
fn beginnings(caret: &CaretContext) -> Vec<CompletionItem> {
    let rows = expect_usages().filter(|row| !row.insert.is_empty());
    let items =
        rows.map(|row| CompletionItem::new(row.name(), &row.usage, &row.prose).inserting(&*row.insert));
    items::name_items(caret).into_iter().chain(items).collect()
}

/// Parses `.expect`.
pub(super) fn expect(parser: &mut DirectiveParser) -> Parsed<Directive> {
    expectation(parser).map(Directive::Expect)
}

fn expectation(parser: &mut DirectiveParser) -> Parsed<ExpectLine> {
    parser.offer(beginnings);
    let name = parser.need_word(&EXPECT, "a name and `=`, or `error` and a code")?;
    parser.mark_keyword(name.span);
    let special = match name.text.as_str() {
        "outcomes" => outcomes(parser)?,
        "possible" => end_of_order(parser)?.map(|end| ExpectLine::Possible { is_possible: true, end }),
        "impossible" => end_of_order(parser)?.map(|end| ExpectLine::Possible { is_possible: false, end }),
        "invariant" => invariant(parser)?,
        "order" if parser.is_at(0, '-') => Some(order_independent(&name, parser)?),
        word => match (Severity::from_word(word), CostCount::from_word(word)) {
            (Some(severity), _) if !is_claim(parser) => Some(diagnostic(severity, parser)?),
            (_, Some(count)) if is_at_number(parser) || is_at_untyped_word(parser) => {
                Some(ExpectLine::Cost { count, number: need_whole(parser, "a number")? })
            }
            _ => None,
        },
    };
    // A variable may have the name of a usage: `.expect possible ud = 1`.
    special.map_or_else(|| contents_of(name, parser).map(ExpectLine::Contents), Ok)
}

/// Returns whether `[type] =` is next, as in a claim about contents.
fn is_claim(cursor: &Cursor) -> bool {
    let has_type = cursor.peek_word().is_some_and(|word| ScalarType::from_name(word).is_some());
    cursor.is_at(usize::from(has_type), '=')
}

/// Parses the code after `error`, `warning` or `note`.
fn diagnostic(severity: Severity, parser: &mut DirectiveParser) -> Parsed<ExpectLine> {
    Ok(ExpectLine::Diagnostic { severity, code: need_code(parser, &EXPECT, "the code of a diagnostic")? })
}

/// Parses `memory N` or `results N` after `outcomes`. Returns `None` if a type or `=` follows.
fn outcomes(parser: &mut DirectiveParser) -> Parsed<Option<ExpectLine>> {
    if let Some(contents) = outcome_contents(parser) {
        let number = need_whole(parser, "how many outcomes there are")?;
        return Ok(Some(ExpectLine::Outcomes { contents, number }));
    }
    if is_at_untyped_word(parser) {
        parser.fail_expected(&ALL_ORDERS, "`memory` or `results`")
    } else {
        Ok(None)
    }
}

/// Parses `memory` or `results`, if one of them is next.
pub(super) fn outcome_contents(parser: &mut DirectiveParser) -> Option<OutcomeContents> {
    parser.offer(|_| items::word_items(&OutcomeContents::WORDS, "contents of outcomes"));
    let contents = parser.peek_word().and_then(OutcomeContents::from_word)?;
    let word = parser.skip(1);
    parser.mark_keyword(word);
    Some(contents)
}

/// Parses the end of an order after `possible` or `impossible`: several claims in braces, or one error. Returns `None` if a type or
/// `=` follows.
fn end_of_order(parser: &mut DirectiveParser) -> Parsed<Option<EndText>> {
    parser.offer(|_| items::word_items(&["error"], "an end"));
    if parser.is_at(0, '{') {
        return braced_end(parser).map(Some);
    }
    if parser.peek_word().and_then(Severity::from_word).is_some() {
        return Ok(Some(EndText { contents: Vec::new(), errors: vec![error_code(parser)?] }));
    }
    if is_at_untyped_word(parser) {
        return parser.fail_expected(&ALL_ORDERS, "`{` and claims, or `error` and a code");
    }
    Ok(None)
}

/// Returns whether a word is next that is not the type of a claim about contents.
fn is_at_untyped_word(parser: &DirectiveParser) -> bool {
    parser.peek_word().is_some_and(|word| ScalarType::from_name(word).is_none())
}

/// Parses the name after `invariant`. Returns `None` if it belongs to a claim about contents.
fn invariant(parser: &mut DirectiveParser) -> Parsed<Option<ExpectLine>> {
    parser.offer(invariants);
    if parser.peek_word().is_none() || parser.is_at(1, '=') {
        return Ok(None);
    }
    Ok(Some(ExpectLine::Invariant(parser.need_name(&ALL_ORDERS, "the name of an invariant")?)))
}

/// Parses `-independent` after `order`.
fn order_independent(order: &SpannedText, parser: &mut DirectiveParser) -> Parsed<ExpectLine> {
    let word = parser.skip(2);
    let span = order.span.to(word);
    parser.mark_keyword(span);
    parser.layout.verbatim.push(span);
    match word.of(parser.text) {
        "-independent" => Ok(ExpectLine::OrderIndependent),
        _ => fail(&ALL_ORDERS, word, "expected `order-independent`"),
    }
}

/// Returns the names of the invariants.
fn invariants(caret: &CaretContext) -> Vec<CompletionItem> {
    let names = caret.document.invariants().map(|line| line.name.text.clone());
    names.map(|name| CompletionItem::new(&name, "invariant", "")).collect()
}

/// Parses the contents after a name: `[type] = values`.
fn contents_of(name: SpannedText, parser: &mut DirectiveParser) -> Parsed<ContentsText> {
    parser.mark(name.span, TokenClass::Name);
    if let Some(bracket) = parser.peek().filter(|_| parser.is_at(0, '[')) {
        let fix = format!(
            "write `{0} = 4 5` for the first elements, with `_` for any value: `{0} = _ 5`",
            name.text
        );
        let message = format!("expected `=` and values, found `[`; {fix}");
        return fail(&EXPECT, bracket.span, message);
    }
    let ty = if is_at_number(parser) { None } else { parser.scalar_type()? };
    parser.need_spaced('=', &EXPECT, "`=` and values")?;
    Ok(ContentsText { name, ty, values: parser.values()? })
}

/// Parses `error CODE` of an order that ends with that error.
fn error_code(parser: &mut DirectiveParser) -> Parsed<SpannedText> {
    let word = parser.need_word(&ALL_ORDERS, "`error`")?;
    if Severity::from_word(&word.text) != Some(Severity::Error) {
        let message = format!("expected `error`, found `{}`; only an error ends an order", word.text);
        return fail(&ALL_ORDERS, word.span, message);
    }
    parser.mark_keyword(word.span);
    need_code(parser, &ALL_ORDERS, "the code of an error")
}

/// Parses the code of a diagnostic.
fn need_code(parser: &mut DirectiveParser, rule: &'static Rule, what: &str) -> Parsed<SpannedText> {
    let Some(code) = parser.take_verbatim(&[]) else { return parser.fail_expected(rule, what) };
    parser.mark(code.span, TokenClass::Name);
    Ok(code)
}

/// Returns the number of tokens before a second claim among the next `len` tokens, if the `;` before it is missing.
fn claim_len(cursor: &Cursor, len: usize) -> Option<usize> {
    let tokens = &cursor.tokens[..len];
    let first = tokens.iter().position(|token| token.is('='))?;
    let is_start = |i: &usize| {
        let mut after_word = *cursor;
        after_word.skip(i + 1);
        tokens[*i].kind == TokenKind::Word && is_claim(&after_word)
    };
    (first + 1..len).find(is_start)
}

/// Parses `{ NAME [type] = values; error CODE; NAME [type] = values }`.
pub(super) fn braced_end(parser: &mut DirectiveParser) -> Parsed<EndText> {
    parser.need_spaced('{', &ALL_ORDERS, "`{`")?;
    let (mut contents, mut errors) = (Vec::new(), Vec::new());
    while !parser.is_done() && !parser.is_at(0, '}') {
        let len = parser.len_outside_brackets(|token| token.is(';') || token.is('}'));
        let len = claim_len(parser, len).unwrap_or(len);
        parser.within(len, |parser| {
            let mut after_word = **parser;
            after_word.skip(1);
            let severity = parser.peek_word().and_then(Severity::from_word);
            if severity.is_none() || is_claim(&after_word) {
                let name = parser.need_word(&ALL_ORDERS, "a name and `=`, or `error` and a code")?;
                contents.push(contents_of(name, parser)?);
                return Ok(());
            }
            errors.push(error_code(parser)?);
            if parser.is_done() { Ok(()) } else { parser.fail_expected(&ALL_ORDERS, "`;` and more, or `}`") }
        })?;
        if parser.eat(';').is_none() && !parser.is_done() && !parser.is_at(0, '}') {
            return parser.fail_expected(&ALL_ORDERS, "`;` and more, or `}`");
        }
    }
    parser.need_spaced('}', &ALL_ORDERS, "`;` and more, or `}`")?;
    Ok(EndText { contents, errors })
}

rules! {
    EXPECT: "text-expect", Invalid,
        "`.expect NAME [TYPE] = values`, `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`, or a count of the \
         instruction above, as `.expect sectors N`",
        SCENARIO_TEXT, ".expect";
    ALL_ORDERS: "text-expect-orders", Invalid,
        "a claim about all orders is `.expect outcomes memory N`, `.expect outcomes results N`, \
         `.expect possible { NAME = values; error CODE; ... }`, `.expect possible error CODE`, `.expect impossible ...`, \
         `.expect invariant NAME` or `.expect order-independent`",
        SCENARIO_TEXT, ".expect";
}
