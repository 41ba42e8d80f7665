//! Rules of float arithmetic that differ between instruction sets: NaN, signed zeros, denormal numbers.

/// The treatment of NaN and signed zeros by min and max.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MinMax {
    /// A signalling NaN wins over every value, and every number wins over a quiet NaN. Of two NaNs of the same kind, the first
    /// argument is the result. -0 is less than +0.
    #[default]
    SignallingNanWins,
    /// A number wins over a NaN. Of two NaNs, the second argument is the result. -0 and +0 are equal, and of two equal arguments
    /// the second is the result.
    SecondOnTie,
    /// A number wins over a NaN. Two NaNs yield the default NaN, without a payload. -0 is less than +0.
    Number,
    /// Any NaN yields the default NaN, without a payload. -0 is less than +0.
    Propagate,
}

/// The treatment of denormal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Denormals {
    /// Denormal numbers are not changed.
    #[default]
    Preserve,
    /// Arithmetic, comparisons, min and max read and return denormal numbers as zeros with the same sign.
    Flush,
    /// As [`Denormals::Flush`], but min and max flush for the comparison only: the winning argument keeps its bits.
    FlushComparing,
}

/// The NaN that arithmetic produces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DefaultNan {
    /// A positive NaN whose fraction has only its highest bit set.
    #[default]
    Quiet,
    /// A positive NaN with all bits of the fraction set.
    AllOnes,
    /// The first argument that is a NaN, made quiet, or [`DefaultNan::AllOnes`] if no argument is a NaN.
    FirstPayload,
}

/// The rules of float arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloatBehaviour {
    /// The treatment of NaN and signed zeros by min and max.
    pub minmax: MinMax,
    /// The treatment of denormal numbers.
    pub denormals: Denormals,
    /// The NaN that arithmetic produces.
    pub nan: DefaultNan,
}
