//! The types of values in slots.

use crate::base::Bits;
use crate::semantics::{BinaryOp, FlatCode, FlatStatement, IntegerFormat, Operation, arithmetic};

/// A value in a slot. [`Bits`] can hold any value. The fast path uses `u64`, which holds fully defined values only.
pub(super) trait SlotValue: Copy + Default {
    /// Converts bits, if they fit. Bits above the width of the type are defined.
    fn hold(bits: Bits) -> Option<Self>;

    /// Returns the value with its definedness.
    fn bits(self) -> Bits;

    /// Returns the bits under the mask; the bits above are defined zeros.
    fn cut(self, mask: u64) -> Self;

    /// Sign-extends an integer to 64 bits. The result is not yet cut to the width of its type.
    fn extended(self, format: IntegerFormat) -> Self;

    /// Returns the operations of a statement, and the index of the first.
    fn operations<'a>(code: &'a FlatCode, statement: &FlatStatement) -> (&'a [Operation], u32);

    /// Applies an operator to two operands of an integer format. The result is not yet cut to the width of its type.
    fn integer(op: BinaryOp, format: IntegerFormat, a: Self, b: Self) -> Option<Self>;
}

impl SlotValue for Bits {
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
