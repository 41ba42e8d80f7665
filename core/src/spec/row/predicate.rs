//! Predicates before instructions.

/// The way in which a predicate's bits are combined, before inversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredicateMode {
    /// Each lane uses its own bit.
    PerLane,
    /// All lanes are on if any bit is set.
    Any,
    /// All lanes are on if all bits are set.
    All,
}
