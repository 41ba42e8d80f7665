//! What depends on the exact sum or difference of two numbers, before that is cut to their type; and counting bits.

use super::{IntegerFormat, carried};
use crate::base::Bits;

/// The exact sums, or the exact differences, that undefined bits allow: the least and the greatest.
#[derive(Clone, Copy)]
pub(in crate::semantics) struct Exact {
    format: IntegerFormat,
    least: i128,
    greatest: i128,
    /// The result that wraps around.
    wrapped: Bits,
}

impl Exact {
    /// `a + b`.
    pub fn sum(format: IntegerFormat, a: Bits, b: Bits) -> Self {
        let ((a_least, a_greatest), (b_least, b_greatest)) = (format.numbers(a), format.numbers(b));
        let wrapped = carried(a, b, a.value.wrapping_add(b.value));
        Self { format, least: a_least + b_least, greatest: a_greatest + b_greatest, wrapped }
    }

    /// `a - b`.
    pub fn difference(format: IntegerFormat, a: Bits, b: Bits) -> Self {
        let ((a_least, a_greatest), (b_least, b_greatest)) = (format.numbers(a), format.numbers(b));
        let wrapped = carried(a, b, a.value.wrapping_sub(b.value));
        Self { format, least: a_least - b_greatest, greatest: a_greatest - b_least, wrapped }
    }

    /// The number of the type that is nearest to the result.
    pub fn saturated(self) -> Bits {
        let (low, high) = self.format.limits();
        if low <= self.least && self.greatest <= high {
            return self.wrapped;
        }
        between(self.least.clamp(low, high), self.greatest.clamp(low, high))
    }

    /// Whether the result does not fit the type: a carry or a borrow of unsigned numbers, an overflow of signed ones.
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

/// How many bits are set.
pub(in crate::semantics) fn popcount(format: IntegerFormat, a: Bits) -> Bits {
    let ones = |word: u64| i128::from((word & format.mask()).count_ones());
    between(ones(a.value), ones(a.value | !a.defined))
}

/// Some number of a range: the bits above the highest in which its ends differ are defined. In two's complement all numbers
/// of the range agree there, for where its ends differ in sign nothing is defined.
fn between(least: i128, greatest: i128) -> Bits {
    let (least, greatest) = (least as u64, greatest as u64); // the caller keeps the type's width
    let differing = (least ^ greatest).checked_ilog2().map_or(0, |highest| u64::MAX >> (63 - highest));
    Bits::new(greatest & !differing, !differing)
}

impl IntegerFormat {
    /// The least and the greatest number of the type.
    fn limits(self) -> (i128, i128) {
        if self.signed {
            let half = 1 << (self.width_bits - 1);
            (-half, half - 1)
        } else {
            (0, (1 << self.width_bits) - 1)
        }
    }

    /// The least and the greatest number that the undefined bits allow.
    fn numbers(self, a: Bits) -> (i128, i128) {
        let bias = if self.signed { i128::from(self.sign_bit()) } else { 0 };
        let (least, greatest) = self.range(a);
        (i128::from(least) - bias, i128::from(greatest) - bias)
    }
}
