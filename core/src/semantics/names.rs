//! Name resolution: scopes, variables, and the places that names with an index denote.

use super::ast::{Name, TypeName};
use super::checker::{CheckedExpr, Checker, DeclaredName, ExprValue, ThreadKind};
use super::code::{Address, ExprId, Local, OperandShape};
use super::rules;
use super::types::{UD, unsigned};
use super::vocabulary::{LocalId, Type};
use crate::base::{ScalarType, Span};
use crate::diag::Diagnostic;
use smallvec::smallvec;

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub(super) enum NameMeaning {
    Variable(LocalId),
    Constant { ty: ScalarType, value: u64 },
    Operand { index: usize, shape: OperandShape },
}

/// A name with the index after it, if there is one.
#[derive(Debug)]
pub(super) enum NamedPlace {
    Variable(LocalId),
    /// A named constant, or the bit of it with that number.
    Constant {
        ty: ScalarType,
        value: u64,
        bit: Option<CheckedExpr>,
    },
    Memory {
        operand: usize,
        address: Address,
    },
    Element {
        operand: usize,
        shape: OperandShape,
        index: Option<ExprId>,
    },
}

/// The reason that the variable of `foreach_active` cannot be assigned.
pub(super) const LANE_NUMBER: &str = "it is the lane's number";

