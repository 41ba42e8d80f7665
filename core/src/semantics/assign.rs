//! Assignments: what can stand left of `=`, and compound operators.

use super::ast::{Expr, Place};
use super::check::UD;
use super::lower::{Level, Lowering};
use super::names::{Meaning, Variable};
use super::types::{Checked, Value};
use super::{BinaryOp, ExprKind, OperandShape, StatementKind, Target, Type, rules};
use crate::base::Span;

/// Which values a target takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Into {
    /// Values of the target's type, and those that convert to it silently.
    AsIs,
    /// Any number, which is converted, and possibly brought into the type's range first.
    Any { saturate: bool },
}

impl Lowering<'_> {
    pub(super) fn assign(&mut self, place: &Place, op: Option<BinaryOp>, value: &Expr, span: Span) {
        let value = self.check(value);
        let Some((target, ty, into)) = self.target(place) else { return };
        let Some(value) = value else { return };
        let read = op.map(|_| self.read_back(&target, ty, place.span));
        let value = match (op, read) {
            (Some(op), Some(read)) => read.and_then(|read| self.binary(op, read, value, span)),
            _ => Some(value),
        };
        let value = value.and_then(|value| match into {
            Into::AsIs => self.implicit(value, ty),
            Into::Any { saturate } => self.converted(value, ty, saturate),
        });
        if let Some(value) = value {
            self.emit(StatementKind::Assign { target, value }, span);
        }
    }

    /// The value that stood before in `place op= value`.
    fn read_back(&mut self, target: &Target, ty: Type, span: Span) -> Option<Checked> {
        let kind = match target {
            Target::Local(id) => ExprKind::Local(*id),
            Target::Surface { operand, at } => ExprKind::Memory { operand: *operand, at: at.clone() },
            Target::Element { .. } => {
                self.error(rules::OPERAND_USE, span, "an output cannot be read; expected `=`");
                return None;
            }
        };
        let id = self.push(kind, ty, span);
        Some(Checked { value: Value::Typed(id), span })
    }

    fn target(&mut self, place: &Place) -> Option<(Target, Type, Into)> {
        let name = &place.name.text;
        if place.index.is_empty() {
            let variable = self.assigned_variable(place)?;
            let ty = self.local_of(variable).ty;
            let Variable::Local(id) = variable else { return None };
            return Some((Target::Local(id), ty, Into::AsIs));
        }
        let index: Vec<_> = place.index.iter().map(|part| self.check(part)).collect();
        match self.meaning(name, place.name.span)? {
            Meaning::Operand { index: operand, shape: OperandShape::Surface | OperandShape::Pool } => {
                let at = self.address(index, place.span)?;
                Some((Target::Surface { operand, at }, Type::Scalar(self.env.access), Into::AsIs))
            }
            Meaning::Operand { index: operand, shape: OperandShape::Output(ty) } => {
                let index = self.only(index, place.span)?;
                let index = self.integer(index, UD, "an index")?;
                Some((Target::Element { operand, index }, Type::Scalar(ty), Into::AsIs))
            }
            Meaning::Operand { index: operand, shape: OperandShape::Converted { ty, saturate } } => {
                let index = self.only(index, place.span)?;
                let index = self.integer(index, UD, "an index")?;
                Some((Target::Element { operand, index }, Type::Scalar(ty), Into::Any { saturate }))
            }
            Meaning::Operand { .. } => {
                self.error(
                    rules::OPERAND_USE,
                    place.span,
                    format!("`{name}` is an input and cannot be assigned"),
                );
                None
            }
            Meaning::Constant { .. } => {
                let message = format!("`{name}` is a named number and cannot be assigned");
                self.error(rules::READ_ONLY, place.span, message);
                None
            }
            Meaning::Variable(_) => {
                let message = format!("`{name}` is a variable; expected an operand before `[`");
                self.error(rules::OPERAND_USE, place.name.span, message);
                None
            }
        }
    }

    /// The variable that a place without an index names, if it may be assigned here.
    pub(super) fn assigned_variable(&mut self, place: &Place) -> Option<Variable> {
        let (name, span) = (&place.name.text, place.span);
        if let Some(why) = self.binding(name).and_then(|binding| binding.read_only) {
            self.error(rules::READ_ONLY, span, format!("`{name}` cannot be assigned: {why}"));
            return None;
        }
        let variable = match self.meaning(name, span)? {
            Meaning::Variable(variable) => variable,
            Meaning::Constant { .. } => {
                self.error(
                    rules::READ_ONLY,
                    span,
                    format!("`{name}` is a named number and cannot be assigned"),
                );
                return None;
            }
            Meaning::Operand { shape, .. } => {
                let message = match shape {
                    OperandShape::Input(_) => format!("`{name}` is an input and cannot be assigned"),
                    OperandShape::Surface | OperandShape::Pool => {
                        format!("`{name}` is memory; expected `{name}[address]`")
                    }
                    OperandShape::Output(_) | OperandShape::Converted { .. } => {
                        format!("`{name}` has an element for each lane; expected `{name}[i]`")
                    }
                };
                self.error(rules::OPERAND_USE, span, message);
                return None;
            }
        };
        if self.level == Level::Lane && self.local_of(variable).uniform {
            let message = format!("`{name}` is declared outside foreach_active: lanes cannot change it");
            self.error(rules::UNIFORM_WRITE, span, message);
            return None;
        }
        Some(variable)
    }
}
