//! Values of expressions in captions, computed again from the recorded inputs of a step.

use super::equation::Notation;
use crate::base::Bits;
use crate::semantics::arithmetic;
use crate::semantics::{ExprId, ExprKind};

/// The maximum depth of an expression that is evaluated. Deeper ones are shown without a value.
const MOST_LEVELS: u32 = 64;

impl Notation<'_> {
    /// Returns the value of an expression; `None` if it depends on something that the step does not record.
    pub fn value(&self, id: ExprId) -> Option<Bits> {
        self.value_within(id, MOST_LEVELS)
    }

    fn value_within(&self, id: ExprId, levels: u32) -> Option<Bits> {
        let code = &self.bound.code;
        let (expr, levels) = (code.expr(id), levels.checked_sub(1)?);
        let value = |id: ExprId| self.value_within(id, levels);
        let ty_of = |id: ExprId| code.expr(id).ty;
        Some(match &expr.kind {
            ExprKind::Constant(bits) => *bits,
            ExprKind::Unary(op, a) => arithmetic::unary(*op, ty_of(*a), value(*a)?),
            ExprKind::Binary(op, a, b) => {
                arithmetic::binary(*op, ty_of(*a), value(*a)?, value(*b)?, code.float_rules)
            }
            ExprKind::Select(condition, a, b) => {
                arithmetic::select(value(*condition)?, value(*a)?, value(*b)?)
            }
            ExprKind::Call(builtin, arguments) => {
                let ty = arguments.first().map_or(expr.ty, |argument| ty_of(*argument));
                let arguments: Option<Vec<Bits>> =
                    arguments.iter().map(|argument| value(*argument)).collect();
                arithmetic::call(*builtin, ty, &arguments?, code.float_rules)
            }
            ExprKind::Convert(a) => arithmetic::convert(ty_of(*a), expr.ty, value(*a)?),
            ExprKind::Reinterpret(a) => value(*a)?,
            ExprKind::Local(_)
            | ExprKind::OpLocal(_)
            | ExprKind::Element { .. }
            | ExprKind::Memory { .. }
            | ExprKind::Inside { .. }
            | ExprKind::Fold { .. }
            | ExprKind::Enabled(_)
            | ExprKind::Predicated(_)
            | ExprKind::Header(..)
            | ExprKind::Op(_) => self.step.inputs.iter().find(|input| input.site == expr.site)?.value,
        })
    }
}
