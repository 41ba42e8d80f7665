//! The split of a text into lines. Notation blocks and continuations join several lines of the text.

use super::ast::Rank;
use super::directive::parser::BraceSpans;
use super::directive::table::{self, DirectiveBody, DirectiveRow};
use super::label::label_len;
use super::lexer::{Token, TokenKind};
use crate::base::Span;
use crate::spec::{InstructionSet, InstructionSets};
use std::ops::Range;
use std::rc::Rc;

/// The longest logical line, in bytes.
pub const MAX_LINE_BYTES: usize = 64 * 1024;
/// The most words between a directive's word and its notation: `NAME like INSTRUCTION`.
const MAX_HEAD_WORDS: usize = 3;

/// A logical line: a directive with its block, an instruction, a brace, or a comment.
pub(super) struct LogicalLine<'r> {
    /// The tokens of the line, as indices into the token list, including comments but not the final newline.
    pub tokens: Range<usize>,
    /// The first token after the labels, as an index into the token list; the end of the line if there is none.
    head: usize,
    /// The directive of the line, whatever sets have it.
    row: Option<&'static DirectiveRow>,
    /// The braces of its notation block, as indices into the token list.
    pub block: Option<Braces>,
    /// The meaning of the line if it is a lone `}`.
    pub lone_brace: LoneBrace,
    /// The instruction set of its variant, if the variant begins with `.isa`.
    pub own_set: Option<&'r Rc<InstructionSet>>,
    /// Whether it is the first line in the block of a variant, apart from labels and comments.
    pub begins_block: bool,
}

impl LogicalLine<'_> {
    /// Returns the place of the line without the comments around it; `None` for comments alone.
    pub fn span(&self, tokens: &[Token]) -> Option<Span> {
        let mut significant = tokens[self.tokens.clone()].iter().filter(|token| !token.is_trivia());
        let first = significant.next()?;
        Some(first.span.to(significant.next_back().unwrap_or(first).span))
    }

    /// Returns whether the line is longer than [`MAX_LINE_BYTES`]. Such a line is not parsed.
    pub fn is_too_long(&self, tokens: &[Token]) -> bool {
        self.span(tokens).is_some_and(|whole| whole.len() > MAX_LINE_BYTES)
    }
}

/// The braces of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Braces {
    /// The `{`.
    pub open: usize,
    /// The matching `}`, if there is one.
    pub close: Option<usize>,
}

impl Braces {
    /// Returns the places of the braces.
    pub fn spans(self, tokens: &[Token]) -> BraceSpans {
        BraceSpans { open: tokens[self.open].span, close: self.close.map(|close| tokens[close].span) }
    }
}

/// The meaning of a `}` on a line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoneBrace {
    /// The line has more than a `}`, or the `}` closes a `{` of a listing.
    No,
    /// The `}` ends a variant.
    EndsVariant,
    /// The `}` has no `{`.
    Stray,
}

/// The lines of a text and its instruction set.
pub(super) struct Lines<'r> {
    /// The set of the text: the named one, or the default set.
    pub set: &'r Rc<InstructionSet>,
    /// The first set that an `.isa` outside variants names.
    pub named: Option<&'r Rc<InstructionSet>>,
    /// The lines, in order.
    pub lines: Vec<LogicalLine<'r>>,
}

/// Splits a text into lines.
pub(super) fn split_lines<'r>(text: &str, tokens: &[Token], sets: &'r InstructionSets) -> Lines<'r> {
    let newlines = (0..tokens.len()).filter(|&i| tokens[i].kind == TokenKind::Newline).collect();
    let mut splitter = Splitter {
        text,
        tokens,
        newlines,
        sets,
        named: None,
        variant: None,
        open_braces: 0,
        lines: Vec::new(),
    };
    splitter.split();
    let named = splitter.named;
    Lines { set: named.unwrap_or(sets.default_set()), named, lines: splitter.lines }
}

/// A split in progress.
struct Splitter<'r, 't> {
    text: &'t str,
    tokens: &'t [Token],
    /// The indices of the newlines among the tokens.
    newlines: Vec<usize>,
    sets: &'r InstructionSets,
    /// The first set that an `.isa` outside variants names.
    named: Option<&'r Rc<InstructionSet>>,
    /// The variant that contains the line.
    variant: Option<OpenVariant<'r>>,
    /// The number of `{` of a listing that are open before the line, within its variant.
    open_braces: usize,
    /// The lines so far.
    lines: Vec<LogicalLine<'r>>,
}

