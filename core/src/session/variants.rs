//! Expectations of a text and its variants, each checked against its own run.

use super::{Budget, Expectation, Session};
use crate::diag::Diagnostic;

impl Session {
    /// Runs a text and each of its variants, in order, and judges their expectations, including those about all orders.
    pub fn judged(text: &str) -> Vec<Self> {
        Self::judged_within(text, Budget::default())
    }

    /// Does the same as [`Session::judged`], with a budget for all orders.
    pub fn judged_within(text: &str, budget: Budget) -> Vec<Self> {
        let mut sides = vec![Self::open(text)];
        sides.extend(sides[0].each_variant().collect::<Vec<_>>());
        sides.iter_mut().for_each(|side| side.judge_orders_within(budget));
        sides
    }

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
