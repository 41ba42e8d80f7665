//! Operations that depend on the exact sum or difference of two numbers, and the population count.

use super::format::{IntegerFormat, carried};
use crate::base::Bits;

/// The least and the greatest exact result of a sum or difference, over all values of the undefined bits.
#[derive(Clone, Copy)]
pub(in crate::semantics) struct Exact {
    format: IntegerFormat,
    least: i128,
    greatest: i128,
    /// The wrapped result.
    wrapped: Bits,
}

impl Exact {
    /// Computes `a + b`.
    pub fn sum(format: IntegerFormat, a: Bits, b: Bits) -> Self {
        let ((a_least, a_greatest), (b_least, b_greatest)) = (format.numbers(a), format.numbers(b));
        let wrapped = carried(a, b, a.value.wrapping_add(b.value));
        Self { format, least: a_least + b_least, greatest: a_greatest + b_greatest, wrapped }
    }

    /// Computes `a - b`.
    pub fn difference(format: IntegerFormat, a: Bits, b: Bits) -> Self {
        let ((a_least, a_greatest), (b_least, b_greatest)) = (format.numbers(a), format.numbers(b));
        let wrapped = carried(a, b, a.value.wrapping_sub(b.value));
        Self { format, least: a_least - b_greatest, greatest: a_greatest - b_least, wrapped }
    }

    /// Returns the number of the type that is closest to the result.
    pub fn saturated(self) -> Bits {
        let (low, high) = self.format.limits();
        if low <= self.least && self.greatest <= high {
            return self.wrapped;
        }
        between(self.least.clamp(low, high), self.greatest.clamp(low, high))
    }

    /// Returns whether the result does not fit the type: a carry or a borrow of unsigned numbers, an overflow of
    /// signed ones.
    pub fn overflows(self) -> Bits {
        let (low, high) = self.format.limits();
        if self.greatest < low || high < self.least {
            Bits::known(1)
        } else if low <= self.least && self.greatest <= high {
            Bits::known(0)
        } else {
            Bits::new(0, !1)
        }
    }
}

/// Returns the number of set bits.
pub(in crate::semantics) fn popcount(format: IntegerFormat, a: Bits) -> Bits {
    let ones = |word: u64| i128::from((word & format.mask()).count_ones());
    between(ones(a.value), ones(a.value | !a.defined))
}

/// Returns the common bits of all numbers in a range: the bits above the highest one in which its ends differ. All
/// numbers of the range agree in these. In two's complement, ends of different sign differ in the highest bit, so no
/// bit is defined.
fn between(least: i128, greatest: i128) -> Bits {
    let (least, greatest) = (least as u64, greatest as u64); // the caller keeps the type's width
    let differing = (least ^ greatest).checked_ilog2().map_or(0, |highest| u64::MAX >> (63 - highest));
    Bits::new(greatest & !differing, !differing)
}

impl IntegerFormat {
    /// Returns the least and the greatest number of the type.
    fn limits(self) -> (i128, i128) {
        if self.signed {
            let half = 1 << (self.width_bits - 1);
            (-half, half - 1)
        } else {
            (0, (1 << self.width_bits) - 1)
        }
    }

    /// Returns the least and the greatest number that the undefined bits allow.
    fn numbers(self, a: Bits) -> (i128, i128) {
        let bias = if self.signed { i128::from(self.sign_bit()) } else { 0 };
        let (least, greatest) = self.range(a);
        (i128::from(least) - bias, i128::from(greatest) - bias)
    }
}
