//! Groups that need no search: lanes that combine the contents of a cell with a value of their own by a commutative
//! operator, and lanes that replace the contents. The form of the expression for the new value shows that, never the
//! name of an operation.
//!
//! Without these two forms, 16 different lanes that add would have 2^16 contents and take a second, and 32 lanes that
//! exchange would exceed the budget.

use super::combined::{Combines, CommutativeOperator, combined, finds_results};
use super::count::{OrderCounts, factorial};
use super::group_end::GroupEnd;
use super::lanes::{MeetingLanes, TurnEnd};
use super::seen::{Seen, listed_results};
use crate::exec::Scenario;
use crate::semantics::{
    AssignTarget, BinaryOp, Builtin, Code, ExprId, ExprKind, LocalId, OpBody, StatementKind, Type,
};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// The maximum number of sets of lanes that are searched although the end is known, since a search also finds the results of each
/// lane.
const SEARCHED: usize = 1 << 14;

/// A search is worthwhile if interchangeable lanes leave at least `LIKE` times fewer sets than `2^lanes`. The exponent
/// is limited to `SHIFT`.
const LIKE: usize = 16;
const SHIFT: usize = 30;

/// The effect of a lane on the contents of a cell.
#[derive(Clone, Copy, Debug)]
enum CellEffect {
    /// It combines them with a value of its own. The order of such steps does not matter.
    Combines(Combines),
    /// It replaces them by a value of its own.
    Replaces,
}

/// Returns the ends of lanes that meet, and the results of each lane if they are known. `None` if the form of the text
/// does not show them.
pub(super) fn shortcut(
    scenario: &Scenario,
    mut lanes: MeetingLanes,
) -> Option<(Vec<GroupEnd>, Option<Vec<Seen>>)> {
    let count = lanes.lanes.len();
    let code = &scenario.program[lanes.base.place().0].code;
    let form = form(code)?;
    if count < 2 || lanes.is_tracked() || !meet_in_one_cell(&lanes) {
        return None;
    }
    match form {
        CellEffect::Combines(combines) => {
            let alike = lanes.alike(scenario).ok()?;
            // With interchangeable lanes, a search has fewer sets of lanes.
            let most_searched = match finds_results(&lanes, code) {
                true => SEARCHED.min((1 << count.min(SHIFT)) / LIKE),
                false => SEARCHED,
            };
            let is_few = sets(&alike) <= most_searched;
            let found = if is_few { None } else { combined(scenario, &mut lanes, combines) };
            found.map(|(end, seen)| (vec![end], seen))
        }
        CellEffect::Replaces => replaced(scenario, &mut lanes).map(|(ends, seen)| (ends, Some(seen))),
    }
}

/// Returns whether all lanes read and write one and the same cell, and no other.
fn meet_in_one_cell(lanes: &MeetingLanes) -> bool {
    let [cell] = lanes.cells[..] else { return false };
    let only = [(cell.space, cell.byte_offset, cell.size_bytes)];
    lanes.reach.iter().all(|reach| reach.reads.iter().eq(&only) && reach.writes.iter().eq(&only))
}

/// Returns the number of sets of lanes that can have had their turns, not counting those that differ in interchangeable
/// lanes only.
fn sets(alike: &[usize]) -> usize {
    let size = |first: usize| alike.iter().filter(|&&other| other == first).count();
    let classes = (0..alike.len()).filter(|&lane| alike[lane] == lane);
    classes.fold(1, |sets: usize, first| sets.saturating_mul(size(first) + 1))
}

