//! Type checking and lowering of calls: builtins, readings and the operation.

use super::ast::{Name, ParsedExpr, ParsedExprKind as Tree};
use super::builtins::{BUILTINS, BuiltinKind, PARAMETERS, builtin};
use super::checker::{CheckedExpr, Checker, ExprValue, ThreadKind};
use super::code::{ExprForm, ExprId, ExprKind, OperandShape};
use super::reports::with_suggestion;
use super::rules;
use super::types::{UD, is_integer, unsigned};
use super::vocabulary::{Builtin, Type};
use crate::base::{Bits, Rule, ScalarType, Span, counted};
use crate::diag::Diagnostic;
use crate::spec::FOLDS;

impl Checker<'_> {
    /// Lowers `reading(name, choice)`, which is known: a comparison with the choice in force.
    pub(super) fn reading(&mut self, asked: &Name, choice: &Name, span: Span) -> Option<ExprId> {
        let Some(reading) = self.env.readings.iter().find(|reading| reading.name == asked.text) else {
            let known = self.env.readings.iter().map(|reading| reading.name.to_owned()).collect();
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
        let holds = self.env.chosen.get(reading) == choice.text;
        Some(self.push_constant(ExprForm::Written, Bits::known(u64::from(holds)), Type::Bool, span))
    }

    /// Lowers `modifier(name, word)`, which is known: a comparison with the word of the line.
    pub(super) fn modifier(&mut self, asked: &Name, word: &Name, span: Span) -> Option<ExprId> {
        let modifiers = &self.env.modifiers;
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
        Some(self.push_constant(ExprForm::Written, Bits::known(u64::from(holds)), Type::Bool, span))
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
        self.report(with_suggestion(finding, &name.text, &known));
        None
    }

    /// Returns the operands of a `drop` statement: the header's index and three coordinates.
    pub(super) fn dropped(&mut self, keyword: &Name, arguments: &[ParsedExpr]) -> Option<[ExprId; 4]> {
        let checked: Vec<CheckedExpr> = self.check_list(arguments).into_iter().collect::<Option<_>>()?;
        let ids = self.header_arguments(keyword, checked)?;
        let element = <[ExprId; 4]>::try_from(ids);
        if element.is_err() {
            let found = arguments.len();
            let message = format!("`drop` takes a header's index and 3 coordinates, found {found} arguments");
            self.error(&rules::ARGUMENTS, keyword.span, message);
        }
        element.ok()
    }

    /// Returns the operands of a query about a header, or of a `drop`: the header's index and the coordinates.
    fn header_arguments(&mut self, called: &Name, arguments: Vec<CheckedExpr>) -> Option<Vec<ExprId>> {
        if !self.env.operands.iter().any(|operand| operand.shape == OperandShape::HeaderPool) {
            let message = "this instruction has no header pool";
            self.error(&rules::OPERAND_USE, called.span, message);
            return None;
        }
        let coordinate = Type::Scalar(ScalarType::Q);
        let mut ids = Vec::new();
        for (n, argument) in arguments.into_iter().enumerate() {
            let (ty, what) = if n == 0 { (UD, "a header's index") } else { (coordinate, "a coordinate") };
            ids.push(self.integer(argument, ty, what)?);
        }
        Some(ids)
    }

    /// Lowers a call of a builtin or of the operation. The arguments of an unknown builtin are not checked.
    pub(super) fn call(&mut self, called: &Name, arguments: &[ParsedExpr], span: Span) -> Option<ExprId> {
        let Some(row) = builtin(&called.text) else {
            let folds = FOLDS.iter().filter(|_| self.thread == ThreadKind::Invariant).map(|row| row.name);
            let known: Vec<String> =
                BUILTINS.iter().map(|row| row.name).chain(folds).map(str::to_owned).collect();
            self.reports.unknown(&called.text, called.span, "builtin", &known);
            return None;
        };
        let checked = self.check_list(arguments);
        if row.meaning == BuiltinKind::Op {
            return self.op_call(called, arguments, checked, span);
        }
        let checked: Vec<CheckedExpr> = checked.into_iter().collect::<Option<_>>()?;
        let count = row.arguments.len();
        if checked.len() != count {
            let message =
                format!("`{}` takes {}, found {}", called.text, counted(count, "argument"), checked.len());
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        match row.meaning {
            BuiltinKind::Function(builtin) => self.function(row.name, builtin, &checked, span),
            BuiltinKind::Header(query) => {
                let ids = self.header_arguments(called, checked)?;
                Some(self.push(ExprKind::Header(query, ids), query.ty(), span))
            }
            BuiltinKind::Inside => self.inside(checked[0], span),
            BuiltinKind::Bits => self.bits(checked[0], span),
            BuiltinKind::Reinterpret
            | BuiltinKind::SizeOf
            | BuiltinKind::Reading
            | BuiltinKind::Modifier
            | BuiltinKind::Op => {
                unreachable!("the parser makes no call of them, and the operation is called above")
            }
        }
    }

    /// Replaces the read of an element of memory by a test of its bounds.
    fn inside(&mut self, element: CheckedExpr, span: Span) -> Option<ExprId> {
        if let ExprValue::Typed(id) = element.value
            && let ExprKind::Memory { operand, at } = &self.exprs[id.0 as usize].kind
        {
            let kind = ExprKind::Inside { operand: *operand, at: at.clone() };
            let site = self.site(span);
            // The argument of `inside` is not read.
            let form = ExprForm::Written;
            self.exprs[id.0 as usize] = super::code::Expr { kind, ty: Type::Bool, site, form };
            return Some(id);
        }
        let message = "`inside` takes an element of memory; expected `inside(surface[address])`";
        self.error(&rules::ARGUMENTS, element.span, message);
        None
    }

    /// Returns the bits of a value as the unsigned type of its width.
    fn bits(&mut self, x: CheckedExpr, span: Span) -> Option<ExprId> {
        let id = self.with_default_type(x)?;
        let to = if self.ty(id) == Type::Bool { Type::Bool } else { unsigned(self.ty(id).width_bits()) };
        let bits = self.reinterpret(CheckedExpr { value: ExprValue::Typed(id), span: x.span }, to, span)?;
        Some(if bits == id { id } else { self.set_form(bits, ExprForm::Bits) })
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
                self.number(*argument)?;
            }
        }
        let (ids, ty) = self.convert_to_common_type(arguments, span)?;
        if builtin.takes_integers() && !is_integer(ty) {
            let message = format!("`{called}` does not take `{}`; expected integers", ty.name());
            self.error(&rules::OPERAND_TYPE, span, message);
            return None;
        }
        let result = if builtin.is_truth() { Type::Bool } else { ty };
        Some(self.push(ExprKind::Call(builtin, ids), result, span))
    }

    fn op_call(
        &mut self,
        called: &Name,
        arguments: &[ParsedExpr],
        checked: Vec<Option<CheckedExpr>>,
        span: Span,
    ) -> Option<ExprId> {
        let Some(mentions) = self.operation.filter(|_| self.thread != ThreadKind::Op) else {
            let message = if self.thread == ThreadKind::Op {
                "an operation does not call `op`"
            } else {
                "this instruction has no operation for `op` to call"
            };
            self.error(&rules::NO_OPERATION, called.span, message);
            return None;
        };
        let checked: Vec<CheckedExpr> = checked.into_iter().collect::<Option<_>>()?;
        if !(1..=3).contains(&checked.len()) {
            let message = format!("`op` takes `old`, `src0` and `src1`, found {} arguments", checked.len());
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        let given = checked.len();
        if let Some(missing) = (given..3).find(|&n| mentions[n]) {
            let name = PARAMETERS[missing];
            let message = format!(
                "the operation uses `{name}`, but this call passes only {}",
                counted(given, "argument")
            );
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        for argument in arguments {
            self.warn_element_zero(argument);
        }
        let ty = Type::Scalar(self.env.access);
        let mut ids = [ExprId(0); 3];
        for (n, id) in ids.iter_mut().enumerate() {
            *id = match checked.get(n) {
                Some(argument) => self.convert_implicitly(*argument, ty)?,
                None => self.push_constant(ExprForm::Implicit, Bits::UNDEFINED, ty, span),
            };
        }
        let result = self.result_local(called.span)?;
        if self.locals[usize::from(result.0)].uniform != (self.thread == ThreadKind::Uniform) {
            let message = "`op` is called inside foreach_active and outside of it; expected one of them";
            self.error(&rules::UNIFORM_WRITE, called.span, message);
            return None;
        }
        Some(self.push(ExprKind::Op(ids), ty, span))
    }

    /// Warns of `op(..., src0)`, which uses one element for every lane and is seldom meant.
    fn warn_element_zero(&mut self, argument: &ParsedExpr) {
        let Tree::Name(name) = &argument.kind else { return };
        let mut operands = self.env.operands.iter();
        let is_input = self.binding(name).is_none()
            && operands
                .any(|operand| operand.name == name && matches!(operand.shape, OperandShape::Input(_)));
        if is_input {
            let message = format!("`{name}` without an index is its first element for every lane");
            let warning = Diagnostic::warning(&rules::ELEMENT_ZERO, argument.span, message);
            let indexed = self.lane_name().map(|lane| format!("{name}[{lane}]"));
            self.report(match indexed {
                Some(indexed) => warning.write(indexed),
                None => warning,
            });
        }
    }
}
