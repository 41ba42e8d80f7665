//! Type checking and lowering of calls: builtins, readings and the operation.

use super::ast::{Name, ParsedExpr, ParsedExprKind as Tree};
use super::builtins::{BUILTINS, BuiltinKind, PARAMETERS, builtin};
use super::code::{ExprForm, ExprId, ExprKind, OperandShape};
use super::header_query::HeaderQuery;
use super::names::{Level, Names};
use super::reports::with_suggestion;
use super::rules;
use super::types::{UD, is_integer, unsigned};
use super::values::{CheckedExpr, ExprValue, Values};
use super::vocabulary::{Builtin, Type};
use crate::base::{Bits, Rule, ScalarType, Span, counted};
use crate::diag::Diagnostic;
use crate::spec::FOLDS;

/// The lowering of calls.
pub(super) struct Calls<'c, 'a> {
    pub values: &'c mut Values<'a>,
    pub names: &'c mut Names<'a>,
    /// For each parameter, whether the instruction's operation mentions it; `None` without an operation.
    pub operation: Option<[bool; 3]>,
}

impl Calls<'_, '_> {
    /// Lowers `reading(name, choice)`, which is known: a comparison with the choice in force.
    pub(super) fn reading(&mut self, asked: &Name, choice: &Name, span: Span) -> Option<ExprId> {
        let Some(reading) = self.names.env.readings.iter().find(|reading| reading.name == asked.text) else {
            let known = self.names.env.readings.iter().map(|reading| reading.name.to_owned()).collect();
            return self.not_one_of(
                &rules::READING,
                asked,
                &format!("`{}` is not a reading", asked.text),
                known,
            );
        };
        let known: Vec<String> = reading.choices.iter().map(|choice| choice.name.to_owned()).collect();
        if !known.contains(&choice.text) {
            let message = format!("`{}` has no choice `{}`", reading.name, choice.text);
            return self.not_one_of(&rules::READING, choice, &message, known);
        }
        let holds = self.names.env.chosen.get(reading) == choice.text;
        Some(self.values.constant(Bits::known(u64::from(holds)), Type::Bool, span))
    }

    /// Lowers `modifier(name, word)`, which is known: a comparison with the word of the line.
    pub(super) fn modifier(&mut self, asked: &Name, word: &Name, span: Span) -> Option<ExprId> {
        let modifiers = &self.names.env.modifiers;
        let Some(modifier) = modifiers.iter().find(|modifier| modifier.name == asked.text) else {
            let known = modifiers.iter().map(|modifier| modifier.name.clone()).collect();
            let message = format!("`{}` is not a modifier of this instruction", asked.text);
            return self.not_one_of(&rules::MODIFIER, asked, &message, known);
        };
        if !modifier.known.contains(&word.text) {
            let message = format!("`{}` cannot be `{}`", modifier.name, word.text);
            let known = modifier.known.clone();
            return self.not_one_of(&rules::MODIFIER, word, &message, known);
        }
        let holds = modifier.chosen == word.text;
        Some(self.values.constant(Bits::known(u64::from(holds)), Type::Bool, span))
    }

    /// Reports a name that is none of the known ones, and lists those.
    fn not_one_of(
        &mut self,
        rule: &'static Rule,
        name: &Name,
        message: &str,
        known: Vec<String>,
    ) -> Option<ExprId> {
        let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        let expected = if known.is_empty() { "nothing: there is none".to_owned() } else { quoted.join(", ") };
        let finding = Diagnostic::error(rule, name.span, format!("{message}; expected {expected}"));
        self.values.report(with_suggestion(finding, &name.text, &known));
        None
    }

    /// Lowers a query about a header, whose arguments are the header's index and coordinates.
    fn header(
        &mut self,
        query: HeaderQuery,
        called: &Name,
        arguments: Vec<CheckedExpr>,
        span: Span,
    ) -> Option<ExprId> {
        let ids = self.header_arguments(called, arguments)?;
        Some(self.values.push(ExprKind::Header(query, ids), query.ty(), span))
    }

