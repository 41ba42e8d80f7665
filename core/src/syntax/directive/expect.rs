//! `.expect`: its forms, for help and completion, and its parser.

use super::super::ast::{Claim, Directive, Expect, SpannedText};
use super::super::cursor::{PAGE, Parsed};
use super::super::lexer::{Token, TokenKind};
use super::super::number::{need_number, starts_number};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::offers;
use super::reader::DirectiveReader;
use crate::base::{ScalarType, rules};
use crate::diag::{Diagnostic, Severity};
use crate::spec::CostCount;

/// A form of `.expect`.
pub(in crate::syntax) struct ExpectForm {
    /// The words that distinguish the form.
    pub word: &'static str,
    /// The text before the first placeholder, which completion inserts.
    words: String,
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
    word: &'static str,
    /// The text before the first placeholder.
    words: &'static str,
    /// The placeholders.
    placeholders: &'static str,
    /// The meaning, in one sentence.
    prose: &'static str,
    /// An example of the placeholders.
    example: &'static str,
}

/// The forms but for the counts of the cost model.
const FORMS: &[FormRow] = &[
    FormRow {
        word: "NAME",
        words: "",
        placeholders: "NAME [TYPE] = values",
        prose: "The values of a surface, variable, predicate or register at the end; `_` skips an element.",
        example: "BUF = 26 _ 34",
    },
    FormRow {
        word: "error",
        words: "error ",
        placeholders: "CODE",
        prose: "An error with this code, in the text or in its run.",
        example: "run-trap-outside",
    },
    FormRow {
        word: "warning",
        words: "warning ",
        placeholders: "CODE",
        prose: "A warning with this code, in the text or in its run.",
        example: "run-race",
    },
    FormRow {
        word: "note",
        words: "note ",
        placeholders: "CODE",
        prose: "A note with this code, in the text or in its run.",
        example: "run-out-of-bounds",
    },
    FormRow {
        word: "outcomes memory",
        words: "outcomes memory ",
        placeholders: "N",
        prose: "The number of different final memories that all orders of the lanes produce.",
        example: "4",
    },
    FormRow {
        word: "outcomes results",
        words: "outcomes results ",
        placeholders: "N",
        prose: "The number of different results of the lanes that all orders produce.",
        example: "24",
    },
    FormRow {
        word: "possible",
        words: "possible { ",
        placeholders: "NAME [TYPE] = values; ... }",
        prose: "At least one order of the lanes ends with all of these values.",
        example: "BUF = 3; OLD = 1 2 }",
    },
    FormRow {
        word: "possible error",
        words: "possible error ",
        placeholders: "CODE",
        prose: "At least one order of the lanes ends with this error. Between braces, `error CODE` goes with values.",
        example: "run-trap-outside",
    },
    FormRow {
        word: "impossible",
        words: "impossible { ",
        placeholders: "NAME [TYPE] = values; ... }",
        prose: "No order of the lanes ends with all of these values.",
        example: "BUF = 5 }",
    },
    FormRow {
        word: "impossible error",
        words: "impossible error ",
        placeholders: "CODE",
        prose: "No order of the lanes ends with this error.",
        example: "run-gave-up",
    },
    FormRow {
        word: "invariant",
        words: "invariant ",
        placeholders: "NAME",
        prose: "Every order of the lanes keeps this invariant, from the start to the end.",
        example: "total",
    },
    FormRow {
        word: "order-independent",
        words: "order-independent",
        placeholders: "",
        prose: "Every order of the lanes ends with the same memory and the same results.",
        example: "",
    },
];

