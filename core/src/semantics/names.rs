//! Name resolution: scopes and variables.

use super::ast::{LeftSide, Name, TypeName};
use super::code::{Environment, Local, OperandShape};
use super::reports::Reports;
use super::rules;
use super::vocabulary::{LocalId, Type};
use crate::base::{ScalarType, Span};
use crate::diag::Diagnostic;

/// A declared name.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    name: String,
    span: Span,
    pub variable: LocalId,
    /// The reason that it cannot be assigned, if there is one.
    pub read_only: Option<&'static str>,
}

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum NameMeaning {
    Variable(LocalId),
    Constant { ty: ScalarType, value: u64 },
    Operand { index: usize, shape: OperandShape },
}

/// The reason that the variable of `foreach_active` cannot be assigned.
pub(super) const LANE_NUMBER: &str = "it is the lane's number";

/// The thread that executes a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// The uniform thread.
    Uniform,
    /// A lane's thread, inside `foreach_active`.
    Lane,
    /// The thread that calls `op`.
    Op,
    /// No thread: an invariant observes memory from outside.
    Invariant,
}

/// The names in scope and their variables.
pub(super) struct Names<'a> {
    pub env: &'a Environment<'a>,
    pub level: Level,
    /// The locals of the current text: those of the threads, or those of the operation's body.
    pub locals: Vec<Local>,
    /// Whether the instruction's text calls the operation.
    pub calls_op: bool,
    /// The local named `result`.
    pub result: Option<LocalId>,
    scopes: Vec<Vec<Binding>>,
    /// The declarations of scopes that have ended, each with whether it was in the operation.
    ended: Vec<(bool, Binding)>,
}

