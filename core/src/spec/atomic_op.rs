//! Tables of atomic operations, shared by the instructions that use them.

use super::{OpKind, ReadingSet};
use crate::base::ScalarType;

/// One row of a table of atomic operations. Which sources an operation takes, what it does and what it hands back is
/// said by its notation text (`op NAME { ... }` in the table's `semantics`), nowhere else.
#[derive(Clone, Copy, Debug)]
pub struct AtomicOp {
    /// The manual's name, upper case: also the name of its `op` block.
    pub name: &'static str,
    /// The names that the text accepts, lower case; the assembler's first. Empty where the assembler has none:
    /// then only the manual's name is written.
    pub text: &'static [&'static str],
    /// Bits 4..0 of the encoded `op` field.
    pub code: u8,
    /// Access type of the 32-bit form, and declared type of its operands.
    pub ty: ScalarType,
    /// Access type of the 16-bit form.
    pub ty16: ScalarType,
    /// One sentence of ours.
    pub prose: &'static str,
}

impl AtomicOp {
    /// The word that the assembler has for it; the manual's in lower case where it has none.
    pub fn text_word(&self) -> String {
        self.text.first().map_or_else(|| self.name.to_ascii_lowercase(), |word| (*word).to_owned())
    }
}

/// What an instruction that shares a table makes of one of its operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpUse {
    /// What the row says.
    AsWritten,
    /// Another operation of the table runs, for a reason that a note gives.
    InsteadRuns {
        /// Its name.
        name: &'static str,
        /// Why.
        because: &'static str,
    },
    /// The instruction does not have it, for a reason.
    Refused(&'static str),
}

/// A table of atomic operations and their notation text.
#[derive(Debug)]
pub struct OpTable {
    /// The rows, by code.
    pub ops: &'static [AtomicOp],
    /// The declared types that operands of an operation may have, under the readings in force; the first is the one
    /// that the manual's notes name.
    pub operand_types: fn(&AtomicOp, bool, &ReadingSet) -> &'static [ScalarType],
    /// Whether that operand may stand where the operation does not use it, under the readings in force.
    pub tolerates: fn(&AtomicOp, &str, &ReadingSet) -> bool,
    /// What becomes of an operation, under the readings in force.
    pub op_use: fn(&AtomicOp, &ReadingSet) -> OpUse,
    /// Words that look like operations of this table and are none, each with what there is to say about it.
    pub not_here: &'static [(&'static str, &'static str)],
    /// What each operation is, by its name, with the modifiers behind it that make it so (`16`, `S32.IGN`); an operation
    /// may be several things, and several may be one.
    pub kinds: &'static [(OpKind, &'static str, &'static str)],
    /// One `op NAME { ... }` block for each row.
    pub semantics: &'static str,
}

impl OpTable {
    /// The row that a text names, in any accepted spelling and case.
    pub fn by_text(&self, word: &str) -> Option<&'static AtomicOp> {
        let is = |name: &&str| name.eq_ignore_ascii_case(word);
        self.ops.iter().find(|op| op.text.iter().any(&is) || is(&op.name))
    }
}
