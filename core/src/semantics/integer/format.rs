//! Integer types, and results that carry from lower bits to higher ones.

use crate::base::Bits;
use crate::semantics::vocabulary::Type;

/// The format of an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IntegerFormat {
    /// The width: 1 (a truth value) to 64 bits.
    pub width_bits: u32,
    /// Whether numbers are signed, in two's complement.
    pub signed: bool,
}

impl IntegerFormat {
    /// Returns the format of an integer type. A truth value has one bit.
    pub(in crate::semantics) fn from_type(ty: Type) -> Self {
        let signed = matches!(ty, Type::Scalar(ty) if ty.is_signed());
        Self { width_bits: ty.width_bits(), signed }
    }

    pub(in crate::semantics) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.width_bits)
    }

    pub(in crate::semantics) fn sign_bit(self) -> u64 {
        1 << (self.width_bits - 1)
    }

    /// Returns the smallest and the largest possible value, given the undefined bits. They are biased so that unsigned
    /// order is the type's order.
    pub(in crate::semantics) fn range(self, a: Bits) -> (u64, u64) {
        let flip = if self.signed { self.sign_bit() } else { 0 };
        let biased = Bits::new(a.value ^ flip, a.defined).truncate(self.width_bits);
        (biased.value, biased.value | !biased.defined)
    }

    /// Returns the number as an `i128`. The value must be defined.
    pub(in crate::semantics) fn number(self, a: Bits) -> i128 {
        let value = i128::from(a.value & self.mask());
        if self.signed && a.value & self.sign_bit() != 0 { value - (1 << self.width_bits) } else { value }
    }
}

/// Returns a result whose bit `n` depends on bits `0..=n` of the operands: a sum, difference or product.
pub(super) fn carried(a: Bits, b: Bits, value: u64) -> Bits {
    let undefined = !(a.defined & b.defined);
    // The bits below the lowest undefined one; all bits if there is none.
    let below = (undefined & undefined.wrapping_neg()).wrapping_sub(1);
    Bits::new(value, below)
}
