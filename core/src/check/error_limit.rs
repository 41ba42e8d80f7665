//! Limits on the work for a document with very many errors.

use super::rules;
use crate::base::{Span, closest};
use crate::diag::{Diagnostic, Severity};
use crate::syntax::MAX_ERRORS;

/// The number of errors after which suggestions stop.
pub(crate) const MAX_SUGGESTIONS: usize = 20;

/// Returns whether the next finding may have a suggestion. A suggestion costs time for each declared name and each
/// line.
pub(crate) fn may_suggest(findings: &[Diagnostic]) -> bool {
    findings.iter().filter(|finding| finding.severity == Severity::Error).take(MAX_SUGGESTIONS).count()
        < MAX_SUGGESTIONS
}

/// Returns the only declared name close to a misspelt one, if the next finding may have a suggestion.
pub(crate) fn similar<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
    findings: &[Diagnostic],
) -> Option<&'a str> {
    if may_suggest(findings) { closest(name, known) } else { None }
}

/// Counter of the errors that a check has found. The check stops after [`MAX_ERRORS`], as the parser does.
#[derive(Default)]
pub struct ErrorLimit {
    /// The number of findings examined so far.
    counted: usize,
    errors: usize,
    is_reported: bool,
}

impl ErrorLimit {
    /// Returns whether more than [`MAX_ERRORS`] of the findings are errors. The first call that returns true reports
    /// at `span` that the check stops there. `findings` must start with the findings of earlier calls.
    pub fn is_reached(&mut self, span: Span, findings: &mut Vec<Diagnostic>) -> bool {
        let new = findings[self.counted.min(findings.len())..].iter();
        self.errors += new.filter(|finding| finding.severity == Severity::Error).count();
        self.counted = findings.len();
        let is_reached = self.errors > MAX_ERRORS;
        if is_reached && !self.is_reported {
            self.is_reported = true;
            let message = format!(
                "more than {MAX_ERRORS} errors; the rest of the text is not checked; fix these first"
            );
            findings.push(Diagnostic::error(&rules::ERRORS, Span::at(span.range().start), message));
        }
        is_reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn only_errors_end_the_suggestions() {
        let notes = vec![Diagnostic::info(&rules::VALUE_TYPE, Span::at(0), "a note"); 2 * MAX_SUGGESTIONS];
        assert!(may_suggest(&notes));
        let errors = vec![Diagnostic::error(&rules::VALUE_TYPE, Span::at(0), "an error"); MAX_SUGGESTIONS];
        assert!(may_suggest(&errors[1..]) && !may_suggest(&errors));
    }
}
