//! The line syntax with declared variables, and the page that states its rules.

use crate::spec::InstructionSet;

/// The page that states the rules of the assembly syntax.
pub(super) const PAGE: &str = "vISA assembly syntax";

/// The line syntax of an instruction set with declared variables.
pub(in crate::syntax) struct DeclaredLines<'a> {
    pub set: &'a InstructionSet,
}
