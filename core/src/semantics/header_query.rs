//! The questions about surfaces that a text can ask through their headers.

use super::Type;
use crate::base::ScalarType;

/// A question about the surface that a header describes. The first argument is the header's index (UD), coordinates
/// (Q) follow: the byte in the row, then the other axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeaderQuery {
    /// `header_usable(h)`: whether the pool has such a surface, and it is enabled.
    Usable,
    /// `header_matches(h)`: whether the surface is of the kind that the instruction names.
    Matches,
    /// `header_signed(h)`: whether the texels' format is a signed integer one.
    Signed,
    /// `header_float(h)`: whether the texels' format is a float one.
    Float,
    /// `header_texel_bytes(h)`: the size of a texel.
    TexelBytes,
    /// `header_inside(h, column, row, slice)`: whether the whole element lies inside.
    Inside,
    /// `header_resident(h, column, row, slice)`: whether memory stands behind the element.
    Resident,
    /// `header_nearest(h, axis, coordinate)`: the nearest coordinate of that axis that an element can have.
    Nearest,
    /// `texel_address(h, column, row, slice)`: the physical byte address.
    Address,
}

impl HeaderQuery {
    /// The type of the answer.
    pub fn ty(self) -> Type {
        match self {
            Self::Nearest => Type::Scalar(ScalarType::Q),
            Self::Address | Self::TexelBytes => Type::Scalar(ScalarType::Ud),
            _ => Type::Bool,
        }
    }
}
