//! What needs no search: lanes that combine what lies in a cell with something of their own by an operator that takes its
//! operands in any order, and lanes that replace it. That lanes do so is read off the form of the expression that gives the
//! new value, never off an operation's name.

use super::combined::{Combines, Operator, combined};
use super::count::{Orders, factorial};
use super::lanes::{Lanes, TurnEnd};
use super::round::GroupEnd;
use super::seen::{Seen, told};
use crate::base::LaneMask;
use crate::exec::Scenario;
use crate::semantics::{
    BinaryOp, Builtin, Code, ExprId, ExprKind, LocalId, OpBody, OpStatement, StatementKind, Target, Type,
};
use num_bigint::BigUint;
use rustc_hash::FxHashMap;

/// So many sets of lanes that have had their turns are gone through even where the end is known, for that tells what each
/// lane can see.
const SEARCHED: usize = 1 << 14;

/// So many times fewer sets there are where a search is worth while, and of so many lanes it is in any case.
const LIKE: usize = 16;
const SHIFT: usize = 30;

/// What a lane makes of what lies in a cell.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Combines it with something of its own; the order of such steps does not matter.
    Combines(Combines),
    /// Replaces it by something of its own.
    Replaces,
}

/// The ends of lanes that meet, and what they can see, where that follows from the form of what they do. What many lanes that
/// combine can see is left open.
pub(super) fn shortcut(scenario: &Scenario, mut lanes: Lanes) -> Option<(Vec<GroupEnd>, Option<Vec<Seen>>)> {
    let count = lanes.lanes.len();
    let code = &scenario.program[lanes.base.place().0].code;
    let form = form(code)?;
    if count < 2 || lanes.is_tracked() || !meet_in_one_cell(&lanes) {
        return None;
    }
    match form {
        Form::Combines(combines) => {
            let alike = lanes.alike(scenario).ok()?;
            // Where lanes are alike, a search has fewer sets of them to go through.
            let is_few = sets(&alike) <= SEARCHED.min((1 << count.min(SHIFT)) / LIKE);
            let found = if is_few { None } else { combined(scenario, &mut lanes, combines) };
            found.map(|(end, seen)| (vec![end], seen))
        }
        Form::Replaces => replaced(scenario, &mut lanes).map(|(ends, seen)| (ends, Some(seen))),
    }
}

/// Whether all that each lane reads and writes is one cell, the same for all.
fn meet_in_one_cell(lanes: &Lanes) -> bool {
    let [cell] = lanes.cells[..] else { return false };
    let only = [(cell.space, cell.byte_offset, cell.size_bytes)];
    lanes.reach.iter().all(|reach| reach.reads.iter().eq(&only) && reach.writes.iter().eq(&only))
}

/// How many sets of lanes there are that can have had their turns, where those that are alike are not told apart.
fn sets(alike: &[usize]) -> usize {
    let size = |first: usize| alike.iter().filter(|&&other| other == first).count();
    let classes = (0..alike.len()).filter(|&lane| alike[lane] == lane);
    classes.fold(1, |sets: usize, first| sets.saturating_mul(size(first) + 1))
}

