//! Type checking and lowering of assignments.

use super::ast::{LeftSide, ParsedExpr, ParsedExprKind};
use super::check::Expressions;
use super::code::{AssignTarget, ExprForm, ExprId, ExprKind, OperandShape};
use super::names::{Level, NameMeaning};
use super::rules;
use super::types::UD;
use super::values::{CheckedExpr, ExprValue};
use super::vocabulary::{BinaryOp, Type};
use crate::base::Span;

/// The values that a target accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Into {
    /// Values of the target's type, and values that convert to it implicitly.
    AsIs,
    /// Any number, converted to the target's type and, with `saturate`, clamped to its range first.
    Any { saturate: bool },
}

impl Expressions<'_> {
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
        let (target, ty, into) = self.target(place)?;
        let value = value?;
        let value = match op {
            Some(op) => {
                let read = self.read_back(&target, ty, place.span)?;
                let changed = self.values.binary(op, read, value, span)?;
                if let (ExprValue::Typed(id), true) = (changed.value, is_bare) {
                    self.values.formed(id, ExprForm::Compound);
                }
                changed
            }
            None => value,
        };
        let value = match into {
            Into::AsIs => self.values.implicit(value, ty),
            Into::Any { saturate } => self.values.converted(value, ty, saturate),
        };
        Some((target, value?))
    }

    /// Returns the previous value of the place in `place op= value`.
    fn read_back(&mut self, target: &AssignTarget, ty: Type, span: Span) -> Option<CheckedExpr> {
        let id = match target {
            AssignTarget::Local(local) => self.variable(*local, span),
            AssignTarget::Surface { operand, at } => {
                self.values.push(ExprKind::Memory { operand: *operand, at: at.clone() }, ty, span)
            }
            AssignTarget::Element { .. } => {
                self.values.error(&rules::OPERAND_USE, span, "an output cannot be read; expected `=`");
                return None;
            }
        };
        Some(CheckedExpr { value: ExprValue::Typed(id), span })
    }

    fn target(&mut self, place: &LeftSide) -> Option<(AssignTarget, Type, Into)> {
        let name = &place.name.text;
        if place.index.is_empty() {
            let variable = self.names.assigned_variable(place, &mut self.values.reports)?;
            let ty = self.names.local(variable).ty;
            return Some((AssignTarget::Local(variable), ty, Into::AsIs));
        }
        if self.names.level == Level::Op {
            let message = "an operation assigns variables only: its caller writes memory";
            self.values.error(&rules::OP_BODY, place.span, message);
            return None;
        }
        let index: Vec<_> = place.index.iter().map(|part| self.check(part)).collect();
        match self.meaning(name, place.name.span)? {
            NameMeaning::Operand {
                index: operand,
                shape: OperandShape::Surface | OperandShape::HeaderPool,
            } => {
                let at = self.address(index, place.span)?;
                Some((AssignTarget::Surface { operand, at }, Type::Scalar(self.names.env.access), Into::AsIs))
            }
            NameMeaning::Operand { index: operand, shape: OperandShape::Output(ty) } => {
                let index = self.only(index, place.span)?;
                let index = self.values.integer(index, UD, "an index")?;
                Some((AssignTarget::Element { operand, index }, Type::Scalar(ty), Into::AsIs))
            }
            NameMeaning::Operand { index: operand, shape: OperandShape::Converted { ty, saturate } } => {
                let index = self.only(index, place.span)?;
                let index = self.values.integer(index, UD, "an index")?;
                Some((AssignTarget::Element { operand, index }, Type::Scalar(ty), Into::Any { saturate }))
            }
            NameMeaning::Operand { .. } => {
                self.values.error(
                    &rules::OPERAND_USE,
                    place.span,
                    format!("`{name}` is an input and cannot be assigned"),
                );
                None
            }
            NameMeaning::Constant { .. } => {
                let message = format!("`{name}` is a named number and cannot be assigned");
                self.values.error(&rules::READ_ONLY, place.span, message);
                None
            }
            NameMeaning::Variable(_) => {
                let message = format!("`{name}` is a variable; expected an operand before `[`");
                self.values.error(&rules::OPERAND_USE, place.name.span, message);
                None
            }
        }
    }
}
