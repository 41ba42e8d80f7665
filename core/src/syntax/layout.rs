//! The spaces in the canonical layout of a line.

use super::ast::{Instr, Item, ItemKind, OperandText};
use super::form::LineForm;
use super::lexer::{Token, TokenKind};
use crate::base::Span;

/// The parts of a line's layout that its tokens alone do not determine.
#[derive(Default)]
pub(super) struct LineLayout<'a> {
    /// The places whose text is kept, including inner white space.
    verbatim: Vec<Span>,
    /// The starts of tokens that one space precedes.
    breaks: Vec<u32>,
    /// The `=` with spaces around it; any other has none.
    equals: Option<u32>,
    /// The line syntax, which attaches some signs to their neighbours; `None` in a directive.
    form: Option<&'a dyn LineForm>,
}

impl<'a> LineLayout<'a> {
    /// Determines the layout of an item.
    pub fn from_item(item: &Item, tokens: &[Token], form: &'a dyn LineForm) -> Self {
        let mut layout = Self::default();
        match &item.kind {
            ItemKind::Label(_) => layout.form = Some(form),
            ItemKind::Instruction(instr) => {
                layout.form = Some(form);
                layout.instruction(instr, tokens);
            }
            ItemKind::Directive(directive) => {
                let parts = directive.parts(item.span);
                let equals_before = |values: Span| {
                    tokens.iter().rfind(|token| token.is('=') && token.span.end <= values.start)
                };
                layout.equals = parts.values.and_then(equals_before).map(|token| token.span.start);
                layout.verbatim = parts.verbatim;
                if let Some(close) = parts.claims_end {
                    layout.claims(tokens, close);
                }
            }
        }
        // They are searched for each token, which must be fast in long lines.
        layout.verbatim.sort_unstable();
        layout.breaks.sort_unstable();
        layout
    }

    fn instruction(&mut self, instr: &Instr, tokens: &[Token]) {
        self.verbatim = instr.operands.iter().map(OperandText::span).collect();
        self.breaks = self.verbatim.iter().map(|span| span.start).collect();
        self.breaks.push(instr.mnemonic.span.start);
        self.annotations(instr, tokens);
        self.breaks.extend(instr.exec.map(|exec| exec.span.start));
        self.breaks.extend(instr.predicate.as_ref().map(|predicate| predicate.span.start));
    }

    /// Keeps the scheduling annotations after the operands, and everything that follows them, unchanged.
    fn annotations(&mut self, instr: &Instr, tokens: &[Token]) {
        let end = tokens.iter().rfind(|token| !token.is_trivia());
        if let (Some(first), Some(end)) = (instr.annotations.first(), end) {
            self.verbatim.push(first.span.to(end.span));
        }
    }

    /// Puts spaces around the `=` of claims between braces, and inside the braces.
    fn claims(&mut self, tokens: &[Token], close: Span) {
        for pair in tokens.windows(2) {
            let is_apart = pair[0].is('{') || pair.iter().any(|token| token.is('='));
            self.breaks.extend(is_apart.then_some(pair[1].span.start));
        }
        self.breaks.extend(tokens.iter().find(|token| token.is('{')).map(|open| open.span.start));
        self.breaks.push(close.start);
    }

    /// Formats the line, without its newline.
    pub fn print(&self, text: &str, tokens: &[Token]) -> String {
        let mut out = String::new();
        let last_significant = tokens.iter().rposition(|token| !token.is_trivia());
        let mut is_line_start = true;
        for (i, token) in tokens.iter().enumerate() {
            let before = i.checked_sub(1).map(|before| tokens[before]);
            let is_verbatim = before.is_some_and(|before| self.is_verbatim(before, *token));
            if let (true, Some(before)) = (is_verbatim, before) {
                out.push_str(&text[before.span.range().end..token.span.range().start]);
            } else if token.kind == TokenKind::Continuation {
                if !is_line_start {
                    out.push_str(" \\\n    ");
                }
                is_line_start = true;
                continue;
            } else if let (false, Some(before)) = (is_line_start, before) {
                let is_tail = last_significant.is_some_and(|last| i == last + 1) && token.is_trivia();
                out.push_str(if is_tail { "  " } else { self.gap(before, *token) });
            }
            out.push_str(token.span.of(text));
            is_line_start = false;
        }
        out
    }

    /// Returns whether both tokens belong to a piece that is kept unchanged.
    fn is_verbatim(&self, before: Token, token: Token) -> bool {
        let index = self.verbatim.partition_point(|span| span.start <= before.span.start);
        index.checked_sub(1).is_some_and(|i| token.span.end <= self.verbatim[i].end)
    }

    /// Returns the white space between two tokens.
    fn gap(&self, before: Token, token: Token) -> &'static str {
        let is_equals = |token: Token| Some(token.span.start) == self.equals;
        if before.is_trivia() || token.is_trivia() || is_equals(before) || is_equals(token) {
            return " ";
        }
        if self.breaks.binary_search(&token.span.start).is_ok() {
            return " ";
        }
        if (before.is('=') || token.is('=')) && self.form.is_none() {
            return "";
        }
        let TokenKind::Punct(next) = token.kind else { return self.gap_before_word(before, token) };
        let is_generator = before.kind == TokenKind::Word && next == '(' && self.form.is_none();
        let holds = match next {
            ')' | ']' | ',' | ';' | '>' => true,
            '.' | ':' => self.form.is_some(),
            sign => is_generator || self.form.is_some_and(|form| form.holds_previous(sign)),
        };
        if holds { "" } else { self.gap_before_word(before, token) }
    }

    fn gap_before_word(&self, before: Token, token: Token) -> &'static str {
        match before.kind {
            TokenKind::Punct(',' | ';') => " ",
            TokenKind::Punct('(' | '[' | '<') => "",
            TokenKind::Punct('.') if self.form.is_some() => "",
            TokenKind::Punct(sign) if self.form.is_some_and(|form| form.holds_next(sign)) => "",
            _ if token.glued => "",
            _ => " ",
        }
    }
}
