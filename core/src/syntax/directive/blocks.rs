//! Directives that hold notation or other directives.

use super::super::ast::{Directive, InvariantLine, NotationBlock, SpannedText};
use super::super::cursor::{Parsed, fail};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::items;
use super::parser::{BraceSpans, DirectiveParser};
use crate::base::{Rule, SCENARIO_TEXT, Span, rules};
use crate::spec::FOLDS;

/// Parses `.semantics`.
pub(super) fn semantics(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(instructions);
    let what = if parser.block.is_some() { "a name" } else { "a name and `{`" };
    let name = parser.need_name(&SEMANTICS, what)?;
    parser.offer(|_| items::word_items(&["like"], "to make a new instruction"));
    let mut like = None;
    if parser.peek_word() == Some("like") {
        let like_span = parser.skip(1);
        parser.mark_keyword(like_span);
        parser.offer(instructions);
        like = Some(parser.need_name(&SEMANTICS, "an instruction after `like`")?);
    }
    let Some(body) = block_body(parser, &SEMANTICS, ".semantics", &name)? else {
        return parser.fail_expected(&SEMANTICS, "`{`");
    };
    Ok(Directive::Semantics(NotationBlock { name, like, ty: None, body, is_expression: false }))
}

/// Returns the text in the braces after the head of a directive, if it has braces.
fn block_body(
    parser: &DirectiveParser,
    rule: &'static Rule,
    directive: &str,
    name: &SpannedText,
) -> Parsed<Option<Span>> {
    match parser.block {
        None => Ok(None),
        Some(_) if !parser.is_done() => parser.fail_expected(rule, "`{`"),
        Some(BraceSpans { open, close: Some(close) }) => {
            Ok(Some(Span::new(open.range().end, close.range().start)))
        }
        Some(BraceSpans { open, close: None }) => {
            let message = format!("`{{` of `{directive} {}` is never closed; expected `}}`", name.text);
            fail(&OPEN_BLOCK, open, message)
        }
    }
}

/// Returns the instructions that no text makes.
fn instructions(caret: &CaretContext) -> Vec<CompletionItem> {
    let rows = caret.sets.instructions().filter(|row| row.made_from.is_none());
    rows.map(|row| CompletionItem::new(&row.mnemonic, "instruction", row.prose)).collect()
}

/// Parses `.op`.
pub(super) fn operation(parser: &mut DirectiveParser) -> Parsed<Directive> {
    parser.offer(operations);
    let name = parser.need_name(&OP, "the name of an operation")?;
    let ty = parser.scalar_type()?;
    if let Some(body) = block_body(parser, &OP, ".op", &name)? {
        return Ok(Directive::Op(NotationBlock { name, like: None, ty, body, is_expression: false }));
    }
    parser.need_spaced('=', &OP, "`=` and an expression, or `{`")?;
    if parser.is_done() {
        return parser.fail_expected(&OP, "an expression such as `old + src0`");
    }
    Ok(Directive::Op(NotationBlock {
        name,
        like: None,
        ty,
        body: parser.take_rest_verbatim(),
        is_expression: true,
    }))
}

/// Returns the operations of all instructions, each name once.
fn operations(caret: &CaretContext) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Vec::new();
    for op in caret.sets.instructions().filter_map(|row| row.op_table()).flat_map(|table| table.ops) {
        if items.iter().all(|item| item.label != op.name) {
            items.push(CompletionItem::new(op.name, "operation", op.prose));
        }
    }
    items
}

/// Parses `.variant` up to its `{`.
pub(super) fn variant(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let name = parser.need_name(&VARIANT, if parser.is_at(0, '{') { "a name" } else { "a name and `{`" })?;
    parser.need('{', &VARIANT, "`{`")?;
    Ok(Directive::Variant(name))
}

/// Parses `.invariant`.
pub(super) fn invariant(parser: &mut DirectiveParser) -> Parsed<Directive> {
    let name = parser.need_name(&INVARIANT, "a name and `:`")?;
    parser.need(':', &INVARIANT, "`:` and a condition")?;
    let is_missing = parser.is_done();
    let condition = parser.take_rest_verbatim();
    parser.offer(in_condition);
    if is_missing {
        return parser.fail_expected(&INVARIANT, "a condition such as `sum(BUF) == 100`");
    }
    Ok(Directive::Invariant(InvariantLine { name, condition }))
}

/// Returns the names and functions for a condition on memory.
fn in_condition(caret: &CaretContext) -> Vec<CompletionItem> {
    let folds = FOLDS.iter().map(|row| {
        CompletionItem::new(&format!("{}(NAME)", row.name), "of all elements", row.prose)
            .inserting(format!("{}(", row.name))
    });
    items::name_items(caret).into_iter().chain(folds).collect()
}

rules! {
    SEMANTICS: "text-semantics", Invalid, "`.semantics NAME [like INSTRUCTION] { ... }`", SCENARIO_TEXT, ".semantics";
    OP: "text-op", Invalid, "`.op NAME [TYPE] = expression` or `.op NAME [TYPE] { ... }`", SCENARIO_TEXT, ".op";
    INVARIANT: "text-invariant", Invalid, "`.invariant NAME: condition`", SCENARIO_TEXT, ".invariant";
    VARIANT: "text-variant", Invalid,
        "`.variant NAME { directives }` has a unique name, holds no other variant, and has `.isa` only in its first line",
        SCENARIO_TEXT, ".variant";
    OPEN_BLOCK: "text-open-block", Invalid, "each `{` of a block has its `}`", SCENARIO_TEXT, ".semantics and .op";
}
