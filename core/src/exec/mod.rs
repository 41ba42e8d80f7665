//! Running: a scenario in, a reversible run out. Total and pure.

mod eval;
mod findings;
mod headers;
mod log;
mod memory;
mod narrate;
mod rules;
mod run;
mod scenario;
mod turns;
mod vm;

pub use narrate::narrate;
pub use rules::RULES;
pub use run::{Run, Stop};
pub use scenario::{
    Bound, BoundOperand, BoundPredicate, PredicateMode, Region, Scenario, Schedule, SourceModifier,
};
