//! Flags of statements that are known only after the whole text is lowered: memory accesses, address computations, and the last end
//! of the lanes.

use super::code::{Address, AssignTarget, Expr, ExprId, ExprKind, Local, Statement, StatementKind};
use super::vocabulary::LocalId;
use super::walk::tree;
use std::collections::BTreeSet;

/// Sets the flags of all statements. Returns the lane's local that byte addresses are computed from, if there is
/// exactly one.
pub(super) fn mark(statements: &mut [Statement], exprs: &[Expr], locals: &[Local]) -> Option<LocalId> {
    let (mut addresses, mut byte_addresses) = (BTreeSet::new(), BTreeSet::new());
    let mut address = |at: &Address| {
        at.iter().for_each(|part| locals_of(exprs, *part, &mut addresses));
        if let [byte_address] = at[..] {
            locals_of(exprs, byte_address, &mut byte_addresses);
        }
    };
    for statement in statements.iter_mut() {
        let mut memory = false;
        for root in statement.kind.split_operands().0 {
            for expr in tree(exprs, root) {
                match &expr.kind {
                    ExprKind::Memory { at, .. } => {
                        memory = true;
                        address(at);
                    }
                    ExprKind::Op(_) => statement.calls_op = true,
                    _ => {}
                }
            }
        }
        if let StatementKind::Assign { target: AssignTarget::Surface { at, .. }, .. } = &statement.kind {
            memory = true;
            address(at);
        }
        statement.accesses_memory = memory;
    }
    for statement in statements.iter_mut() {
        if let StatementKind::Assign { target: AssignTarget::Local(local), .. } = &statement.kind {
            statement.is_address = addresses.contains(local);
        }
    }
    mark_atomic(statements);
    mark_last_end(statements);
    // The lane's number does not count as an address.
    for statement in statements.iter() {
        if let StatementKind::Foreach { variable, .. } = statement.kind {
            byte_addresses.remove(&variable);
        }
    }
    let mut lane_locals = byte_addresses.into_iter().filter(|id| !locals[usize::from(id.0)].uniform);
    lane_locals.next().filter(|_| lane_locals.next().is_none())
}

/// Returns for each of `old`, `src0` and `src1` whether a statement of an operation reads it.
pub(super) fn read_parameters(statements: &[Statement], exprs: &[Expr]) -> [bool; 3] {
    let mut reads = [false; 3];
    let roots = statements.iter().flat_map(|statement| statement.kind.split_operands().0);
    for expr in roots.flat_map(|root| tree(exprs, root)) {
        if let ExprKind::OpLocal(LocalId(id)) = expr.kind
            && let Some(is_read) = reads.get_mut(usize::from(id))
        {
            *is_read = true;
        }
    }
    reads
}

/// Marks each block with a memory access inside. Blocks do not nest.
fn mark_atomic(statements: &mut [Statement]) {
    let mut inside = false;
    for statement in statements.iter_mut().rev() {
        match statement.kind {
            StatementKind::LeaveAtomic => inside = false,
            StatementKind::EnterAtomic => statement.accesses_memory = inside,
            _ => inside |= statement.accesses_memory,
        }
    }
}

/// Marks all ends of lanes but the last one as followed by another.
fn mark_last_end(statements: &mut [Statement]) {
    let ends = statements.iter_mut().rev().filter_map(|statement| match &mut statement.kind {
        StatementKind::EndLane { is_last } => Some(is_last),
        _ => None,
    });
    ends.skip(1).for_each(|is_last| *is_last = false);
}

fn locals_of(exprs: &[Expr], root: ExprId, out: &mut BTreeSet<LocalId>) {
    out.extend(tree(exprs, root).filter_map(|expr| match expr.kind {
        ExprKind::Local(id) => Some(id),
        _ => None,
    }));
}
