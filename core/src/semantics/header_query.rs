//! Queries about surfaces through their headers.

use super::vocabulary::Type;
use crate::base::ScalarType;

/// A query about the surface that a header describes. The first argument is the header's index (UD). Coordinates (Q)
/// follow: the byte in the row, then the other axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // documented in the table of builtins
pub enum HeaderQuery {
    Usable,
    Matches,
    Signed,
    Float,
    TexelBytes,
    Inside,
    Resident,
    Nearest,
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
