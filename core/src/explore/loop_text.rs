//! Facts about the lanes of a `foreach_active` that its text shows.

use crate::exec::Bound;
use crate::semantics::{AssignTarget, Code, ExprId, ExprKind, LocalId, StatementKind, Type};
use crate::spec::Misaligned;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Facts about the lanes of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LoopText {
    /// Whether each lane has at most one turn.
    pub has_one_turn: bool,
    /// Whether the lanes jump back.
    pub has_loops: bool,
    /// Whether each lane writes all its elements of output operands in every order.
    pub always_returns: bool,
}

/// A point on the way of a lane through the text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Passed {
    statement: usize,
    has_accessed: bool,
    /// Within an `atomic` block, whether the block accesses memory.
    block: Option<bool>,
    /// A bit for each output operand that it has written.
    written: u32,
}

impl LoopText {
    /// Reads the text of a loop: its `foreach_active` and the statements of its lanes.
    pub fn new(bound: &Bound, statements: Range<usize>) -> Self {
        let code = &bound.code;
        let body = &code.statements[statements.clone()];
        let returns = |kind: &StatementKind| match kind {
            StatementKind::Assign { target: AssignTarget::Element { operand, .. }, .. } => 1 << operand,
            _ => 0u32,
        };
        let outputs = body.iter().fold(0, |outputs, statement| outputs | returns(&statement.kind));
        let has_loops = body
            .iter()
            .any(|statement| matches!(statement.kind, StatementKind::Branch { is_loop: true, .. }));
        let mut text = Self {
            has_one_turn: true,
            has_loops,
            // A lane that stops the run takes the turns of others away.
            always_returns: bound.memory.misaligned != Misaligned::Fault,
        };
        let first = Passed { statement: statements.start + 1, has_accessed: false, block: None, written: 0 };
        let (mut open, mut known) = (vec![first], FxHashSet::default());
        while let Some(passed) = open.pop().filter(|passed| statements.contains(&passed.statement)) {
            if !known.insert(passed) {
                continue;
            }
            let statement = &code.statements[passed.statement];
            let mut next = Passed { statement: passed.statement + 1, ..passed };
            if statement.accesses_memory && passed.block.is_none() {
                text.has_one_turn &= !passed.has_accessed;
                next.has_accessed = true;
            }
            match &statement.kind {
                StatementKind::EnterAtomic => next.block = Some(statement.accesses_memory),
                StatementKind::LeaveAtomic => {
                    next.has_accessed |= passed.block == Some(true);
                    next.block = None;
                }
                StatementKind::Branch { otherwise, .. } => {
                    open.push(Passed { statement: otherwise.0 as usize, ..next });
                }
                StatementKind::Jump(to) => next.statement = to.0 as usize,
                StatementKind::Trap { .. } | StatementKind::EndLane { .. } => {
                    text.always_returns &= passed.written == outputs;
                }
                kind => next.written |= returns(kind),
            }
            if !matches!(statement.kind, StatementKind::EndLane { .. }) {
                open.push(next);
            }
        }
        text
    }
}

/// Returns the input operands, with the types of their elements, that some statements of lanes index with the lane's own number,
/// which is the local `variable`. `None` if they use the number in another way.
pub(super) fn own_inputs(
    code: &Code,
    statements: Range<usize>,
    variable: LocalId,
) -> Option<Vec<(usize, Type)>> {
    let mut inputs = Vec::new();
    for statement in &code.statements[statements] {
        let mut roots = statement.kind.split_operands().0.to_vec();
        if let StatementKind::Assign { target: AssignTarget::Element { index, .. }, value } = statement.kind {
            roots = if is_local(code, index, variable) { vec![value] } else { vec![index, value] };
        }
        for root in roots {
            add_inputs(code, root, variable, &mut inputs)?;
        }
    }
    Some(inputs)
}

/// Adds the operands that an expression indexes with the lane's number. `None` if it uses the number in another way.
fn add_inputs(code: &Code, id: ExprId, variable: LocalId, inputs: &mut Vec<(usize, Type)>) -> Option<()> {
    let expr = code.expr(id);
    match &expr.kind {
        ExprKind::Local(local) if *local == variable => return None,
        ExprKind::Element { operand, index } if is_local(code, *index, variable) => {
            inputs.push((*operand, expr.ty));
            return Some(());
        }
        // All lanes with a turn are enabled.
        ExprKind::Enabled(lane) if is_local(code, *lane, variable) => return Some(()),
        _ => {}
    }
    let is_unread = |number: usize| match (&expr.kind, &code.op) {
        (ExprKind::Op(_), Some(op)) => number > 0 && !op.reads[number],
        _ => false,
    };
    let operands = expr.kind.split_operands().0.into_iter().enumerate();
    let mut read = operands.filter(|(number, _)| !is_unread(*number));
    read.try_for_each(|(_, operand)| add_inputs(code, operand, variable, inputs))
}

pub(super) fn is_local(code: &Code, id: ExprId, wanted: LocalId) -> bool {
    matches!(code.expr(id).kind, ExprKind::Local(local) if local == wanted)
}
