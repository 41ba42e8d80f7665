//! Answers questions about all orders of a scenario's lanes.
//!
//! `exploring.rs` runs the explorations and samples of `explore` in slices, and `outcomes.rs` reports what they found,
//! with `stopping.rs`, `matters.rs` and `invariants.rs` for its parts. `possible.rs` searches for an order that ends
//! with given facts (`facts.rs`, as typed: `typed.rs`), after a few quick trials (`tries.rs`). `judge.rs` judges the `.expect` lines about
//! all orders, and `judging.rs` does so in slices. `goal.rs` judges the solution of a puzzle. `seen.rs` writes the end of a run as such a line.

mod exploring;
mod facts;
mod goal;
mod invariants;
mod judge;
mod judging;
mod matters;
mod outcomes;
mod outcomes_table;
mod possible;
mod seen;
mod stopping;
mod tries;
mod typed;
mod words;

pub use exploring::{Budget, Exploring, ExploringPart, ExploringProgress};
pub(in crate::session) use exploring::{Found, SLICE};
pub use facts::Fact;
pub(in crate::session) use facts::observed;
pub(in crate::session) use goal::GoalSearch;
pub use goal::{GoalAnswer, GoalFailure, GoalFault};
pub use invariants::InvariantOrders;
pub(in crate::session) use judge::Judgement;
pub(in crate::session) use judging::{Judging, JudgingSlice};
pub use matters::{Matter, MatterKind};
pub use outcomes::{
    AlikeReport, CellPlace, FactorReport, MatterReport, MeetingReport, OutcomeList, OutcomeReport,
    OutcomesReport, RenamedReport, SampleReport, SampledReport, SeenReport,
};
pub(in crate::session) use possible::{COUNTED_STATES, Looking};
pub use possible::{Possibility, PossibilityReport};
pub use seen::{claim, same_at_end, seen_at_end, seen_in_every_order, values_at_end};
pub use stopping::{CauseReport, StoppingReport};
pub use typed::observed_ends;
pub use words::stop_in_words;
