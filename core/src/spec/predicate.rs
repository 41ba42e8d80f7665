//! Predicates before instructions.

/// How a predicate's bits are combined before inversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateMode {
    /// Each lane has its own bit.
    PerLane,
    /// One bit that is on turns all lanes on.
    Any,
    /// All lanes are on where all bits are.
    All,
}