impl<'a> Names<'a> {
    pub fn new(env: &'a Environment<'a>) -> Self {
        Self {
            env,
            level: Level::Uniform,
            locals: Vec::new(),
            calls_op: false,
            result: None,
            scopes: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// Opens a scope, which [`Names::close`] ends.
    pub fn open(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Ends the innermost scope.
    pub fn close(&mut self) {
        let is_op = self.level == Level::Op;
        let ended = self.scopes.pop().into_iter().flatten();
        // The parameters of an operation have no declaration in the text.
        self.ended.extend(ended.filter(|binding| !binding.span.is_empty()).map(|binding| (is_op, binding)));
    }

    pub(super) fn resolve_type(&self, name: TypeName) -> Type {
        match name {
            TypeName::Scalar(ty) => Type::Scalar(ty),
            TypeName::Access => Type::Scalar(self.env.access),
            TypeName::Bool => Type::Bool,
        }
    }

    /// Declares a variable in the innermost scope. Reports a name that the scope already has.
    pub(super) fn declare(
        &mut self,
        name: &Name,
        ty: Type,
        read_only: Option<&'static str>,
        reports: &mut Reports,
    ) -> LocalId {
        let scope = self.scopes.last().into_iter().flatten();
        if let Some(previous) = scope.clone().find(|binding| binding.name == name.text).map(|b| b.span) {
            let message = format!("`{}` is already declared; expected another name", name.text);
            let diagnostic = Diagnostic::error(&rules::DUPLICATE_NAME, name.span, message);
            // The parameters of an operation have no declaration in the text.
            reports.report(if previous.is_empty() {
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

    pub(super) fn new_variable(&mut self, name: &str, ty: Type) -> LocalId {
        let local = Local { name: name.to_owned(), ty, uniform: self.level == Level::Uniform };
        // A text of 64 KiB cannot declare 65,536 variables.
        let id = LocalId(self.locals.len() as u16);
        self.locals.push(local);
        id
    }

    pub(super) fn binding(&self, name: &str) -> Option<&Binding> {
        self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()).find(|binding| binding.name == name)
    }

    pub(super) fn local(&self, id: LocalId) -> &Local {
        &self.locals[usize::from(id.0)]
    }

    /// Returns the name that `foreach_active` gives to the lane's number here.
    pub(super) fn lane_name(&self) -> Option<&str> {
        let mut bindings = self.scopes.iter().flatten();
        bindings.find(|binding| binding.read_only == Some(LANE_NUMBER)).map(|binding| binding.name.as_str())
    }

    /// Returns the meaning of a name. An unknown name is reported once.
    pub(super) fn meaning(&mut self, name: &str, span: Span, reports: &mut Reports) -> Option<NameMeaning> {
        if let Some(binding) = self.binding(name) {
            return Some(NameMeaning::Variable(binding.variable));
        }
        if name == "result" && self.level != Level::Op {
            return self.result_local(span, reports).map(NameMeaning::Variable);
        }
        if let Some(constant) = self.env.constants.iter().find(|constant| constant.name == name) {
            return Some(NameMeaning::Constant { ty: constant.ty, value: constant.value });
        }
        if let Some(index) = self.env.operands.iter().position(|operand| operand.name == name) {
            if self.level == Level::Op {
                let message =
                    format!("`{name}` is an operand: an operation has only `old`, `src0` and `src1`");
                reports.error(&rules::OP_BODY, span, message);
                return None;
            }
            return Some(NameMeaning::Operand { index, shape: self.env.operands[index].shape });
        }
        match self.ended(name) {
            Some(at) => reports.ended(name, span, at),
            None => reports.unknown(name, span, "name", &self.known_names()),
        }
        None
    }

    /// Returns the most recent declaration of a name in a scope that has ended, in the current text.
    fn ended(&self, name: &str) -> Option<Span> {
        let is_op = self.level == Level::Op;
        let mut here = self.ended.iter().rev().filter(|(in_op, _)| *in_op == is_op);
        here.find(|(_, binding)| binding.name == name).map(|(_, binding)| binding.span)
    }

    /// Returns the local named `result`, and declares it at the first use. Reports an error if the text does not call
    /// `op`.
    pub(super) fn result_local(&mut self, span: Span, reports: &mut Reports) -> Option<LocalId> {
        if !self.calls_op {
            let message = "`result` is the value that `op(...)` returns, but this text does not call `op`";
            reports.error(&rules::NO_OPERATION, span, message);
            return None;
        }
        if self.result.is_none() {
            self.result = Some(self.new_variable("result", Type::Scalar(self.env.access)));
        }
        self.result
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

    /// Returns the variable that a place without an index names, if it may be assigned here.
    pub(super) fn assigned_variable(&mut self, place: &LeftSide, reports: &mut Reports) -> Option<LocalId> {
        let (name, span) = (&place.name.text, place.span);
        if let Some(why) = self.binding(name).and_then(|binding| binding.read_only) {
            reports.error(&rules::READ_ONLY, span, format!("`{name}` cannot be assigned: {why}"));
            return None;
        }
        let variable = match self.meaning(name, span, reports)? {
            NameMeaning::Variable(variable) => variable,
            NameMeaning::Constant { .. } => {
                reports.error(
                    &rules::READ_ONLY,
                    span,
                    format!("`{name}` is a named number and cannot be assigned"),
                );
                return None;
            }
            NameMeaning::Operand { shape, .. } => {
                let message = match shape {
                    OperandShape::Input(_) => format!("`{name}` is an input and cannot be assigned"),
                    OperandShape::Whole { .. } => {
                        format!("an invariant cannot assign `{name}`; expected a condition")
                    }
                    OperandShape::Surface | OperandShape::HeaderPool => {
                        format!("`{name}` is memory; expected `{name}[address]`")
                    }
                    OperandShape::Output(_) | OperandShape::Converted { .. } => {
                        format!("`{name}` has an element for each lane; expected `{name}[i]`")
                    }
                };
                reports.error(&rules::OPERAND_USE, span, message);
                return None;
            }
        };
        if self.level == Level::Lane && self.local(variable).uniform {
            let message = format!("`{name}` is declared outside foreach_active: lanes cannot change it");
            reports.error(&rules::UNIFORM_WRITE, span, message);
            return None;
        }
        Some(variable)
    }
}
