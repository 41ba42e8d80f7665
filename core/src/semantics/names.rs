//! What names mean: scopes, variables, and the nearest known name for an unknown one.

use super::ast::{Name, TypeName};
use super::lower::{LANE_NUMBER, Level, Lowering};
use super::{Local, LocalId, OperandShape, Type, rules};
use crate::base::{ScalarType, Span, closest, distance, one_of};
use crate::diag::Diagnostic;

/// A variable of the text, or of an operation's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    Local(LocalId),
    Op(u16),
}

/// A declared name.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    name: String,
    span: Span,
    pub variable: Variable,
    /// Why it cannot be assigned, if so.
    pub read_only: Option<&'static str>,
}

/// What a name that is no variable means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    Variable(Variable),
    Constant { ty: ScalarType, value: u64 },
    Operand { index: usize, shape: OperandShape },
}

impl Lowering<'_> {
    pub(super) fn resolve_type(&self, name: TypeName) -> Type {
        match name {
            TypeName::Scalar(ty) => Type::Scalar(ty),
            TypeName::Access => Type::Scalar(self.env.access),
            TypeName::Bool => Type::Bool,
        }
    }

    pub(super) fn in_scope<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Vec::new());
        let result = body(self);
        self.scopes.pop();
        result
    }

    /// Declares a variable in the innermost scope, reporting a name that the scope already has.
    pub(super) fn declare(&mut self, name: &Name, ty: Type, read_only: Option<&'static str>) -> Variable {
        let scope = self.scopes.last().into_iter().flatten();
        if let Some(previous) = scope.clone().find(|binding| binding.name == name.text).map(|b| b.span) {
            let message = format!("`{}` is already declared; expected another name", name.text);
            let diagnostic = Diagnostic::error(rules::DUPLICATE_NAME, name.span, message);
            // The parameters of an operation are declared nowhere in the text.
            self.report(if previous.is_empty() {
                diagnostic
            } else {
                diagnostic.note_at(previous, "it is declared here")
            });
        }
        let variable = self.new_variable(&name.text, ty);
        let binding = Binding { name: name.text.clone(), span: name.span, variable, read_only };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(binding);
        }
        variable
    }

    pub(super) fn new_variable(&mut self, name: &str, ty: Type) -> Variable {
        let local = Local { name: name.to_owned(), ty, uniform: self.level == Level::Uniform };
        let locals = if self.level == Level::Op { &mut self.op_locals } else { &mut self.locals };
        // 64 KiB of text cannot declare 65536 variables.
        let index = locals.len() as u16;
        locals.push(local);
        if self.level == Level::Op { Variable::Op(index) } else { Variable::Local(LocalId(index)) }
    }

    pub(super) fn binding(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()).find(|binding| binding.name == name)
    }

    pub(super) fn local_of(&self, variable: Variable) -> &Local {
        match variable {
            Variable::Local(id) => &self.locals[usize::from(id.0)],
            Variable::Op(index) => &self.op_locals[usize::from(index)],
        }
    }

    /// The name that `foreach_active` gives to the lane's number here.
    pub(super) fn lane_name(&self) -> Option<&str> {
        let mut bindings = self.scopes.iter().flatten();
        bindings.find(|binding| binding.read_only == Some(LANE_NUMBER)).map(|binding| binding.name.as_str())
    }

    /// What the name means; an unknown name is reported, once.
    pub(super) fn meaning(&mut self, name: &str, span: Span) -> Option<Meaning> {
        if let Some(binding) = self.binding(name) {
            return Some(Meaning::Variable(binding.variable));
        }
        if name == "result" && self.level != Level::Op {
            return self.result_local(span).map(|id| Meaning::Variable(Variable::Local(id)));
        }
        if let Some(constant) = self.env.constants.iter().find(|constant| constant.name == name) {
            return Some(Meaning::Constant { ty: constant.ty, value: constant.value });
        }
        if let Some(index) = self.env.operands.iter().position(|operand| operand.name == name) {
            if self.level == Level::Op {
                let message =
                    format!("`{name}` is an operand: an operation has only `old`, `src0` and `src1`");
                self.error(rules::OP_BODY, span, message);
                return None;
            }
            return Some(Meaning::Operand { index, shape: self.env.operands[index].shape });
        }
        self.unknown(name, span, "name", &self.known_names());
        None
    }

    /// The local behind `result`, which comes into being with the text's call of `op`.
    pub(super) fn result_local(&mut self, span: Span) -> Option<LocalId> {
        if !self.calls_op {
            let message = "`result` is what `op(...)` hands back, and this text does not call it";
            self.error(rules::NO_OPERATION, span, message);
            return None;
        }
        if self.result.is_none() {
            let Variable::Local(id) = self.new_variable("result", Type::Scalar(self.env.access)) else {
                return None;
            };
            self.result = Some(id);
        }
        self.result
    }

    /// Reports an unknown name with the nearest known one; the same name only once.
    pub(super) fn unknown(&mut self, name: &str, span: Span, what: &str, known: &[String]) {
        if self.is_full() || !self.reported.insert((self.text_index, name.to_owned())) {
            return;
        }
        let message = format!("`{name}` is not a {what} that is known here");
        self.report(with_suggestion(Diagnostic::error(rules::UNKNOWN_NAME, span, message), name, known));
    }

    fn known_names(&self) -> Vec<String> {
        let mut names: Vec<String> =
            self.scopes.iter().flatten().map(|binding| binding.name.clone()).collect();
        names.extend(self.env.constants.iter().map(|constant| constant.name.to_owned()));
        if self.level != Level::Op {
            names.extend(self.env.operands.iter().map(|operand| operand.name.to_owned()));
            if self.calls_op {
                names.push("result".to_owned());
            }
        }
        names
    }
}

/// Adds the nearest of the known names: as a fix where there is exactly one.
pub(super) fn with_suggestion(diagnostic: Diagnostic, name: &str, known: &[String]) -> Diagnostic {
    if let Some(only) = closest(name, known.iter().map(String::as_str)) {
        return diagnostic.fix_here(format!("write `{only}`"), only);
    }
    let near: Vec<&String> = known.iter().filter(|other| distance(name, other) <= 1).collect();
    match near.is_empty() {
        true => diagnostic,
        false => {
            diagnostic.note(format!("did you mean {}?", one_of(near.iter().map(|other| other.as_str()))))
        }
    }
}
