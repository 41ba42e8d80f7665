//! The variants of a text, each with its own run.

use super::expectation::Expectation;
use super::session::Session;
use crate::diag::Diagnostic;

impl Session {
    /// Runs each variant of the text, in order.
    pub fn each_variant(&self) -> impl Iterator<Item = Self> {
        self.variants().map(|name| {
            let mut pending = Self::begin_as(&self.text, &self.roll_call, Some(name));
            pending.advance(u32::MAX);
            pending.session().clone()
        })
    }

    /// Returns true if every expectation is known to hold, and every error is named by an `.expect error` line.
    pub fn is_as_expected(&self) -> bool {
        !self.unexpected_errors() && self.expectations.iter().all(Expectation::holds)
    }

    /// Returns the prefix of messages about this side: the variant's name, or nothing for the base text.
    pub fn side_in_words(&self) -> String {
        self.variant.as_ref().map_or_else(String::new, |name| format!("in the variant `{name}`: "))
    }

    /// Returns the diagnostics of a variant that the base text does not have, prefixed with the variant's name. Empty
    /// if only the variant fails to check: the base text reports its errors already.
    pub fn own_findings(&self, base: &Self) -> Vec<Diagnostic> {
        if self.run.is_none() && base.run.is_some() {
            return Vec::new();
        }
        let is_in_base = |found: &&Diagnostic| {
            base.diagnostics.iter().any(|known| (known.span, known.code()) == (found.span, found.code()))
        };
        let named = |mut found: Diagnostic| {
            found.message = format!("{}{}", self.side_in_words(), found.message);
            found
        };
        self.diagnostics.iter().filter(|found| !is_in_base(found)).cloned().map(named).collect()
    }
}
