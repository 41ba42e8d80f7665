//! Expressions: names resolved, types checked, constants computed, appended to the flat form.

use super::ast::{Expr, ExprKind as Tree, Name};
use super::lower::{Level, Lowering};
use super::names::{Meaning, Variable};
use super::types::{Checked, Value, is_float, is_integer, name, unsigned};
use super::{Address, BinaryOp, ExprId, ExprKind, OperandShape, Type, UnaryOp, arithmetic, rules, words};
use crate::base::{Bits, ScalarType, Span};

pub(super) const UD: Type = Type::Scalar(ScalarType::Ud);

impl Lowering<'_> {
    /// Checks an expression; `None` when something is wrong with it, which is then reported.
    pub(super) fn check(&mut self, expr: &Expr) -> Option<Checked> {
        let span = expr.span;
        let value = match &expr.kind {
            Tree::Int { value, pattern } => Value::Int { value: i128::from(*value), pattern: *pattern },
            Tree::Float(value) => Value::Float(*value),
            Tree::SizeOf(ty) => {
                let bytes = i128::from(self.resolve_type(*ty).width_bits().div_ceil(8));
                Value::Int { value: bytes, pattern: false }
            }
            Tree::Plus(inner) => {
                let inner = self.check(inner)?;
                self.number(inner)?;
                inner.value
            }
            Tree::Unary(op, inner) => return self.unary(*op, inner, span),
            Tree::Binary(op, a, b) => {
                // Both sides are checked before either is looked at, so that both are reported.
                let (a, b) = (self.check(a), self.check(b));
                return self.binary(*op, a?, b?, span);
            }
            _ => Value::Typed(self.check_typed(expr)?),
        };
        Some(Checked { value, span })
    }

    /// Checks the expressions that always have a type of their own.
    fn check_typed(&mut self, expr: &Expr) -> Option<ExprId> {
        let span = expr.span;
        match &expr.kind {
            Tree::Bool(value) => Some(self.constant(Bits::known(u64::from(*value)), Type::Bool, span)),
            Tree::Name(name) => self.named(name, span),
            Tree::Index(name, index) => self.indexed(name, index, span),
            Tree::Select(condition, a, b) => self.select(condition, a, b, span),
            Tree::Cast(ty, inner) => {
                let inner = self.check(inner)?;
                self.cast(inner, self.resolve_type(*ty), span)
            }
            Tree::Reinterpret(ty, inner) => {
                let inner = self.check(inner)?;
                self.reinterpret(inner, self.resolve_type(*ty), span)
            }
            Tree::Reading(reading, choice) => self.reading(reading, choice, span),
            Tree::Modifier(modifier, word) => self.modifier(modifier, word, span),
            Tree::Call(name, arguments) => self.call(name, arguments, span),
            _ => {
                let checked = self.check(expr)?;
                self.typed(checked)
            }
        }
    }

    pub(super) fn variable(&mut self, variable: Variable, span: Span) -> ExprId {
        let ty = self.local_of(variable).ty;
        let kind = match variable {
            Variable::Local(id) => ExprKind::Local(id),
            Variable::Op(index) => ExprKind::OpLocal(index),
        };
        self.push(kind, ty, span)
    }

    fn named(&mut self, name: &str, span: Span) -> Option<ExprId> {
        match self.meaning(name, span)? {
            Meaning::Variable(variable) => Some(self.variable(variable, span)),
            Meaning::Constant { ty, value } => {
                Some(self.constant(Bits::known(value), Type::Scalar(ty), span))
            }
            Meaning::Operand { index, shape: OperandShape::Input(ty) } => {
                let zero = self.constant(Bits::known(0), UD, span);
                Some(self.push(ExprKind::Element { operand: index, index: zero }, Type::Scalar(ty), span))
            }
            Meaning::Operand { shape, .. } => {
                let message = match shape {
                    OperandShape::Surface | OperandShape::Pool => {
                        format!("`{name}` is memory; expected `{name}[address]`")
                    }
                    _ => format!("`{name}` is an output and cannot be read"),
                };
                self.error(rules::OPERAND_USE, span, message);
                None
            }
        }
    }

    fn indexed(&mut self, name: &Name, index: &[Expr], span: Span) -> Option<ExprId> {
        let index: Vec<_> = index.iter().map(|part| self.check(part)).collect();
        if name.text == words::ENABLED && self.level != Level::Op {
            let lane = self.only(index, span)?;
            let lane = self.integer(lane, UD, "a lane's number")?;
            return Some(self.push(ExprKind::Enabled(lane), Type::Bool, span));
        }
        if name.text == words::PREDICATE && self.level != Level::Op {
            let lane = self.only(index, span)?;
            let lane = self.integer(lane, UD, "a lane's number")?;
            return Some(self.push(ExprKind::Predicated(lane), Type::Bool, span));
        }
        match self.meaning(&name.text, name.span)? {
            Meaning::Operand { index: operand, shape: OperandShape::Surface | OperandShape::Pool } => {
                let at = self.address(index, span)?;
                let ty = Type::Scalar(self.env.access);
                Some(self.push(ExprKind::Memory { operand, at }, ty, span))
            }
            Meaning::Operand { index: operand, shape: OperandShape::Input(ty) } => {
                let index = self.only(index, span)?;
                let index = self.integer(index, UD, "an index")?;
                Some(self.push(ExprKind::Element { operand, index }, Type::Scalar(ty), span))
            }
            Meaning::Operand { shape: OperandShape::Output(_) | OperandShape::Converted { .. }, .. } => {
                let message = format!("`{}` is an output and cannot be read", name.text);
                self.error(rules::OPERAND_USE, name.span, message);
                None
            }
            Meaning::Constant { ty, value } => {
                let number = self.constant(Bits::known(value), Type::Scalar(ty), name.span);
                let index = self.only(index, span)?;
                self.bit(number, index, span)
            }
            Meaning::Variable(_) => {
                let message = format!("`{}` is a variable; expected an operand before `[`", name.text);
                self.error(rules::OPERAND_USE, name.span, message);
                None
            }
        }
    }

    /// The index of what has one index only.
    pub(super) fn only(&mut self, mut index: Vec<Option<Checked>>, span: Span) -> Option<Checked> {
        if index.len() > 1 {
            let message = format!("{} indices: expected one, only a surface has more", index.len());
            self.error(rules::ARGUMENTS, span, message);
            return None;
        }
        index.pop().flatten()
    }

    /// What stands in the brackets behind a surface.
    pub(super) fn address(&mut self, index: Vec<Option<Checked>>, span: Span) -> Option<Address> {
        let index: Vec<Checked> = index.into_iter().collect::<Option<_>>()?;
        if let [only] = index[..] {
            // A sum may go beyond 32 bits where the text computes it so: then it is outside, and does not wrap.
            let is_wide = matches!(only.value, Value::Typed(id) if self.ty(id).width_bits() == 64);
            let ty = if is_wide { unsigned(64) } else { UD };
            return Some(Address::Byte(self.integer(only, ty, "an address")?));
        }
        if index.len() > 4 {
            let message = format!("{} coordinates: expected at most x, y, z and level", index.len());
            self.error(rules::ARGUMENTS, span, message);
            return None;
        }
        let parts: Vec<_> = index.into_iter().map(|part| self.integer(part, UD, "a coordinate")).collect();
        Some(Address::Texel(parts.into_iter().collect::<Option<_>>()?))
    }

    /// `mask[n]`: bit `n` of a named number, as on the pages.
    fn bit(&mut self, number: ExprId, index: Checked, span: Span) -> Option<ExprId> {
        let ty = self.ty(number);
        let index = self.integer(index, UD, "a bit's number")?;
        let shifted = self.apply(BinaryOp::ShiftRight, number, index, ty, span);
        let one = self.constant(Bits::known(1), ty, span);
        Some(self.apply(BinaryOp::And, shifted, one, ty, span))
    }

    pub(super) fn number(&mut self, x: Checked) -> Option<()> {
        if let Value::Typed(id) = x.value
            && self.ty(id) == Type::Bool
        {
            self.error(rules::OPERAND_TYPE, x.span, "expected a number, found `bool`");
            return None;
        }
        Some(())
    }

    fn unary(&mut self, op: UnaryOp, inner: &Expr, span: Span) -> Option<Checked> {
        let inner = self.check(inner)?;
        let value = match (op, inner.value) {
            (UnaryOp::Not, _) => {
                let id = self.condition(inner)?;
                Value::Typed(self.apply_unary(op, id, span))
            }
            (UnaryOp::Negate, Value::Int { value, pattern }) => Value::Int { value: -value, pattern },
            (UnaryOp::Negate, Value::Float(value)) => Value::Float(-value),
            (UnaryOp::Complement, Value::Int { value, .. }) => Value::Int { value: !value, pattern: true },
            (UnaryOp::Complement, Value::Float(_)) => {
                self.error(rules::OPERAND_TYPE, inner.span, "expected an integer, found a fraction");
                return None;
            }
            (_, Value::Typed(id)) => {
                self.number(inner)?;
                if op == UnaryOp::Complement && is_float(self.ty(id)) {
                    let message = format!("expected an integer, found `{}`", name(self.ty(id)));
                    self.error(rules::OPERAND_TYPE, inner.span, message);
                    return None;
                }
                Value::Typed(self.apply_unary(op, id, span))
            }
        };
        Some(Checked { value, span })
    }

    fn apply_unary(&mut self, op: UnaryOp, id: ExprId, span: Span) -> ExprId {
        let ty = self.ty(id);
        match self.known(id) {
            Some(bits) => self.constant(arithmetic::unary(op, ty, bits), ty, span),
            None => self.push(ExprKind::Unary(op, id), ty, span),
        }
    }

    /// The operator on operands that have the types it needs; computed at once where both are constants.
    fn apply(&mut self, op: BinaryOp, a: ExprId, b: ExprId, ty: Type, span: Span) -> ExprId {
        let result = if op.is_comparison() { Type::Bool } else { ty };
        match (self.known(a), self.known(b)) {
            (Some(x), Some(y)) => {
                let bits = arithmetic::binary(op, ty, x, y, self.float_rules);
                self.constant(bits, result, span)
            }
            _ => self.push(ExprKind::Binary(op, a, b), result, span),
        }
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Checked, b: Checked, span: Span) -> Option<Checked> {
        if let (Value::Int { value: x, pattern: p }, Value::Int { value: y, pattern: q }) = (a.value, b.value)
            && !op.is_comparison()
            && !matches!(op, BinaryOp::LogicalAnd | BinaryOp::LogicalOr)
        {
            let Some(value) = fold(op, x, y) else {
                self.error(rules::LITERAL_RANGE, span, "this has no value of at most 64 bits");
                return None;
            };
            return Some(Checked { value: Value::Int { value, pattern: p || q }, span });
        }
        let id = match op {
            BinaryOp::LogicalAnd | BinaryOp::LogicalOr => self.logical(op, a, b, span)?,
            BinaryOp::ShiftLeft | BinaryOp::ShiftRight => self.shift(op, a, b, span)?,
            _ => {
                let (ids, ty) = self.unify(&[a, b], span)?;
                self.operator_fits(op, ty, span)?;
                self.apply(op, ids[0], ids[1], ty, span)
            }
        };
        Some(Checked { value: Value::Typed(id), span })
    }

    /// Whether the operator means something for operands of that type.
    fn operator_fits(&mut self, op: BinaryOp, ty: Type, span: Span) -> Option<()> {
        use BinaryOp::{And, Equal, NotEqual, Or, Remainder, Xor};
        let (fits, expected) = match op {
            Equal | NotEqual => (true, ""),
            And | Or | Xor => (!is_float(ty), "integers: take the `bits(...)` of a float"),
            Remainder => (is_integer(ty), "integers"),
            _ => (ty != Type::Bool, "numbers"),
        };
        if !fits {
            let message = format!("this operator does not take `{}`; expected {expected}", name(ty));
            self.error(rules::OPERAND_TYPE, span, message);
        }
        fits.then_some(())
    }

    /// `&&` and `||`, decided as soon as one side is a constant.
    fn logical(&mut self, op: BinaryOp, a: Checked, b: Checked, span: Span) -> Option<ExprId> {
        let (a, b) = (self.condition(a), self.condition(b));
        let (a, b) = (a?, b?);
        for (one, other) in [(a, b), (b, a)] {
            if let Some(bits) = self.known(one) {
                let decides = (bits.value == 1) == (op == BinaryOp::LogicalOr);
                return Some(if decides { one } else { other });
            }
        }
        Some(self.apply(op, a, b, Type::Bool, span))
    }

    fn shift(&mut self, op: BinaryOp, a: Checked, b: Checked, span: Span) -> Option<ExprId> {
        let a = self.typed(a)?;
        let ty = self.ty(a);
        if !is_integer(ty) {
            let message = format!("a shift takes integers, found `{}`", name(ty));
            self.error(rules::OPERAND_TYPE, span, message);
            return None;
        }
        let wide = matches!(b.value, Value::Typed(id) if self.ty(id).width_bits() == 64);
        let amount = self.integer(b, unsigned(if wide { 64 } else { 32 }), "a shift's amount")?;
        Some(self.apply(op, a, amount, ty, span))
    }

    /// Both values are checked; a constant condition keeps only the one that it chooses.
    fn select(&mut self, condition: &Expr, a: &Expr, b: &Expr, span: Span) -> Option<ExprId> {
        let condition = self.check(condition).and_then(|condition| self.condition(condition));
        let (a, b) = (self.check(a), self.check(b));
        let (condition, a, b) = (condition?, a?, b?);
        let (ids, ty) = self.unify(&[a, b], span)?;
        Some(match self.known(condition) {
            Some(bits) if bits.value & 1 == 1 => ids[0],
            Some(_) => ids[1],
            None => self.push(ExprKind::Select(condition, ids[0], ids[1]), ty, span),
        })
    }

    pub(super) fn reinterpret(&mut self, x: Checked, to: Type, span: Span) -> Option<ExprId> {
        let id = match x.value {
            // A literal is as wide as the type that its bits become.
            Value::Int { .. } if to != Type::Bool => self.implicit(x, unsigned(to.width_bits()))?,
            _ => self.typed(x)?,
        };
        let from = self.ty(id);
        if from == Type::Bool || to == Type::Bool {
            self.error(rules::CONVERSION, x.span, "a `bool` has no bits to reinterpret; expected a number");
            return None;
        }
        if from.width_bits() != to.width_bits() {
            let (from_bits, to_bits) = (from.width_bits(), to.width_bits());
            let message = format!(
                "the {from_bits} bits of `{}` are not the {to_bits} of `{}`; expected a number of that width",
                name(from),
                name(to)
            );
            self.error(rules::CONVERSION, x.span, message);
            return None;
        }
        Some(match self.known(id) {
            _ if from == to => id,
            Some(bits) => self.constant(bits, to, span),
            None => self.push(ExprKind::Reinterpret(id), to, span),
        })
    }
}

/// The operator on two literals; `None` where there is no value of at most 64 bits.
fn fold(op: BinaryOp, a: i128, b: i128) -> Option<i128> {
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
