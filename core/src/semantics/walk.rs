//! Walks over lowered expressions and statements, whatever their kinds.

use super::code::{AssignTarget, Code, Expr, ExprId, ExprKind, Local, Statement, StatementKind};
use super::vocabulary::Type;
use crate::base::Bits;
use smallvec::{SmallVec, smallvec};

/// References to the operands of an expression or a statement, in the order of the text.
type Operands<'a> = SmallVec<[&'a mut ExprId; 4]>;

impl ExprKind {
    fn operands_mut(&mut self) -> Operands<'_> {
        match self {
            Self::Constant(_) | Self::Local(_) | Self::OpLocal(_) | Self::Fold { .. } => smallvec![],
            Self::Element { index: a, .. } | Self::Enabled(a) | Self::Predicated(a) => smallvec![a],
            Self::Unary(_, a) | Self::Convert(a) | Self::Saturate(a) | Self::Reinterpret(a) => smallvec![a],
            Self::Binary(_, a, b) => smallvec![a, b],
            Self::Select(a, b, c) => smallvec![a, b, c],
            Self::Memory { at, .. } | Self::Inside { at, .. } => at.iter_mut().collect(),
            Self::Call(_, list) | Self::Header(_, list) => list.iter_mut().collect(),
            Self::Op(list) => list.iter_mut().collect(),
        }
    }

    /// Returns the operands and the kind without them, whose indices are 0.
    pub(crate) fn split_operands(&self) -> (SmallVec<[ExprId; 4]>, Self) {
        let mut kind = self.clone();
        let operands = kind.operands_mut().into_iter().map(std::mem::take).collect();
        (operands, kind)
    }

    /// Returns whether it is what a computation reads: a variable, an element of an operand, or a fold of elements.
    pub fn is_input(&self) -> bool {
        matches!(self, Self::Local(_) | Self::OpLocal(_)) || self.is_source()
    }

    /// Returns whether it is an element of an operand, or a fold of elements.
    pub fn is_source(&self) -> bool {
        matches!(self, Self::Element { .. } | Self::Fold { .. })
    }
}

impl StatementKind {
    fn operands_mut(&mut self) -> Operands<'_> {
        match self {
            Self::Assign { target, value } => {
                let mut operands: Operands = match target {
                    AssignTarget::Local(_) => smallvec![],
                    AssignTarget::Surface { at, .. } => at.iter_mut().collect(),
                    AssignTarget::Element { index, .. } => smallvec![index],
                };
                operands.push(value);
                operands
            }
            Self::Branch { condition, .. } | Self::Trap { condition, .. } => smallvec![condition],
            Self::Drop(element) => element.iter_mut().collect(),
            Self::Jump(_) | Self::Foreach { .. } | Self::EndLane { .. } => smallvec![],
            Self::EnterAtomic | Self::LeaveAtomic | Self::Halt => smallvec![],
        }
    }

    /// Returns the expressions that a statement evaluates, and the kind without them, whose indices are 0.
    pub(crate) fn split_operands(&self) -> (SmallVec<[ExprId; 4]>, Self) {
        let mut kind = self.clone();
        let roots = kind.operands_mut().into_iter().map(std::mem::take).collect();
        (roots, kind)
    }
}

impl Code {
    /// Returns the expression with that index and all its subexpressions, each before those inside it.
    pub fn tree(&self, id: ExprId) -> impl Iterator<Item = &Expr> {
        tree(&self.exprs, id)
    }

    /// Returns whether both codes do the same, step by step, wherever their pieces are in the texts.
    pub fn has_same_effect(&self, other: &Self) -> bool {
        let has_same_body = match (&self.op, &other.op) {
            (Some(a), Some(b)) => {
                same_types(&a.locals, &b.locals) && self.have_same_effect(&a.statements, other, &b.statements)
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        has_same_body
            && same_types(&self.locals, &other.locals)
            && self.have_same_effect(&self.statements, other, &other.statements)
    }

    fn have_same_effect(&self, own: &[Statement], other: &Self, others: &[Statement]) -> bool {
        let is_same = |(a, b): (&Statement, &Statement)| {
            let ((own_roots, own_kind), (other_roots, other_kind)) =
                (a.kind.split_operands(), b.kind.split_operands());
            let mut roots = own_roots.into_iter().zip(other_roots);
            own_kind == other_kind && roots.all(|(a, b)| self.shape(a).eq(other.shape(b)))
        };
        own.len() == others.len() && own.iter().zip(others).all(is_same)
    }

    /// Returns the operations of an expression, without the indices of their operands. The order determines the tree.
    fn shape(&self, root: ExprId) -> impl Iterator<Item = (ExprKind, Type)> {
        self.tree(root).map(|expr| (expr.kind.split_operands().1, expr.ty))
    }
}

fn same_types(own: &[Local], others: &[Local]) -> bool {
    own.iter().map(|local| local.ty).eq(others.iter().map(|local| local.ty))
}

/// Returns what a computation reads, given the values of its expressions: locals, elements and combined elements, in the order of
/// evaluation.
pub fn inputs<'a>(exprs: &'a [Expr], values: &'a [(ExprId, Bits)]) -> impl Iterator<Item = (&'a Expr, Bits)> {
    let valued = values.iter().map(|(id, value)| (&exprs[id.0 as usize], *value));
    valued.filter(|(expr, _)| expr.kind.is_input())
}

/// Returns an expression and all its subexpressions, each before those inside it.
pub(super) fn tree(exprs: &[Expr], root: ExprId) -> impl Iterator<Item = &Expr> {
    let mut open = vec![root];
    std::iter::from_fn(move || {
        // After an error, a condition may have the index of an expression that does not exist.
        let expr = exprs.get(open.pop()?.0 as usize)?;
        open.extend(expr.kind.split_operands().0);
        Some(expr)
    })
}
