//! Declared variables, predicates and surfaces: their lines, their names, and names without a declaration.

pub(super) mod decl;
pub(super) mod declared_names;
pub(super) mod names;
pub(super) mod surface;
pub(super) mod undeclared;
