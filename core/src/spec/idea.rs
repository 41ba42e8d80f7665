//! What atomic operations are, whatever a manual calls them: by this, those of different vendors are compared.

/// What an operation does to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Idea {
    /// Counts up.
    Increment,
    /// Counts down.
    Decrement,
    /// Counts down, and hands back the new value.
    DecrementFirst,
    /// Stores a value where memory holds an expected one.
    CompareExchange,
    /// The same for floats.
    CompareFloat,
    /// What happens to an access outside the surface.
    Outside,
    /// Stores a value.
    Exchange,
    /// Adds.
    Add,
    /// Adds floats.
    AddFloat,
    /// Subtracts.
    Subtract,
    /// Keeps the smaller unsigned value.
    MinUnsigned,
    /// Keeps the larger unsigned value.
    MaxUnsigned,
    /// Keeps the smaller signed value.
    MinSigned,
    /// Keeps the larger signed value.
    MaxSigned,
    /// Keeps the smaller half.
    MinHalf,
    /// Keeps the larger half.
    MaxHalf,
    /// Combines bits.
    And,
    /// Combines bits.
    Or,
    /// Combines bits.
    Xor,
}

impl Idea {
    /// Every idea.
    pub const ALL: [Idea; 19] = [
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

    /// As a heading says it.
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
