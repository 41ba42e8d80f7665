//! Kinds of atomic operations, whatever a manual calls them: by these, operations of different vendors are compared.

/// What an operation does to memory, or to an access outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpKind {
    /// It counts up.
    Increment,
    /// It counts down.
    Decrement,
    /// It counts down, and hands back the new value.
    DecrementFirst,
    /// It stores a value where memory holds an expected one.
    CompareExchange,
    /// It stores a value where memory holds an expected float.
    CompareFloat,
    /// What happens to an access outside the surface.
    Outside,
    /// It stores a value.
    Exchange,
    /// It adds.
    Add,
    /// It adds floats.
    AddFloat,
    /// It subtracts.
    Subtract,
    /// It keeps the smaller unsigned value.
    MinUnsigned,
    /// It keeps the larger unsigned value.
    MaxUnsigned,
    /// It keeps the smaller signed value.
    MinSigned,
    /// It keeps the larger signed value.
    MaxSigned,
    /// It keeps the smaller half.
    MinHalf,
    /// It keeps the larger half.
    MaxHalf,
    /// Combines bits.
    And,
    /// Combines bits.
    Or,
    /// Combines bits.
    Xor,
}

impl OpKind {
    /// Every kind.
    pub const ALL: [OpKind; 19] = [
        Self::Increment,
        Self::Decrement,
        Self::DecrementFirst,
        Self::CompareExchange,
        Self::CompareFloat,
        Self::Outside,
        Self::Exchange,
        Self::Add,
        Self::AddFloat,
        Self::Subtract,
        Self::MinUnsigned,
        Self::MaxUnsigned,
        Self::MinSigned,
        Self::MaxSigned,
        Self::MinHalf,
        Self::MaxHalf,
        Self::And,
        Self::Or,
        Self::Xor,
    ];

    /// The kind as a heading says it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Increment => "Increment",
            Self::Decrement => "Decrement",
            Self::DecrementFirst => "Decrement, new value back",
            Self::CompareExchange => "Compare and exchange",
            Self::CompareFloat => "Compare floats and write",
            Self::Outside => "Outside the surface",
            Self::Exchange => "Exchange",
            Self::Add => "Add",
            Self::AddFloat => "Add floats",
            Self::Subtract => "Subtract",
            Self::MinUnsigned => "Minimum, unsigned",
            Self::MaxUnsigned => "Maximum, unsigned",
            Self::MinSigned => "Minimum, signed",
            Self::MaxSigned => "Maximum, signed",
            Self::MinHalf => "Minimum of halves",
            Self::MaxHalf => "Maximum of halves",
            Self::And => "And",
            Self::Or => "Or",
            Self::Xor => "Exclusive or",
        }
    }
}
