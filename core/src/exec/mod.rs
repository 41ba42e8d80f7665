//! Execution: a scenario runs, and the run answers queries about every moment. Total and pure.
//!
//! # Threads, micro-steps and turns
//!
//! The *uniform thread* executes the statements outside `foreach_active`. Inside, each enabled lane has a thread. One statement
//! of one thread is one micro-step, and a micro-step lists its effects in order ([`crate::trace::Effect`]). Two micro-steps
//! belong to the instruction as a whole: the *mask* step decides which lanes take part, and the *latch* step reads the sources
//! before any lane runs.
//!
//! Lanes take *turns* (`turns.rs`). A turn lasts from one access to shared memory to just before the next one, and an `atomic`
//! block counts as one access. With `atomic`, lanes therefore run one after the other, like the loop in the manual. Without it,
//! they alternate between read and write, and updates get lost. The schedule decides the order of the turns.
//!
//! # The interpreter
//!
//! The semantics are lowered to `FlatCode`: operations over numbered slots, in the order of evaluation, with the body of the
//! operation inlined. The machine (`vm.rs`) evaluates this form only. There is one interpreter (`eval.rs`, `operations.rs`,
//! `carry_out.rs`), generic over two types:
//!
//! - A recorder (`record.rs`) keeps nothing, or everything that a step can show.
//! - A value (`value.rs`) is what a slot holds: [`Bits`](crate::base::Bits), or a fully defined `u64`.
//!
//! Operations change slots only, so a statement can be evaluated again before it is carried out. The fast path (`plain.rs`) uses
//! that. Values that stay the same during an instruction are computed once (`slots.rs`).
//!
//! # The record of a run
//!
//! An observer (`record.rs`) watches the machine. The observer of a run receives the reads and writes of plain steps, and the
//! full record of rare steps. It feeds two collections. The log (`log.rs`) consists of flat arrays: 12 bytes for each write, and the
//! lanes at each byte (`visitors.rs`). The findings (`findings.rs`) become diagnostics. `run.rs` seeks with the help of keyframes.
//! `accesses.rs` executes an instruction again to list its accesses. `narrate.rs` describes steps in sentences, and `fork.rs` lets
//! the explorer choose the lane of each turn.

mod accesses;
mod active;
mod breakpoint;
mod carry_out;
mod condition;
mod differences;
mod ending;
mod equation;
mod eval;
mod evaluate;
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
mod turns;
mod value;
mod visitors;
mod vm;
mod written;

pub use breakpoint::{Breakpoint, StopSearch, beside};
pub use condition::Condition;
pub use differences::Differences;
pub use ending::Ending;
pub(crate) use fork::{Footprint, Fork, Position, Reached};
pub use invariant::{Breach, Invariant};
pub(crate) use invariant::{LOOK_BUDGET, Watch};
pub use memory::outside_in_words;
pub use narrate::{Caption, caption, narrate};
pub(crate) use rules::{INVARIANT, RULES};
pub use run::{Run, Running, Stop};
pub(crate) use run::{STEP_BUDGET, WORK_BUDGET};
pub use run_error::RunError;
pub use scenario::{Bound, BoundOperand, BoundPredicate, Region, Scenario, SourceModifier};
pub use written::{OperandForm, WrittenExec, WrittenLine, WrittenOperand, WrittenPredicate, WrittenWord};
