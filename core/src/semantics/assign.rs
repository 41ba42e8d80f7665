//! Type checking and lowering of assignments.

use super::ast::{LeftSide, ParsedExpr, ParsedExprKind};
use super::checker::{CheckedExpr, Checker, ExprValue, ThreadKind};
use super::code::{AssignTarget, ExprForm, ExprId, ExprKind, OperandShape};
use super::names::NamedPlace;
use super::rules;
use super::vocabulary::{BinaryOp, Type};
use crate::base::Span;

impl Checker<'_> {
    /// Returns the target of an assignment and the value to store.
    pub(super) fn assign(
        &mut self,
        place: &LeftSide,
        op: Option<BinaryOp>,
        value: &ParsedExpr,
        span: Span,
    ) -> Option<(AssignTarget, ExprId)> {
        let first = value.kind.children().next().map(|first| first.span.start);
        let is_operation = matches!(value.kind, ParsedExprKind::Binary(..) | ParsedExprKind::Select(..));
        // Parentheses around it would be part of its place.
        let is_bare = is_operation && first == Some(value.span.start);
        let value = self.check(value);
        let (target, ty) = self.target(place)?;
        let value = value?;
        let value = match op {
            Some(op) => {
                let read = self.read_back(&target, ty, place.span)?;
                let changed = self.binary(op, read, value, span)?;
                if let (ExprValue::Typed(id), true) = (changed.value, is_bare) {
                    self.set_form(id, ExprForm::Compound);
                }
                changed
            }
            None => value,
        };
        let shape = match target {
            AssignTarget::Element { operand, .. } => Some(self.env.operands[operand].shape),
            _ => None,
        };
        let value = match shape {
            Some(OperandShape::Converted { saturate, .. }) => self.convert_for_output(value, ty, saturate),
            _ => self.convert_implicitly(value, ty),
        };
        Some((target, value?))
    }

    /// Returns the previous value of the place in `place op= value`.
    fn read_back(&mut self, target: &AssignTarget, ty: Type, span: Span) -> Option<CheckedExpr> {
        let id = match target {
            AssignTarget::Local(local) => self.push_variable(*local, span),
            AssignTarget::Surface { operand, at } => {
                self.push(ExprKind::Memory { operand: *operand, at: at.clone() }, ty, span)
            }
            AssignTarget::Element { .. } => {
                self.error(&rules::OPERAND_USE, span, "an output cannot be read; expected `=`");
                return None;
            }
        };
        Some(CheckedExpr { value: ExprValue::Typed(id), span })
    }

    /// Returns the target of an assignment and its type.
    fn target(&mut self, place: &LeftSide) -> Option<(AssignTarget, Type)> {
        let (name, span) = (&place.name.text, place.span);
        if self.thread == ThreadKind::Op && !place.index.is_empty() {
            let message = "an operation assigns variables only: its caller writes memory";
            self.error(&rules::OP_BODY, span, message);
            return None;
        }
        let index = self.check_list(&place.index);
        let (rule, message) = match self.named_place(&place.name, index, span)? {
            NamedPlace::Variable(variable) => {
                let local = self.local(variable);
                if let Some(why) = self.binding(name).and_then(|binding| binding.read_only) {
                    (&rules::READ_ONLY, format!("`{name}` cannot be assigned: {why}"))
                } else if self.thread == ThreadKind::Lane && local.uniform {
                    let message =
                        format!("`{name}` is declared outside foreach_active: lanes cannot change it");
                    (&rules::UNIFORM_WRITE, message)
                } else {
                    return Some((AssignTarget::Local(variable), local.ty));
                }
            }
            NamedPlace::Constant { .. } => {
                (&rules::READ_ONLY, format!("`{name}` is a named number and cannot be assigned"))
            }
            NamedPlace::Memory { operand, address } => {
                let ty = Type::Scalar(self.env.access);
                return Some((AssignTarget::Surface { operand, at: address }, ty));
            }
            NamedPlace::Element { operand, shape, index } => match (shape, index) {
                (OperandShape::Output(ty) | OperandShape::Converted { ty, .. }, Some(index)) => {
                    return Some((AssignTarget::Element { operand, index }, Type::Scalar(ty)));
                }
                (OperandShape::Output(_) | OperandShape::Converted { .. }, None) => (
                    &rules::OPERAND_USE,
                    format!("`{name}` has an element for each lane; expected `{name}[i]`"),
                ),
                _ => (&rules::OPERAND_USE, format!("`{name}` is an input and cannot be assigned")),
            },
        };
        self.error(rule, span, message);
        None
    }
}
