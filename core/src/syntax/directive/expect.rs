//! `.expect`: its forms, for help and completion, and its parser.

use super::super::ast::{Claim, Directive, End, Expect, OutcomeContents, SpannedText};
use super::super::cursor::{Parsed, fail};
use super::super::number::{need_number, starts_number};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::items;
use super::reader::DirectiveReader;
use crate::base::{SCENARIO_TEXT, ScalarType, rules};
use crate::diag::Severity;
use crate::spec::CostCount;

/// A form of `.expect`.
pub(in crate::syntax) struct ExpectForm {
    /// The words that distinguish the form.
    pub name: &'static str,
    /// The text before the first placeholder, which completion inserts.
    insert: String,
    /// The text after `.expect`.
    pub usage: String,
    /// The meaning, in one sentence.
    pub prose: String,
    /// An example line.
    pub example: String,
}

/// A form of `.expect` that is not a count of the cost model.
struct FormRow {
    /// The words that distinguish the form.
    name: &'static str,
    /// The text before the first placeholder.
    insert: &'static str,
    /// The placeholders.
    placeholders: &'static str,
    /// The meaning, in one sentence.
    prose: &'static str,
    /// An example of the placeholders.
    example: &'static str,
}

/// The forms other than the counts of the cost model.
const FORMS: &[FormRow] = &[
    FormRow {
        name: "NAME",
        insert: "",
        placeholders: "NAME [TYPE] = values",
        prose: "The values of a surface, variable, predicate or register at the end; `_` skips an element.",
        example: "BUF = 26 _ 34",
    },
    FormRow {
        name: "error",
        insert: "error ",
        placeholders: "CODE",
        prose: "An error with this code, in the text or in its run.",
        example: "run-trap-outside",
    },
    FormRow {
        name: "warning",
        insert: "warning ",
        placeholders: "CODE",
        prose: "A warning with this code, in the text or in its run.",
        example: "run-race",
    },
    FormRow {
        name: "note",
        insert: "note ",
        placeholders: "CODE",
        prose: "A note with this code, in the text or in its run.",
        example: "run-out-of-bounds",
    },
    FormRow {
        name: "outcomes memory",
        insert: "outcomes memory ",
        placeholders: "N",
        prose: "The number of different final memories that all orders of the lanes produce.",
        example: "4",
    },
    FormRow {
        name: "outcomes results",
        insert: "outcomes results ",
        placeholders: "N",
        prose: "The number of different results of the lanes that all orders produce.",
        example: "24",
    },
    FormRow {
        name: "possible",
        insert: "possible { ",
        placeholders: "NAME [TYPE] = values; ... }",
        prose: "At least one order of the lanes ends with all of these values.",
        example: "BUF = 3; OLD = 1 2 }",
    },
    FormRow {
        name: "possible error",
        insert: "possible error ",
        placeholders: "CODE",
        prose: "At least one order of the lanes ends with this error. Between braces, `error CODE` goes with values.",
        example: "run-trap-outside",
    },
    FormRow {
        name: "impossible",
        insert: "impossible { ",
        placeholders: "NAME [TYPE] = values; ... }",
        prose: "No order of the lanes ends with all of these values.",
        example: "BUF = 5 }",
    },
    FormRow {
        name: "impossible error",
        insert: "impossible error ",
        placeholders: "CODE",
        prose: "No order of the lanes ends with this error.",
        example: "run-gave-up",
    },
    FormRow {
        name: "invariant",
        insert: "invariant ",
        placeholders: "NAME",
        prose: "Every order of the lanes keeps this invariant, from the start to the end.",
        example: "total",
    },
    FormRow {
        name: "order-independent",
        insert: "order-independent",
        placeholders: "",
        prose: "Every order of the lanes ends with the same memory and the same results.",
        example: "",
    },
];

/// Returns every form of `.expect`.
pub(in crate::syntax) fn expect_forms() -> impl Iterator<Item = ExpectForm> {
    let form = |name, insert: &str, placeholders: &str, prose: &str, example: &str| ExpectForm {
        name,
        insert: insert.to_owned(),
        usage: format!("{insert}{placeholders}"),
        prose: prose.to_owned(),
        example: format!(".expect {insert}{example}"),
    };
    let fixed =
        FORMS.iter().map(move |row| form(row.name, row.insert, row.placeholders, row.prose, row.example));
    let counts = CostCount::all().map(move |count| {
        let prose = format!("{} that the instruction above takes, by the cost model.", count.subject());
        form(count.word(), &format!("{} ", count.word()), "N", &prose, "4")
    });
    fixed.chain(counts)
}