    /// Returns the operands of a `drop` statement: the header's index and three coordinates.
    pub(super) fn dropped(
        &mut self,
        keyword: &Name,
        checked: Vec<Option<CheckedExpr>>,
    ) -> Option<[ExprId; 4]> {
        let checked: Vec<CheckedExpr> = checked.into_iter().collect::<Option<_>>()?;
        let found = checked.len();
        let ids = self.header_arguments(keyword, checked)?;
        let element = <[ExprId; 4]>::try_from(ids);
        if element.is_err() {
            let message = format!("`drop` takes a header's index and 3 coordinates, found {found} arguments");
            self.values.error(&rules::ARGUMENTS, keyword.span, message);
        }
        element.ok()
    }

    fn header_arguments(&mut self, called: &Name, arguments: Vec<CheckedExpr>) -> Option<Vec<ExprId>> {
        if !self.names.env.operands.iter().any(|operand| operand.shape == OperandShape::HeaderPool) {
            let message = "this instruction has no header pool";
            self.values.error(&rules::OPERAND_USE, called.span, message);
            return None;
        }
        let coordinate = Type::Scalar(ScalarType::Q);
        let mut ids = Vec::new();
        for (n, argument) in arguments.into_iter().enumerate() {
            let (ty, what) = if n == 0 { (UD, "a header's index") } else { (coordinate, "a coordinate") };
            ids.push(self.values.integer(argument, ty, what)?);
        }
        Some(ids)
    }

