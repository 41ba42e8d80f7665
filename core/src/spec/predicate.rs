//! Predicates before instructions.

/// How a predicate's bits are combined before inversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateMode {
    /// Each lane has its own bit.
    PerLane,
    /// One bit on turns all on.
    Any,
    /// All bits on turn all on.
    All,
}
