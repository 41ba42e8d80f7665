//! Values with bits that may be undefined.

use serde::{Deserialize, Serialize};

/// Up to 64 bits, each either defined or undefined. Undefined bits are stored as 0, so equal values compare equal. The
/// owner of the value knows its width. Values are ordered by their patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bits {
    /// The bit pattern; 0 where `defined` is 0.
    pub value: u64,
    /// The mask of the defined bits.
    pub defined: u64,
}

impl Bits {
    /// Creates a fully defined value.
    pub fn known(value: u64) -> Self {
        Self { value, defined: u64::MAX }
    }

    /// The value without any defined bit.
    pub const UNDEFINED: Self = Self { value: 0, defined: 0 };

    /// Creates a value from a pattern and the mask of its defined bits. Undefined bits become 0.
    pub fn new(value: u64, defined: u64) -> Self {
        Self { value: value & defined, defined }
    }

    /// Keeps the lowest `width_bits` bits. The other bits become defined zeros, so that values of one width compare
    /// equal.
    #[must_use]
    pub fn truncate(self, width_bits: u32) -> Self {
        let mask = mask(width_bits);
        Self::new(self.value & mask, self.defined | !mask)
    }

    /// Keeps the bits under a mask. The other bits become undefined.
    #[must_use]
    pub fn masked(self, mask: u64) -> Self {
        Self::new(self.value & mask, self.defined & mask)
    }

    /// Replaces the bits under a mask by those of another value.
    #[must_use]
    pub fn replaced(self, mask: u64, by: Self) -> Self {
        let pick = |old: u64, new: u64| old & !mask | new & mask;
        Self::new(pick(self.value, by.value), pick(self.defined, by.defined))
    }

    /// Returns whether all of the lowest `width_bits` bits are defined.
    pub fn is_defined(self, width_bits: u32) -> bool {
        self.defined & mask(width_bits) == mask(width_bits)
    }

    /// Returns the truth value in bit 0; `None` if it is undefined.
    pub fn truth(self) -> Option<bool> {
        self.is_defined(1).then_some(self.value & 1 == 1)
    }

    /// Returns whether the lowest `width_bits` bits are all undefined.
    pub fn is_undefined(self, width_bits: u32) -> bool {
        self.defined & mask(width_bits) == 0
    }
}

/// Returns a mask with the lowest `width_bits` bits set.
fn mask(width_bits: u32) -> u64 {
    if width_bits >= 64 { u64::MAX } else { (1 << width_bits) - 1 }
}
