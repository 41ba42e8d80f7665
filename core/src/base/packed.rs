//! Immediates that hold several small numbers.

use super::types::ScalarType;

/// The type of a 32-bit immediate that packs several elements, with element 0 in the lowest bits. Names as in the
/// manual, "Data Types".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the names are the manual's own
pub enum PackedType {
    V,
    Uv,
    Vf,
}

impl PackedType {
    /// Returns the packed type with that name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |(known, ty): (&str, Self)| name.eq_ignore_ascii_case(known).then_some(ty);
        [("V", Self::V), ("UV", Self::Uv), ("VF", Self::Vf)].into_iter().find_map(named)
    }

    /// Returns the number of elements: 8 integers of 4 bits, or 4 floats of 8 bits.
    pub fn count(self) -> usize {
        if self == Self::Vf { 4 } else { 8 }
    }

    /// Returns the scalar type that an element is widened to.
    pub fn element_type(self) -> ScalarType {
        match self {
            Self::V => ScalarType::W,
            Self::Uv => ScalarType::Uw,
            Self::Vf => ScalarType::F,
        }
    }

    /// Returns the pattern of element `index`, widened to [`Self::element_type`]. Indices wrap around after the last
    /// element. An 8-bit float has a sign, a 3-bit exponent with bias 3 and a 4-bit fraction with an implicit leading
    /// 1. It is a zero if all bits except the sign are 0.
    pub fn element(self, pattern: u32, index: usize) -> u64 {
        // The index is less than the count.
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
