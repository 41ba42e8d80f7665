//! Running: a scenario in, a reversible run out. Total and pure.

mod active;
mod breakpoint;
mod carry_out;
mod condition;
mod differences;
mod ending;
mod equation;
mod eval;
mod findings;
mod fork;
mod headers;
mod invariant;
mod log;
mod mask;
mod memory;
mod narrate;
mod open_reads;
mod operations;
mod plain;
mod record;
mod rules;
mod run;
mod run_error;
mod scenario;
mod seek;
mod slots;
mod targets;
mod turns;
mod value;
mod visitors;
mod vm;
mod written;

pub use breakpoint::{Breakpoint, StopSearch, beside};
pub use condition::Condition;
pub use differences::Differences;
pub use ending::Ending;
pub use equation::is_counted;
pub(crate) use fork::{Footprint, Fork, Position, Reached};
pub use invariant::{Breach, Invariant};
pub(crate) use invariant::{LOOK_BUDGET, Watch};
pub use memory::outside_in_words;
pub use narrate::narrate;
pub(crate) use rules::{INVARIANT, RULES};
pub use run::{Run, Running, Stop};
pub(crate) use run::{STEP_BUDGET, WORK_BUDGET};
pub use run_error::RunError;
pub use scenario::{Bound, BoundOperand, BoundPredicate, Region, Scenario, SourceModifier};
pub use written::{
    OperandForm, WordChoice, WrittenExec, WrittenLine, WrittenOperand, WrittenPredicate, WrittenWord,
};
