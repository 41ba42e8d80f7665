//! Immediates that hold several small numbers.

use super::ScalarType;

/// A type of immediates of 32 bits that hold several elements, the first in the lowest bits; names as in the manual,
/// "Data Types".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the manual's own
pub enum PackedType {
    V,
    Uv,
    Vf,
}

impl PackedType {
    /// The type of that name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |(known, ty): (&str, Self)| name.eq_ignore_ascii_case(known).then_some(ty);
        [("V", Self::V), ("UV", Self::Uv), ("VF", Self::Vf)].into_iter().find_map(named)
    }

    /// How many elements there are: 8 integers of 4 bits, or 4 floats of 8.
    pub fn count(self) -> usize {
        if self == Self::Vf { 4 } else { 8 }
    }

    /// The type as which an element is read.
    pub fn element_type(self) -> ScalarType {
        match self {
            Self::V => ScalarType::W,
            Self::Uv => ScalarType::Uw,
            Self::Vf => ScalarType::F,
        }
    }

    /// An element's pattern in [`Self::element_type`]; elements begin again behind the last. A small float has a sign, an
    /// exponent of 3 bits with bias 3, and 4 bits of fraction below a leading 1; where all bits but the sign are 0,
    /// it is a zero.
    pub fn element(self, pattern: u32, index: usize) -> u64 {
        // The index is below the count.
        let at = (index % self.count()) as u32;
        let (nibble, byte) = (pattern >> (4 * at) & 0xf, pattern.checked_shr(8 * at).unwrap_or(0) & 0xff);
        u64::from(match self {
            Self::V if nibble >= 8 => nibble | 0xfff0,
            Self::V | Self::Uv => nibble,
            Self::Vf if byte & 0x7f == 0 => byte << 24,
            // The bias of a float is 127.
            Self::Vf => (byte & 0x80) << 24 | ((byte >> 4 & 7) + 127 - 3) << 23 | (byte & 0xf) << 19,
        })
    }
}