/// Returns all forms, separated by `|`.
pub(super) fn all_usages() -> String {
    expect_forms().map(|form| form.usage).collect::<Vec<_>>().join(" | ")
}

/// Returns what an `.expect` line may begin with.
fn beginnings(caret: &CaretContext) -> Vec<CompletionItem> {
    let forms = expect_forms().filter(|form| !form.insert.is_empty());
    let forms =
        forms.map(|form| CompletionItem::new(form.name, &form.usage, &form.prose).inserting(&form.insert));
    items::name_items(caret).into_iter().chain(forms).collect()
}

/// Parses `.expect NAME [type] = values`, `.expect error CODE`, or a claim about all orders.
pub(super) fn expect(line: &mut DirectiveReader) -> Parsed<Directive> {
    expectation(line).map(Directive::Expect)
}

fn expectation(line: &mut DirectiveReader) -> Parsed<Expect> {
    line.offer(beginnings);
    let name = line.need_word(&EXPECT, "a name and `=`, or `error` and a code")?;
    line.mark_keyword(name.span);
    let other_form = match name.text.as_str() {
        "outcomes" => outcomes(line)?,
        "possible" => end_of_order(line)?.map(|end| Expect::Possible { is_possible: true, end }),
        "impossible" => end_of_order(line)?.map(|end| Expect::Possible { is_possible: false, end }),
        "invariant" => invariant(line)?,
        "order" if line.is_at(0, '-') => Some(order_independent(&name, line)?),
        word => match (Severity::from_word(word), CostCount::from_word(word)) {
            (Some(severity), _) if !line.is_at(0, '=') => Some(diagnostic(severity, line)?),
            (_, Some(what)) if line.peek_word().is_some_and(starts_number) => {
                Some(Expect::Cost { what, count: need_number(line, "a number")? })
            }
            _ => None,
        },
    };
    // A variable may have the name of a form: `.expect possible ud = 1`.
    other_form.map_or_else(|| claim(name, line).map(Expect::Contents), Ok)
}

/// Parses the code after `error`, `warning` or `note`.
fn diagnostic(severity: Severity, line: &mut DirectiveReader) -> Parsed<Expect> {
    match line.verbatim(&[]) {
        Some(code) => Ok(Expect::Diagnostic { severity, code }),
        None => line.fail_expected(&EXPECT, "the code of a diagnostic"),
    }
}

/// Parses `memory N` or `results N` after `outcomes`. Returns `None` if a type or `=` follows.
fn outcomes(line: &mut DirectiveReader) -> Parsed<Option<Expect>> {
    if let Some(contents) = outcome_contents(line) {
        let count = need_number(line, "how many outcomes there are")?;
        return Ok(Some(Expect::Outcomes { contents, count }));
    }
    if is_word_of_form(line) { line.fail_expected(&ALL_ORDERS, "`memory` or `results`") } else { Ok(None) }
}

/// Parses `memory` or `results`, if one of them is next.
pub(super) fn outcome_contents(line: &mut DirectiveReader) -> Option<OutcomeContents> {
    line.offer(|_| items::word_items(&OutcomeContents::WORDS, "contents of outcomes"));
    let contents = line.peek_word().and_then(OutcomeContents::from_word)?;
    let word = line.skip(1);
    line.mark_keyword(word);
    Some(contents)
}

/// Parses the end of an order after `possible` or `impossible`: several claims in braces, or one error. Returns `None` if a type or
/// `=` follows.
fn end_of_order(line: &mut DirectiveReader) -> Parsed<Option<End>> {
    line.offer(|_| items::word_items(&["error"], "an end"));
    if line.is_at(0, '{') {
        return braced_end(line).map(Some);
    }
    if line.peek_word().and_then(Severity::from_word).is_some() {
        return Ok(Some(End { claims: Vec::new(), errors: vec![error_code(line)?] }));
    }
    if is_word_of_form(line) {
        return line.fail_expected(&ALL_ORDERS, "`{` and claims, or `error` and a code");
    }
    Ok(None)
}

