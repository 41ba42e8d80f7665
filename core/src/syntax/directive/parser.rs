//! The text after a directive's word. Parser and completion parse it with the same functions, so both know the same lines.

use super::super::ast::{SpannedText, ValueList};
use super::super::cursor::{Cursor, Parsed, unknown};
use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::super::value::values;
use super::items;
use crate::base::{Rule, SCENARIO_TEXT, ScalarType, Span, TextEdit, rules};
use crate::spec::InstructionSets;
use std::ops::{Deref, DerefMut};

/// The properties of the directives in a line that its tokens alone do not show, for the formatter. Both lists are in order.
#[derive(Clone, Debug, Default)]
pub(in crate::syntax) struct DirectiveLayout {
    /// The spans whose text is kept, including inner white space.
    pub verbatim: Vec<Span>,
    /// The signs with a space on both sides.
    pub spaced: Vec<Span>,
}

impl DirectiveLayout {
    /// Adds the layout of the next directive in the line.
    pub fn append(&mut self, mut next: Self) {
        self.verbatim.append(&mut next.verbatim);
        self.spaced.append(&mut next.spaced);
    }
}

/// The braces of a block after the text of a directive.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct BraceSpans {
    pub open: Span,
    /// The matching brace, if there is one.
    pub close: Option<Span>,
}

/// The parser of the text after a directive's word: a [`Cursor`], whose methods record nothing, and records for the formatter, the
/// colours and completion. For completion, the tokens end at the caret, and the part that may
/// follow there offers its items.
pub(in crate::syntax) struct DirectiveParser<'a> {
    cursor: Cursor<'a>,
    pub sets: &'a InstructionSets,
    /// The block after the tokens.
    pub block: Option<BraceSpans>,
    /// The caret at the end of the tokens; `None` for the parser.
    caret: Option<&'a CaretContext<'a>>,
    /// The items that were offered.
    items: Option<Vec<CompletionItem>>,
    pub layout: DirectiveLayout,
    /// The classes of the parsed parts, for their colours. A later class of a part replaces an earlier one.
    pub classes: Vec<(Span, TokenClass)>,
}

impl<'a> DirectiveParser<'a> {
    /// Creates a parser of a whole line.
    pub fn new(cursor: Cursor<'a>, sets: &'a InstructionSets) -> Self {
        Self {
            cursor,
            sets,
            block: None,
            caret: None,
            items: None,
            layout: DirectiveLayout::default(),
            classes: Vec::new(),
        }
    }

    /// Creates a parser of the tokens before the caret, after the dot and the directive's word.
    pub fn up_to_caret(caret: &'a CaretContext<'a>) -> Self {
        let mut cursor = Cursor::new(caret.text, caret.before);
        cursor.skip(2);
        Self { caret: Some(caret), ..Self::new(cursor, caret.sets) }
    }

    /// Offers the items of a part that may be next, if the caret is here. The first offer counts.
    pub fn offer(&mut self, items: impl FnOnce(&CaretContext) -> Vec<CompletionItem>) {
        let Some(caret) = self.caret.filter(|_| self.items.is_none()) else { return };
        let end = caret.before.last().map_or(0, |last| last.span.range().end);
        if self.here() == Span::at(end) {
            self.items = Some(items(caret));
        }
    }

    /// Reports an error in a part of the line. For completion, the rest of the part is skipped instead, because the caret may
    /// be in a later one.
    pub fn or_skip(&mut self, part: Parsed<()>) -> Parsed<()> {
        if self.caret.is_none() {
            return part;
        }
        if part.is_err() {
            self.take_glued(&[]);
        }
        Ok(())
    }

    /// Returns the items that were offered.
    pub fn into_items(self) -> Vec<CompletionItem> {
        self.items.unwrap_or_default()
    }

    /// Parses the next `count` tokens alone, and moves past them.
    pub fn within<T>(&mut self, count: usize, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let mut after = self.cursor;
        after.skip(count);
        self.cursor = self.cursor.limited_to(count);
        let result = parse(self);
        self.cursor = after;
        result
    }

    /// Consumes a word of the text's own, or reports that it is missing.
    pub fn need_name(&mut self, rule: &'static Rule, what: &str) -> Parsed<SpannedText> {
        let name = self.need_word(rule, what)?;
        self.mark(name.span, TokenClass::Name);
        Ok(name)
    }

    /// Records the class of a part.
    pub fn mark(&mut self, span: Span, class: TokenClass) {
        self.classes.push((span, class));
    }

    /// Records that a part is a word with a fixed meaning.
    pub fn mark_keyword(&mut self, span: Span) {
        self.mark(span, TokenClass::Keyword);
    }

    /// Consumes a sign with spaces around it, or reports that it is missing.
    pub fn need_spaced(&mut self, sign: char, rule: &'static Rule, what: &str) -> Parsed<Span> {
        let is_at_value =
            self.peek().is_some_and(|token| self.slice(token).starts_with(|c: char| c.is_ascii_digit()));
        if sign == '=' && is_at_value {
            let finding = self.expected_error(rule, what);
            let edit = TextEdit { span: Span::at(finding.span.range().start), replacement: "= ".to_owned() };
            return Err(Box::new(finding.fix("insert `=`", vec![edit])));
        }
        let span = self.need(sign, rule, what)?;
        self.layout.spaced.push(span);
        Ok(span)
    }

    /// Consumes the tokens up to white space outside brackets, or up to one of `stops`. The formatter keeps their text.
    pub fn take_verbatim(&mut self, stops: &[char]) -> Option<SpannedText> {
        let run = self.take_glued(stops)?;
        self.layout.verbatim.push(run.span);
        Some(run)
    }

    /// Consumes all tokens. The formatter keeps their text.
    pub fn take_rest_verbatim(&mut self) -> Span {
        let span = self.skip_rest();
        self.layout.verbatim.push(span);
        span
    }

    /// Parses a scalar type, if a word is next.
    pub fn scalar_type(&mut self) -> Parsed<Option<(ScalarType, Span)>> {
        self.offer(|_| items::type_items());
        let Some(word) = self.word() else { return Ok(None) };
        match ScalarType::from_name(&word.text) {
            Some(ty) => Ok(Some((ty, word.span))),
            None => fail_unknown_type(&TYPE, &word),
        }
    }

    /// Parses values up to the end.
    pub fn values(&mut self) -> Parsed<ValueList> {
        let list = values(&mut self.cursor);
        // More values may follow a text that is not one.
        self.skip_rest();
        self.offer(|_| items::value_items());
        list
    }
}

impl<'a> Deref for DirectiveParser<'a> {
    type Target = Cursor<'a>;

    fn deref(&self) -> &Cursor<'a> {
        &self.cursor
    }
}

impl DerefMut for DirectiveParser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

/// Reports an unknown type. The fix is the type that has this name in other languages, or a type with a similar name.
pub(super) fn fail_unknown_type<T>(rule: &'static Rule, word: &SpannedText) -> Parsed<T> {
    let finding = unknown(rule, word, "type", ScalarType::ALL.into_iter().map(ScalarType::name));
    Err(Box::new(match ScalarType::from_foreign_name(&word.text) {
        Some(ty) => finding.write(ty.name().to_ascii_lowercase()),
        None => finding,
    }))
}

rules! {
    TYPE: "text-type", Invalid, "a type is one of the manual's scalar types, in any case", SCENARIO_TEXT, "Types";
}
