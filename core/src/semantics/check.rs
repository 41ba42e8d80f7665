//! Checking of expressions: resolves names, checks types, folds constants, and appends the result to the list of
//! expressions.

use super::ast::{Name, ParsedExpr, ParsedExprKind as Tree, TypeName};
use super::builtins::builtin;
use super::calls::Calls;
use super::code::{Address, Environment, ExprForm, ExprId, ExprKind, OperandShape};
use super::fold::result;
use super::names::{Level, NameMeaning, Names};
use super::types::{UD, unsigned};
use super::values::{CheckedExpr, ExprValue, IntLiteral, Values};
use super::vocabulary::{LocalId, Type};
use super::{rules, words};
use crate::base::{Bits, Span};
use crate::spec::fold;

/// The checker of expressions.
pub(super) struct Expressions<'a> {
    pub values: Values<'a>,
    pub names: Names<'a>,
    /// For each parameter, whether the instruction's operation mentions it; `None` without an operation.
    operation: Option<[bool; 3]>,
}

impl<'a> Expressions<'a> {
    pub fn new(env: &'a Environment<'a>, operation: Option<[bool; 3]>) -> Self {
        Self { values: Values::new(env.float), names: Names::new(env), operation }
    }

    pub(super) fn calls(&mut self) -> Calls<'_, 'a> {
        Calls { values: &mut self.values, names: &mut self.names, operation: self.operation }
    }

    pub(super) fn declare(&mut self, name: &Name, ty: Type, read_only: Option<&'static str>) -> LocalId {
        self.names.declare(name, ty, read_only, &mut self.values.reports)
    }

    /// Declares a name without a declaration in the text.
    pub(super) fn predeclare(&mut self, name: &str, ty: Type, read_only: Option<&'static str>) {
        self.declare(&Name { text: name.to_owned(), span: Span::at(0) }, ty, read_only);
    }

    pub(super) fn meaning(&mut self, name: &str, span: Span) -> Option<NameMeaning> {
        self.names.meaning(name, span, &mut self.values.reports)
    }

    /// Returns the initial value of a declaration. A variable without one is undefined at the start, and again in each
    /// round of a loop.
    pub(super) fn initial(
        &mut self,
        value: Option<&ParsedExpr>,
        ty: Type,
        is_in_loop: bool,
        span: Span,
    ) -> Option<ExprId> {
        match value {
            Some(value) => self.check(value).and_then(|value| self.values.implicit(value, ty)),
            None if is_in_loop => {
                Some(self.values.constant_as(ExprForm::Implicit, Bits::UNDEFINED, ty, span))
            }
            None => None,
        }
    }

    /// Checks a condition and converts it to a truth value: a `bool`, or whether an integer is not 0.
    pub(super) fn condition(&mut self, condition: &ParsedExpr) -> Option<ExprId> {
        self.check(condition).and_then(|checked| self.values.condition(checked))
    }

    /// Checks an expression. Returns `None` after an error was reported.
    pub(super) fn check(&mut self, expr: &ParsedExpr) -> Option<CheckedExpr> {
        let span = expr.span;
        let value = match &expr.kind {
            Tree::Int { value, pattern } => ExprValue::Int(IntLiteral {
                value: i128::from(*value),
                pattern: *pattern,
                form: ExprForm::Literal,
            }),
            Tree::One => ExprValue::Int(IntLiteral { value: 1, pattern: false, form: ExprForm::Implicit }),
            Tree::Float(value) => ExprValue::Float(*value),
            Tree::SizeOf(ty) => {
                let bytes = i128::from(self.names.resolve_type(*ty).width_bits().div_ceil(8));
                let is_access = *ty == TypeName::Access;
                let form = if is_access { ExprForm::AccessType } else { ExprForm::Written };
                ExprValue::Int(IntLiteral { value: bytes, pattern: false, form })
            }
            Tree::Plus(inner) => {
                let inner = self.check(inner)?;
                self.values.number(inner)?;
                inner.value
            }
            Tree::Unary(op, inner) => {
                let inner = self.check(inner)?;
                return self.values.unary(*op, inner, span);
            }
            Tree::Binary(op, a, b) => {
                // Both sides are checked first, so that the errors of both are reported.
                let (a, b) = (self.check(a), self.check(b));
                return self.values.binary(*op, a?, b?, span);
            }
            _ => ExprValue::Typed(self.check_typed(expr)?),
        };
        Some(CheckedExpr { value, span })
    }