impl Checker<'_> {
    pub(super) fn open_scope(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// Ends the innermost scope.
    pub(super) fn close_scope(&mut self) {
        let ended = self.scopes.pop().into_iter().flatten();
        // The parameters of an operation have no declaration in the text.
        self.ended.extend(ended.filter(|binding| !binding.span.is_empty()));
    }

    pub(super) fn resolve_type(&self, name: TypeName) -> Type {
        match name {
            TypeName::Scalar(ty) => Type::Scalar(ty),
            TypeName::Access => Type::Scalar(self.env.access),
            TypeName::Bool => Type::Bool,
        }
    }

    /// Declares a variable in the innermost scope. Reports a name that the scope already has.
    pub(super) fn declare(&mut self, name: &Name, ty: Type, read_only: Option<&'static str>) -> LocalId {
        let scope = self.scopes.last().into_iter().flatten();
        if let Some(previous) = scope.clone().find(|binding| binding.name == name.text).map(|b| b.span) {
            let message = format!("`{}` is already declared; expected another name", name.text);
            let diagnostic = Diagnostic::error(&rules::DUPLICATE_NAME, name.span, message);
            // The parameters of an operation have no declaration in the text.
            self.report(if previous.is_empty() {
                diagnostic
            } else {
                diagnostic.note_at(previous, "it is declared here")
            });
        }
        let variable = self.new_variable(&name.text, ty);
        let binding = DeclaredName { name: name.text.clone(), span: name.span, variable, read_only };
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(binding);
        }
        variable
    }

    /// Declares a name without a declaration in the text.
    pub(super) fn predeclare(&mut self, name: &str, ty: Type, read_only: Option<&'static str>) {
        self.declare(&Name { text: name.to_owned(), span: Span::at(0) }, ty, read_only);
    }

    fn new_variable(&mut self, name: &str, ty: Type) -> LocalId {
        let local = Local { name: name.to_owned(), ty, uniform: self.thread == ThreadKind::Uniform };
        // A text of 64 KiB cannot declare 65,536 variables.
        let id = LocalId(self.locals.len() as u16);
        self.locals.push(local);
        id
    }

    pub(super) fn binding(&self, name: &str) -> Option<&DeclaredName> {
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
    pub(super) fn meaning(&mut self, name: &str, span: Span) -> Option<NameMeaning> {
        if let Some(binding) = self.binding(name) {
            return Some(NameMeaning::Variable(binding.variable));
        }
        if name == "result" && self.thread != ThreadKind::Op {
            return self.result_local(span).map(NameMeaning::Variable);
        }
        if let Some(constant) = self.env.constants.iter().find(|constant| constant.name == name) {
            return Some(NameMeaning::Constant { ty: constant.ty, value: constant.value });
        }
        if let Some(index) = self.env.operands.iter().position(|operand| operand.name == name) {
            if self.thread == ThreadKind::Op {
                let message =
                    format!("`{name}` is an operand: an operation has only `old`, `src0` and `src1`");
                self.error(&rules::OP_BODY, span, message);
                return None;
            }
            return Some(NameMeaning::Operand { index, shape: self.env.operands[index].shape });
        }
        match self.ended.iter().rev().find(|binding| binding.name == name) {
            Some(binding) => self.reports.ended(name, span, binding.span),
            None => self.reports.unknown(name, span, "name", &self.known_names()),
        }
        None
    }

    /// Returns the local named `result`, and declares it at the first use. Reports an error if the text does not call
    /// `op`.
    pub(super) fn result_local(&mut self, span: Span) -> Option<LocalId> {
        if !self.calls_op {
            let message = "`result` is the value that `op(...)` returns, but this text does not call `op`";
            self.error(&rules::NO_OPERATION, span, message);
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
        if self.thread != ThreadKind::Op {
            names.extend(self.env.operands.iter().map(|operand| operand.name.to_owned()));
            if self.calls_op {
                names.push("result".to_owned());
            }
        }
        names
    }

    /// Returns the place that a name denotes, with the expressions in its brackets; none without brackets.
    pub(super) fn named_place(
        &mut self,
        name: &Name,
        index: Vec<Option<CheckedExpr>>,
        span: Span,
    ) -> Option<NamedPlace> {
        let text = &name.text;
        match self.meaning(text, name.span)? {
            NameMeaning::Variable(variable) if index.is_empty() => Some(NamedPlace::Variable(variable)),
            NameMeaning::Variable(_) => {
                let message = format!("`{text}` is a variable; expected an operand before `[`");
                self.error(&rules::OPERAND_USE, name.span, message);
                None
            }
            NameMeaning::Constant { ty, value } => {
                let bit = if index.is_empty() { None } else { Some(self.single_index(index, span)?) };
                Some(NamedPlace::Constant { ty, value, bit })
            }
            NameMeaning::Operand { shape: OperandShape::Surface | OperandShape::HeaderPool, .. }
                if index.is_empty() =>
            {
                let message = format!("`{text}` is memory; expected `{text}[address]`");
                self.error(&rules::OPERAND_USE, span, message);
                None
            }
            NameMeaning::Operand {
                index: operand,
                shape: OperandShape::Surface | OperandShape::HeaderPool,
            } => Some(NamedPlace::Memory { operand, address: self.address(index, span)? }),
            NameMeaning::Operand { index: operand, shape } => {
                let index = if index.is_empty() {
                    None
                } else {
                    let index = self.single_index(index, span)?;
                    Some(self.integer(index, UD, "an index")?)
                };
                if let OperandShape::Whole { count, .. } = shape {
                    self.check_whole(text, count, index, span)?;
                }
                Some(NamedPlace::Element { operand, shape, index })
            }
        }
    }

    /// Reports an error unless a declaration with `count` elements has the element.
    fn check_whole(&mut self, name: &str, count: u32, index: Option<ExprId>, span: Span) -> Option<()> {
        let message = match index.map(|index| self.known(index).map_or(0, |known| known.value)) {
            None if count == 1 => return Some(()),
            None => format!("`{name}` has {count} elements; expected `{name}[0]` or `sum({name})`"),
            Some(element) if element < u64::from(count) => return Some(()),
            Some(element) if count == 1 => format!("`{name}` has one element; there is no `[{element}]`"),
            Some(element) => {
                format!("`{name}` has {count} elements, 0 to {}; there is no `[{element}]`", count - 1)
            }
        };
        self.error(&rules::OPERAND_USE, span, message);
        None
    }

    /// Returns the only index. Reports an error if there are several.
    pub(super) fn single_index(
        &mut self,
        mut index: Vec<Option<CheckedExpr>>,
        span: Span,
    ) -> Option<CheckedExpr> {
        if index.len() > 1 {
            let message = format!("{} indices: expected one, only a surface has more", index.len());
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        index.pop().flatten()
    }

    /// Returns the address of a surface access, from the expressions in its brackets.
    fn address(&mut self, index: Vec<Option<CheckedExpr>>, span: Span) -> Option<Address> {
        let index: Vec<CheckedExpr> = index.into_iter().collect::<Option<_>>()?;
        if let [only] = index[..] {
            // A 64-bit sum may exceed 32 bits. It is then out of bounds, and does not wrap.
            let is_wide = matches!(only.value, ExprValue::Typed(id) if self.ty(id).width_bits() == 64);
            let ty = if is_wide { unsigned(64) } else { UD };
            return Some(smallvec![self.integer(only, ty, "an address")?]);
        }
        if index.len() > 4 {
            let message = format!("{} coordinates: expected at most x, y, z and level", index.len());
            self.error(&rules::ARGUMENTS, span, message);
            return None;
        }
        let parts: Vec<_> = index.into_iter().map(|part| self.integer(part, UD, "a coordinate")).collect();
        parts.into_iter().collect()
    }
}
