//! What an instruction can do in shared memory, whatever its operands hold.

use crate::exec::Bound;
use crate::semantics::{ExprKind, StatementKind, Target};

/// What the lanes of an instruction can do in shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Whether they can read there.
    pub reads: bool,
    /// Whether they can write there, or compute what to write.
    pub writes: bool,
}

/// What the notation of an instruction does in shared memory, in one of its branches or another.
pub fn memory_use(bound: &Bound) -> MemoryUse {
    let code = &bound.code;
    let writes =
        |kind: &StatementKind| matches!(kind, StatementKind::Assign { target: Target::Surface { .. }, .. });
    MemoryUse {
        reads: code.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Memory { .. })),
        writes: code.op.is_some() || code.statements.iter().any(|statement| writes(&statement.kind)),
    }
}
