//! The accesses to shared memory that an instruction can make, for any contents of its operands.

use crate::exec::Bound;
use crate::semantics::{AssignTarget, ExprKind, StatementKind};

/// The accesses to shared memory that an instruction can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryUse {
    /// Whether the notation reads shared memory.
    pub reads: bool,
    /// Whether the notation writes shared memory or applies an atomic operation.
    pub writes: bool,
}

/// Returns the accesses that the notation of an instruction makes on any of its branches.
pub fn memory_use(bound: &Bound) -> MemoryUse {
    let code = &bound.code;
    let writes = |kind: &StatementKind| {
        matches!(kind, StatementKind::Assign { target: AssignTarget::Surface { .. }, .. })
    };
    MemoryUse {
        reads: code.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Memory { .. })),
        writes: code.op.is_some() || code.statements.iter().any(|statement| writes(&statement.kind)),
    }
}