/// Returns the ends of lanes that replace the contents. The last lane decides the end. Each lane finds what the lane
/// before it wrote.
fn replaced(scenario: &Scenario, lanes: &mut MeetingLanes) -> Option<(Vec<GroupEnd>, Vec<Seen>)> {
    let count = lanes.lanes.len();
    let others = factorial(count - 1);
    let mut left = Vec::new();
    for lane in 0..count as u32 {
        let turn = lanes.turn(scenario, lane, MeetingLanes::BEFORE).ok()?;
        if turn.end != TurnEnd::Done {
            return None;
        }
        left.push(turn.contents);
    }
    let mut found: Vec<FxHashMap<u32, u128>> = vec![FxHashMap::default(); count];
    for (lane, found) in found.iter_mut().enumerate() {
        // The lane is the first, or it directly follows one of the others: (n - 1)! orders each.
        let after_others = (0..count).filter(|&other| other != lane).map(|other| left[other]);
        for before in std::iter::once(MeetingLanes::BEFORE).chain(after_others) {
            let turn = lanes.turn(scenario, lane as u32, before).ok()?;
            if (turn.contents, turn.end) != (left[lane], TurnEnd::Done) {
                return None;
            }
            if turn.handed != 0 {
                *found.entry(turn.handed).or_default() += others;
            }
        }
    }
    let mut ends: Vec<GroupEnd> = Vec::new();
    for (last, &contents) in left.iter().enumerate() {
        if left[..last].contains(&contents) {
            continue;
        }
        let times = left.iter().filter(|&&other| other == contents).count() as u128;
        let first = (0..count).filter(|&lane| lane != last).chain([last]);
        let witness = first.map(|lane| lanes.lanes[lane].0).collect();
        let orders = OrderCounts::new(count, BigUint::from(others * times));
        ends.push(GroupEnd::finished(lanes.contents.get(contents).clone(), orders, witness));
    }
    Some((ends, listed_results(lanes, &found)))
}

/// Returns the effect of a lane on the only place that it reads and writes, if the text shows it: the thread has no
/// loop and one `atomic` block without a branch, which reads, applies the operation and writes the result.
fn form(code: &Code) -> Option<CellEffect> {
    let kinds = || code.statements.iter().map(|statement| &statement.kind);
    let at = |wanted: fn(&StatementKind) -> bool| {
        let mut found = kinds().enumerate().filter(|(_, kind)| wanted(kind)).map(|(at, _)| at);
        found.next().filter(|_| found.next().is_none())
    };
    let enter = at(|kind| matches!(kind, StatementKind::EnterAtomic))?;
    let leave = at(|kind| matches!(kind, StatementKind::LeaveAtomic))?;
    let goes_back =
        |(at, kind): (usize, &StatementKind)| matches!(kind, StatementKind::Jump(to) if to.0 as usize <= at);
    let outside = |at: &usize| *at < enter || *at > leave;
    let accesses = (0..code.statements.len()).filter(outside).any(|at| {
        let statement = &code.statements[at];
        let is_loop = matches!(statement.kind, StatementKind::Foreach { .. });
        statement.accesses_memory && !is_loop
    });
    // After the block, the value that was read decides results only.
    let traps = kinds().skip(leave).any(|kind| matches!(kind, StatementKind::Trap { .. }));
    if kinds().enumerate().any(goes_back) || accesses || traps {
        return None;
    }
    let [read, write] = [block_read(code, enter, leave)?, block_write(code, enter, leave)?];
    let assigned = |wanted: LocalId| {
        let is_assignment = |kind: &&StatementKind| match kind {
            StatementKind::Assign { target: AssignTarget::Local(local), .. } => *local == wanted,
            _ => false,
        };
        kinds().filter(is_assignment).count()
    };
    if assigned(read) != 1 || assigned(write) != 1 {
        return None;
    }
    let applies = code.statements[enter + 1..leave].iter().any(|statement| match &statement.kind {
        StatementKind::Assign { target: AssignTarget::Local(new), value } => {
            *new == write
                && matches!(code.expr(*value).kind, ExprKind::Op([old, ..]) if is_local(code, old, read))
        }
        _ => false,
    });
    if applies { form_of(code, code.op.as_ref()?) } else { None }
}

fn is_local(code: &Code, id: ExprId, wanted: LocalId) -> bool {
    matches!(code.expr(id).kind, ExprKind::Local(local) if local == wanted)
}

