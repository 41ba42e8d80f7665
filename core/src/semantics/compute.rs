//! Computation of an expression from the values of its operands. Lowering folds constants with it, and a run evaluates with it.

use super::code::{Expr, ExprId, ExprKind};
use super::integer::Exact;
use super::vocabulary::{BinaryOp, Type};
use super::{arithmetic, integer};
use crate::base::Bits;
use crate::spec::FloatBehaviour;
use smallvec::SmallVec;

/// Computes an expression of type `ty`. `value` returns the value of an operand, and is called in the order of the text. `None` if
/// an operand has no value, or if the expression reads anything but its operands. Bits above the width of the type are arbitrary.
pub fn compute(
    exprs: &[Expr],
    kind: &ExprKind,
    ty: Type,
    behaviour: FloatBehaviour,
    mut value: impl FnMut(ExprId) -> Option<Bits>,
) -> Option<Bits> {
    let ty_of = |id: ExprId| exprs[id.0 as usize].ty;
    Some(match kind {
        ExprKind::Constant(bits) => *bits,
        ExprKind::Unary(op, a) => arithmetic::unary(*op, ty_of(*a), value(*a)?),
        ExprKind::Binary(op, a, b) => arithmetic::binary(*op, ty_of(*a), value(*a)?, value(*b)?, behaviour),
        ExprKind::Select(condition, a, b) => integer::select(value(*condition)?, value(*a)?, value(*b)?),
        ExprKind::Call(builtin, arguments) => {
            let of = arguments.first().map_or(ty, |argument| ty_of(*argument));
            let arguments: Option<SmallVec<[Bits; 3]>> =
                arguments.iter().map(|argument| value(*argument)).collect();
            arithmetic::call(*builtin, of, &arguments?, behaviour)
        }
        ExprKind::Convert(a) => arithmetic::convert(ty_of(*a), ty, value(*a)?),
        ExprKind::Saturate(a) => {
            let format = |id| ty_of(id).integer_format();
            let exact = match exprs[a.0 as usize].kind {
                ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply), x, y) => {
                    Exact::result(op, format(x), value(x)?, value(y)?)?
                }
                _ => Exact::number(format(*a), value(*a)?),
            };
            exact.closest(ty.integer_format())
        }
        ExprKind::Reinterpret(a) => value(*a)?,
        _ => return None,
    })
}
