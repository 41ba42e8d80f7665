//! Kinds of surfaces and their texel formats.

use super::types::ScalarType;
use serde::{Deserialize, Serialize};

/// The shape and address space of a surface, as named by `.surface`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SurfaceKind {
    /// A raw buffer.
    Buffer,
    /// Shared local memory.
    Slm,
    /// Stateless memory.
    Stateless,
    /// A row of texels.
    Image1d,
    /// A typed buffer: a row of texels with its own limit.
    Buffer1d,
    /// Layers of rows.
    Array1d,
    /// A grid of texels.
    Image2d,
    /// Layers of grids.
    Array2d,
    /// A box of texels.
    Image3d,
}

/// The texel formats that `.surface` accepts, each with the scalar type of a texel. Two components are packed into one
/// pattern, the first in the low half.
pub const TEXEL_FORMATS: &[(&str, ScalarType)] = &[
    ("R8_UINT", ScalarType::Ub),
    ("R8_SINT", ScalarType::B),
    ("R16_UINT", ScalarType::Uw),
    ("R16_SINT", ScalarType::W),
    ("R16_FLOAT", ScalarType::Hf),
    ("R32_UINT", ScalarType::Ud),
    ("R32_SINT", ScalarType::D),
    ("R32_FLOAT", ScalarType::F),
    ("R32G32_UINT", ScalarType::Uq),
    ("R32G32_SINT", ScalarType::Q),
    ("R16G16_UINT", ScalarType::Ud),
    ("R16G16_FLOAT", ScalarType::F16x2),
    ("R64_UINT", ScalarType::Uq),
    ("R64_SINT", ScalarType::Q),
];

/// Returns the type of a texel with this format.
pub fn texel_type(format: &str) -> Option<ScalarType> {
    TEXEL_FORMATS.iter().find(|(name, _)| *name == format).map(|(_, ty)| *ty)
}

/// Returns the number of channels of a texel with this format or scalar type.
pub fn texel_channels(format: &str) -> usize {
    let channels = format.split('_').next().filter(|_| format.starts_with('R')).unwrap_or_default();
    channels.chars().filter(char::is_ascii_uppercase).count().max(1)
}

impl SurfaceKind {
    /// Every kind.
    pub const ALL: [SurfaceKind; 9] = [
        Self::Buffer,
        Self::Slm,
        Self::Stateless,
        Self::Image1d,
        Self::Buffer1d,
        Self::Array1d,
        Self::Image2d,
        Self::Array2d,
        Self::Image3d,
    ];

    /// The kinds that are addressed in bytes.
    pub const RAW: &[SurfaceKind] = &[Self::Buffer, Self::Slm, Self::Stateless];

    /// The name of the axis of layers.
    pub const LAYER: &str = "layer";

    /// Returns the keyword of the scenario text.
    pub fn word(self) -> &'static str {
        match self {
            Self::Buffer => "buffer",
            Self::Slm => "slm",
            Self::Stateless => "stateless",
            Self::Image1d => "1d",
            Self::Buffer1d => "1d_buffer",
            Self::Array1d => "1d_array",
            Self::Image2d => "2d",
            Self::Array2d => "2d_array",
            Self::Image3d => "3d",
        }
    }

    /// Returns a one-sentence description.
    pub fn prose(self) -> &'static str {
        match self {
            Self::Buffer => "A raw buffer, addressed in bytes.",
            Self::Slm => "Shared local memory, addressed in bytes.",
            Self::Stateless => "Stateless memory, addressed in bytes.",
            Self::Image1d => "A row of texels.",
            Self::Buffer1d => "A row of texels with its own limit.",
            Self::Array1d => "Layers of rows of texels.",
            Self::Image2d => "A grid of texels.",
            Self::Array2d => "Layers of grids of texels.",
            Self::Image3d => "A box of texels.",
        }
    }

    /// Returns the kind with that keyword.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Returns whether the surface is addressed in bytes, not in texels.
    pub fn is_raw(self) -> bool {
        Self::RAW.contains(&self)
    }

    /// Returns the names of the axes in coordinate order, [`Self::dimensions`] in number.
    pub fn axes(self) -> &'static [&'static str] {
        match self {
            Self::Buffer | Self::Slm | Self::Stateless | Self::Image1d | Self::Buffer1d => &["x"],
            Self::Array1d => &["x", Self::LAYER],
            Self::Image2d => &["x", "y"],
            Self::Array2d => &["x", "y", Self::LAYER],
            Self::Image3d => &["x", "y", "z"],
        }
    }

    /// Returns the number of components of the extent: 1 for `8`, 2 for `4x3`, 3 for `2x2x3`.
    pub fn dimensions(self) -> usize {
        self.axes().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn a_format_names_its_channels() {
        let known =
            [("R8_UINT", 1), ("R32_FLOAT", 1), ("R16G16_UINT", 2), ("R32G32_SINT", 2), ("ud", 1), ("hf", 1)];
        for (format, channels) in known {
            assert_eq!(texel_channels(format), channels, "{format}");
        }
    }
}
