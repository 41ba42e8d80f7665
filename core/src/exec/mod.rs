//! Execution: a scenario runs, and the run answers queries about every moment. Total and pure.
//!
//! # Threads, micro-steps and turns
//!
//! The *uniform thread* executes the statements outside `foreach_active`. Inside, each enabled lane has a thread. One statement
//! of one thread is one micro-step, and a micro-step lists its effects in order ([`crate::trace::Effect`]). Two micro-steps
//! belong to the instruction as a whole: the *mask* step decides which lanes take part, and the *latch* step reads the sources
//! before any lane runs.
//!
//! Lanes take *turns* (`scheduler.rs`). A turn lasts from one access to shared memory to just before the next one, and an `atomic`
//! block counts as one access. With `atomic`, lanes therefore run one after the other, like the loop in the manual. Without it,
//! they alternate between read and write, and updates get lost. The schedule decides the order of the turns.
//!
//! # Files
//!
//! - Input: `scenario.rs` is a program that can run. `source_line.rs` keeps its lines as written, for the machine code.
//! - Machine: `vm.rs` executes one micro-step after the other. `active.rs` holds the current instruction, `thread.rs` its
//!   threads. `mask.rs` chooses its lanes, and `scheduler.rs` gives them turns.
//! - Statement: `evaluate.rs` computes its values and plans its change, `change.rs` applies it. `memory.rs` and `headers.rs`
//!   resolve addresses. `step.rs` is what the machine returns: a step, and on demand a full record of it.
//! - Log: a run feeds its steps to `log.rs` and `findings.rs`. `shadow_memory.rs` knows the earlier accesses to each byte.
//! - Run: `run.rs` moves through a run by keyframes, and `stop.rs` knows its end. `seek.rs` and `accesses.rs` answer queries.
//! - Conditions: `condition.rs`, and its users `breakpoint.rs` and `invariant.rs`.
//! - Captions: `caption` describes a step in a sentence.
//! - Orders: `fork.rs` lets the explorer choose the lane of each turn.

mod accesses;
mod active;
mod breakpoint;
mod caption;
mod change;
mod condition;
mod evaluate;
mod findings;
mod fork;
mod headers;
mod invariant;
mod log;
mod mask;
mod memory;
pub(crate) mod rules;
mod run;
mod scenario;
mod scheduler;
mod seek;
mod shadow_memory;
mod slips;
mod source_line;
mod step;
mod stop;
#[cfg(test)]
mod tests;
mod thread;
mod vm;

pub use breakpoint::{Breakpoint, StopSearch, nearest_stop};
pub use caption::{Caption, caption, narrate};
pub use condition::Condition;
pub(crate) use fork::{Footprint, Fork, Position, Reached, TurnInputs};
pub use invariant::Breach;
pub(crate) use invariant::INVARIANT_BUDGET_ELEMENTS;
pub use memory::{outside_in_words, outside_place};
pub(crate) use rules::{INVARIANT, RULES};
pub use run::{Run, Running};
pub use scenario::{Blocks, Bound, BoundOperand, BoundPredicate, Invariant, Scenario, SourceModifier};
pub use source_line::{PredicateMode, Region};
pub(crate) use source_line::{
    WrittenExec, WrittenLine, WrittenOperand, WrittenOperandKind, WrittenPredicate,
};
pub(crate) use stop::current_code;
pub use stop::{FinalState, RunError, Stop};
pub(crate) use stop::{STEP_BUDGET, WORK_BUDGET};
