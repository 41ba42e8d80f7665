//! The error for a line with a wrong number of operands.

use crate::base::{Rule, Span, TextEdit};
use crate::diag::Diagnostic;
use crate::syntax::Node;

/// The number of operands that a line takes.
pub(crate) struct OperandCount {
    pub rule: &'static Rule,
    /// The right number in words, with the instruction that takes it.
    pub takes: String,
    /// The largest number.
    pub most: usize,
    /// The index of the operand that is too many, if exactly one is.
    pub extra: usize,
    /// The span of missing operands.
    pub end: Span,
}

impl OperandCount {
    /// Returns the error for a line with another number of operands. If exactly one is too many, a fix removes it.
    pub fn mismatch(&self, text: &str, written: &[Node]) -> Diagnostic {
        let Self { takes, most, extra, .. } = self;
        let has_one_too_many = written.len() == most + 1;
        let message = if has_one_too_many {
            format!("one operand too many: {takes}")
        } else {
            format!("{takes}, found {}", written.len())
        };
        let index = if has_one_too_many { extra } else { most };
        let span = written.get(*index).map_or(self.end, |node| node.span);
        let finding = Diagnostic::error(self.rule, span, message);
        match removal(text, written, *extra).filter(|_| has_one_too_many) {
            Some(edit) => finding.fix("remove it", vec![edit]),
            None => finding,
        }
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
