//! Long computations, done in pieces of a few milliseconds (`effects/slices.rs`).

/// A description of a long computation. The model keeps it, and the effect keeps the state of the computation.
pub trait Sliced: Clone + PartialEq + 'static {
    /// The state of the computation.
    type State: 'static;

    /// The actions that report on the computation.
    type Event;

    /// The delay in milliseconds before the first piece.
    const DELAY_MS: u32 = 0;

    /// Begins the computation.
    fn begin(&self) -> Self::State;

    /// Computes a piece, which takes well under a millisecond. Returns whether it was the last one.
    fn advance(&self, state: &mut Self::State) -> bool;

    /// Returns the action that reports progress, if any.
    fn progress(&self, _state: &Self::State) -> Option<Self::Event> {
        None
    }

    /// Returns the action that delivers the result.
    fn result(&self, state: Self::State) -> Option<Self::Event>;
}