/// Returns whether a word is next that is not the type of a claim about contents.
fn is_word_of_form(line: &DirectiveReader) -> bool {
    line.peek_word().is_some_and(|word| ScalarType::from_name(word).is_none())
}

/// Parses the name after `invariant`. Returns `None` if it belongs to a claim about contents.
fn invariant(line: &mut DirectiveReader) -> Parsed<Option<Expect>> {
    line.offer(invariants);
    if line.peek_word().is_none() || line.is_at(1, '=') {
        return Ok(None);
    }
    Ok(Some(Expect::Invariant(line.need_name(&ALL_ORDERS, "the name of an invariant")?)))
}

/// Parses `-independent` after `order`.
fn order_independent(order: &SpannedText, line: &mut DirectiveReader) -> Parsed<Expect> {
    let word = line.skip(2);
    let span = order.span.to(word);
    line.mark_keyword(span);
    line.layout.verbatim.push(span);
    match word.of(line.text) {
        "-independent" => Ok(Expect::OrderIndependent),
        _ => fail(&ALL_ORDERS, word, "expected `order-independent`"),
    }
}

/// Returns the names of the invariants.
fn invariants(caret: &CaretContext) -> Vec<CompletionItem> {
    let names = caret.document.invariants().map(|line| line.name.text.clone());
    names.map(|name| CompletionItem::new(&name, "invariant", "")).collect()
}

/// Parses the claim after a name: `[type] = values`.
fn claim(name: SpannedText, line: &mut DirectiveReader) -> Parsed<Claim> {
    line.mark(name.span, TokenClass::Name);
    let ty = line.scalar_type()?;
    line.need_spaced('=', &EXPECT, "`=` and values")?;
    Ok(Claim { name, ty, values: line.values()? })
}

/// Parses `error CODE` of an order that ends with that error.
fn error_code(line: &mut DirectiveReader) -> Parsed<SpannedText> {
    let word = line.need_word(&ALL_ORDERS, "`error`")?;
    if word.text != "error" {
        let message = format!("expected `error`, found `{}`; only an error ends an order", word.text);
        return fail(&ALL_ORDERS, word.span, message);
    }
    line.mark_keyword(word.span);
    match line.verbatim(&[]) {
        Some(code) => Ok(code),
        None => line.fail_expected(&ALL_ORDERS, "the code of an error"),
    }
}

/// Parses `{ NAME [type] = values; error CODE; NAME [type] = values }`.
pub(super) fn braced_end(line: &mut DirectiveReader) -> Parsed<End> {
    line.need_spaced('{', &ALL_ORDERS, "`{`")?;
    let (mut claims, mut errors) = (Vec::new(), Vec::new());
    while !line.is_done() && !line.is_at(0, '}') {
        let len = line.len_outside_brackets(|token| token.is(';') || token.is('}'));
        line.within(len, |line| {
            let word = line.peek_word().and_then(Severity::from_word);
            if word.is_none() || line.is_at(1, '=') {
                let name = line.need_word(&ALL_ORDERS, "a name and `=`, or `error` and a code")?;
                claims.push(claim(name, line)?);
                return Ok(());
            }
            errors.push(error_code(line)?);
            if line.is_done() { Ok(()) } else { line.fail_expected(&ALL_ORDERS, "`;` and more, or `}`") }
        })?;
        line.eat(';');
    }
    line.need_spaced('}', &ALL_ORDERS, "`;` and more, or `}`")?;
    Ok(End { claims, errors })
}

rules! {
    EXPECT: "text-expect", Invalid,
        "`.expect NAME [TYPE] = values`, `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`, or a count of the \
         instruction above, as `.expect sectors N`",
        SCENARIO_TEXT, "`.expect`";
    ALL_ORDERS: "text-expect-orders", Invalid,
        "a claim about all orders is `.expect outcomes memory N`, `.expect outcomes results N`, \
         `.expect possible { NAME = values; error CODE; ... }`, `.expect possible error CODE`, `.expect impossible ...`, \
         `.expect invariant NAME` or `.expect order-independent`",
        SCENARIO_TEXT, "`.expect`";
}
