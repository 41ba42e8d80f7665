//! Byte ranges and positions in a text.

use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// A half-open range of bytes in a text, on character boundaries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Creates the range `start..end`. Texts are at most 256 KiB, so offsets fit.
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end);
        // Documents are rejected far below 4 GiB before any span is computed.
        Self { start: start as u32, end: end as u32 }
    }

    /// Creates the empty range at `at`.
    pub fn at(at: usize) -> Self {
        Self::new(at, at)
    }

    /// Returns the smallest range that covers both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Returns the range as `usize` indices.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the text that the range covers, or an empty string if the range does not fit this text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or("")
    }

    /// Returns whether `byte_offset` lies in the range or at its end, as the caret may.
    pub fn touches(self, byte_offset: usize) -> bool {
        self.range().start <= byte_offset && byte_offset <= self.range().end
    }

    /// Returns whether another span lies in this one.
    pub fn encloses(self, inner: Span) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// Returns the length in bytes.
    pub fn len(self) -> usize {
        self.range().len()
    }

    /// Returns whether the range is empty.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A line and a column, both from 1. The column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LineCol {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Returns the line and column of a byte offset. Offsets past the end of the text count as its end.
pub fn line_col(text: &str, byte_offset: usize) -> LineCol {
    let mut at = byte_offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    LineCol { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Returns the span of each line, without its line break.
pub fn line_spans(text: &str) -> impl Iterator<Item = Span> + '_ {
    let mut start = 0;
    text.split('\n').map(move |line| {
        let span = Span::new(start, start + line.len());
        start += line.len() + 1;
        span
    })
}

/// Returns the offset of the first byte of each line, ascending.
pub fn line_starts(text: &str) -> Rc<[u32]> {
    // A text is far smaller than 4 GiB.
    let after = text.match_indices('\n').map(|(at, _)| at as u32 + 1);
    std::iter::once(0).chain(after).collect()
}

/// Returns the line in which a span begins, from 1. `starts` are the starts of the text's lines.
pub fn line_number(starts: &[u32], span: Span) -> usize {
    starts.partition_point(|start| *start <= span.start)
}

/// Returns the span of the line that contains `byte_offset`, without its line break.
pub fn line_span(text: &str, byte_offset: usize) -> Span {
    let mut at = byte_offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let end = text[at..].find('\n').map_or(text.len(), |i| at + i);
    Span::new(start, end)
}

/// A replacement of `span` by `replacement`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextEdit {
    /// The range to replace.
    pub span: Span,
    /// The new text.
    pub replacement: String,
}

/// Sorts edits by their ranges.
pub fn sort_edits(edits: &mut [TextEdit]) {
    edits.sort_by_cached_key(|edit| edit.span);
}

/// Applies the edits to `text`, in any order. Edits must not overlap.
pub fn apply_edits(text: &str, edits: &[TextEdit]) -> String {
    let mut edits = edits.to_vec();
    sort_edits(&mut edits);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for edit in edits {
        out.push_str(text.get(at..edit.span.range().start).unwrap_or(""));
        out.push_str(&edit.replacement);
        at = edit.span.range().end.max(at);
    }
    out.push_str(text.get(at..).unwrap_or(""));
    out
}
