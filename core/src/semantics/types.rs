//! Type rules: types of literals, implicit conversions, and the common type of two operands.

use super::checker::{CheckedExpr, Checker, ExprValue, IntLiteral};
use super::code::{ExprForm, ExprId, ExprKind};
use super::vocabulary::{Builtin, Type};
use super::{float, rules};
use crate::base::{Bits, ScalarType, Span, TextEdit};
use crate::diag::Diagnostic;

/// The type of indices, addresses and lane numbers.
pub(super) const UD: Type = Type::Scalar(ScalarType::Ud);

pub(super) fn is_integer(ty: Type) -> bool {
    matches!(ty, Type::Scalar(ty) if !ty.is_float())
}

pub(super) fn is_float(ty: Type) -> bool {
    matches!(ty, Type::Scalar(ty) if ty.is_float())
}

/// Returns the unsigned integer type of that width.
pub(super) fn unsigned(width_bits: u32) -> Type {
    Type::Scalar(ScalarType::unsigned(width_bits as usize / 8))
}

/// Returns the common type of two operands: the wider one, or the unsigned one of two integers of the same width.
fn common(a: Type, b: Type) -> Option<Type> {
    match (a, b) {
        (Type::Bool, Type::Bool) => Some(Type::Bool),
        (Type::Scalar(x), Type::Scalar(y)) if x.is_float() == y.is_float() => {
            let first =
                x.size_bytes() > y.size_bytes() || (x.size_bytes() == y.size_bytes() && !x.is_signed());
            Some(if first { a } else { b })
        }
        _ => None,
    }
}

