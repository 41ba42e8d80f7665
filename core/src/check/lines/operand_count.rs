//! The error for a line with a wrong number of operands.

use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::syntax::Node;

/// Returns the error for a number of operands other than `most`. `takes` describes the right number, and `end` is the place
/// of missing operands. If exactly one operand is too many, it is the one at the index `extra`, and a fix removes it.
pub(crate) fn wrong_count(
    text: &str,
    rule: &'static Rule,
    written: &[Node],
    most: usize,
    takes: &str,
    extra: usize,
    end: Span,
) -> Diagnostic {
    let has_one_too_many = written.len() == most + 1;
    let message = if has_one_too_many {
        format!("one operand too many: {takes}")
    } else {
        format!("{takes}, found {}", written.len())
    };
    let span = written.get(if has_one_too_many { extra } else { most }).map_or(end, |node| node.span);
    let finding = Diagnostic::error(rule, span, message);
    match removal(text, written, extra).filter(|_| has_one_too_many) {
        Some(edit) => finding.fix("remove it", vec![edit]),
        None => finding,
    }
}

/// Returns the edit that removes an operand, with the separator on one side of it. Returns `None` if two adjacent operands are
/// equal, because either may be the extra one.
fn removal(text: &str, written: &[Node], extra: usize) -> Option<TextEdit> {
    let spans: Vec<Span> = written.iter().map(|node| node.span).collect();
    if spans.windows(2).any(|pair| pair[0].of(text) == pair[1].of(text)) {
        return None;
    }
    let own = spans.get(extra)?.range();
    let span = match (extra.checked_sub(1), spans.get(extra + 1)) {
        (_, Some(next)) => Span::new(own.start, next.range().start),
        (Some(previous), None) => Span::new(spans[previous].range().end, own.end),
        (None, None) => return None,
    };
    Some(TextEdit { span, replacement: String::new() })
}
