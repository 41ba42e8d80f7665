//! Edits of single directives. A change in a panel is an edit of the text.

pub(super) mod values;

use super::ast::{Directive, Document, Rank};
use super::line_inserter::{LineInserter, line_ending};
use crate::base::{LaneMask, Schedule, Span, TextEdit, sort_edits};
use crate::spec::CostModel;
use std::ops::Range;

/// Sets the number of lanes and the active lanes in `.lanes`.
pub fn set_lane_mask(text: &str, document: &Document, count: usize, mask: LaneMask) -> Vec<TextEdit> {
    let active = format!("active={}", mask_text(mask, count));
    let Some(lanes) = document.lanes_lines().next_back() else {
        let line = format!(".lanes {count} {active}");
        return vec![LineInserter::new(text, document).at_rank(Rank::Lanes, &line)];
    };
    let mut edits = Vec::new();
    if usize::try_from(lanes.count.value) != Ok(count) {
        edits.push(TextEdit { span: lanes.count.span, replacement: count.to_string() });
    }
    edits.push(match lanes.active {
        Some(active) => TextEdit { span: active.span, replacement: mask_text(mask, count) },
        None => {
            let end = Span::at(lanes.count.span.range().end);
            TextEdit { span: end, replacement: format!(" {active}") }
        }
    });
    edits
}

/// Formats a mask in binary, in groups of four digits.
fn mask_text(mask: LaneMask, count: usize) -> String {
    let mut digits = String::from("0b");
    for lane in (0..count.clamp(1, LaneMask::LANES)).rev() {
        digits.push(if mask.contains(lane) { '1' } else { '0' });
        if lane % 4 == 0 && lane > 0 {
            digits.push('_');
        }
    }
    digits
}

/// Sets the choice of a reading, or removes it to restore the default.
pub fn set_reading(text: &str, document: &Document, name: &str, choice: Option<&str>) -> Vec<TextEdit> {
    let lines = document.directives().filter_map(|(item, directive)| match directive {
        Directive::Reading(line) if line.name.text == name => Some((item, line.choice.span)),
        _ => None,
    });
    let found: Vec<(Span, Span)> = lines.collect();
    match (choice, found.last()) {
        (Some(choice), Some(&(_, span))) => vec![TextEdit { span, replacement: choice.to_owned() }],
        (Some(choice), None) => {
            let line = format!(".reading {name} = {choice}");
            vec![LineInserter::new(text, document).at_rank(Rank::Reading, &line)]
        }
        (None, _) => found.iter().map(|(item, _)| removal(text, *item)).collect(),
    }
}

/// Sets the cost model. Drops the numbers of another model.
pub fn set_model(text: &str, document: &Document, model: &CostModel) -> Vec<TextEdit> {
    let line = format!(".model {}", model.key);
    match document.directives().rev().find(|(_, directive)| matches!(directive, Directive::Model(_))) {
        Some((span, _)) => vec![TextEdit { span, replacement: line }],
        None => vec![LineInserter::new(text, document).at_rank(Rank::Model, &line)],
    }
}

/// Sets the order of lanes for an instruction. Changes the `.order` line in force there, which other instructions may
/// share, or adds one.
pub fn set_order(text: &str, document: &Document, instruction: Span, order: &Schedule) -> Vec<TextEdit> {
    let line = format!(".order {order}");
    match document.orders().order_for(instruction) {
        Some((span, _)) => vec![TextEdit { span, replacement: line }],
        None => vec![LineInserter::new(text, document).at_rank(Rank::Order, &line)],
    }
}

/// Gives each of these instructions its own order. Removes all `.order` lines.
pub fn set_orders(text: &str, document: &Document, orders: &[(Span, Schedule)]) -> Vec<TextEdit> {
    let lines = document.orders().lines.into_iter();
    let mut edits: Vec<TextEdit> = lines.map(|(item, _)| removal(text, item)).collect();
    let (newline, inserter) = (line_ending(text), LineInserter::new(text, document));
    let mut before = None;
    for (instruction, order) in orders {
        if before != Some(order) {
            let start = Span::at(inserter.lines_of(*instruction).start);
            edits.push(TextEdit { span: start, replacement: format!(".order {order}{newline}") });
        }
        before = Some(order);
    }
    sort_edits(&mut edits);
    edits
}

/// Returns the start of an instruction's line.
pub fn line_start(text: &str, document: &Document, instruction: Span) -> usize {
    LineInserter::new(text, document).lines_of(instruction).start
}

