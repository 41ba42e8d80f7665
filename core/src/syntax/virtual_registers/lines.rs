//! The line syntax with virtual registers, and its signs.

use crate::spec::{InstructionSet, Virtual};

/// The sign before a guard.
pub(super) const GUARD: char = '@';
/// The sign that ends a statement.
pub(super) const TERMINATOR: char = ';';

/// The syntax of an instruction set with virtual registers.
pub(in crate::syntax) struct VirtualLines<'a> {
    pub set: &'a InstructionSet,
    pub registers: &'static Virtual,
}
