//! Compares runs: two variants, many values, other readings, several instruction sets.
//!
//! `shared.rs` pairs the places of two scenarios and lists those that differ at the end; every comparison uses it.
//! `comparing.rs` compares two scenarios, with their steps aligned by `aligned.rs`. `sweep.rs` runs one or two scenarios
//! over many values. `what_if.rs` runs a scenario with other readings, and `other_readings.rs` finds the readings that
//! a step depends on. `vendors` compares the atomic operations of instruction sets.

mod aligned;
mod comparing;
mod other_readings;
mod readings;
mod shared;
mod sweep;
mod sweep_picture;
mod sweep_values;
mod vendors;
mod what_if;

pub use aligned::ComparedRow;
pub use comparing::{
    ComparedOutcomes, ComparisonReport, FirstDifference, Limits, OnlyOutcome, OutcomesBeside, compare,
    compare_runs,
};
pub use other_readings::OtherReadings;
pub(in crate::session) use readings::MOST_STEPS;
pub use readings::{ChoiceEffect, ChoiceEntry, KnownEntry, PracticeEntry, ReadingEntry, TextEntry};
pub use shared::EndDifference;
pub(in crate::session) use sweep::MOST_PLACES;
pub use sweep::{Counterexample, Sweep, SweepAnswer, SweepQuestion, Sweeping, SweptComparison, SweptRow};
pub use sweep_picture::SweepPicture;
pub(in crate::session) use sweep_values::MOST_GIVEN;
pub use vendors::{Comparison, LaneRow, Outcome, Side, comparisons, without_counterpart};
pub use what_if::what_if_in_words;
