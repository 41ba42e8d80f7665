//! A diagnostic as plain text with the place marked.

use super::{Diagnostic, Severity};
use crate::base::{Span, line_col, line_span};
use std::fmt::Write;

/// The finding as a terminal shows it: headline, place, the line with carets, rule, notes and fix.
pub fn render(name: &str, text: &str, diagnostic: &Diagnostic) -> String {
    let severity = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    };
    let mut out = String::new();
    let _ = writeln!(out, "{severity}[{}]: {}", diagnostic.code(), diagnostic.message);
    mark(&mut out, name, text, diagnostic.span);
    let _ = writeln!(out, "  = rule: {} ({})", diagnostic.rule.statement, diagnostic.rule.source);
    for note in &diagnostic.notes {
        let _ = writeln!(out, "  = note: {}", note.text);
        if let Some(span) = note.span {
            mark(&mut out, name, text, span);
        }
    }
    if let Some(fix) = &diagnostic.fix {
        let _ = writeln!(out, "  = fix: {}", fix.label);
    }
    out
}

/// The place: `--> name:line:column`, the line, and carets under the range (its first line only).
fn mark(out: &mut String, name: &str, text: &str, span: Span) {
    let at = line_col(text, span.range().start);
    let line = line_span(text, span.range().start);
    let gutter = at.line.to_string();
    let pad = " ".repeat(gutter.len());
    let shown = line.of(text).replace('\t', " ");
    let last = span.range().end.min(line.range().end).max(span.range().start);
    let width = text.get(span.range().start..last).map_or(1, |marked| marked.chars().count()).max(1);
    let _ = writeln!(out, "{pad}--> {name}:{}:{}", at.line, at.column);
    let _ = writeln!(out, "{gutter} | {shown}");
    let _ = writeln!(out, "{pad} | {}{}", " ".repeat(at.column - 1), "^".repeat(width));
}
