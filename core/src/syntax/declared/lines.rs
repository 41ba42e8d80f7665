//! The line syntax with declared variables, and the page that states its rules.

use crate::spec::{DeclaredForm, Instruction, InstructionSet};

/// The page that states the rules of the assembly syntax.
pub(super) const PAGE: &str = "vISA assembly syntax";

/// The line syntax of an instruction set with declared variables.
pub(in crate::syntax) struct DeclaredLines<'a> {
    pub set: &'a InstructionSet,
}

impl DeclaredLines<'_> {
    /// Returns the row of a mnemonic, in any case, with its form.
    pub fn row(&self, mnemonic: &str) -> Option<(&Instruction, &DeclaredForm)> {
        let row = self.set.instruction(mnemonic)?;
        Some((row, row.declared()?))
    }
}
