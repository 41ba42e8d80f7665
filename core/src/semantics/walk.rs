//! Walks over lowered expressions and statements, whatever their kinds.

use super::code::{Address, AssignTarget, Code, Expr, ExprId, ExprKind, Local, Statement, StatementKind};
use super::vocabulary::Type;
use crate::base::Bits;

impl Address {
    fn map(&self, mut change: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            Self::Byte(part) => Self::Byte(change(*part)),
            Self::Texel(parts) => Self::Texel(parts.iter().map(|part| change(*part)).collect()),
        }
    }
}

impl ExprKind {
    /// Returns the same kind with other operands. They are changed in the order of the text.
    fn map(&self, mut change: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            Self::Constant(_) | Self::Local(_) | Self::OpLocal(_) | Self::Fold { .. } => self.clone(),
            Self::Element { operand, index } => Self::Element { operand: *operand, index: change(*index) },
            Self::Memory { operand, at } => Self::Memory { operand: *operand, at: at.map(change) },
            Self::Inside { operand, at } => Self::Inside { operand: *operand, at: at.map(change) },
            Self::Enabled(lane) => Self::Enabled(change(*lane)),
            Self::Predicated(lane) => Self::Predicated(change(*lane)),
            Self::Unary(op, a) => Self::Unary(*op, change(*a)),
            Self::Binary(op, a, b) => Self::Binary(*op, change(*a), change(*b)),
            Self::Select(condition, a, b) => Self::Select(change(*condition), change(*a), change(*b)),
            Self::Call(builtin, list) => Self::Call(*builtin, list.iter().map(|id| change(*id)).collect()),
            Self::Header(query, list) => Self::Header(*query, list.iter().map(|id| change(*id)).collect()),
            Self::Convert(a) => Self::Convert(change(*a)),
            Self::Reinterpret(a) => Self::Reinterpret(change(*a)),
            Self::Op(arguments) => Self::Op(arguments.map(change)),
        }
    }

    /// Returns the expressions that it is computed from, in the order of the text.
    pub(crate) fn operands(&self) -> Vec<ExprId> {
        let mut operands = Vec::new();
        self.map(|id| {
            operands.push(id);
            id
        });
        operands
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
    /// Returns the same kind with other expressions.
    fn map(&self, mut change: impl FnMut(ExprId) -> ExprId) -> Self {
        match self {
            Self::Assign { target, value } => {
                let target = match target {
                    AssignTarget::Local(local) => AssignTarget::Local(*local),
                    AssignTarget::Surface { operand, at } => {
                        AssignTarget::Surface { operand: *operand, at: at.map(&mut change) }
                    }
                    AssignTarget::Element { operand, index } => {
                        AssignTarget::Element { operand: *operand, index: change(*index) }
                    }
                };
                Self::Assign { target, value: change(*value) }
            }
            Self::Branch { condition, otherwise, is_loop } => {
                Self::Branch { condition: change(*condition), otherwise: *otherwise, is_loop: *is_loop }
            }
            Self::Trap { reason, condition } => Self::Trap { reason: *reason, condition: change(*condition) },
            Self::Drop(parts) => Self::Drop(parts.map(change)),
            Self::Jump(_)
            | Self::Foreach { .. }
            | Self::EndLane
            | Self::EnterAtomic
            | Self::LeaveAtomic
            | Self::Halt => self.clone(),
        }
    }

    /// Returns the expressions that a statement evaluates.
    pub(crate) fn roots(&self) -> Vec<ExprId> {
        let mut roots = Vec::new();
        self.map(|id| {
            roots.push(id);
            id
        });
        roots
    }
}

impl Code {
    /// Returns the expression with that index and all its subexpressions, each before those inside it.
    pub fn tree(&self, id: ExprId) -> impl Iterator<Item = &Expr> {
        tree(&self.exprs, id)
    }

    /// Returns what a step reads, given the values of its expressions, in the order of evaluation.
    pub fn inputs<'a>(&'a self, values: &'a [(ExprId, Bits)]) -> impl Iterator<Item = (&'a Expr, Bits)> {
        inputs(&self.exprs, values)
    }

    /// Returns whether both codes do the same, step by step, wherever their pieces are in the texts.
    pub fn does_as(&self, other: &Self) -> bool {
        let has_same_body = match (&self.op, &other.op) {
            (Some(a), Some(b)) => {
                same_types(&a.locals, &b.locals) && self.does_same(&a.statements, other, &b.statements)
            }
            (a, b) => a.is_none() && b.is_none(),
        };
        has_same_body
            && same_types(&self.locals, &other.locals)
            && self.does_same(&self.statements, other, &other.statements)
    }

    fn does_same(&self, own: &[Statement], other: &Self, others: &[Statement]) -> bool {
        let is_same = |(a, b): (&Statement, &Statement)| {
            let mut shapes = a.kind.roots().into_iter().zip(b.kind.roots());
            a.kind.map(|_| ExprId(0)) == b.kind.map(|_| ExprId(0))
                && shapes.all(|(a, b)| self.shape(a).eq(other.shape(b)))
        };
        own.len() == others.len() && own.iter().zip(others).all(is_same)
    }

    /// Returns the operations of an expression, without the indices of their operands. The order determines the tree.
    fn shape(&self, root: ExprId) -> impl Iterator<Item = (ExprKind, Type)> {
        self.tree(root).map(|expr| (expr.kind.map(|_| ExprId(0)), expr.ty))
    }
}

fn same_types(own: &[Local], others: &[Local]) -> bool {
    own.iter().map(|local| local.ty).eq(others.iter().map(|local| local.ty))
}

/// Returns the values that are inputs of a computation, each with its expression.
pub(super) fn inputs<'a>(
    exprs: &'a [Expr],
    values: &'a [(ExprId, Bits)],
) -> impl Iterator<Item = (&'a Expr, Bits)> {
    let valued = values.iter().map(|(id, value)| (&exprs[id.0 as usize], *value));
    valued.filter(|(expr, _)| expr.kind.is_input())
}

/// Returns an expression and all its subexpressions, each before those inside it.
pub(super) fn tree(exprs: &[Expr], root: ExprId) -> impl Iterator<Item = &Expr> {
    let mut open = vec![root];
    std::iter::from_fn(move || {
        // After an error, a condition may have the index of an expression that does not exist.
        let expr = exprs.get(open.pop()?.0 as usize)?;
        open.extend(expr.kind.operands());
        Some(expr)
    })
}
