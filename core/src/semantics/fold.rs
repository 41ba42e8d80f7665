//! Functions of invariants over all elements of a surface, a variable or a predicate.

use super::arithmetic;
use super::vocabulary::{BinaryOp, Builtin, Type};
use crate::base::{Bits, ScalarType};
use crate::spec::{FloatBehaviour, Fold};

/// Returns the result type for elements of a type. A sum has 64 bits, so that sums of narrower elements do not wrap.
pub(super) fn result(fold: Fold, element: Type) -> Type {
    match (fold, element) {
        (Fold::Sum, Type::Scalar(ty)) if ty.is_float() => Type::Scalar(ScalarType::Df),
        (Fold::Sum, Type::Scalar(ty)) if ty.is_signed() => Type::Scalar(ScalarType::Q),
        (Fold::Sum, _) => Type::Scalar(ScalarType::Uq),
        (Fold::Lowest | Fold::Highest, Type::Bool) => Type::Scalar(ScalarType::Ub),
        (Fold::Lowest | Fold::Highest, ty) => ty,
    }
}

/// Combines elements of a type in order. If an element has undefined bits, so has the result. Without elements, the
/// result is undefined.
pub fn folded(
    fold: Fold,
    element: Type,
    elements: impl Iterator<Item = Bits>,
    behaviour: FloatBehaviour,
) -> Bits {
    let to = result(fold, element);
    let step = |a: Bits, b: Bits| match fold {
        Fold::Sum => arithmetic::binary(BinaryOp::Add, to, a, b, behaviour),
        Fold::Lowest => arithmetic::call(Builtin::Min, to, &[a, b], behaviour),
        Fold::Highest => arithmetic::call(Builtin::Max, to, &[a, b], behaviour),
    };
    let mut elements = elements.map(|bits| arithmetic::convert(element, to, bits));
    let first = elements.next().unwrap_or(Bits::UNDEFINED);
    elements.fold(first, step)
}
