//! An instruction set as a value, and the sets together.

pub(super) mod behaviour;
pub(crate) mod foreign_names;
pub(super) mod instruction_set;
pub(super) mod instruction_sets;
