//! The line syntax with numbered registers.

use crate::spec::{InstructionSet, Numbered};

/// The line syntax of an instruction set with numbered registers.
pub(in crate::syntax) struct NumberedLines<'a> {
    pub set: &'a InstructionSet,
    pub registers: &'static Numbered,
}
