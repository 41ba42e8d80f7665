//! The fix for a line with one operand too many.

use crate::base::{Span, TextEdit};
use crate::syntax::OperandText;

/// Returns the edit that removes the last of `written` if there is exactly one operand too many, with the separator
/// before it. Returns `None` if two adjacent operands are equal, because either may be the extra one.
pub(super) fn extra_operand(text: &str, written: &[OperandText], most: usize) -> Option<TextEdit> {
    let spans: Vec<Span> = written.iter().map(OperandText::span).collect();
    let [.., last_wanted, extra] = spans[..] else { return None };
    let are_alike = spans.windows(2).any(|pair| pair[0].of(text) == pair[1].of(text));
    let span = Span::new(last_wanted.range().end, extra.range().end);
    (written.len() == most + 1 && !are_alike).then(|| TextEdit { span, replacement: String::new() })
}
