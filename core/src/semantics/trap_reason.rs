//! Reasons for traps.

/// The reason that a lane stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrapReason {
    /// The access is out of bounds.
    Outside,
    /// The address is not a multiple of the element's size.
    Misaligned,
    /// The header describes another kind of surface.
    HeaderType,
    /// The size of the texels differs from that of the access.
    TexelSize,
    /// The header is invalid, or its surface is disabled.
    NoSurface,
}

impl TrapReason {
    /// Every reason.
    pub const ALL: [TrapReason; 5] =
        [Self::Outside, Self::Misaligned, Self::HeaderType, Self::TexelSize, Self::NoSurface];

    /// Returns the word used in `trap(reason, condition)`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Outside => "outside",
            Self::Misaligned => "misaligned",
            Self::HeaderType => "header_type",
            Self::TexelSize => "texel_size",
            Self::NoSurface => "no_surface",
        }
    }

    /// Returns the reason as a clause.
    pub fn why(self) -> &'static str {
        match self {
            Self::Outside => "its access is out of bounds",
            Self::Misaligned => "its address is not a multiple of the element's size",
            Self::HeaderType => "its header describes a different kind of surface",
            Self::TexelSize => "its access and the texels differ in size",
            Self::NoSurface => "its header is invalid, or the surface is disabled",
        }
    }
}
