//! Work in slices: the one way in which long questions are answered.

use serde::{Deserialize, Serialize};

/// The number of states in a slice of work that nothing interrupts.
pub(in crate::session) const SLICE: usize = 4096;

/// Work that is done in slices, so that its caller can do something else in between. To cancel it, drop it.
pub trait Job: Sized {
    /// The result.
    type Answer;

    /// Explores at most that many states, or does about as much other work. Returns whether the work is done.
    fn advance(&mut self, states: usize) -> bool;

    /// Returns the progress.
    fn progress(&self) -> Progress;

    /// Returns the answer, as far as the work is done.
    fn finish(self) -> Self::Answer;

    /// Does the rest of the work.
    fn complete(mut self) -> Self::Answer {
        while !self.advance(SLICE) {}
        self.finish()
    }
}

/// The progress of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The current part.
    pub part: Part,
    /// The amount of work that is done, in the unit of the part.
    pub done: u64,
    /// The largest possible amount; 0 for a part that is not counted.
    pub most: u64,
}

/// The parts of jobs. The first six explore all orders, and run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Explores all orders for the contents of the surfaces. Counts states.
    Memory,
    /// Draws orders for the contents of the surfaces. Counts orders.
    MemorySample,
    /// Explores all orders for the contents of surfaces, variables and predicates. Counts states.
    Results,
    /// Does the same as `Results`, but interchangeable lanes may swap their results. Counts states.
    Renamed,
    /// Draws orders for the contents of surfaces, variables and predicates. Counts orders.
    ResultsSample,
    /// Explores all orders, and checks the invariants after each step. Counts states.
    Invariants,
    /// Searches for an order that ends as claimed. Counts states.
    Claim,
    /// Explains outcomes, or searches for facts that contradict each other. It is not counted.
    Reasons,
    /// Runs the scenario with one value after another. Counts runs.
    Sweep,
}

impl Progress {
    /// The progress of a part that is not counted.
    pub(in crate::session) const REASONS: Self = Self { part: Part::Reasons, done: 0, most: 0 };
}