/// Returns every form of `.expect`.
pub(in crate::syntax) fn expect_forms() -> impl Iterator<Item = ExpectForm> {
    let form = |word, words: &str, placeholders: &str, prose: &str, example: &str| ExpectForm {
        word,
        words: words.to_owned(),
        usage: format!("{words}{placeholders}"),
        prose: prose.to_owned(),
        example: format!(".expect {words}{example}"),
    };
    let fixed =
        FORMS.iter().map(move |row| form(row.word, row.words, row.placeholders, row.prose, row.example));
    let counts = CostCount::ALL.into_iter().map(move |count| {
        let prose = format!("{} that the instruction above takes, by the cost model.", count.prose());
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
    let forms = expect_forms().filter(|form| !form.words.is_empty());
    let forms =
        forms.map(|form| CompletionItem::new(form.word, &form.usage, &form.prose).inserting(&form.words));
    offers::name_items(caret).into_iter().chain(forms).collect()
}

/// Parses `.expect NAME [type] = values`, `.expect error CODE`, or a claim about all orders.
pub(super) fn expect(line: &mut DirectiveReader) -> Parsed<Directive> {
    expectation(line).map(Directive::Expect)
}

fn expectation(line: &mut DirectiveReader) -> Parsed<Expect> {
    line.offer(beginnings);
    let name = line.need_word(&EXPECT, "a name and `=`, or `error` and a code")?;
    line.keyword(name.span);
    if let Some(severity) = Severity::from_word(&name.text).filter(|_| !line.is_at(0, '=')) {
        return match line.verbatim(&[]) {
            Some(code) => Ok(Expect::Diagnostic { severity, code }),
            None => line.expected(&EXPECT, "the code of a diagnostic"),
        };
    }
    match name.text.as_str() {
        "outcomes" => line.offer(|_| outcome_contents()),
        "possible" | "impossible" => line.offer(|_| offers::word_items(&["error"], "an end")),
        "invariant" => line.offer(invariants),
        _ => {}
    }
    let next = line.peek_word();
    match (name.text.as_str(), next.as_ref().map(|word| word.text.as_str())) {
        ("outcomes", Some(what @ ("memory" | "results"))) => {
            let includes_results = what == "results";
            let what_span = line.skip(1);
            line.keyword(what_span);
            return Ok(Expect::Outcomes {
                includes_results,
                count: need_number(line, "how many outcomes there are")?,
            });
        }
        ("possible" | "impossible", _) if line.is_at(0, '{') => {
            return braced_ends(line, name.text == "possible");
        }
        ("possible" | "impossible", Some(word)) if Severity::from_word(word).is_some() => {
            let errors = vec![error_code(line)?];
            let (is_possible, claims) = (name.text == "possible", Vec::new());
            return Ok(Expect::Possible { is_possible, claims, errors });
        }
        // A variable may have one of these names: `.expect possible ud = 1`.
        ("possible" | "impossible", Some(word)) if ScalarType::from_name(word).is_none() => {
            return line.expected(&ALL_ORDERS, "`{` and claims, or `error` and a code");
        }
        ("outcomes", Some(word)) if ScalarType::from_name(word).is_none() => {
            return line.expected(&ALL_ORDERS, "`memory` or `results`");
        }
        (word, Some(next)) if starts_number(next) => {
            if let Some(what) = CostCount::from_word(word) {
                return Ok(Expect::Cost { what, count: need_number(line, "a number")? });
            }
        }
        ("invariant", Some(_)) if !line.is_at(1, '=') => {
            return Ok(Expect::Invariant(line.need_name(&ALL_ORDERS, "the name of an invariant")?));
        }
        ("order", _) if line.is_at(0, '-') => {
            let word = line.skip(2);
            line.keyword(name.span.to(word));
            line.layout.verbatim.push(name.span.to(word));
            return match word.of(line.text) {
                "-independent" => Ok(Expect::OrderIndependent(name.span.to(word))),
                _ => Err(Box::new(Diagnostic::error(&ALL_ORDERS, word, "expected `order-independent`"))),
            };
        }
        _ => {}
    }
    Ok(Expect::Contents(claim(name, line)?))
}

/// Returns the words for the contents of outcomes.
pub(super) fn outcome_contents() -> Vec<CompletionItem> {
    offers::word_items(&["memory", "results"], "contents of outcomes")
}

/// Returns the names of the invariants.
fn invariants(caret: &CaretContext) -> Vec<CompletionItem> {
    let names = caret.document.invariants().map(|line| line.name.text.clone());
    names.map(|name| CompletionItem::new(&name, "invariant", "")).collect()
}

/// Parses the claim after a name: `[type] = values`.
fn claim(name: SpannedText, line: &mut DirectiveReader) -> Parsed<Claim> {
    line.classes.push((name.span, TokenClass::Name));
    let ty = line.scalar_type()?;
    line.need_spaced('=', &EXPECT, "`=` and values")?;
    Ok(Claim { name, ty, values: line.values()? })
}

/// Parses `error CODE` of an order that ends with that error.
fn error_code(line: &mut DirectiveReader) -> Parsed<SpannedText> {
    let word = line.need_word(&ALL_ORDERS, "`error`")?;
    if word.text != "error" {
        let message = format!("expected `error`, found `{}`; only an error ends an order", word.text);
        return Err(Box::new(Diagnostic::error(&ALL_ORDERS, word.span, message)));
    }
    line.keyword(word.span);
    match line.verbatim(&[]) {
        Some(code) => Ok(code),
        None => line.expected(&ALL_ORDERS, "the code of an error"),
    }
}

/// Parses `{ NAME [type] = values; error CODE; NAME [type] = values }`.
pub(super) fn braced_ends(line: &mut DirectiveReader, is_possible: bool) -> Parsed<Expect> {
    line.need_spaced('{', &ALL_ORDERS, "`{`")?;
    let (mut claims, mut errors) = (Vec::new(), Vec::new());
    while !line.is_done() && !line.is_at(0, '}') {
        line.within(end_len(line), |line| {
            let word = line.peek_word().and_then(|word| Severity::from_word(&word.text));
            if word.is_none() || line.is_at(1, '=') {
                let name = line.need_word(&ALL_ORDERS, "a name and `=`, or `error` and a code")?;
                claims.push(claim(name, line)?);
                return Ok(());
            }
            errors.push(error_code(line)?);
            if line.is_done() { Ok(()) } else { line.expected(&ALL_ORDERS, "`;` and more, or `}`") }
        })?;
        line.eat(';');
    }
    line.need_spaced('}', &ALL_ORDERS, "`;` and more, or `}`")?;
    Ok(Expect::Possible { is_possible, claims, errors })
}

/// Returns the number of tokens up to a `;` or `}` outside brackets.
fn end_len(line: &DirectiveReader) -> usize {
    let mut depth = 0usize;
    let ends = |token: &Token| {
        match token.kind {
            TokenKind::Punct('[' | '(') => depth += 1,
            TokenKind::Punct(']' | ')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && (token.is(';') || token.is('}'))
    };
    line.tokens.iter().position(ends).unwrap_or(line.tokens.len())
}

rules! {
    EXPECT: "text-expect", Invalid,
        "`.expect NAME [TYPE] = values`, `.expect error CODE`, `.expect warning CODE`, `.expect note CODE`, or a count of the \
         instruction above, as `.expect sectors N`",
        PAGE, "`.expect`";
    ALL_ORDERS: "text-expect-orders", Invalid,
        "a claim about all orders is `.expect outcomes memory N`, `.expect outcomes results N`, \
         `.expect possible { NAME = values; error CODE; ... }`, `.expect possible error CODE`, `.expect impossible ...`, \
         `.expect invariant NAME` or `.expect order-independent`",
        PAGE, "`.expect`";
}
