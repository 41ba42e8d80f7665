//! A text with its variants, judged: what each expects is held against its own run.

use super::{Budget, Expectation, Session};
use crate::diag::Diagnostic;

impl Session {
    /// A text and each of its variants in order, run, with what they claim of all orders judged.
    pub fn judged(text: &str) -> Vec<Self> {
        Self::judged_within(text, Budget::default())
    }

    /// The same within a budget.
    pub fn judged_within(text: &str, budget: Budget) -> Vec<Self> {
        let mut sides = vec![Self::open(text)];
        sides.extend(sides[0].each_variant().collect::<Vec<_>>());
        sides.iter_mut().for_each(|side| side.judge_orders_within(budget));
        sides
    }

    /// The text as each of its variants has it, run, in order.
    pub fn each_variant(&self) -> impl Iterator<Item = Self> {
        self.variants().map(|name| {
            let mut pending = Self::begin_as(&self.text, &self.roll_call, Some(name));
            pending.advance(u32::MAX);
            pending.session().clone()
        })
    }

    /// Whether every expectation is known to hold, and no error was found that none of them is about.
    pub fn is_as_expected(&self) -> bool {
        !self.unexpected_errors() && self.expectations.iter().all(Expectation::holds)
    }

    /// What is said before a message about this side of the text: nothing, or which variant it is.
    pub fn side_in_words(&self) -> String {
        self.variant.as_ref().map_or_else(String::new, |name| format!("in the variant `{name}`: "))
    }

    /// What was found of a variant and not of the text itself, with the variant's name. Where a variant does not check, the text
    /// itself says why.
    pub fn own_findings(&self, base: &Self) -> Vec<Diagnostic> {
        if self.run.is_none() && base.run.is_some() {
            return Vec::new();
        }
        let is_told = |it: &&Diagnostic| {
            base.diagnostics.iter().any(|known| (known.span, known.code()) == (it.span, it.code()))
        };
        let named = |mut it: Diagnostic| {
            it.message = format!("{}{}", self.side_in_words(), it.message);
            it
        };
        self.diagnostics.iter().filter(|it| !is_told(it)).cloned().map(named).collect()
    }
}
