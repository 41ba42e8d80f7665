//! The budgets of inquiries.

use super::choice::{Choice, Row, row};
use lanescope_core::session::Budget;

/// A search limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Limit {
    /// A limit that every device reaches soon.
    Small,
    /// The largest limit that fits in the memory of a page, 160 MiB.
    #[default]
    Usual,
}

impl Choice for Limit {
    const ROWS: &'static [Row<Self>] =
        &[row(Self::Small, "small", "160,000 states"), row(Self::Usual, "usual", "1.3 million states")];
}

impl Limit {
    /// Returns the budget of an inquiry.
    pub(super) fn budget(self) -> Budget {
        let usual = Budget::default();
        match self {
            Self::Small => Budget {
                memory_states: usual.memory_states / 8,
                results_states: usual.results_states / 8,
                ..usual
            },
            Self::Usual => usual,
        }
    }
}

/// The budget of a background job: about ten milliseconds of work.
pub(super) const QUIET: Budget = Budget { memory_states: 10_000, results_states: 5_000, drawn: 0, seed: 1 };

/// The budget of a page without workers.
pub const IN_SLICES: Budget =
    Budget { memory_states: 200_000, results_states: 40_000, drawn: 2_000, seed: 1 };
