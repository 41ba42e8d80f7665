//! Running: a scenario in, a reversible run out. Total and pure.

mod run;
mod scenario;

pub use run::{Run, Stop};
pub use scenario::{Bound, BoundOperand, BoundPredicate, PredicateMode, Scenario, Schedule};
