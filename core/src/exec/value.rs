//! What the slots hold while a statement is evaluated.

use crate::base::Bits;
use crate::semantics::{BinaryOp, FlatCode, FlatStatement, IntegerFormat, Operation, arithmetic};

/// A value in a slot. [`Bits`] hold any; a plain number holds one whose bits are all defined, as most are, and is computed
/// with in less time. Where a plain number cannot hold what comes up, the statement is evaluated again with bits.
pub(super) trait Value: Copy + Default {
    /// Holds a value, if it can be held. Bits above the width of its type are defined.
    fn hold(bits: Bits) -> Option<Self>;

    /// The value with its definedness.
    fn bits(self) -> Bits;

    /// The bits under the mask; the others are defined zeros.
    fn cut(self, mask: u64) -> Self;

    /// An integer with its sign in all bits above; what is above its type is still to be cut.
    fn extended(self, format: IntegerFormat) -> Self;

    /// The operations that a statement needs, and the index of the first.
    fn operations<'a>(code: &'a FlatCode, statement: &FlatStatement) -> (&'a [Operation], u32);

    /// An operator with two operands of an integer format; the result is still to be cut.
    fn integer(op: BinaryOp, format: IntegerFormat, a: Self, b: Self) -> Option<Self>;
}

impl Value for Bits {
    fn hold(bits: Bits) -> Option<Self> {
        Some(bits)
    }

    fn bits(self) -> Bits {
        self
    }

    fn cut(self, mask: u64) -> Self {
        Bits { value: self.value & mask, defined: self.defined | !mask }
    }

    fn extended(self, format: IntegerFormat) -> Self {
        arithmetic::extend(format, self)
    }

    fn operations<'a>(code: &'a FlatCode, statement: &FlatStatement) -> (&'a [Operation], u32) {
        (&code.operations[statement.operations.range()], statement.operations.first)
    }

    fn integer(op: BinaryOp, format: IntegerFormat, a: Self, b: Self) -> Option<Self> {
        Some(arithmetic::integer(op, format, a, b))
    }
}

impl Value for u64 {
    #[inline]
    fn hold(bits: Bits) -> Option<Self> {
        (bits.defined == u64::MAX).then_some(bits.value)
    }

    #[inline]
    fn bits(self) -> Bits {
        Bits::known(self)
    }

    #[inline]
    fn cut(self, mask: u64) -> Self {
        self & mask
    }

    #[inline]
    fn extended(self, format: IntegerFormat) -> Self {
        arithmetic::extend(format, self.bits()).value
    }

    #[inline]
    fn operations<'a>(code: &'a FlatCode, statement: &FlatStatement) -> (&'a [Operation], u32) {
        (&code.plain[statement.plain.range()], statement.plain.first)
    }

    #[inline]
    fn integer(op: BinaryOp, format: IntegerFormat, a: Self, b: Self) -> Option<Self> {
        arithmetic::defined_integer(op, format, a, b)
            .or_else(|| Self::hold(arithmetic::integer(op, format, a.bits(), b.bits())))
    }
}
