//! The split of a text into lines. Notation blocks and continuations join several lines of the text.

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
    /// The braces of its notation block, as indices into the token list.
    pub notation: Option<Braces>,
    /// Whether the line is a lone `}` without a `{` before it.
    pub is_stray_brace: bool,
    /// The part of a variant that the line is.
    pub variant: VariantPart,
    /// The instruction set of its variant, if the variant begins with `.isa`.
    pub variant_set: Option<&'r Rc<InstructionSet>>,
}

/// The part of a variant that a line is. Variants are numbered in the order of the text, also those without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariantPart {
    /// The line is outside variants.
    None,
    /// `.variant NAME {` of the variant with this number.
    Begin(usize),
    /// The first line in a block, apart from labels and comments.
    First,
    /// Another line in a block.
    Inside,
    /// The `}`.
    End,
}

impl LogicalLine<'_> {
    /// Returns the span of the line without the comments around it; `None` for comments alone.
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
    /// Returns the spans of the braces.
    pub fn spans(self, tokens: &[Token]) -> BraceSpans {
        BraceSpans { open: tokens[self.open].span, close: self.close.map(|close| tokens[close].span) }
    }
}

/// The lines of a text and its instruction set.
pub(super) struct Lines<'r> {
    /// The set of the text: the named one, or the default set.
    pub set: &'r Rc<InstructionSet>,
    /// The first set that an `.isa` outside variants names.
    pub named: Option<&'r Rc<InstructionSet>>,
    /// The lines, in order.
    pub lines: Vec<LogicalLine<'r>>,
    /// The `}` of each variant. For a variant without one, the empty span at which its block ends.
    pub variant_ends: Vec<Span>,
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
        variant_ends: Vec::new(),
    };
    splitter.split();
    let Splitter { named, lines, variant_ends, .. } = splitter;
    Lines { set: named.unwrap_or(sets.default_set()), named, lines, variant_ends }
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
    /// The ends of the variants so far.
    variant_ends: Vec<Span>,
}

/// The tokens of a line, and the parts by which its meaning is found.
struct LineParts {
    tokens: Range<usize>,
    /// The first token after the labels, as an index into the token list; the end of the line if there is none.
    first_after_labels: usize,
    /// The directive of the line, whatever sets have it.
    row: Option<&'static DirectiveRow>,
    notation: Option<Braces>,
}

impl LineParts {
    /// Returns the tokens after the labels.
    fn after_labels(&self) -> Range<usize> {
        self.first_after_labels..self.tokens.end
    }
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
            let parts = self.line_parts(start);
            let end = parts.tokens.end;
            let line = self.line(parts);
            self.lines.push(line);
            let ends_line = self.tokens.get(end).is_none_or(|token| token.kind == TokenKind::Newline);
            start = end + usize::from(ends_line);
        }
        self.end_variant(Span::at(self.text.len()));
    }

    /// Finds the meaning of a line, and follows its effect on the lines after it.
    fn line(&mut self, parts: LineParts) -> LogicalLine<'r> {
        let first = parts.first_after_labels;
        let is_brace = self.open_braces == 0 && self.is_lone_brace(parts.after_labels());
        let variant = if parts.after_labels().is_empty() {
            // Labels and comments have no effect.
            if self.variant.is_some() { VariantPart::Inside } else { VariantPart::None }
        } else if is_brace && self.variant.is_some() {
            self.open_braces = self.end_variant(self.tokens[first].span);
            VariantPart::End
        } else if self.variant_brace(parts.row, parts.after_labels()).is_some() {
            let open_before = self.end_variant(Span::at(self.tokens[first].span.range().start));
            self.variant = Some(OpenVariant { set: None, is_empty: true, open_before });
            self.open_braces = 0;
            VariantPart::Begin(self.variant_ends.len())
        } else {
            // In a variant, a block without its `}` ends before that of the variant.
            if parts.notation.is_none() || self.variant.is_none() {
                self.open_braces = braces_after(self.tokens, parts.tokens.clone(), self.open_braces);
            }
            self.line_with_content(self.named_set(&parts))
        };
        LogicalLine {
            tokens: parts.tokens,
            notation: parts.notation,
            is_stray_brace: is_brace && variant == VariantPart::None,
            variant,
            variant_set: self.variant.as_ref().and_then(|variant| variant.set),
        }
    }

    /// Returns the part of a variant that a line with content is. `named` is the set that the line names.
    fn line_with_content(&mut self, named: Option<&'r Rc<InstructionSet>>) -> VariantPart {
        let Some(variant) = &mut self.variant else {
            self.named = self.named.or(named);
            return VariantPart::None;
        };
        if !std::mem::take(&mut variant.is_empty) {
            return VariantPart::Inside;
        }
        variant.set = named;
        VariantPart::First
    }

    /// Ends the open variant, if there is one. Returns the number of braces that were open before it, or are open now.
    fn end_variant(&mut self, end: Span) -> usize {
        let Some(variant) = self.variant.take() else { return self.open_braces };
        self.variant_ends.push(end);
        variant.open_before
    }

    /// Returns the set that an `.isa` line names.
    fn named_set(&self, parts: &LineParts) -> Option<&'r Rc<InstructionSet>> {
        parts.row.filter(|row| row.class.word == "isa")?;
        let key = self.tokens[parts.first_after_labels + 2..parts.tokens.end]
            .iter()
            .find(|token| !token.is_trivia())?;
        self.sets.set(key.span.of(self.text))
    }

    /// Splits off a line up to its end. `.semantics` and `.op` extend to the brace that matches their first one. If a line
    /// of the block begins with a directive, the closing brace is missing, and the block ends before that line.
    fn line_parts(&self, start: usize) -> LineParts {
        let first_end = self.line_end(start);
        let first_after_labels = self.first_after_labels(start..first_end);
        let row = self.directive_row(first_after_labels..first_end);
        let (notation, block_end) = match self.notation_brace(row, first_after_labels..first_end) {
            Some(open) => {
                let (close, end) = self.closing_brace(open);
                (Some(Braces { open, close }), end)
            }
            None => (None, first_end),
        };
        let end = match self.variant_brace(row, first_after_labels..block_end) {
            Some(open) => self.after_comments(open + 1..block_end),
            None => self.cut_at_variant_end(start..block_end, notation),
        };
        LineParts { tokens: start..end, first_after_labels, row, notation }
    }

    /// Returns the first token of a line after its labels, or the end of the line.
    fn first_after_labels(&self, line: Range<usize>) -> usize {
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
    fn cut_at_variant_end(&self, line: Range<usize>, notation: Option<Braces>) -> usize {
        if self.variant.is_none() {
            return line.end;
        }
        let from = notation.map_or(line.start, |braces| braces.close.map_or(line.end, |close| close + 1));
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

    /// Returns whether a line is a `}` alone.
    fn is_lone_brace(&self, line: Range<usize>) -> bool {
        match &self.tokens[line] {
            [first, rest @ ..] => first.is('}') && rest.iter().all(Token::is_trivia),
            [] => false,
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
        let is_ignored = || self.sets.all().iter().any(|set| set.ignores_directive(text));
        is_directive(*dot, *word) && (table::row(text).is_some() || is_ignored())
    }
}

/// Returns whether two tokens are the dot and the word of a directive.
pub(super) fn is_directive(dot: Token, word: Token) -> bool {
    dot.is('.') && word.is_glued && word.kind == TokenKind::Word
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