impl Checker<'_> {
    /// Gives an untyped literal its default type: the first of UD, D, UQ and Q that fits, or F.
    pub(super) fn with_default_type(&mut self, x: CheckedExpr) -> Option<ExprId> {
        match x.value {
            ExprValue::Typed(id) => Some(id),
            ExprValue::Float(_) => self.convert_implicitly(x, Type::Scalar(ScalarType::F)),
            ExprValue::Int(int) => {
                let ty = self.type_that_fits(&[int.value], x.span)?;
                self.convert_implicitly(x, ty)
            }
        }
    }

    fn type_that_fits(&mut self, values: &[i128], span: Span) -> Option<Type> {
        let types = [ScalarType::Ud, ScalarType::D, ScalarType::Uq, ScalarType::Q].map(Type::Scalar);
        let fits = |ty: &Type| {
            let (low, high) = ty.integer_format().limits();
            values.iter().all(|value| (low..=high).contains(value))
        };
        let found = types.into_iter().find(fits);
        if found.is_none() {
            let message = "no type holds this number; expected at most 64 bits";
            self.error(&rules::LITERAL_RANGE, span, message);
        }
        found
    }

    /// Converts a value to the type `to`, if that needs no cast.
    pub(super) fn convert_implicitly(&mut self, x: CheckedExpr, to: Type) -> Option<ExprId> {
        let id = match x.value {
            ExprValue::Typed(id) => id,
            ExprValue::Int(int) => return self.int_literal(int, to, x.span),
            ExprValue::Float(value) => return self.float_literal(value, to, x),
        };
        let from = self.ty(id);
        let is_read = matches!(self.exprs[id.0 as usize].kind, ExprKind::Memory { .. });
        if is_read && is_float(from) == is_float(to) && to.width_bits() < from.width_bits() {
            let (read, from) = (x.span.of(self.text), from.name());
            let message = format!(
                "`{read}` reads `{from}`, and `{}` is narrower; expected `{from}`, or a cast",
                to.name()
            );
            let diagnostic = Diagnostic::error(&rules::NARROW_READ, x.span, message);
            self.report(with_cast(diagnostic, to, x.span));
            return None;
        }
        if from == to || is_float(from) == is_float(to) {
            return Some(self.push_conversion(id, to, x.span));
        }
        let message = format!("expected `{}`, found `{}`: this needs a cast", to.name(), from.name());
        let diagnostic = Diagnostic::error(&rules::CONVERSION, x.span, message);
        let castable = from != Type::Bool && to != Type::Bool;
        self.report(if castable { with_cast(diagnostic, to, x.span) } else { diagnostic });
        None
    }

    fn int_literal(&mut self, int: IntLiteral, to: Type, span: Span) -> Option<ExprId> {
        let IntLiteral { value, pattern, form } = int;
        let shown = span.of(self.text).to_owned();
        if let Type::Scalar(ty) = to
            && ty.is_float()
        {
            return self.int_as_float(int, ty, span);
        }
        let (low, high) = to.integer_format().limits();
        let width = to.width_bits();
        let fits_as_bits = pattern && (-(1i128 << (width - 1))..1i128 << width).contains(&value);
        if !(low..=high).contains(&value) && !fits_as_bits {
            let message = format!("`{shown}` does not fit `{}`; expected {low} to {high}", to.name());
            self.error(&rules::LITERAL_RANGE, span, message);
            return None;
        }
        // Two's complement, truncated to the width of the type.
        Some(self.push_constant(form, Bits::known(value as u64), to, span))
    }

    fn int_as_float(&mut self, int: IntLiteral, to: ScalarType, span: Span) -> Option<ExprId> {
        if int.pattern {
            let shown = span.of(self.text);
            let message =
                format!("`{shown}` could be bits or a number; expected `as({to}, ...)` or a decimal");
            self.error(&rules::LITERAL_RANGE, span, message);
            return None;
        }
        // By f64, a large number would be rounded twice.
        let value = if to == ScalarType::F { f64::from(int.value as f32) } else { int.value as f64 };
        self.finite(value, to, int.form, span)
    }

    fn float_literal(&mut self, value: f64, to: Type, x: CheckedExpr) -> Option<ExprId> {
        match to {
            Type::Scalar(ty) if ty.is_float() => self.finite(value, ty, ExprForm::Literal, x.span),
            _ => {
                let message = format!("expected `{}`, found a fraction", to.name());
                let diagnostic = Diagnostic::error(&rules::CONVERSION, x.span, message);
                self.report(if to == Type::Bool { diagnostic } else { with_cast(diagnostic, to, x.span) });
                None
            }
        }
    }

    fn finite(&mut self, value: f64, to: ScalarType, form: ExprForm, span: Span) -> Option<ExprId> {
        let bits = float::from_f64(to, value);
        if float::to_f64(to, bits).is_infinite() {
            let largest = match to {
                ScalarType::Hf => "65504",
                ScalarType::F => "3.4028235e38",
                _ => "1.7976931348623157e308",
            };
            let message = format!("`{}` does not fit `{to}`; expected at most {largest}", span.of(self.text));
            self.error(&rules::LITERAL_RANGE, span, message);
            return None;
        }
        Some(self.push_constant(form, Bits::known(bits), Type::Scalar(to), span))
    }

    /// Converts a value to the type `to` as a cast does, without one in the text. A constant is folded, and stays as the text
    /// writes it.
    pub(super) fn push_conversion(&mut self, id: ExprId, to: Type, span: Span) -> ExprId {
        if self.ty(id) == to {
            return id;
        }
        let form = self.exprs[id.0 as usize].form;
        let converted = self.push(ExprKind::Convert(id), to, span);
        let is_constant = self.known(converted).is_some();
        self.exprs[converted.0 as usize].form = if is_constant { form } else { ExprForm::Implicit };
        converted
    }

    /// Converts any value to the type `to`. With `saturate`, a float is first clamped to 0..=1 and an integer to the
    /// range of `to`.
    pub(super) fn convert_for_output(&mut self, x: CheckedExpr, to: Type, saturate: bool) -> Option<ExprId> {
        let id = self.with_default_type(x)?;
        let own = self.ty(id);
        Some(match to {
            Type::Scalar(target) if saturate && target.is_float() => {
                let id = self.push_conversion(id, to, x.span);
                let [low, high] = [0.0, 1.0].map(|limit| {
                    let limit = Bits::known(float::from_f64(target, limit));
                    self.push_constant(ExprForm::Written, limit, to, x.span)
                });
                let clamped = self.push(ExprKind::Call(Builtin::Clamp, vec![id, low, high]), to, x.span);
                self.set_form(clamped, ExprForm::Implicit)
            }
            _ if saturate && is_integer(own) => {
                let saturated = self.push(ExprKind::Saturate(id), to, x.span);
                self.set_form(saturated, ExprForm::Implicit)
            }
            _ => self.push_conversion(id, to, x.span),
        })
    }

    /// Casts a value: numbers to numbers, integers to truth values and back.
    pub(super) fn check_cast(&mut self, x: CheckedExpr, to: Type, span: Span) -> Option<ExprId> {
        let id = match x.value {
            ExprValue::Float(_) => self.convert_implicitly(x, Type::Scalar(ScalarType::Df))?,
            _ => self.with_default_type(x)?,
        };
        let from = self.ty(id);
        let has_bool = from == Type::Bool || to == Type::Bool;
        if has_bool && (is_float(from) || is_float(to)) {
            let message =
                format!("`{}` does not convert to `{}`; expected an integer", from.name(), to.name());
            self.error(&rules::CONVERSION, x.span, message);
            return None;
        }
        Some(if from == to { id } else { self.push(ExprKind::Convert(id), to, span) })
    }

    /// Converts the values to their common type.
    pub(super) fn convert_to_common_type(
        &mut self,
        items: &[CheckedExpr],
        span: Span,
    ) -> Option<(Vec<ExprId>, Type)> {
        let mut ty = None;
        for x in items {
            let ExprValue::Typed(id) = x.value else { continue };
            let own = self.ty(id);
            let met = ty.unwrap_or(own);
            ty = common(met, own);
            if ty.is_none() {
                let (met, own) = (met.name(), own.name());
                let message =
                    format!("`{met}` and `{own}` have no common type; expected a cast of one of them");
                self.error(&rules::TYPE_MISMATCH, span, message);
                return None;
            }
        }
        let is_fraction = |x: &CheckedExpr| matches!(x.value, ExprValue::Float(_));
        let has_fraction = items.iter().any(is_fraction);
        let ty = match ty {
            Some(ty) => ty,
            None if has_fraction => Type::Scalar(ScalarType::F),
            None => {
                let whole = items.iter().filter_map(|x| match x.value {
                    ExprValue::Int(int) => Some(int.value),
                    _ => None,
                });
                self.type_that_fits(&whole.collect::<Vec<_>>(), span)?
            }
        };
        if !is_float(ty) && has_fraction {
            let message =
                format!("`{}` and a fraction have no common type; expected a cast of one of them", ty.name());
            self.error(&rules::TYPE_MISMATCH, span, message);
            return None;
        }
        let converted: Vec<Option<ExprId>> = items.iter().map(|x| self.convert_implicitly(*x, ty)).collect();
        Some((converted.into_iter().collect::<Option<_>>()?, ty))
    }

    /// Converts a value to a truth value: a `bool`, or whether an integer is not 0.
    pub(super) fn convert_to_truth(&mut self, x: CheckedExpr) -> Option<ExprId> {
        let id = match x.value {
            ExprValue::Int(int) => self.push_constant(
                ExprForm::Written,
                Bits::known(u64::from(int.value != 0)),
                Type::Bool,
                x.span,
            ),
            _ => {
                let id = self.with_default_type(x)?;
                if is_float(self.ty(id)) {
                    let found = self.ty(id).name();
                    let message = format!("expected a truth value or an integer, found `{found}`");
                    self.error(&rules::OPERAND_TYPE, x.span, message);
                    return None;
                }
                self.push_conversion(id, Type::Bool, x.span)
            }
        };
        if let Some(holds) = self.constant_truth(id) {
            self.truths.insert(x.span, holds);
        }
        Some(id)
    }

    /// Converts an index, an address or a shift amount, which must be an integer, to the type `to`.
    pub(super) fn integer(&mut self, x: CheckedExpr, to: Type, what: &str) -> Option<ExprId> {
        if let ExprValue::Int(_) = x.value {
            return self.convert_implicitly(x, to);
        }
        let id = self.with_default_type(x)?;
        if !is_integer(self.ty(id)) {
            let message = format!("{what} is an integer, found `{}`", self.ty(id).name());
            self.error(&rules::OPERAND_TYPE, x.span, message);
            return None;
        }
        Some(self.push_conversion(id, to, x.span))
    }

    /// Reports an error unless the value is a number.
    pub(super) fn number(&mut self, x: CheckedExpr) -> Option<()> {
        if let ExprValue::Typed(id) = x.value
            && self.ty(id) == Type::Bool
        {
            self.error(&rules::OPERAND_TYPE, x.span, "expected a number, found `bool`");
            return None;
        }
        Some(())
    }

    /// Returns the same bits as another type of the same width.
    pub(super) fn reinterpret(&mut self, x: CheckedExpr, to: Type, span: Span) -> Option<ExprId> {
        let id = match x.value {
            // A literal takes the width of the target type.
            ExprValue::Int(_) if to != Type::Bool => self.convert_implicitly(x, unsigned(to.width_bits()))?,
            _ => self.with_default_type(x)?,
        };
        let from = self.ty(id);
        if from == Type::Bool || to == Type::Bool {
            self.error(&rules::CONVERSION, x.span, "a `bool` has no bits to reinterpret; expected a number");
            return None;
        }
        if from.width_bits() != to.width_bits() {
            let (from_bits, to_bits) = (from.width_bits(), to.width_bits());
            let message = format!(
                "the {from_bits} bits of `{}` are not the {to_bits} of `{}`; expected a number of that width",
                from.name(),
                to.name()
            );
            self.error(&rules::CONVERSION, x.span, message);
            return None;
        }
        Some(if from == to { id } else { self.push(ExprKind::Reinterpret(id), to, span) })
    }
}

/// Adds a fix that wraps a place in a cast.
fn with_cast(diagnostic: Diagnostic, to: Type, span: Span) -> Diagnostic {
    let open = TextEdit { span: Span::at(span.range().start), replacement: format!("{}(", to.name()) };
    let close = TextEdit { span: Span::at(span.range().end), replacement: ")".to_owned() };
    diagnostic.fix(format!("convert with `{}(...)`", to.name()), vec![open, close])
}
