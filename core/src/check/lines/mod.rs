//! The lines of a program: their words, their semantics, and their order.

pub(crate) mod compiler;
pub(crate) mod context;
pub(crate) mod modifiers;
pub(crate) mod notation;
pub(crate) mod operand_count;
pub(super) mod program;
