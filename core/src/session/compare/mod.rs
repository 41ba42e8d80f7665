//! Compares runs: two variants, many values, other readings, several instruction sets.
//!
//! `shared.rs` pairs the places of two scenarios and lists those that differ at the end; every comparison uses it.
//! `comparing.rs` compares two scenarios, with their steps aligned by `aligned.rs`, and
//! `comparison_table.rs` prints the result. `sweep.rs` runs one or two scenarios
//! over many values. `what_if.rs` runs a scenario with other readings, and finds the steps that depend
//! on them. `rearranged.rs` counts the cost of other addresses, and `arrays.rs` turns structures into arrays for it.
//! `side_by_side.rs` compares the atomic operations of instruction sets.

mod aligned;
mod arrays;
mod comparing;
mod comparison_table;
mod rearranged;
mod shared;
mod side_by_side;
mod sweep;
mod sweep_picture;
mod sweep_table;
mod sweep_values;
mod what_if;

pub use aligned::ComparedRow;
pub use comparing::{
    ComparedOutcomes, ComparisonReport, FirstDifference, Limits, OnlyOutcome, OutcomesBeside, compare,
    compare_runs,
};
pub use rearranged::Rearrangement;
pub use shared::{Difference, moment_differences};
pub use side_by_side::{Comparison, LaneResult, LaneRow, Side, comparisons, without_counterpart};
pub(in crate::session) use sweep::MOST_PLACES;
pub use sweep::{Counterexample, SweepAnswer, SweepQuestion, Sweeping, SweptComparison};
pub use sweep_picture::SweepPicture;
pub use sweep_table::{Sweep, SweptRow};
pub(in crate::session) use sweep_values::MOST_GIVEN;
pub(in crate::session) use what_if::MOST_STEPS;
pub use what_if::{ChoiceEffect, OtherReadings, ReadingEntry, what_if_in_words};
