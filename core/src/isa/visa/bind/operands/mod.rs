//! Binding of operands: names, kinds, types and places.

pub(super) mod bind_operand;
pub(super) mod element;
pub(super) mod surface_operand;
pub(super) mod vector;
