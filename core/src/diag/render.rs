//! Plain-text rendering of a diagnostic with its place marked.

use super::diagnostic::Diagnostic;
use crate::base::{Span, line_col, line_span};
use std::fmt::Write;

/// Renders a diagnostic for a terminal: headline, place, the line with carets, rule, notes and fix.
pub fn render(name: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let severity = diagnostic.severity.word();
    let mut out = String::new();
    let _ = writeln!(out, "{severity}[{}]: {}", diagnostic.code(), printable(diagnostic.message.chars()));
    mark(&mut out, name, text, diagnostic.span);
    let _ = writeln!(out, "  = rule: {} ({})", diagnostic.rule.statement, diagnostic.source);
    for note in &diagnostic.notes {
        let _ = writeln!(out, "  = note: {}", printable(note.text.chars()));
        if let Some(span) = note.span {
            mark(&mut out, name, text, span);
        }
    }
    if let Some(fix) = &diagnostic.fix {
        let _ = writeln!(out, "  = fix: {}", printable(fix.label.chars()));
    }
    out
}

/// Replaces characters that a terminal would act on by spaces: control characters and bidirectional controls.
fn printable(text: impl Iterator<Item = char>) -> String {
    let acts = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.map(|c| if acts(c) { ' ' } else { c }).collect()
}

/// The maximum number of characters shown of a line, and how many of them precede the marked place.
const SHOWN: usize = 120;
const BEFORE: usize = 40;

/// Writes the place: `--> name:line:column`, the line, and carets under the first line of the range. A long line is
/// cut around the place.
fn mark(out: &mut String, name: &str, text: &str, span: Span) {
    let at = line_col(text, span.range().start);
    let line: Vec<char> = line_span(text, span.range().start).of(text).chars().collect();
    let first = if line.len() > SHOWN { (at.column - 1).saturating_sub(BEFORE) } else { 0 };
    let last = line.len().min(first + SHOWN);
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    let shown = printable(line[first..last].iter().copied());
    let shown = shown.trim_end();
    let shown = format!("{}{shown}{}", cut(first > 0), cut(last < line.len()));
    let column = at.column - 1 - first + usize::from(first > 0);
    let marked = span.of(text).lines().next().map_or(0, |marked| marked.chars().count());
    let width = marked.clamp(1, (last - first).saturating_sub(at.column - 1 - first).max(1));
    let gutter = at.line.to_string();
    let pad = " ".repeat(gutter.len());
    let _ = writeln!(out, "{pad}--> {name}:{}:{}", at.line, at.column);
    let _ = writeln!(out, "{gutter} | {shown}");
    let _ = writeln!(out, "{pad} | {}{}", " ".repeat(column), "^".repeat(width));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    fn marked(text: &str, start: usize, end: usize) -> String {
        let mut out = String::new();
        mark(&mut out, "f", text, Span::new(start, end));
        out
    }

    #[test]
    fn carets_stand_under_the_place() {
        assert_eq!(marked("ab\nx é y", 5, 9), " --> f:2:3\n2 | x é y\n  |   ^^^\n");
        assert_eq!(marked("ab", 2, 2), " --> f:1:3\n1 | ab\n  |   ^\n");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}MARK{}", "a".repeat(500), "b".repeat(500));
        let shown = marked(&text, 500, 504);
        assert!(shown.lines().all(|line| line.chars().count() < 140), "{shown}");
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines[2].find('^').expect("marked");
        let under: String = lines[1].chars().skip(at).take(4).collect();
        assert_eq!(under, "MARK");
    }
}