/// Appends lines at the end, preceded by a blank line.
pub fn append_lines(text: &str, lines: &str) -> Vec<TextEdit> {
    let newline = line_ending(text);
    let end = text.trim_end().len();
    let lines: String = lines.lines().flat_map(|line| [newline, line]).collect();
    let gap = if end == 0 { "" } else { newline };
    let replacement = format!("{gap}{}{newline}", if end == 0 { lines.trim_start() } else { &lines });
    vec![TextEdit { span: Span::new(end, text.len()), replacement }]
}

/// Returns the span of new last lines in a block, from the end of its last line to its `}`.
pub fn end_of_block(text: &str, block: Span) -> Span {
    let brace = block.range().end - 1;
    Span::new(text[..brace].trim_end().len(), brace)
}

/// Returns an edit that removes an item. A line with nothing else on it is removed whole. A label before the item and a
/// comment after it stay.
fn removal(text: &str, item: Span) -> TextEdit {
    let is_gap = |c: char| matches!(c, ' ' | '\t');
    let Range { start, end } = item.range();
    let (before, after) = (text[..start].trim_end_matches(is_gap), text[end..].trim_start_matches(is_gap));
    let newline = ["\r\n", "\n"].iter().find(|newline| after.starts_with(**newline));
    let begins_line = before.is_empty() || before.ends_with(['\n', '\u{feff}']);
    let ends_line = after.is_empty() || newline.is_some();
    let end = text.len() - after.len();
    let span = match (begins_line, ends_line) {
        (true, true) => Span::new(before.len(), end + newline.map_or(0, |newline| newline.len())),
        (false, true) => Span::new(before.len(), end),
        (_, false) => Span::new(start, end),
    };
    TextEdit { span, replacement: String::new() }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::super::tests::known_sets;
    use super::*;
    use crate::base::apply_edits;
    use crate::test;

    /// Asserts that an edit of a valid text gives the expected text, which is valid too.
    pub fn check(text: &str, expected: &str, edit: impl Fn(&str, &Document) -> Vec<TextEdit>) {
        let (document, diagnostics) = parse(text, &known_sets());
        assert_eq!(diagnostics, [], "{text}");
        let edited = apply_edits(text, &edit(text, &document));
        assert_eq!(edited, expected);
        assert_eq!(parse(&edited, &known_sets()).1, [], "{edited}");
    }

    #[test]
    fn lanes() {
        let edit = |text: &str, document: &Document| set_lane_mask(text, document, 8, LaneMask(0xf7));
        check(
            ".isa visa // v\nret (M1, 1)\n",
            ".isa visa // v\n.lanes 8 active=0b1111_0111\nret (M1, 1)\n",
            edit,
        );
        check(".lanes 4 helpers=0\n", ".lanes 8 active=0b1111_0111 helpers=0\n", edit);
        check(".lanes 8 active=0xff // on", ".lanes 8 active=0b1111_0111 // on", edit);
        check("// c\nret (M1, 1)", "// c\n.lanes 8 active=0b1111_0111\nret (M1, 1)", edit);
        check(".isa visa", ".isa visa\n.lanes 8 active=0b1111_0111", edit);
        check("", ".lanes 8 active=0b1111_0111\n", edit);
    }

    #[test]
    fn readings_and_orders() {
        let choose = |choice: Option<&'static str>| {
            move |text: &str, document: &Document| set_reading(text, document, "typed_width", choice)
        };
        check(
            ".isa visa\r\nret (M1, 1)\r\n",
            ".isa visa\r\n.reading typed_width = low_word\r\nret (M1, 1)\r\n",
            choose(Some("low_word")),
        );
        check(
            ".reading typed_width = reject\n",
            ".reading typed_width = low_word\n",
            choose(Some("low_word")),
        );
        check("// a\n.reading typed_width = reject\n.lanes 8\n", "// a\n.lanes 8\n", choose(None));
        check("x: .reading typed_width = reject // c\n", "x: // c\n", choose(None));
        check("x: .reading typed_width = reject\r\n.lanes 8\r\n", "x:\r\n.lanes 8\r\n", choose(None));
        check("  .reading typed_width = reject \n.lanes 8\n", ".lanes 8\n", choose(None));
        let order = |text: &str, document: &Document| {
            set_order(text, document, Span::at(99), &Schedule::Explicit(vec![vec![2, 0, 1]]))
        };
        check(".lanes 4\n.order ascending // a\n", ".lanes 4\n.order 2 0 1 // a\n", order);
        check(".lanes 4\n.expect A = 1\n", ".lanes 4\n.order 2 0 1\n.expect A = 1\n", order);
    }
}
