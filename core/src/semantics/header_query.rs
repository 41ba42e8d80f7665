//! Queries about surfaces through their headers.

use super::vocabulary::Type;
use crate::base::ScalarType;

/// A query about the surface that a header describes. The first argument is the header's index (UD). Coordinates (Q)
/// follow: the byte in the row, then the other axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderQuery {
    /// `header_usable(h)`: whether the pool has a surface with that header, and it is enabled.
    Usable,
    /// `header_matches(h)`: whether the surface is of the kind that the instruction names.
    Matches,
    /// `header_signed(h)`: whether the texel format is a signed integer format.
    Signed,
    /// `header_float(h)`: whether the texel format is a float format.
    Float,
    /// `header_texel_bytes(h)`: the size of a texel in bytes.
    TexelBytes,
    /// `header_inside(h, column, row, slice)`: whether the whole element is in bounds.
    Inside,
    /// `header_resident(h, column, row, slice)`: whether the element is backed by memory.
    Resident,
    /// `header_nearest(h, axis, coordinate)`: the nearest valid coordinate of that axis.
    Nearest,
    /// `texel_address(h, column, row, slice)`: the physical byte address.
    Address,
}

impl HeaderQuery {
    /// Returns the type of the result.
    pub fn ty(self) -> Type {
        match self {
            Self::Nearest => Type::Scalar(ScalarType::Q),
            Self::Address | Self::TexelBytes => Type::Scalar(ScalarType::Ud),
            _ => Type::Bool,
        }
    }
}