/// A variant whose `}` is not reached yet.
struct OpenVariant<'r> {
    /// Its instruction set, if it has one of its own.
    set: Option<&'r Rc<InstructionSet>>,
    /// Whether its block has no line yet.
    is_empty: bool,
    /// The number of `{` of a listing that are open before its block.
    open_before: usize,
}

impl<'r, 't> Splitter<'r, 't> {
    fn split(&mut self) {
        let mut start = 0;
        while start < self.tokens.len() {
            let line = self.line(start);
            let end = line.tokens.end;
            self.push(line);
            let ends_line = self.tokens.get(end).is_none_or(|token| token.kind == TokenKind::Newline);
            start = end + usize::from(ends_line);
        }
    }

    /// Adds a line, and follows its effect on the lines after it.
    fn push(&mut self, line: LogicalLine<'r>) {
        let mut begins_block = false;
        if line.head == line.tokens.end {
            // Labels and comments have no effect.
        } else if line.lone_brace == LoneBrace::EndsVariant {
            self.open_braces = self.variant.take().map_or(0, |variant| variant.open_before);
        } else if self.variant_brace(line.row, line.head..line.tokens.end).is_some() {
            let open_before = self.variant.take().map_or(self.open_braces, |variant| variant.open_before);
            self.variant = Some(OpenVariant { set: None, is_empty: true, open_before });
            self.open_braces = 0;
        } else {
            let named = self.named_set(&line);
            match &mut self.variant {
                Some(variant) => {
                    begins_block = std::mem::take(&mut variant.is_empty);
                    variant.set = variant.set.or(named.filter(|_| begins_block));
                }
                None => self.named = self.named.or(named),
            }
            // In a variant, a block without its `}` ends before that of the variant.
            if line.block.is_none() || self.variant.is_none() {
                self.open_braces = braces_after(self.tokens, line.tokens.clone(), self.open_braces);
            }
        }
        let own_set = self.variant.as_ref().and_then(|variant| variant.set);
        self.lines.push(LogicalLine { own_set, begins_block, ..line });
    }

