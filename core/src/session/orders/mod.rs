//! Answers questions about all orders of a scenario's lanes.
//!
//! `job.rs` is the way in which each of them is answered: in slices. `exploring.rs` explores, part by part.
//! `claim.rs` reads claims about the end of an order, and `possible.rs` searches for such an order after a few quick
//! trials. `judging.rs` judges the `.expect` lines about all orders, and `goal.rs` the solution of a
//! puzzle. `reporting.rs` makes the report (`outcomes.rs`), whose parts are `stopping.rs` and
//! `invariants.rs`. `ends.rs` writes the end of a run as a claim.

mod claim;
mod ends;
mod exploring;
mod goal;
mod invariants;
mod job;
mod judging;
mod outcomes;
mod outcomes_table;
mod possible;
mod reporting;
mod stopping;
mod words;

pub use crate::explore::{Before, Cell, Decides, OrderConditions};
pub use claim::{ClaimedFacts, Fact, observed_ends};
pub use ends::{changed_at_end, claim_in_words, results_in_every_order, same_in_every_order, values_at_end};
pub use exploring::Budget;
pub(in crate::session) use goal::GoalSearch;
pub use goal::{GoalAnswer, GoalFailure, GoalFault};
pub use invariants::InvariantOrders;
pub use job::{Job, Part, Progress};
pub use judging::Judgements;
pub use outcomes::{
    AlikeReport, Estimate, FactorReport, MatterReport, MeetingReport, OutcomeList, OutcomeReport,
    OutcomesReport, RenamedReport, SampleReport, SeenReport,
};
pub(in crate::session) use possible::{COUNTED_STATES, ClaimSearch};
pub use possible::{Possibility, PossibilityReport};
pub use reporting::{KnownOrders, Reported, Reporting};
pub use stopping::{CauseReport, StoppingReport};
pub use words::{outcome_in_words, stop_in_words};