    /// Checks an expression that always has a type of its own.
    fn check_typed(&mut self, expr: &ParsedExpr) -> Option<ExprId> {
        let span = expr.span;
        match &expr.kind {
            Tree::Bool(value) => {
                let truth = Bits::known(u64::from(*value));
                Some(self.values.constant_as(ExprForm::Literal, truth, Type::Bool, span))
            }
            Tree::Name(name) => self.named(name, span),
            Tree::Index(name, index) => self.indexed(name, index, span),
            Tree::Select(condition, a, b) => self.select(condition, a, b, span),
            Tree::Cast(ty, inner) => {
                let inner = self.check(inner)?;
                let cast = self.values.cast(inner, self.names.resolve_type(*ty), span)?;
                Some(self.named_type(inner, cast, *ty))
            }
            Tree::Reinterpret(ty, inner) => {
                let inner = self.check(inner)?;
                let bits = self.values.reinterpret(inner, self.names.resolve_type(*ty), span)?;
                Some(self.named_type(inner, bits, *ty))
            }
            Tree::Reading(reading, choice) => self.calls().reading(reading, choice, span),
            Tree::Modifier(modifier, word) => self.calls().modifier(modifier, word, span),
            Tree::Call(name, arguments)
                if self.names.level == Level::Invariant && fold(&name.text).is_some() =>
            {
                self.fold(name, arguments, span)
            }
            Tree::Call(name, _) if builtin(&name.text).is_none() => {
                // The arguments of an unknown builtin are not checked.
                self.calls().call(name, &[], Vec::new(), span)
            }
            Tree::Call(name, arguments) => {
                let checked = arguments.iter().map(|argument| self.check(argument)).collect();
                self.calls().call(name, arguments, checked, span)
            }
            _ => {
                let checked = self.check(expr)?;
                self.values.typed(checked)
            }
        }
    }

    /// Notes whether a conversion names the access type. It has no expression of its own if nothing is converted.
    fn named_type(&mut self, from: CheckedExpr, conversion: ExprId, ty: TypeName) -> ExprId {
        let is_own = !matches!(from.value, ExprValue::Typed(id) if id == conversion);
        if is_own && ty == TypeName::Access {
            self.values.formed(conversion, ExprForm::AccessType);
        }
        conversion
    }

    pub(super) fn variable(&mut self, variable: LocalId, span: Span) -> ExprId {
        let ty = self.names.local(variable).ty;
        let kind = match self.names.level {
            Level::Op => ExprKind::OpLocal(variable),
            _ => ExprKind::Local(variable),
        };
        self.values.push(kind, ty, span)
    }

    fn named(&mut self, name: &str, span: Span) -> Option<ExprId> {
        match self.meaning(name, span)? {
            NameMeaning::Variable(variable) => Some(self.variable(variable, span)),
            NameMeaning::Constant { ty, value } => {
                Some(self.values.constant(Bits::known(value), Type::Scalar(ty), span))
            }
            NameMeaning::Operand { index, shape: OperandShape::Input(ty) } => {
                Some(self.first_element(index, Type::Scalar(ty), span))
            }
            NameMeaning::Operand { index, shape: OperandShape::Whole { ty, count: 1 } } => {
                Some(self.first_element(index, ty, span))
            }
            NameMeaning::Operand { shape, .. } => {
                let message = match shape {
                    OperandShape::Whole { count, .. } => {
                        format!("`{name}` has {count} elements; expected `{name}[0]` or `sum({name})`")
                    }
                    OperandShape::Surface | OperandShape::HeaderPool => {
                        format!("`{name}` is memory; expected `{name}[address]`")
                    }
                    _ => format!("`{name}` is an output and cannot be read"),
                };
                self.values.error(&rules::OPERAND_USE, span, message);
                None
            }
        }
    }

    /// Returns the element of an operand that is named without an index.
    fn first_element(&mut self, operand: usize, ty: Type, span: Span) -> ExprId {
        let index = self.values.constant_as(ExprForm::Implicit, Bits::known(0), UD, span);
        self.values.push(ExprKind::Element { operand, index }, ty, span)
    }

