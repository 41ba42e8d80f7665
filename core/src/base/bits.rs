//! Values whose single bits may be undefined.

use serde::{Deserialize, Serialize};

/// Up to 64 bits, each either defined or not. A bit that is not defined is stored as 0, so equal values are equal.
/// The width belongs to the type of whoever holds the value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bits {
    /// The bit pattern; 0 where `defined` is 0.
    pub value: u64,
    /// 1 for each bit that is defined.
    pub defined: u64,
}

impl Bits {
    /// A fully defined pattern.
    pub fn known(value: u64) -> Self {
        Self { value, defined: u64::MAX }
    }

    /// No bit defined.
    pub const UNDEFINED: Self = Self { value: 0, defined: 0 };

    /// A pattern with its definedness; undefined bits become 0.
    pub fn new(value: u64, defined: u64) -> Self {
        Self { value: value & defined, defined }
    }

    /// Only the lowest `width_bits` bits; the others become defined zeros, so that widths do not leak.
    #[must_use]
    pub fn truncate(self, width_bits: u32) -> Self {
        let mask = mask(width_bits);
        Self::new(self.value & mask, self.defined | !mask)
    }

    /// Whether each of the lowest `width_bits` bits is defined.
    pub fn is_defined(self, width_bits: u32) -> bool {
        self.defined & mask(width_bits) == mask(width_bits)
    }

    /// Whether none of the lowest `width_bits` bits is defined.
    pub fn is_undefined(self, width_bits: u32) -> bool {
        self.defined & mask(width_bits) == 0
    }
}

/// The lowest `width_bits` bits set.
fn mask(width_bits: u32) -> u64 {
    if width_bits >= 64 { u64::MAX } else { (1 << width_bits) - 1 }
}
