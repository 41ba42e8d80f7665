//! Limits on the number of items in a text.

use super::findings::{Findings, Reported};
use crate::diag::Diagnostic;

/// A limit on items of one kind. The first excess is reported, and nothing after it is within the limit.
pub(crate) struct Quota {
    left: usize,
    exceeded: Option<Reported>,
}

impl Quota {
    /// Creates a limit of `most` items.
    pub fn new(most: usize) -> Self {
        Self { left: most, exceeded: None }
    }

    /// Takes items that are within the limit. Reports the first excess.
    pub fn take(
        &mut self,
        count: usize,
        findings: &mut Findings,
        excess: impl FnOnce() -> Diagnostic,
    ) -> Result<(), Reported> {
        if let Some(reported) = self.exceeded {
            return Err(reported);
        }
        match self.left.checked_sub(count) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(*self.exceeded.insert(findings.push_error(excess()))),
        }
    }

    /// Returns whether the limit was exceeded.
    pub fn is_exceeded(&self) -> bool {
        self.exceeded.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::check::rules;
    use crate::test;

    #[test]
    fn the_first_excess_is_reported_and_ends_the_quota() {
        let (mut quota, mut findings) = (Quota::new(5), Findings::default());
        let excess = || Diagnostic::error(&rules::DECLARATIONS, Span::at(0), "too many");
        let taken = [3, 2, 0, 1, 0].map(|count| quota.take(count, &mut findings, excess).is_ok());
        assert_eq!((taken, quota.is_exceeded()), ([true, true, true, false, false], true));
        assert_eq!(findings.into_all().len(), 1);
    }
}