/// Returns the local that the block reads into. It is the only read, and only the operation depends on it.
fn block_read(code: &Code, enter: usize, leave: usize) -> Option<LocalId> {
    let mut read = None;
    for statement in &code.statements[enter + 1..leave] {
        let StatementKind::Assign { target, value } = &statement.kind else { return None };
        match (target, &code.expr(*value).kind) {
            (AssignTarget::Local(local), ExprKind::Memory { at, .. })
                if read.is_none() && !at.iter().any(|id| mentions(code, *id, None)) =>
            {
                read = Some(*local);
            }
            (AssignTarget::Local(_), ExprKind::Op([_, first, second])) => {
                // The lane's own value does not come from memory.
                if [first, second].into_iter().any(|id| mentions(code, *id, read)) {
                    return None;
                }
            }
            (AssignTarget::Local(_), _) if !mentions(code, *value, read) => {}
            (AssignTarget::Surface { at, .. }, ExprKind::Local(_))
                if !at.iter().any(|id| mentions(code, *id, read)) => {}
            _ => return None,
        }
    }
    read
}

/// Returns the local that the block writes, in its last statement only.
fn block_write(code: &Code, enter: usize, leave: usize) -> Option<LocalId> {
    let mut written =
        code.statements[enter + 1..leave].iter().filter_map(|statement| match &statement.kind {
            StatementKind::Assign { target: AssignTarget::Surface { .. }, value } => Some(*value),
            _ => None,
        });
    let value = written.next().filter(|_| written.next().is_none())?;
    match code.expr(value).kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    }
}

/// Returns whether an expression reads memory or the local variable `local`.
fn mentions(code: &Code, id: ExprId, local: Option<LocalId>) -> bool {
    code.tree(id).any(|expr| match expr.kind {
        ExprKind::Memory { .. } | ExprKind::Op(_) => true,
        ExprKind::Local(known) => Some(known) == local,
        _ => false,
    })
}

/// Returns the effect of an operation on `old`, if it assigns `new` once and without a branch.
fn form_of(code: &Code, op: &OpBody) -> Option<CellEffect> {
    let mut value = None;
    for statement in &op.statements {
        match &statement.kind {
            StatementKind::Assign { target: AssignTarget::Local(OpBody::NEW), value: new }
                if value.is_none() =>
            {
                value = Some(*new);
            }
            StatementKind::Assign { target: AssignTarget::Local(local), .. } if *local > OpBody::NEW => {}
            _ => return None,
        }
    }
    let expr = code.expr(value?);
    let own = |id: &ExprId| is_own(code, *id);
    let is_old = |id: &ExprId| matches!(code.expr(*id).kind, ExprKind::OpLocal(OpBody::OLD));
    let combines = |operator| Some(CellEffect::Combines(Combines { operator, ty: expr.ty }));
    let is_integer = matches!(expr.ty, Type::Scalar(ty) if !ty.is_float());
    match &expr.kind {
        _ if own(&value?) => Some(CellEffect::Replaces),
        ExprKind::Binary(BinaryOp::Subtract, a, b) if is_integer && is_old(a) && own(b) => {
            // The value that a lane leaves of 0 is what it adds to any other number.
            combines(CommutativeOperator::Sign(BinaryOp::Add))
        }
        ExprKind::Binary(sign @ (BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b)
            if is_integer && (is_old(a) && own(b) || own(a) && is_old(b)) =>
        {
            combines(CommutativeOperator::Sign(*sign))
        }
        ExprKind::Call(function @ (Builtin::Min | Builtin::Max), arguments) if is_integer => {
            match &arguments[..] {
                [a, b] if is_old(a) && own(b) || own(a) && is_old(b) => {
                    combines(CommutativeOperator::Function(*function))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns whether an expression of an operation consists of constants and the lane's sources alone.
fn is_own(code: &Code, id: ExprId) -> bool {
    code.tree(id).all(|expr| match expr.kind {
        ExprKind::Constant(_) | ExprKind::Unary(..) | ExprKind::Binary(..) => true,
        ExprKind::Convert(_) | ExprKind::Reinterpret(_) => true,
        ExprKind::OpLocal(local) => local != OpBody::OLD && local < OpBody::NEW,
        _ => false,
    })
}