    fn indexed(&mut self, name: &Name, index: &[ParsedExpr], span: Span) -> Option<ExprId> {
        let index: Vec<_> = index.iter().map(|part| self.check(part)).collect();
        let has_lanes = matches!(self.names.level, Level::Uniform | Level::Lane);
        if name.text == words::ENABLED && has_lanes {
            let lane = self.only(index, span)?;
            let lane = self.values.integer(lane, UD, "a lane's number")?;
            return Some(self.values.push(ExprKind::Enabled(lane), Type::Bool, span));
        }
        if name.text == words::PREDICATE && has_lanes {
            let lane = self.only(index, span)?;
            let lane = self.values.integer(lane, UD, "a lane's number")?;
            return Some(self.values.push(ExprKind::Predicated(lane), Type::Bool, span));
        }
        match self.meaning(&name.text, name.span)? {
            NameMeaning::Operand {
                index: operand,
                shape: OperandShape::Surface | OperandShape::HeaderPool,
            } => {
                let at = self.address(index, span)?;
                let ty = Type::Scalar(self.names.env.access);
                Some(self.values.push(ExprKind::Memory { operand, at }, ty, span))
            }
            NameMeaning::Operand { index: operand, shape: OperandShape::Whole { ty, count } } => {
                let index = self.only(index, span)?;
                let index = self.values.integer(index, UD, "an index")?;
                if let Some(at) = self.values.known(index).filter(|at| at.value >= u64::from(count)) {
                    let message = match count {
                        1 => format!("`{}` has one element; there is no `[{}]`", name.text, at.value),
                        _ => format!(
                            "`{}` has {count} elements, 0 to {}; there is no `[{}]`",
                            name.text,
                            count - 1,
                            at.value
                        ),
                    };
                    self.values.error(&rules::OPERAND_USE, span, message);
                    return None;
                }
                Some(self.values.push(ExprKind::Element { operand, index }, ty, span))
            }
            NameMeaning::Operand { index: operand, shape: OperandShape::Input(ty) } => {
                let index = self.only(index, span)?;
                let index = self.values.integer(index, UD, "an index")?;
                Some(self.values.push(ExprKind::Element { operand, index }, Type::Scalar(ty), span))
            }
            NameMeaning::Operand {
                shape: OperandShape::Output(_) | OperandShape::Converted { .. }, ..
            } => {
                let message = format!("`{}` is an output and cannot be read", name.text);
                self.values.error(&rules::OPERAND_USE, name.span, message);
                None
            }
            NameMeaning::Constant { ty, value } => {
                let number = self.values.constant(Bits::known(value), Type::Scalar(ty), name.span);
                let index = self.only(index, span)?;
                self.values.bit(number, index, span)
            }
            NameMeaning::Variable(_) => {
                let message = format!("`{}` is a variable; expected an operand before `[`", name.text);
                self.values.error(&rules::OPERAND_USE, name.span, message);
                None
            }
        }
    }

    /// Checks `sum(BUF)` and similar calls in an invariant.
    fn fold(&mut self, called: &Name, arguments: &[ParsedExpr], span: Span) -> Option<ExprId> {
        let row = fold(&called.text)?;
        let [ParsedExpr { kind: Tree::Name(name), span: name_span, .. }] = arguments else {
            let message = format!("expected the name of a surface, variable or predicate: `{}`", row.example);
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        };
        let NameMeaning::Operand { index: operand, shape: OperandShape::Whole { ty, count } } =
            self.meaning(name, *name_span)?
        else {
            let message = format!("`{name}` is not a surface, variable or predicate");
            self.values.error(&rules::OPERAND_USE, *name_span, message);
            return None;
        };
        let to = result(row.fold, ty);
        Some(self.values.push(ExprKind::Fold { fold: row.fold, operand, of: (ty, count) }, to, span))
    }

    /// Returns the only index. Reports an error if there are several.
    pub(super) fn only(&mut self, mut index: Vec<Option<CheckedExpr>>, span: Span) -> Option<CheckedExpr> {
        if index.len() > 1 {
            let message = format!("{} indices: expected one, only a surface has more", index.len());
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        index.pop().flatten()
    }

    /// Returns the address of a surface access, from the expressions in its brackets.
    pub(super) fn address(&mut self, index: Vec<Option<CheckedExpr>>, span: Span) -> Option<Address> {
        let index: Vec<CheckedExpr> = index.into_iter().collect::<Option<_>>()?;
        if let [only] = index[..] {
            // A 64-bit sum may exceed 32 bits. It is then out of bounds, and does not wrap.
            let is_wide = matches!(only.value, ExprValue::Typed(id) if self.values.ty(id).width_bits() == 64);
            let ty = if is_wide { unsigned(64) } else { UD };
            return Some(Address::Byte(self.values.integer(only, ty, "an address")?));
        }
        if index.len() > 4 {
            let message = format!("{} coordinates: expected at most x, y, z and level", index.len());
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        let parts: Vec<_> =
            index.into_iter().map(|part| self.values.integer(part, UD, "a coordinate")).collect();
        Some(Address::Texel(parts.into_iter().collect::<Option<_>>()?))
    }

    /// Checks `?:`. Both values are checked; a constant condition keeps only the chosen one.
    fn select(&mut self, asked: &ParsedExpr, a: &ParsedExpr, b: &ParsedExpr, span: Span) -> Option<ExprId> {
        let condition = self.condition(asked);
        let (a, b) = (self.check(a), self.check(b));
        let (condition, a, b) = (condition?, a?, b?);
        let (ids, ty) = self.values.unify(&[a, b], span)?;
        Some(match self.values.known_truth(condition) {
            Some(holds) => {
                let (id, taken) = if holds { (ids[0], a) } else { (ids[1], b) };
                self.values.decided(self.names.env, span, asked, Some(taken.span));
                id
            }
            None => self.values.push(ExprKind::Select(condition, ids[0], ids[1]), ty, span),
        })
    }
}
