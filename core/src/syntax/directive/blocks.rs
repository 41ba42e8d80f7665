//! Directives that hold notation or other directives.

use super::super::ast::{Directive, InvariantLine, NotationBlock, SpannedText};
use super::super::complete::caret::CaretContext;
use super::super::complete::item::CompletionItem;
use super::super::cursor::{PAGE, Parsed};
use super::offers;
use super::reader::DirectiveReader;
use crate::base::{Span, rules};
use crate::diag::Diagnostic;
use crate::spec::FOLDS;

/// Parses the part of `.semantics NAME [like INSTRUCTION] {` or `.op NAME [TYPE] {` before the brace.
pub(in crate::syntax) fn block(
    line: &mut DirectiveReader,
    word: &SpannedText,
    open: Span,
    close: Option<Span>,
) -> Parsed<Directive> {
    let is_op = word.text == "op";
    let block = if is_op { op_head(line, "a name")? } else { semantics_head(line, "a name")? };
    if !line.is_done() {
        return line.expected(if is_op { &OP } else { &SEMANTICS }, "`{`");
    }
    let Some(close) = close else {
        let message = format!("`{{` of `.{} {}` is never closed; expected `}}`", word.text, block.name.text);
        return Err(Box::new(Diagnostic::error(&OPEN_BLOCK, open, message)));
    };
    let block = NotationBlock { body: Span::new(open.range().end, close.range().start), ..block };
    Ok(if is_op { Directive::Op(block) } else { Directive::Semantics(block) })
}

/// Reports a `.semantics` without a block.
pub(super) fn semantics(line: &mut DirectiveReader) -> Parsed<Directive> {
    semantics_head(line, "a name and `{`")?;
    line.expected(&SEMANTICS, "`{`")
}

/// Parses `NAME [like INSTRUCTION]`. The result has no body.
fn semantics_head(line: &mut DirectiveReader, what: &str) -> Parsed<NotationBlock> {
    line.offer(instructions);
    let name = line.need_word(&SEMANTICS, what)?;
    line.offer(|_| offers::word_items(&["like"], "to make a new instruction"));
    let mut like = None;
    if line.peek_word().is_some_and(|word| word.text == "like") {
        line.skip(1);
        line.offer(instructions);
        like = Some(line.need_word(&SEMANTICS, "an instruction after `like`")?);
    }
    Ok(NotationBlock { name, like, ty: None, body: line.here(), is_expression: false })
}

/// Returns the instructions that no text makes.
fn instructions(caret: &CaretContext) -> Vec<CompletionItem> {
    let rows = caret.roll_call.instructions().filter(|row| row.made_from.is_none());
    rows.map(|row| CompletionItem::new(&row.mnemonic, "instruction", row.prose)).collect()
}

/// Parses `.op NAME [TYPE] = expression`.
pub(super) fn operation(line: &mut DirectiveReader) -> Parsed<Directive> {
    let head = op_head(line, "the name of an operation")?;
    line.need_spaced('=', &OP, "`=` and an expression, or `{`")?;
    if line.is_done() {
        return line.expected(&OP, "an expression such as `old + src0`");
    }
    Ok(Directive::Op(NotationBlock { body: line.rest(), is_expression: true, ..head }))
}

/// Parses `NAME [TYPE]`. The result has no body.
fn op_head(line: &mut DirectiveReader, what: &str) -> Parsed<NotationBlock> {
    line.offer(operations);
    let name = line.need_word(&OP, what)?;
    let ty = line.scalar_type()?;
    Ok(NotationBlock { name, like: None, ty, body: line.here(), is_expression: false })
}

/// Returns the operations of all instructions, each name once.
fn operations(caret: &CaretContext) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Vec::new();
    for op in caret.roll_call.instructions().filter_map(|row| row.op_table()).flat_map(|table| table.ops) {
        if items.iter().all(|item| item.label != op.name) {
            items.push(CompletionItem::new(op.name, "operation", op.prose));
        }
    }
    items
}

/// Parses `.variant NAME {`.
pub(super) fn variant(line: &mut DirectiveReader) -> Parsed<Directive> {
    let name = line.need_word(&VARIANT, "a name and `{`")?;
    line.need('{', &VARIANT, "`{`")?;
    Ok(Directive::Variant(name))
}

/// Parses `.invariant NAME: condition`.
pub(super) fn invariant(line: &mut DirectiveReader) -> Parsed<Directive> {
    let name = line.need_word(&INVARIANT, "a name and `:`")?;
    line.need(':', &INVARIANT, "`:` and a condition")?;
    let is_missing = line.is_done();
    let condition = line.rest();
    line.offer(in_condition);
    if is_missing {
        return line.expected(&INVARIANT, "a condition such as `sum(BUF) == 100`");
    }
    Ok(Directive::Invariant(InvariantLine { name, condition }))
}

/// Returns the names and functions for a condition on memory.
fn in_condition(caret: &CaretContext) -> Vec<CompletionItem> {
    let folds = FOLDS.iter().map(|row| {
        CompletionItem::new(&format!("{}(NAME)", row.name), "of all elements", row.prose)
            .inserting(format!("{}(", row.name))
    });
    offers::name_items(caret).into_iter().chain(folds).collect()
}

rules! {
    SEMANTICS: "text-semantics", Invalid, "`.semantics NAME [like INSTRUCTION] { ... }`", PAGE, "`.semantics`";
    OP: "text-op", Invalid, "`.op NAME [TYPE] = expression` or `.op NAME [TYPE] { ... }`", PAGE, "`.op`";
    INVARIANT: "text-invariant", Invalid, "`.invariant NAME: condition`", PAGE, "`.invariant`";
    VARIANT: "text-variant", Invalid,
        "`.variant NAME { directives }` has a unique name, holds no other variant, and has `.isa` only in its first line",
        PAGE, "`.variant`";
    OPEN_BLOCK: "text-open-block", Invalid, "each `{` of a block has its `}`", PAGE, "`.semantics` and `.op`";
}
