//! Checking of expressions: resolves names, checks types, computes what is constant, and appends the result to the list of
//! expressions.

use super::ast::{Name, ParsedExpr, ParsedExprKind as Tree, TypeName};
use super::checker::{CheckedExpr, Checker, ExprValue, IntLiteral, ThreadKind};
use super::code::{ExprForm, ExprId, ExprKind, OperandShape};
use super::fold::result;
use super::names::{NameMeaning, NamedPlace};
use super::types::UD;
use super::vocabulary::Type;
use super::{rules, words};
use crate::base::{Bits, Span};
use crate::spec::fold_row;

impl Checker<'_> {
    /// Checks a condition and converts it to a truth value: a `bool`, or whether an integer is not 0.
    pub(super) fn condition(&mut self, condition: &ParsedExpr) -> Option<ExprId> {
        self.check(condition).and_then(|checked| self.convert_to_truth(checked))
    }

    /// Checks expressions one after the other, so that the errors of all are reported.
    pub(super) fn check_list(&mut self, list: &[ParsedExpr]) -> Vec<Option<CheckedExpr>> {
        list.iter().map(|expr| self.check(expr)).collect()
    }

    /// Checks an expression. Returns `None` after an error was reported.
    pub(super) fn check(&mut self, expr: &ParsedExpr) -> Option<CheckedExpr> {
        let span = expr.span;
        let int = |value, pattern, form| ExprValue::Int(IntLiteral { value, pattern, form });
        let value = match &expr.kind {
            Tree::Int { value, pattern } => int(i128::from(*value), *pattern, ExprForm::Literal),
            Tree::One => int(1, false, ExprForm::Implicit),
            Tree::Float(value) => ExprValue::Float(*value),
            Tree::SizeOf(ty) => {
                let bytes = i128::from(self.resolve_type(*ty).width_bits().div_ceil(8));
                let is_access = *ty == TypeName::Access;
                int(bytes, false, if is_access { ExprForm::AccessType } else { ExprForm::Written })
            }
            Tree::Plus(inner) => {
                let inner = self.check(inner)?;
                self.number(inner)?;
                inner.value
            }
            Tree::Unary(op, inner) => {
                let inner = self.check(inner)?;
                return self.unary(*op, inner, span);
            }
            Tree::Binary(op, a, b) => {
                // Both sides are checked first, so that the errors of both are reported.
                let (a, b) = (self.check(a), self.check(b));
                return self.binary(*op, a?, b?, span);
            }
            _ => ExprValue::Typed(self.check_typed(expr)?),
        };
        Some(CheckedExpr { value, span })
    }

    /// Checks an expression that always has a type of its own. A function apart keeps the stack frames of long sums small.
    fn check_typed(&mut self, expr: &ParsedExpr) -> Option<ExprId> {
        let span = expr.span;
        match &expr.kind {
            Tree::Bool(value) => {
                let truth = Bits::known(u64::from(*value));
                Some(self.push_constant(ExprForm::Literal, truth, Type::Bool, span))
            }
            Tree::Name(name) => self.read_place(&Name { text: name.clone(), span }, &[], span),
            Tree::Index(name, index) => self.read_place(name, index, span),
            Tree::Select(condition, a, b) => self.select(condition, a, b, span),
            Tree::Cast(ty, inner) => {
                let inner = self.check(inner)?;
                let cast = self.check_cast(inner, self.resolve_type(*ty), span)?;
                Some(self.set_named_type(inner, cast, *ty))
            }
            Tree::Reinterpret(ty, inner) => {
                let inner = self.check(inner)?;
                let bits = self.reinterpret(inner, self.resolve_type(*ty), span)?;
                Some(self.set_named_type(inner, bits, *ty))
            }
            Tree::Reading(reading, choice) => self.reading(reading, choice, span),
            Tree::Modifier(modifier, word) => self.modifier(modifier, word, span),
            Tree::Call(name, arguments)
                if self.thread == ThreadKind::Invariant && fold_row(&name.text).is_some() =>
            {
                self.fold(name, arguments, span)
            }
            Tree::Call(name, arguments) => self.call(name, arguments, span),
            _ => unreachable!("`check` has an arm for it"),
        }
    }

    /// Notes whether a conversion names the access type. It has no expression of its own if nothing is converted.
    fn set_named_type(&mut self, from: CheckedExpr, conversion: ExprId, ty: TypeName) -> ExprId {
        let is_own = !matches!(from.value, ExprValue::Typed(id) if id == conversion);
        if is_own && ty == TypeName::Access {
            self.set_form(conversion, ExprForm::AccessType);
        }
        conversion
    }

    /// Reads the place that a name denotes, with the expressions in its brackets; none without brackets.
    fn read_place(&mut self, name: &Name, index: &[ParsedExpr], span: Span) -> Option<ExprId> {
        let index = self.check_list(index);
        let has_lanes = matches!(self.thread, ThreadKind::Uniform | ThreadKind::Lane);
        let lane_bit = match &*name.text {
            words::ENABLED => Some(ExprKind::Enabled as fn(ExprId) -> ExprKind),
            words::PREDICATE => Some(ExprKind::Predicated as _),
            _ => None,
        };
        if let Some(lane_bit) = lane_bit.filter(|_| has_lanes && !index.is_empty()) {
            let lane = self.single_index(index, span)?;
            let lane = self.integer(lane, UD, "a lane's number")?;
            return Some(self.push(lane_bit(lane), Type::Bool, span));
        }
        match self.named_place(name, index, span)? {
            NamedPlace::Variable(variable) => Some(self.push_variable(variable, span)),
            NamedPlace::Constant { ty, value, bit } => {
                let (value, ty) = (Bits::known(value), Type::Scalar(ty));
                let is_size = name.text == words::ELEMENT_BYTES;
                let form = if is_size { ExprForm::AccessType } else { ExprForm::Written };
                let number = self.push_constant(form, value, ty, name.span);
                match bit {
                    Some(index) => self.bit(number, index, span),
                    None => Some(number),
                }
            }
            NamedPlace::Memory { operand, address } => {
                let ty = Type::Scalar(self.env.access);
                Some(self.push(ExprKind::Memory { operand, at: address }, ty, span))
            }
            NamedPlace::Element { operand, shape, index } => {
                let ty = match shape {
                    OperandShape::Input(ty) => Type::Scalar(ty),
                    OperandShape::Whole { ty, .. } => ty,
                    _ => {
                        let message = format!("`{}` is an output and cannot be read", name.text);
                        self.error(&rules::OPERAND_USE, name.span, message);
                        return None;
                    }
                };
                // An operand without an index is its first element.
                let index =
                    index.unwrap_or_else(|| self.push_constant(ExprForm::Implicit, Bits::known(0), UD, span));
                Some(self.push(ExprKind::Element { operand, index }, ty, span))
            }
        }
    }

    /// Checks `sum(BUF)` and similar calls in an invariant.
    fn fold(&mut self, called: &Name, arguments: &[ParsedExpr], span: Span) -> Option<ExprId> {
        let row = fold_row(&called.text)?;
        let [ParsedExpr { kind: Tree::Name(name), span: name_span, .. }] = arguments else {
            let message = format!("expected the name of a surface, variable or predicate: `{}`", row.example);
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        };
        let NameMeaning::Operand { index: operand, shape: OperandShape::Whole { ty, count } } =
            self.meaning(name, *name_span)?
        else {
            let message = format!("`{name}` is not a surface, variable or predicate");
            self.error(&rules::OPERAND_USE, *name_span, message);
            return None;
        };
        let to = result(row.fold, ty);
        Some(self.push(ExprKind::Fold { fold: row.fold, operand, of: (ty, count) }, to, span))
    }

    /// Checks `?:`. Both values are checked; a constant condition keeps only the chosen one.
    fn select(&mut self, asked: &ParsedExpr, a: &ParsedExpr, b: &ParsedExpr, span: Span) -> Option<ExprId> {
        let condition = self.condition(asked);
        let (a, b) = (self.check(a), self.check(b));
        let (condition, a, b) = (condition?, a?, b?);
        let (ids, ty) = self.convert_to_common_type(&[a, b], span)?;
        Some(match self.constant_truth(condition) {
            Some(holds) => {
                let (id, taken) = if holds { (ids[0], a) } else { (ids[1], b) };
                self.record_left_out(span, asked, Some(taken.span));
                id
            }
            None => self.push(ExprKind::Select(condition, ids[0], ids[1]), ty, span),
        })
    }
}
