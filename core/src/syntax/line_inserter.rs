//! Insertion of lines into a text, each at the place of its rank.

use super::ast::{Document, Rank};
use super::lexer::{Token, TokenKind, lex, text_start};
use crate::base::{Span, TextEdit};
use std::ops::Range;

/// Returns the characters that end lines of a text.
pub fn line_ending(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the edits that add lines to a text. `current_line` is the line being written.
pub(crate) fn add_lines(
    text: &str,
    document: &Document,
    current_line: Span,
    lines: &[(Rank, String)],
) -> Vec<TextEdit> {
    LineInserter::new(text, document).with_current_line(current_line).add(lines)
}

/// Inserts lines into a text, each at the place of its rank.
pub(super) struct LineInserter<'a> {
    text: &'a str,
    document: &'a Document,
    first_instruction: Option<Span>,
    /// The ends of the lines, after their newlines. Comments, continuations and items may join several lines.
    line_ends: Vec<usize>,
}

impl<'a> LineInserter<'a> {
    pub fn new(text: &'a str, document: &'a Document) -> Self {
        Self::from_tokens(text, document, &lex(text))
    }

    /// Creates the inserter of a text with these tokens.
    pub fn from_tokens(text: &'a str, document: &'a Document, tokens: &[Token]) -> Self {
        let items = document.items.iter().map(|item| item.span);
        let mut joined: Vec<Span> = items.filter(|item| item.of(text).contains('\n')).collect();
        joined.sort_unstable();
        let is_end = |newline: &Span| {
            let begun = joined.partition_point(|item| item.start < newline.start);
            joined[..begun].last().is_none_or(|item| item.end <= newline.end)
        };
        let newlines = tokens.iter().filter(|token| token.kind == TokenKind::Newline).map(|token| token.span);
        let line_ends = newlines.filter(is_end).map(|newline| newline.range().end).collect();
        let first_instruction = document.instructions().next().map(|(item, _)| item);
        Self { text, document, first_instruction, line_ends }
    }

    /// Returns the inserter for a text in which `line` is being written. Its instruction may not be in the document yet.
    pub fn with_current_line(self, line: Span) -> Self {
        let first_instruction = self.first_instruction.into_iter().chain([line]).min();
        Self { first_instruction, ..self }
    }

    /// Inserts lines, each at the place of its rank.
    pub fn add(&self, lines: &[(Rank, String)]) -> Vec<TextEdit> {
        let of_one_rank = lines.chunk_by(|(rank, _), (next, _)| rank == next);
        let insert = |lines: &[(Rank, String)]| {
            let lines_of_rank: Vec<&str> = lines.iter().map(|(_, line)| line.as_str()).collect();
            self.at_rank(lines[0].0, &lines_of_rank.join(line_ending(self.text)))
        };
        of_one_rank.map(insert).collect()
    }

    /// Inserts a line after the last directive of the highest rank up to `rank`, or else before the first instruction.
    pub fn at_rank(&self, rank: Rank, line: &str) -> TextEdit {
        let newline = line_ending(self.text);
        let lower = self
            .document
            .base_items()
            .filter_map(|item| Some((item.class()?.rank.filter(|&lower| lower <= rank)?, item.span)))
            .max_by_key(|(rank, item)| (*rank, item.start));
        match (lower, self.first_instruction) {
            (Some((_, item)), _) => {
                let end = self.lines_of(item).end;
                let is_open = end == 0 || !self.text[..end].ends_with('\n');
                let replacement =
                    if is_open { format!("{newline}{line}") } else { format!("{line}{newline}") };
                TextEdit { span: Span::at(end), replacement }
            }
            (None, Some(item)) => {
                let start = self.lines_of(item).start;
                TextEdit { span: Span::at(start), replacement: format!("{line}{newline}") }
            }
            (None, None) => {
                let is_open = !self.text.is_empty() && !self.text.ends_with('\n');
                let before = if is_open { newline } else { "" };
                TextEdit { span: Span::at(self.text.len()), replacement: format!("{before}{line}{newline}") }
            }
        }
    }

    /// Returns the lines that an item occupies, including the final newline.
    pub fn lines_of(&self, item: Span) -> Range<usize> {
        let Range { start, end } = item.range();
        let before = self.line_ends.partition_point(|line_end| *line_end <= start);
        let until = self.line_ends.partition_point(|line_end| *line_end <= end);
        let start = before.checked_sub(1).map_or(text_start(self.text), |last| self.line_ends[last]);
        start..self.line_ends.get(until).copied().unwrap_or(self.text.len())
    }
}
