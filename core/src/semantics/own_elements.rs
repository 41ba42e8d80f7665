//! A static check for loops in which no two lanes can write the same element of a destination.

use super::code::{AssignTarget, Code, ExprId, ExprKind, Statement, StatementKind};
use super::vocabulary::{BinaryOp, Pc};

impl Code {
    /// Returns whether each lane of the `foreach_active` that ends at `end` writes its own elements. Every index must
    /// be the lane's number. Alternatively, an operand with a single write may be indexed by that number plus a
    /// uniform variable.
    pub fn lanes_write_own_elements(&self, end: Pc) -> bool {
        let matching = |(index, statement): (usize, &Statement)| match statement.kind {
            StatementKind::Foreach { variable, end: known } if known == end => Some((index, variable)),
            _ => None,
        };
        let Some((first, lane)) = self.statements.iter().enumerate().find_map(matching) else { return false };
        let body = self.statements.get(first..end.0 as usize).unwrap_or_default();
        let writes = || {
            body.iter().filter_map(|statement| match &statement.kind {
                StatementKind::Assign { target: AssignTarget::Element { operand, index }, .. } => {
                    Some((*operand, *index))
                }
                _ => None,
            })
        };
        let is_lane = |id: ExprId| matches!(self.expr(id).kind, ExprKind::Local(local) if local == lane);
        let is_uniform = |id: ExprId| match self.expr(id).kind {
            ExprKind::Local(local) => self.locals[usize::from(local.0)].uniform,
            _ => false,
        };
        let is_shifted = |id: ExprId| match self.expr(id).kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => {
                is_lane(a) && is_uniform(b) || is_uniform(a) && is_lane(b)
            }
            _ => false,
        };
        writes().all(|(operand, index)| {
            let is_only = writes().filter(|(other, _)| *other == operand).count() == 1;
            is_lane(index) || is_only && is_shifted(index)
        })
    }
}
