//! Notation texts inside larger texts: their lines without shared indentation, and the place of each line.

use crate::base::Span;
use crate::semantics::{op_blocks, op_body};
use crate::spec::OpTable;
use std::ops::Range;

/// A map between a text (the part) and a larger text that contains its lines (the whole): stretches of bytes, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(pub(super) Vec<MappedBytes>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MappedBytes {
    pub part: usize,
    pub whole: usize,
    pub len: usize,
}

impl Places {
    /// Converts an offset in the part to an offset in the whole.
    pub(super) fn to_whole(&self, part: usize) -> Option<usize> {
        let stretch = self.0.iter().rfind(|stretch| stretch.part <= part)?;
        Some(stretch.whole + (part - stretch.part).min(stretch.len))
    }

    /// Returns the span of the part that overlaps or touches a span of the whole.
    pub fn to_part(&self, whole: Span) -> Option<Span> {
        let Range { start, end } = whole.range();
        let touched = |stretch: &&MappedBytes| stretch.whole <= end && start <= stretch.whole + stretch.len;
        let (first, last) = (self.0.iter().find(touched)?, self.0.iter().rfind(touched)?);
        let inside = |stretch: &MappedBytes, at: usize| {
            stretch.part + at.clamp(stretch.whole, stretch.whole + stretch.len) - stretch.whole
        };
        let (from, to) = (inside(first, start), inside(last, end));
        Some(Span::new(from, to.max(from)))
    }

    /// Returns the map for a whole in which this one begins at byte `start`.
    pub(super) fn moved(self, start: usize) -> Self {
        let moved = self.0.into_iter();
        Self(moved.map(|stretch| MappedBytes { whole: stretch.whole + start, ..stretch }).collect())
    }

    /// Returns the map for a whole that begins at byte `begin` of this one.
    pub(super) fn within(&self, begin: usize) -> Self {
        let moved = self.0.iter().filter(|stretch| stretch.whole >= begin);
        Self(moved.map(|stretch| MappedBytes { whole: stretch.whole - begin, ..*stretch }).collect())
    }
}

/// Removes shared indentation, trailing white space, and blank lines at both ends. Also returns the place of each line
/// in the original.
pub(super) fn dedented(text: &str) -> (String, Places) {
    let mut start = 0;
    let lines = text.split('\n').map(|line| {
        let at = start;
        start += line.len() + 1;
        (at, line.trim_end())
    });
    let lines: Vec<(usize, &str)> = lines.collect();
    let is_blank = |(_, line): &(usize, &str)| line.is_empty();
    let first = lines.iter().position(|line| !is_blank(line)).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !is_blank(line)).map_or(first, |last| last + 1);
    let lines = &lines[first..last];
    let indent = |(_, line): &(usize, &str)| line.len() - line.trim_start_matches([' ', '\t']).len();
    let shared = lines.iter().filter(|line| !is_blank(line)).map(indent).min().unwrap_or(0);
    let (mut out, mut stretches) = (String::new(), Vec::new());
    for (at, line) in lines {
        let line = line.get(shared..).unwrap_or("");
        if !stretches.is_empty() {
            out.push('\n');
        }
        stretches.push(MappedBytes { part: out.len(), whole: at + shared, len: line.len() });
        out.push_str(line);
    }
    (out, Places(stretches))
}

/// Returns the built-in text of an operation, by name or spelling, without the braces around it. Also returns the place
/// of each line in the block.
pub(super) fn built_in_operation(table: &OpTable, name: &str) -> Option<(String, Places)> {
    let wanted = table.op(name).map_or(name, |op| op.name);
    let blocks = op_blocks(table.semantics);
    let (_, span) = blocks.iter().find(|(known, _)| known.eq_ignore_ascii_case(wanted))?;
    let block = span.of(table.semantics);
    let body = op_body(block)?;
    let (text, places) = dedented(body.of(block));
    Some((text, places.moved(body.range().start)))
}
