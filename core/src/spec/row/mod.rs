//! The rows of instructions: operands, words, operations, encodings, and behaviour that depends on readings.

pub(super) mod atomic_op;
pub(super) mod declared;
pub(super) mod encoding;
pub(super) mod float;
pub(super) mod instruction;
pub(super) mod memory;
pub(super) mod modifier;
pub(super) mod numbered;
pub(super) mod operand;
pub(super) mod reading;
