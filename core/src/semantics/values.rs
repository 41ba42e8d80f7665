//! Expressions in their flat form, each with its type, while texts are lowered.

use super::reports::Reports;
use super::{Decided, Expr, ExprId, ExprKind, FloatRules, Site, Type};
use crate::base::{Bits, Rule, Span};
use crate::diag::Diagnostic;

/// The expressions of both texts so far. Each is appended behind those that it is made of; one of constants is computed
/// at once.
pub(super) struct Values<'a> {
    pub exprs: Vec<Expr>,
    /// The text that is being read.
    pub text: &'a str,
    pub float_rules: FloatRules,
    pub reports: Reports,
    /// What was left out because it is decided.
    pub decided: Vec<Decided>,
}

/// An expression that was checked. Literals have no type before they meet one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checked {
    pub value: Value,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Value {
    Typed(ExprId),
    /// A whole number; one with `pattern` is written as bits (hexadecimal, binary, complement), and fits a signed type
    /// as bits.
    Int {
        value: i128,
        pattern: bool,
    },
    Float(f64),
}

impl<'a> Values<'a> {
    pub fn new(float_rules: FloatRules) -> Self {
        Self { exprs: Vec::new(), text: "", float_rules, reports: Reports::default(), decided: Vec::new() }
    }

    /// Goes on to another text, in which the parser found that.
    pub fn begin(&mut self, text: &'a str, text_index: u8, found: Vec<Diagnostic>) {
        self.text = text;
        self.reports.begin(text_index, found);
    }

    /// A place in the text that is being read.
    pub fn site(&self, span: Span) -> Site {
        Site { text: self.reports.text_index, span }
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.reports.report(diagnostic);
    }

    pub fn error(&mut self, rule: &'static Rule, span: Span, message: impl Into<String>) {
        self.reports.error(rule, span, message);
    }

    pub fn push(&mut self, kind: ExprKind, ty: Type, span: Span) -> ExprId {
        let id = ExprId(self.exprs.len() as u32); // far fewer than 2^32 fit in 64 KiB of text
        let site = self.site(span);
        self.exprs.push(Expr { kind, ty, site });
        id
    }

    pub(super) fn constant(&mut self, bits: Bits, ty: Type, span: Span) -> ExprId {
        self.push(ExprKind::Constant(bits.truncate(ty.width_bits())), ty, span)
    }

    pub(super) fn ty(&self, id: ExprId) -> Type {
        self.exprs[id.0 as usize].ty
    }

    /// The value of a constant.
    pub(super) fn known(&self, id: ExprId) -> Option<Bits> {
        match self.exprs[id.0 as usize].kind {
            ExprKind::Constant(bits) => Some(bits),
            _ => None,
        }
    }
}
