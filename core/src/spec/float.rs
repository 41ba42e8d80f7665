//! How float arithmetic rounds off its corners: NaN, zeros of either sign, subnormal numbers.

/// What min and max do with NaN and with zeros of either sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MinMax {
    /// A signalling NaN wins over everything, a quiet NaN loses against everything, and of two NaNs of one kind the
    /// first argument stays. -0 is less than +0.
    #[default]
    Extension,
    /// Against one NaN the other argument wins; of two NaNs the second stays. -0 and +0 are equal, and of two equal
    /// arguments the second stays.
    Alu,
    /// Against one NaN the other argument wins; of two NaNs comes the default NaN. -0 is less than +0.
    Number,
    /// One NaN is enough for the default NaN. -0 is less than +0.
    Propagate,
}

/// What happens to denormal numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Denormals {
    /// Denormal numbers are numbers like others.
    #[default]
    Preserve,
    /// Arithmetic, comparisons, min and max read and return denormal numbers as zero of the same sign.
    Flush,
    /// As [`Denormals::Flush`], but min and max only compare so: the argument that wins keeps its bits.
    FlushComparing,
}

/// The NaN that arithmetic makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefaultNan {
    /// A positive NaN of whose fraction the highest bit alone is set.
    #[default]
    Quiet,
    /// A positive NaN with all bits of the fraction set.
    AllOnes,
    /// The first argument that is a NaN, made quiet; [`DefaultNan::AllOnes`] where none is.
    FirstPayload,
}

/// How floats are computed with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatRules {
    /// What min and max do with NaN and with zeros of either sign.
    pub minmax: MinMax,
    /// What happens to denormal numbers.
    pub denormals: Denormals,
    /// The NaN that arithmetic makes.
    pub nan: DefaultNan,
}
