//! Type checking and lowering of operators.

use super::checker::{CheckedExpr, Checker, ExprValue, IntLiteral};
use super::code::{ExprForm, ExprId, ExprKind};
use super::rules;
use super::types::{UD, is_float, is_integer, unsigned};
use super::vocabulary::{BinaryOp, Type, UnaryOp};
use crate::base::{Bits, Span};

impl Checker<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, inner: CheckedExpr, span: Span) -> Option<CheckedExpr> {
        let literal = |value| Some(CheckedExpr { value, span });
        let id = match (op, inner.value) {
            (UnaryOp::Not, _) => self.convert_to_truth(inner)?,
            (UnaryOp::Negate, ExprValue::Int(int)) => {
                return literal(ExprValue::Int(IntLiteral { value: -int.value, ..int }));
            }
            (UnaryOp::Negate, ExprValue::Float(value)) => return literal(ExprValue::Float(-value)),
            (UnaryOp::Complement, ExprValue::Int(int)) => {
                return literal(ExprValue::Int(IntLiteral { value: !int.value, pattern: true, ..int }));
            }
            (UnaryOp::Complement, ExprValue::Float(_)) => {
                self.error(&rules::OPERAND_TYPE, inner.span, "expected an integer, found a fraction");
                return None;
            }
            (_, ExprValue::Typed(id)) => {
                self.number(inner)?;
                if op == UnaryOp::Complement && is_float(self.ty(id)) {
                    let message = format!("expected an integer, found `{}`", self.ty(id).name());
                    self.error(&rules::OPERAND_TYPE, inner.span, message);
                    return None;
                }
                id
            }
        };
        let id = self.push(ExprKind::Unary(op, id), self.ty(id), span);
        Some(CheckedExpr { value: ExprValue::Typed(id), span })
    }

    /// Applies an operator to operands of matching types.
    fn apply(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: Type, span: Span) -> ExprId {
        let result = if op.is_comparison() { Type::Bool } else { ty };
        self.push(ExprKind::Binary(op, a, b), result, span)
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        a: CheckedExpr,
        b: CheckedExpr,
        span: Span,
    ) -> Option<CheckedExpr> {
        if let (ExprValue::Int(x), ExprValue::Int(y)) = (a.value, b.value)
            && !op.is_comparison()
            && !matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
        {
            let Some(value) = compute_literals(op, x.value, y.value) else {
                self.error(&rules::LITERAL_RANGE, span, "this has no value of at most 64 bits");
                return None;
            };
            let int = IntLiteral { value, pattern: x.pattern || y.pattern, form: ExprForm::Written };
            return Some(CheckedExpr { value: ExprValue::Int(int), span });
        }
        let id = match op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => self.logical(op, a, b, span)?,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(op, a, b, span)?,
            _ => {
                let (ids, ty) = self.convert_to_common_type(&[a, b], span)?;
                self.operator_fits(op, ty, span)?;
                self.apply(op, ids[0], ids[1], ty, span)
            }
        };
        Some(CheckedExpr { value: ExprValue::Typed(id), span })
    }

    /// Reports an error unless the operator takes operands of that type.
    fn operator_fits(&mut self, op: BinaryOp, ty: Type, span: Span) -> Option<()> {
        use BinaryOp::{And, Equal, NotEqual, Or, Remainder, Xor};
        let (fits, expected) = match op {
            Equal | NotEqual => (true, ""),
            And | Or | Xor => (!is_float(ty), "integers: take the `bits(...)` of a float"),
            Remainder => (is_integer(ty), "integers"),
            _ => (ty != Type::Bool, "numbers"),
        };
        if !fits {
            let message = format!("this operator does not take `{}`; expected {expected}", ty.name());
            self.error(&rules::OPERAND_TYPE, span, message);
        }
        fits.then_some(())
    }

    /// Lowers `&&` or `||`. A constant side that decides the result is the result.
    fn logical(&mut self, op: BinaryOp, a: CheckedExpr, b: CheckedExpr, span: Span) -> Option<ExprId> {
        let (a, b) = (self.convert_to_truth(a), self.convert_to_truth(b));
        let (a, b) = (a?, b?);
        for (one, other) in [(a, b), (b, a)] {
            if let Some(holds) = self.constant_truth(one) {
                let decides = holds == (op == BinaryOp::LogicalOr);
                return Some(if decides { one } else { other });
            }
        }
        Some(self.apply(op, a, b, Type::Bool, span))
    }

    fn shift(&mut self, op: BinaryOp, a: CheckedExpr, b: CheckedExpr, span: Span) -> Option<ExprId> {
        let a = self.with_default_type(a)?;
        let ty = self.ty(a);
        if !is_integer(ty) {
            let message = format!("a shift takes integers, found `{}`", ty.name());
            self.error(&rules::OPERAND_TYPE, span, message);
            return None;
        }
        let wide = matches!(b.value, ExprValue::Typed(id) if self.ty(id).width_bits() == 64);
        let amount = self.integer(b, unsigned(if wide { 64 } else { 32 }), "a shift's amount")?;
        Some(self.apply(op, a, amount, ty, span))
    }

    /// Lowers `mask[n]`, bit `n` of a named number, as in the manual's pages.
    pub(super) fn bit(&mut self, number: ExprId, index: CheckedExpr, span: Span) -> Option<ExprId> {
        let ty = self.ty(number);
        let index = self.integer(index, UD, "a bit's number")?;
        let shifted = self.apply(BinaryOp::ShiftRight, number, index, ty, span);
        let one = self.push_constant(ExprForm::Written, Bits::known(1), ty, span);
        let bit = self.apply(BinaryOp::And, shifted, one, ty, span);
        Some(self.set_form(bit, ExprForm::Bit))
    }
}

/// Applies an operator to two literals. Returns `None` if the result does not exist or does not fit in 64 bits.
fn compute_literals(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
    let shift = || u32::try_from(b).ok().filter(|amount| *amount < 64);
    let result = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Subtract => a - b,
        BinaryOp::Multiply => a.checked_mul(b)?,
        BinaryOp::Divide => a.checked_div(b)?,
        BinaryOp::Remainder => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::ShiftLeft => a.checked_mul(1 << shift()?)?,
        BinaryOp::ShiftRight => a >> shift()?,
        _ => return None,
    };
    (-(1 << 63)..1 << 64).contains(&result).then_some(result)
}
