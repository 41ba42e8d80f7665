//! Vendor-neutral kinds of atomic operations, for comparisons between instruction sets.

/// The effect of an operation on memory, or the treatment of an out-of-bounds access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpKind {
    /// Increments.
    Increment,
    /// Decrements.
    Decrement,
    /// Decrements, and returns the new value.
    DecrementFirst,
    /// Stores a value if memory contains an expected one.
    CompareExchange,
    /// Stores a value if memory contains an expected float.
    CompareFloat,
    /// The treatment of an out-of-bounds access.
    Outside,
    /// Stores a value.
    Exchange,
    /// Adds.
    Add,
    /// Adds floats.
    AddFloat,
    /// Subtracts.
    Subtract,
    /// Stores the unsigned minimum.
    MinUnsigned,
    /// Stores the unsigned maximum.
    MaxUnsigned,
    /// Stores the signed minimum.
    MinSigned,
    /// Stores the signed maximum.
    MaxSigned,
    /// Stores the minimum of half-precision floats.
    MinHalf,
    /// Stores the maximum of half-precision floats.
    MaxHalf,
    /// Combines bits with AND.
    And,
    /// Combines bits with OR.
    Or,
    /// Combines bits with XOR.
    Xor,
}

impl OpKind {
    /// All kinds.
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

    /// Returns the kind's title.
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
