//! Typed expressions in a flat list, built during lowering.

use super::code::{Decided, Expr, ExprForm, ExprId, ExprKind};
use super::compute::compute;
use super::reports::Reports;
use super::vocabulary::{Site, Type};
use crate::base::{Bits, Rule, Span};
use crate::diag::Diagnostic;
use crate::spec::FloatRules;
use rustc_hash::FxHashMap;

/// The expressions of both texts so far. An expression follows its operands in the list.
pub(super) struct Values<'a> {
    pub exprs: Vec<Expr>,
    /// The current text.
    pub text: &'a str,
    pub float_rules: FloatRules,
    pub reports: Reports,
    /// The pieces left out because they are decided.
    pub decided: Vec<Decided>,
    /// The conditions of the current text whose value is known, by place.
    pub truths: FxHashMap<Span, bool>,
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

impl<'a> Values<'a> {
    pub fn new(float_rules: FloatRules) -> Self {
        Self {
            exprs: Vec::new(),
            text: "",
            float_rules,
            reports: Reports::default(),
            decided: Vec::new(),
            truths: FxHashMap::default(),
        }
    }

    /// Switches to another text, with the parser's findings in it.
    pub fn begin(&mut self, text: &'a str, text_index: u8, found: Vec<Diagnostic>) {
        self.text = text;
        self.truths.clear();
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
        let folded = compute(&self.exprs, &kind, ty, self.float_rules, |operand| self.known(operand));
        let kind = folded.map_or(kind, |bits| ExprKind::Constant(bits.truncate(ty.width_bits())));
        let id = ExprId(self.exprs.len() as u32); // 64 KiB of text hold far fewer than 2^32
        let site = self.site(span);
        self.exprs.push(Expr { kind, ty, site, form: ExprForm::Written });
        id
    }

    /// Sets how the text writes an expression. A folded one remains an expression of constants.
    pub fn formed(&mut self, id: ExprId, form: ExprForm) -> ExprId {
        if self.known(id).is_none() {
            self.exprs[id.0 as usize].form = form;
        }
        id
    }

    pub(super) fn constant(&mut self, bits: Bits, ty: Type, span: Span) -> ExprId {
        self.push(ExprKind::Constant(bits), ty, span)
    }

    pub(super) fn constant_as(&mut self, form: ExprForm, bits: Bits, ty: Type, span: Span) -> ExprId {
        let id = self.constant(bits, ty, span);
        self.exprs[id.0 as usize].form = form;
        id
    }

    pub(super) fn ty(&self, id: ExprId) -> Type {
        self.exprs[id.0 as usize].ty
    }

    /// Returns the value of a constant condition; `None` if it is undefined.
    pub(super) fn known_truth(&self, id: ExprId) -> Option<bool> {
        self.known(id).and_then(Bits::truth)
    }

    /// Returns the value of a constant.
    pub(super) fn known(&self, id: ExprId) -> Option<Bits> {
        match self.exprs[id.0 as usize].kind {
            ExprKind::Constant(bits) => Some(bits),
            _ => None,
        }
    }
}