/// The ends of lanes that replace: what the last of them leaves. Each finds what the one before it left.
fn replaced(scenario: &Scenario, lanes: &mut Lanes) -> Option<(Vec<GroupEnd>, Vec<Seen>)> {
    let count = lanes.lanes.len();
    let others = factorial(count - 1);
    let mut left = Vec::new();
    for lane in 0..count as u32 {
        let turn = lanes.turn(scenario, lane, Lanes::BEFORE).ok()?;
        if turn.end != TurnEnd::Done {
            return None;
        }
        left.push(turn.contents);
    }
    let mut found: Vec<FxHashMap<u32, u128>> = vec![FxHashMap::default(); count];
    for (lane, found) in found.iter_mut().enumerate() {
        // First of all, or right behind one of the others: (n - 1)! orders each.
        let behind = (0..count).filter(|&other| other != lane).map(|other| left[other]);
        for before in std::iter::once(Lanes::BEFORE).chain(behind) {
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
        ends.push(end(lanes, contents, others * times, witness));
    }
    Some((ends, told(lanes, &found)))
}

fn end(lanes: &Lanes, contents: u32, orders: u128, witness: Vec<u8>) -> GroupEnd {
    GroupEnd {
        contents: lanes.contents.get(contents).clone(),
        returned: Box::default(),
        trapped: Vec::new(),
        is_stopped: false,
        gave_up: LaneMask::default(),
        renamings: BigUint::from(1u32),
        orders: Orders::of(lanes.lanes.len(), BigUint::from(orders)),
        witness,
    }
}

/// What every lane makes of the one place that it reads and writes, where the text says it plainly: a thread without a way
/// back has one `atomic` block without a choice, in which it reads, applies the operation and writes what comes of it.
fn form(code: &Code) -> Option<Form> {
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
    // Behind the block, what was read decides no more than what is handed back.
    let traps = kinds().skip(leave).any(|kind| matches!(kind, StatementKind::Trap { .. }));
    if kinds().enumerate().any(goes_back) || accesses || traps {
        return None;
    }
    let [read, write] = [block_read(code, enter, leave)?, block_write(code, enter, leave)?];
    let assigned = |wanted: LocalId| {
        let is_it = |kind: &&StatementKind| matches!(kind, StatementKind::Assign { target: Target::Local(local), .. } if *local == wanted);
        kinds().filter(is_it).count()
    };
    if assigned(read) != 1 || assigned(write) != 1 {
        return None;
    }
    let applies = code.statements[enter + 1..leave].iter().any(|statement| match &statement.kind {
        StatementKind::Assign { target: Target::Local(new), value } => {
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

/// The local that the block reads into: its only read, where nothing else in it depends on that but the operation.
fn block_read(code: &Code, enter: usize, leave: usize) -> Option<LocalId> {
    let mut read = None;
    for statement in &code.statements[enter + 1..leave] {
        let StatementKind::Assign { target, value } = &statement.kind else { return None };
        match (target, &code.expr(*value).kind) {
            (Target::Local(local), ExprKind::Memory { at, .. })
                if read.is_none() && !at.parts().iter().any(|id| mentions(code, *id, None)) =>
            {
                read = Some(*local);
            }
            (Target::Local(_), ExprKind::Op([_, first, second])) => {
                // What a lane has of its own does not come from memory.
                if [first, second].into_iter().any(|id| mentions(code, *id, read)) {
                    return None;
                }
            }
            (Target::Local(_), _) if !mentions(code, *value, read) => {}
            (Target::Surface { at, .. }, ExprKind::Local(_))
                if !at.parts().iter().any(|id| mentions(code, *id, read)) => {}
            _ => return None,
        }
    }
    read
}

/// The local that the block writes, in its last statement and nowhere else.
fn block_write(code: &Code, enter: usize, leave: usize) -> Option<LocalId> {
    let mut written =
        code.statements[enter + 1..leave].iter().filter_map(|statement| match &statement.kind {
            StatementKind::Assign { target: Target::Surface { .. }, value } => Some(*value),
            _ => None,
        });
    let value = written.next().filter(|_| written.next().is_none())?;
    match code.expr(value).kind {
        ExprKind::Local(local) => Some(local),
        _ => None,
    }
}

/// Whether an expression reads memory, or that local.
fn mentions(code: &Code, id: ExprId, local: Option<LocalId>) -> bool {
    let any = |ids: &[ExprId]| ids.iter().any(|id| mentions(code, *id, local));
    match &code.expr(id).kind {
        ExprKind::Memory { .. } | ExprKind::Op(_) => true,
        ExprKind::Local(known) => Some(*known) == local,
        ExprKind::Constant(_) | ExprKind::OpLocal(_) | ExprKind::Fold { .. } => false,
        ExprKind::Inside { at, .. } => any(at.parts()),
        ExprKind::Element { index, .. } => mentions(code, *index, local),
        ExprKind::Enabled(a) | ExprKind::Predicated(a) | ExprKind::Unary(_, a) => mentions(code, *a, local),
        ExprKind::Convert(a) | ExprKind::Reinterpret(a) => mentions(code, *a, local),
        ExprKind::Binary(_, a, b) => any(&[*a, *b]),
        ExprKind::Select(a, b, c) => any(&[*a, *b, *c]),
        ExprKind::Call(_, ids) | ExprKind::Header(_, ids) => any(ids),
    }
}

/// The parameter `old` of an operation, and its variable `new`.
const OLD: u16 = 0;
const NEW: u16 = 3;

/// What an operation makes of `old`, where it assigns `new` once and without a choice.
fn form_of(code: &Code, op: &OpBody) -> Option<Form> {
    let mut value = None;
    for statement in &op.statements {
        match statement {
            OpStatement::Assign { local: NEW, value: new, .. } if value.is_none() => value = Some(*new),
            OpStatement::Assign { local, .. } if *local > NEW => {}
            _ => return None,
        }
    }
    let expr = code.expr(value?);
    let own = |id: &ExprId| is_own(code, *id);
    let is_old = |id: &ExprId| matches!(code.expr(*id).kind, ExprKind::OpLocal(OLD));
    let combines = |operator| Some(Form::Combines(Combines { operator, ty: expr.ty }));
    let is_integer = matches!(expr.ty, Type::Scalar(ty) if !ty.is_float());
    match &expr.kind {
        _ if own(&value?) => Some(Form::Replaces),
        ExprKind::Binary(BinaryOp::Subtract, a, b) if is_integer && is_old(a) && own(b) => {
            // What a lane leaves of 0 is what it adds to any other number.
            combines(Operator::Sign(BinaryOp::Add))
        }
        ExprKind::Binary(sign @ (BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b)
            if is_integer && (is_old(a) && own(b) || own(a) && is_old(b)) =>
        {
            combines(Operator::Sign(*sign))
        }
        ExprKind::Call(function @ (Builtin::Min | Builtin::Max), arguments) if is_integer => match &arguments
            [..]
        {
            [a, b] if is_old(a) && own(b) || own(a) && is_old(b) => combines(Operator::Function(*function)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression of an operation consists of constants and of the lane's sources alone.
fn is_own(code: &Code, id: ExprId) -> bool {
    match &code.expr(id).kind {
        ExprKind::Constant(_) => true,
        ExprKind::OpLocal(local) => *local != OLD && *local < NEW,
        ExprKind::Unary(_, a) | ExprKind::Convert(a) | ExprKind::Reinterpret(a) => is_own(code, *a),
        ExprKind::Binary(_, a, b) => is_own(code, *a) && is_own(code, *b),
        _ => false,
    }
}
