//! The state of checking and lowering the texts of an instruction. Its topics have files of their own: names, expressions,
//! types, operators, calls, assignments, and the parts that are left out.

use super::code::{Decided, Environment, Expr, ExprForm, ExprId, ExprKind, Local};
use super::compute::compute;
use super::reports::Reports;
use super::vocabulary::{LocalId, Site, Type};
use crate::base::{Bits, Rule, Span};
use crate::diag::Diagnostic;
use rustc_hash::FxHashMap;

/// The checker of texts.
pub(super) struct Checker<'a> {
    pub env: &'a Environment<'a>,
    /// For each parameter, whether the instruction's operation mentions it; `None` without an operation.
    pub operation: Option<[bool; 3]>,
    /// Whether the instruction's text calls the operation.
    pub calls_op: bool,
    /// The current text.
    pub text: &'a str,
    pub reports: Reports,
    /// The expressions of both texts so far. An expression follows its operands in the list.
    pub exprs: Vec<Expr>,
    /// The pieces left out because they are decided.
    pub decided: Vec<Decided>,
    /// The conditions of the current text whose value is known, by place.
    pub truths: FxHashMap<Span, bool>,
    /// The thread that executes the current statement.
    pub thread: ThreadKind,
    /// The locals of the current text: those of the threads, or those of the operation's body.
    pub locals: Vec<Local>,
    /// The local named `result`.
    pub result: Option<LocalId>,
    pub scopes: Vec<Vec<DeclaredName>>,
    /// The declarations of the current text whose scopes have ended.
    pub ended: Vec<DeclaredName>,
}

/// A declared name.
#[derive(Clone, Debug)]
pub(super) struct DeclaredName {
    pub name: String,
    pub span: Span,
    pub variable: LocalId,
    /// The reason that it cannot be assigned, if there is one.
    pub read_only: Option<&'static str>,
}

/// The kind of the thread that executes a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThreadKind {
    /// The uniform thread.
    Uniform,
    /// A lane's thread, inside `foreach_active`.
    Lane,
    /// The thread that calls `op`.
    Op,
    /// No thread: an invariant observes memory from outside.
    Invariant,
}

/// A checked expression. A literal has no type until it meets an operand or a target.
#[derive(Clone, Copy, Debug)]
pub(super) struct CheckedExpr {
    pub value: ExprValue,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum ExprValue {
    Typed(ExprId),
    Int(IntLiteral),
    Float(f64),
}

/// A whole number without a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct IntLiteral {
    pub value: i128,
    /// Whether it is written as bits (hexadecimal, binary, complement) and may fit a signed type as a bit pattern.
    pub pattern: bool,
    pub form: ExprForm,
}

impl<'a> Checker<'a> {
    pub fn new(env: &'a Environment<'a>, thread: ThreadKind) -> Self {
        Self {
            env,
            operation: None,
            calls_op: false,
            text: "",
            reports: Reports::default(),
            exprs: Vec::new(),
            decided: Vec::new(),
            truths: FxHashMap::default(),
            thread,
            locals: Vec::new(),
            result: None,
            scopes: Vec::new(),
            ended: Vec::new(),
        }
    }

    /// Switches to another text, with the parser's findings in it.
    pub fn begin(&mut self, text: &'a str, text_index: u8, found: Vec<Diagnostic>) {
        self.text = text;
        self.truths.clear();
        self.ended.clear();
        self.reports.begin(text_index, found);
    }

    /// Returns a place in the current text.
    pub fn site(&self, span: Span) -> Site {
        Site { text: self.reports.text_index, span }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.reports.report(diagnostic);
    }

    pub fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.reports.error(rule, span, message);
    }

    /// Adds an expression. If all its operands are constants, it is one, too.
    pub fn push(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        let computed = compute(&self.exprs, &kind, ty, self.env.float, |operand| self.known(operand));
        let kind = computed.map_or(kind, |bits| ExprKind::Constant(bits.truncate(ty.width_bits())));
        let id = ExprId(self.exprs.len() as u32); // 64 KiB of text hold far fewer than 2^32
        let site = self.site(span);
        self.exprs.push(Expr { kind, ty, site, form: ExprForm::Written });
        id
    }

    /// Sets how the text writes an expression. A computed one remains an expression of constants.
    pub fn set_form(&mut self, id: ExprId, form: ExprForm) -> ExprId {
        if self.known(id).is_none() {
            self.exprs[id.0 as usize].form = form;
        }
        id
    }

    pub fn push_constant(&mut self, form: ExprForm, bits: Bits, ty: Type, span: Span) -> ExprId {
        let id = self.push(ExprKind::Constant(bits), ty, span);
        self.exprs[id.0 as usize].form = form;
        id
    }

    /// Adds a variable of the current thread.
    pub fn push_variable(&mut self, variable: LocalId, span: Span) -> ExprId {
        let kind = match self.thread {
            ThreadKind::Op => ExprKind::OpLocal(variable),
            _ => ExprKind::Local(variable),
        };
        self.push(kind, self.local(variable).ty, span)
    }

    pub fn ty(&self, id: ExprId) -> Type {
        self.exprs[id.0 as usize].ty
    }

    /// Returns the value of a constant condition; `None` if it is undefined.
    pub fn constant_truth(&self, id: ExprId) -> Option<bool> {
        self.known(id).and_then(Bits::truth)
    }

    /// Returns the value of a constant.
    pub fn known(&self, id: ExprId) -> Option<Bits> {
        match self.exprs[id.0 as usize].kind {
            ExprKind::Constant(bits) => Some(bits),
            _ => None,
        }
    }
}