    /// Returns the set that an `.isa` line names.
    fn named_set(&self, line: &LogicalLine) -> Option<&'r Rc<InstructionSet>> {
        line.row.filter(|row| row.class.rank == Some(Rank::Isa))?;
        let key = self.tokens[line.head + 2..line.tokens.end].iter().find(|token| !token.is_trivia())?;
        self.sets.set(key.span.of(self.text))
    }

    /// Splits off a line up to its end. `.semantics` and `.op` extend to the brace that matches their first one. If a line
    /// of the block begins with a directive, the closing brace is missing, and the block ends before that line.
    fn line(&self, start: usize) -> LogicalLine<'r> {
        let first_end = self.line_end(start);
        let head = self.head(start..first_end);
        let row = self.directive_row(head..first_end);
        let (block, block_end) = match self.notation_brace(row, head..first_end) {
            Some(open) => {
                let (close, end) = self.closing_brace(open);
                (Some(Braces { open, close }), end)
            }
            None => (None, first_end),
        };
        let end = match self.variant_brace(row, head..block_end) {
            Some(open) => self.after_comments(open + 1..block_end),
            None => self.cut_at_variant_end(start..block_end, block),
        };
        let lone_brace = self.lone_brace(head..end);
        LogicalLine { tokens: start..end, head, row, block, lone_brace, own_set: None, begins_block: false }
    }

    /// Returns the first token of a line after its labels, or the end of the line.
    fn head(&self, line: Range<usize>) -> usize {
        let mut significant = line.clone().filter(|&i| !self.tokens[i].is_trivia()).peekable();
        loop {
            match label_len(self.text, significant.clone().map(|i| self.tokens[i])) {
                0 => return significant.next().unwrap_or(line.end),
                len => drop(significant.nth(len - 1)),
            }
        }
    }

    /// Returns the row of the directive that begins a line after its labels.
    fn directive_row(&self, line: Range<usize>) -> Option<&'static DirectiveRow> {
        match &self.tokens[line] {
            [dot, word, ..] if is_directive(*dot, *word) => table::row(word.span.of(self.text)),
            _ => None,
        }
    }

    /// Returns the `{` of `.variant NAME {`.
    fn variant_brace(&self, row: Option<&DirectiveRow>, mut line: Range<usize>) -> Option<usize> {
        row.filter(|row| row.body == DirectiveBody::Variant)?;
        line.find(|&i| self.tokens[i].is('{'))
    }

    /// Returns the `{` of `.semantics NAME {` or `.op NAME {`, which may be on the next line that is not blank.
    fn notation_brace(&self, row: Option<&DirectiveRow>, line: Range<usize>) -> Option<usize> {
        row.filter(|row| matches!(row.body, DirectiveBody::Notation(_)))?;
        let mut words = 0;
        for i in (line.start + 2..self.tokens.len()).filter(|&i| !self.tokens[i].is_trivia()) {
            match self.tokens[i].kind {
                TokenKind::Punct('{') => return Some(i),
                TokenKind::Newline => {}
                TokenKind::Word if i < line.end && words < MAX_HEAD_WORDS => words += 1,
                _ => return None,
            }
        }
        None
    }

    /// Returns the index of the newline that ends the line, or the number of tokens.
    fn line_end(&self, start: usize) -> usize {
        let before = self.newlines.partition_point(|&newline| newline < start);
        self.newlines.get(before).copied().unwrap_or(self.tokens.len())
    }

    /// Returns the end of a line, which the `}` of a variant ends early. A comment at the end of the line belongs to the brace.
    fn cut_at_variant_end(&self, line: Range<usize>, block: Option<Braces>) -> usize {
        if self.variant.is_none() {
            return line.end;
        }
        let from = block.map_or(line.start, |block| block.close.map_or(line.end, |close| close + 1));
        let Some(close) = variant_end(self.tokens, from..line.end, self.open_braces) else { return line.end };
        // The brace is a line of its own.
        let begins_line = self.tokens[line.start..close].iter().all(Token::is_trivia);
        if begins_line { self.after_comments(close + 1..line.end) } else { close }
    }

    /// Returns the end of the rest of a line if it has only comments, or else its start.
    fn after_comments(&self, rest: Range<usize>) -> usize {
        let is_comment = self.tokens[rest.clone()].iter().all(Token::is_trivia);
        if is_comment { rest.end } else { rest.start }
    }

    /// Returns the meaning of a line if it is a lone `}` after its labels.
    fn lone_brace(&self, line: Range<usize>) -> LoneBrace {
        let is_brace = match &self.tokens[line] {
            [first, rest @ ..] => first.is('}') && rest.iter().all(Token::is_trivia),
            [] => false,
        };
        match &self.variant {
            _ if !is_brace || self.open_braces > 0 => LoneBrace::No,
            Some(_) => LoneBrace::EndsVariant,
            None => LoneBrace::Stray,
        }
    }

    /// Returns the matching `}`, and the end of its line. An unclosed block has no `}`, but an end.
    fn closing_brace(&self, open: usize) -> (Option<usize>, usize) {
        let mut depth = 0usize;
        for i in open..self.tokens.len() {
            let may_begin = i == open || self.tokens[i].kind == TokenKind::Newline;
            if may_begin && self.begins_directive(i + 1) {
                return (None, self.line_end(i));
            }
            match self.tokens[i].kind {
                TokenKind::Punct('{') => depth += 1,
                TokenKind::Punct('}') => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (Some(i), self.line_end(i));
            }
        }
        (None, self.tokens.len())
    }

    /// Returns whether the tokens from `start` on begin with a directive of any set or listing.
    fn begins_directive(&self, start: usize) -> bool {
        let [dot, word, ..] = &self.tokens[start..] else { return false };
        let text = word.span.of(self.text);
        let is_listing = || self.sets.all().iter().any(|set| set.is_listing(text));
        is_directive(*dot, *word) && (table::row(text).is_some() || is_listing())
    }
}

/// Returns whether two tokens are the dot and the word of a directive.
pub(super) fn is_directive(dot: Token, word: Token) -> bool {
    dot.is('.') && word.glued && word.kind == TokenKind::Word
}

/// Returns the number of open braces after a line.
fn braces_after(tokens: &[Token], line: Range<usize>, before: usize) -> usize {
    tokens[line].iter().fold(before, |open, token| match token.kind {
        TokenKind::Punct('{') => open + 1,
        TokenKind::Punct('}') => open.saturating_sub(1),
        _ => open,
    })
}

/// Returns the `}` in a line that ends a variant: the first without a `{` before it. `open` braces are open before the line.
fn variant_end(tokens: &[Token], line: Range<usize>, open: usize) -> Option<usize> {
    let mut depth = open;
    line.into_iter().find(|&i| match tokens[i].kind {
        TokenKind::Punct('{') => {
            depth += 1;
            false
        }
        TokenKind::Punct('}') if depth == 0 => true,
        TokenKind::Punct('}') => {
            depth -= 1;
            false
        }
        _ => false,
    })
}