    /// Lowers a call of a builtin or of the operation, given its checked arguments.
    pub(super) fn call(
        &mut self,
        called: &Name,
        arguments: &[ParsedExpr],
        checked: Vec<Option<CheckedExpr>>,
        span: Span,
    ) -> Option<ExprId> {
        let Some(row) = builtin(&called.text) else {
            let folds = FOLDS.iter().filter(|_| self.names.level == Level::Invariant).map(|row| row.name);
            let known: Vec<String> =
                BUILTINS.iter().map(|row| row.name).chain(folds).map(str::to_owned).collect();
            self.values.reports.unknown(&called.text, called.span, "builtin", &known);
            return None;
        };
        if row.meaning == BuiltinKind::Op {
            return self.op_call(called, arguments, checked, span);
        }
        let checked: Vec<CheckedExpr> = checked.into_iter().collect::<Option<_>>()?;
        let count = row.arguments.len();
        if checked.len() != count {
            let message =
                format!("`{}` takes {}, found {}", called.text, counted(count, "argument"), checked.len());
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        match row.meaning {
            BuiltinKind::Function(builtin) => self.function(row.name, builtin, &checked, span),
            BuiltinKind::Header(query) => self.header(query, called, checked, span),
            BuiltinKind::Inside => self.inside(checked[0], span),
            _ => self.bits(checked[0], span),
        }
    }

    /// Replaces the read of an element of memory by a test of its bounds.
    fn inside(&mut self, element: CheckedExpr, span: Span) -> Option<ExprId> {
        if let ExprValue::Typed(id) = element.value
            && let ExprKind::Memory { operand, at } = &self.values.exprs[id.0 as usize].kind
        {
            let kind = ExprKind::Inside { operand: *operand, at: at.clone() };
            let site = self.values.site(span);
            // The argument of `inside` is not read.
            let form = ExprForm::Written;
            self.values.exprs[id.0 as usize] = super::code::Expr { kind, ty: Type::Bool, site, form };
            return Some(id);
        }
        let message = "`inside` takes an element of memory; expected `inside(surface[address])`";
        self.values.error(&rules::ARGUMENTS, element.span, message);
        None
    }

    /// Returns the bits of a value as the unsigned type of its width.
    fn bits(&mut self, x: CheckedExpr, span: Span) -> Option<ExprId> {
        let id = self.values.typed(x)?;
        let to = if self.values.ty(id) == Type::Bool {
            Type::Bool
        } else {
            unsigned(self.values.ty(id).width_bits())
        };
        let bits =
            self.values.reinterpret(CheckedExpr { value: ExprValue::Typed(id), span: x.span }, to, span)?;
        Some(if bits == id { id } else { self.values.formed(bits, ExprForm::Bits) })
    }

    fn function(
        &mut self,
        called: &str,
        builtin: Builtin,
        arguments: &[CheckedExpr],
        span: Span,
    ) -> Option<ExprId> {
        if builtin != Builtin::Defined {
            for argument in arguments {
                self.values.number(*argument)?;
            }
        }
        let (ids, ty) = self.values.unify(arguments, span)?;
        if builtin.takes_integers() && !is_integer(ty) {
            let message = format!("`{called}` does not take `{}`; expected integers", ty.name());
            self.values.error(&rules::OPERAND_TYPE, span, message);
            return None;
        }
        let result = if builtin.is_truth() { Type::Bool } else { ty };
        Some(self.values.push(ExprKind::Call(builtin, ids), result, span))
    }

    fn op_call(
        &mut self,
        called: &Name,
        arguments: &[ParsedExpr],
        checked: Vec<Option<CheckedExpr>>,
        span: Span,
    ) -> Option<ExprId> {
        let Some(mentions) = self.operation.filter(|_| self.names.level != Level::Op) else {
            let message = if self.names.level == Level::Op {
                "an operation does not call `op`"
            } else {
                "this instruction has no operation for `op` to call"
            };
            self.values.error(&rules::NO_OPERATION, called.span, message);
            return None;
        };
        let checked: Vec<CheckedExpr> = checked.into_iter().collect::<Option<_>>()?;
        if !(1..=3).contains(&checked.len()) {
            let message = format!("`op` takes `old`, `src0` and `src1`, found {} arguments", checked.len());
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        let given = checked.len();
        if let Some(missing) = (given..3).find(|&n| mentions[n]) {
            let name = PARAMETERS[missing];
            let message = format!(
                "the operation uses `{name}`, but this call passes only {}",
                counted(given, "argument")
            );
            self.values.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        for argument in arguments {
            self.warn_element_zero(argument);
        }
        let ty = Type::Scalar(self.names.env.access);
        let mut ids = [ExprId(0); 3];
        for (n, id) in ids.iter_mut().enumerate() {
            *id = match checked.get(n) {
                Some(argument) => self.values.implicit(*argument, ty)?,
                None => self.values.constant_as(ExprForm::Implicit, Bits::UNDEFINED, ty, span),
            };
        }
        let result = self.names.result_local(called.span, &mut self.values.reports)?;
        if self.names.locals[usize::from(result.0)].uniform != (self.names.level == Level::Uniform) {
            let message = "`op` is called inside foreach_active and outside of it; expected one of them";
            self.values.error(&rules::UNIFORM_WRITE, called.span, message);
            return None;
        }
        Some(self.values.push(ExprKind::Op(ids), ty, span))
    }

    /// Warns of `op(..., src0)`, which uses one element for every lane and is seldom meant.
    fn warn_element_zero(&mut self, argument: &ParsedExpr) {
        let Tree::Name(name) = &argument.kind else { return };
        let is_input = self.names.binding(name).is_none()
            && self
                .names
                .env
                .operands
                .iter()
                .any(|o| o.name == name && matches!(o.shape, OperandShape::Input(_)));
        if is_input {
            let message = format!("`{name}` without an index is its first element for every lane");
            let warning = Diagnostic::warning(&rules::ELEMENT_ZERO, argument.span, message);
            let indexed = self.names.lane_name().map(|lane| format!("{name}[{lane}]"));
            self.values.report(match indexed {
                Some(indexed) => warning.write(indexed),
                None => warning,
            });
        }
    }
}
