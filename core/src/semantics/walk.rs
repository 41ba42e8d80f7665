//! Walks over lowered expressions. Only this file lists the children of each kind of expression.

use super::code::{Code, Expr, ExprId, ExprKind};

impl Code {
    /// Returns the expression with that index and all its subexpressions, each before those inside it.
    pub fn tree(&self, id: ExprId) -> impl Iterator<Item = &Expr> {
        tree(&self.exprs, id)
    }
}

impl ExprKind {
    /// Returns the direct subexpressions, in the order of the text.
    fn children(&self) -> impl Iterator<Item = ExprId> {
        let (nodes, list): ([Option<ExprId>; 3], &[ExprId]) = match self {
            Self::Constant(_) | Self::Local(_) | Self::OpLocal(_) | Self::Fold { .. } => ([None; 3], &[]),
            Self::Element { index: a, .. } | Self::Enabled(a) | Self::Predicated(a) => {
                ([Some(*a), None, None], &[])
            }
            Self::Unary(_, a) | Self::Convert(a) | Self::Reinterpret(a) => ([Some(*a), None, None], &[]),
            Self::Binary(_, a, b) => ([Some(*a), Some(*b), None], &[]),
            Self::Select(a, b, c) => ([Some(*a), Some(*b), Some(*c)], &[]),
            Self::Memory { at, .. } | Self::Inside { at, .. } => ([None; 3], at.parts()),
            Self::Call(_, list) | Self::Header(_, list) => ([None; 3], list),
            Self::Op(arguments) => (arguments.map(Some), &[]),
        };
        nodes.into_iter().flatten().chain(list.iter().copied())
    }
}

/// Returns an expression and all its subexpressions, each before those inside it.
pub(super) fn tree(exprs: &[Expr], root: ExprId) -> impl Iterator<Item = &Expr> {
    let mut open = vec![root];
    std::iter::from_fn(move || {
        // After an error, a condition may have the index of an expression that does not exist.
        let expr = exprs.get(open.pop()?.0 as usize)?;
        open.extend(expr.kind.children());
        Some(expr)
    })
}
