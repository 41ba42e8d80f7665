//! Lanes whose operations on a cell commute, and whose results nothing reads. They have one end, and need no walk. The form of
//! the text shows that, never the name of an operation: one `atomic` block reads a cell, combines the contents with a value of
//! the lane's own and writes them back.

use super::graph::{Graph, TurnEnd, Turns};
use super::group_end::GroupEnd;
use super::loop_text::{LoopText, is_local};
use super::meter::Stuck;
use super::number::OrderCounts;
use crate::base::LaneMask;
use crate::semantics::{
    AssignTarget, BinaryOp, Builtin, Code, ExprId, ExprKind, LocalId, OpBody, Statement, StatementKind, Type,
};
use num_bigint::BigUint;
use std::ops::Range;

/// The number of sets of lanes up to which the lanes are walked all the same, because a walk also finds the results of each lane.
const MOST_WALKED_SETS: usize = 1 << 14;

/// Returns whether a walk of lanes with that number of sets is worth its time, within the number of states that are left.
pub(super) fn is_worth_a_walk(sets: usize, lanes: usize, states_left: usize) -> bool {
    // On average, half of the lanes are left after a set.
    sets <= MOST_WALKED_SETS && sets * (1 + lanes / 2) <= states_left
}

/// Returns the only end of lanes of a loop whose operations on a cell commute; `None` if they do not, or if that is not known.
pub(super) fn only_end(turns: &mut Turns, text: &LoopText) -> Result<Option<GroupEnd>, Stuck> {
    let graph = &*turns.graph;
    let [cell] = graph.group.cells[..] else { return Ok(None) };
    let code = &turns.scenario.program[graph.base.current_loop().0].code;
    let is_in_cell = graph.lanes.iter().all(|lane| lane.is_only(cell));
    let width_bits = 8 * cell.size_bytes;
    if !text.has_one_turn || !is_in_cell || combined_bits(code, graph.base.body()) != Some(width_bits) {
        return Ok(None);
    }
    let lanes = graph.lanes.len();
    let is_defined = |turns: &Turns, contents| turns.graph.contents(contents)[0].is_defined(width_bits);
    let (mut contents, mut is_known) = (Graph::START, is_defined(turns, Graph::START));
    // The number of a lane is that of its first position.
    for lane in 0..lanes as u32 {
        // The largest number so far may hide an undefined one, which an earlier turn would have left undefined. So each lane is
        // also the first.
        let first = turns.take(lane, Graph::START)?;
        let turn = turns.take(lane, contents)?;
        contents = turn.contents;
        is_known &= turn.end == TurnEnd::Done && is_defined(turns, contents);
        is_known &= is_defined(turns, first.contents);
    }
    let graph = &*turns.graph;
    Ok(is_known.then(|| GroupEnd {
        written: graph.written(contents, Box::default()),
        trapped: Vec::new(),
        is_stopped: false,
        waiting: LaneMask::default(),
        orders: OrderCounts::of_one_turn(lanes),
        witness: graph.lanes.iter().map(|lane| lane.lane.0).collect(),
        renamings: BigUint::from(1u32),
    }))
}

/// Returns the width of the integers that lanes combine with memory; `None` if the text has another form.
fn combined_bits(code: &Code, statements: Range<usize>) -> Option<u32> {
    let op = code.op.as_ref()?;
    let body = &code.statements[statements];
    let enter = body.iter().position(|statement| statement.kind == StatementKind::EnterAtomic)?;
    let leave = body.iter().position(|statement| statement.kind == StatementKind::LeaveAtomic)?;
    let (before, after) = (&body[1..enter], &body[leave + 1..]);
    let accesses = before.iter().chain(after).any(|statement| statement.accesses_memory);
    // After the block, what a lane has read decides only what it returns.
    let traps = after.iter().any(|statement| matches!(statement.kind, StatementKind::Trap { .. }));
    if accesses || traps {
        return None;
    }
    let (mut old, mut new, mut is_written) = (None, None, false);
    for statement in &body[enter + 1..leave] {
        let StatementKind::Assign { target, value } = &statement.kind else { return None };
        let is_own = |id: &ExprId| !reads(code, *id, &[old, new]);
        match (target, &code.expr(*value).kind) {
            (AssignTarget::Local(local), ExprKind::Memory { at, .. })
                if old.is_none() && at.iter().all(is_own) =>
            {
                old = Some(*local);
            }
            (AssignTarget::Local(local), ExprKind::Op(arguments))
                if new.is_none()
                    && is_local(code, arguments[0], old?)
                    && (1..3).all(|source| !op.reads[source] || is_own(&arguments[source])) =>
            {
                new = Some(*local);
            }
            (AssignTarget::Surface { at, .. }, ExprKind::Local(local))
                if Some(*local) == new && !is_written && at.iter().all(is_own) =>
            {
                is_written = true;
            }
            (AssignTarget::Local(local), _) if ![old, new].contains(&Some(*local)) && is_own(value) => {}
            _ => return None,
        }
    }
    if is_written { commuting_bits(code, op) } else { None }
}

/// Returns whether an expression reads memory or one of these locals.
fn reads(code: &Code, id: ExprId, locals: &[Option<LocalId>]) -> bool {
    code.tree(id).any(|expr| match expr.kind {
        ExprKind::Memory { .. } | ExprKind::Op(_) => true,
        ExprKind::Local(local) => locals.contains(&Some(local)),
        _ => false,
    })
}

/// Returns the width of the integers in which an operation combines `old` with a value of the lane's own so that the order of two
/// such operations does not matter; `None` for any other operation.
fn commuting_bits(code: &Code, op: &OpBody) -> Option<u32> {
    let is_plain = |statement: &Statement| matches!(statement.kind, StatementKind::Assign { .. });
    let mut new = op.assignments().filter(|(_, local, _)| *local == OpBody::NEW);
    let (Some((_, _, value)), None) = (new.next(), new.next()) else { return None };
    let expr = code.expr(value);
    let Type::Scalar(ty) = expr.ty else { return None };
    let is_old = |id: &ExprId| matches!(code.expr(*id).kind, ExprKind::OpLocal(OpBody::OLD));
    let is_own = |id: &ExprId| {
        code.tree(*id).all(|expr| match expr.kind {
            ExprKind::Constant(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
            ExprKind::Convert(_) | ExprKind::Reinterpret(_) => true,
            ExprKind::OpLocal(local) => local != OpBody::OLD && local < OpBody::NEW,
            _ => false,
        })
    };
    let combines = |a: &ExprId, b: &ExprId| is_old(a) && is_own(b) || is_own(a) && is_old(b);
    let commutes = match &expr.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
            combines(a, b)
        }
        // Subtracting adds the negative number.
        ExprKind::Binary(BinaryOp::Subtract, a, b) => is_old(a) && is_own(b),
        ExprKind::Call(Builtin::Min | Builtin::Max, list) => matches!(&list[..], [a, b] if combines(a, b)),
        _ => false,
    };
    (commutes && !ty.is_float() && op.statements.iter().all(is_plain)).then(|| expr.ty.width_bits())
}
