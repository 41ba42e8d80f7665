//! The error for a line with a wrong number of operands.

use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::syntax::Node;

/// Returns the error for a number of operands other than `most`. `takes` describes the right number, and `end` is the place
/// of missing operands. If exactly one operand is too many, a fix removes it.
pub(crate) fn wrong_count(
    text: &str,
    rule: &'static Rule,
    written: &[Node],
    (most, takes): (usize, &str),
    end: Span,
) -> Diagnostic {
    let message = match written.len() {
        count if count == most + 1 => format!("one operand too many: {takes}"),
        count => format!("{takes}, found {count}"),
    };
    let span = written.get(most).map_or(end, |node| node.span);
    let finding = Diagnostic::error(rule, span, message);
    match extra_operand(text, written, most) {
        Some(edit) => finding.fix("remove it", vec![edit]),
        None => finding,
    }
}

/// Returns the edit that removes the last of `written` if there is exactly one operand too many, with the separator
/// before it. Returns `None` if two adjacent operands are equal, because either may be the extra one.
fn extra_operand(text: &str, written: &[Node], most: usize) -> Option<TextEdit> {
    let spans: Vec<Span> = written.iter().map(|node| node.span).collect();
    let [.., last_wanted, extra] = spans[..] else { return None };
    let are_alike = spans.windows(2).any(|pair| pair[0].of(text) == pair[1].of(text));
    let span = Span::new(last_wanted.range().end, extra.range().end);
    (written.len() == most + 1 && !are_alike).then(|| TextEdit { span, replacement: String::new() })
}
