//! Compares runs: two variants, many values, other readings, several instruction sets.
//!
//! Other runs come from trials (`text/trial.rs`). `ends.rs` pairs the places of two scenarios and lists the
//! differences between two ends; every comparison uses it. `comparison.rs` compares two runs, with their steps
//! aligned by `aligned.rs`, and `outcomes.rs` the outcomes of all orders. `sweep.rs` runs one or two scenarios over
//! many values. `what_if.rs` runs a scenario with other readings, and finds the steps that depend on them.
//! `addresses.rs` counts the cost of other addresses. `side_by_side.rs` compares the atomic operations of instruction
//! sets.

mod addresses;
mod aligned;
mod comparison;
mod ends;
mod outcomes;
mod side_by_side;
mod sweep;
mod sweep_table;
mod sweep_values;
mod what_if;

pub use addresses::Rearrangement;
pub use aligned::{ComparedRow, narrate_beside};
pub use comparison::{ComparisonReport, FirstDifference, compare, compare_runs};
pub(in crate::session) use ends::ends_differ;
pub use ends::{Difference, moment_differences};
pub use outcomes::{ComparedOutcomes, Limits, OnlyOutcome, OutcomeComparison};
pub use side_by_side::{LaneResult, LaneRow, Side, VendorComparison, comparisons, without_counterpart};
pub(in crate::session) use sweep::MOST_PLACES;
pub use sweep::{Counterexample, SweepAnswer, SweepQuestion, Sweeping, SweptComparison};
pub use sweep_table::SweepPicture;
pub use sweep_table::{Sweep, SweptRow};
pub(in crate::session) use sweep_values::MOST_GIVEN;
pub use what_if::{ChoiceEffect, OtherReadings, ReadingEntry, TriedChoice, what_if_in_words};
