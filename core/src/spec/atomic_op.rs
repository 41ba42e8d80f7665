//! Tables of atomic operations, shared by the instructions that use them.

use super::reading::ReadingSet;
use crate::base::ScalarType;
use serde::{Serialize, Serializer};

/// The width of the access of an atomic operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpWidth {
    /// 16 bits.
    Word,
    /// 32 bits.
    #[default]
    Dword,
    /// 64 bits.
    Qword,
}

impl OpWidth {
    /// Returns the type of this width, given those of all widths.
    pub fn choose(
        self,
        word: ScalarType,
        dword: ScalarType,
        qword: Option<ScalarType>,
    ) -> Option<ScalarType> {
        match self {
            OpWidth::Word => Some(word),
            OpWidth::Dword => Some(dword),
            OpWidth::Qword => qword,
        }
    }
}

/// A row of a table of atomic operations. Only the operation's notation text (`op NAME { ... }` in the table's `semantics`) says
/// which sources it takes, what it does and what it returns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AtomicOp {
    /// The manual's name in upper case, which is also the name of its `op` block.
    pub name: &'static str,
    /// The names that the text accepts, in lower case, the assembler's first. Empty if the assembler has none: then the text uses
    /// the manual's name.
    #[serde(rename = "words")]
    pub text: &'static [&'static str],
    /// Bits 4..0 of the encoded `op` field.
    #[serde(skip)]
    pub code: u8,
    /// Access type of the 32-bit form, and declared type of its operands.
    #[serde(rename = "type", serialize_with = "serialize_name")]
    pub ty: ScalarType,
    /// Access type of the 16-bit form.
    #[serde(rename = "type16", serialize_with = "serialize_name")]
    pub ty16: ScalarType,
    /// Access type of the 64-bit form, and declared type of its operands; `None` if the operation lacks it.
    #[serde(skip)]
    pub ty64: Option<ScalarType>,
    /// A description in one sentence, in our words.
    pub prose: &'static str,
    /// Other words that readers search for.
    #[serde(skip)]
    pub synonyms: &'static str,
    /// A value of the first source that is seldom meant, with the reason.
    #[serde(skip)]
    pub rare_source: Option<(u64, &'static str)>,
}

fn serialize_name<S: Serializer>(ty: &ScalarType, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(ty.name())
}

impl AtomicOp {
    /// Returns the row with other words that readers search for.
    pub const fn found_by(self, synonyms: &'static str) -> Self {
        Self { synonyms, ..self }
    }

    /// Returns the row with a value of the first source that is seldom meant, and the reason.
    pub const fn seldom_with(self, value: u64, why: &'static str) -> Self {
        Self { rare_source: Some((value, why)), ..self }
    }

    /// Returns the access type of a form; `None` if the operation lacks it.
    pub fn access(&self, width: OpWidth) -> Option<ScalarType> {
        width.choose(self.ty16, self.ty, self.ty64)
    }

    /// Returns the assembler's name, or the manual's in lower case if the assembler has none.
    pub fn text_word(&self) -> String {
        self.text.first().map_or_else(|| self.name.to_ascii_lowercase(), |word| (*word).to_owned())
    }
}

/// The way in which an instruction uses an operation of a shared table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpUse {
    /// The instruction applies the operation as the row says.
    AsWritten,
    /// The instruction applies another operation, for a reason that a note gives.
    InsteadRuns {
        /// The name of the other operation.
        name: &'static str,
        /// The reason.
        because: &'static str,
    },
    /// The instruction does not have the operation, for this reason.
    Refused(&'static str),
}

/// A table of atomic operations and their notation text.
#[derive(Debug)]
pub struct OpTable {
    /// The rows, by code.
    pub ops: &'static [AtomicOp],
    /// Returns the types that an operand of an operation may be declared with, under the readings in force. The first one is
    /// the type in the manual's notes.
    pub operand_types: fn(&AtomicOp, OpWidth, &ReadingSet) -> &'static [ScalarType],
    /// Returns whether an operand may be present that the operation does not use, under the readings in force.
    pub tolerates: fn(&AtomicOp, &str, &ReadingSet) -> bool,
    /// Returns how the instruction uses an operation, under the readings in force.
    pub op_use: fn(&AtomicOp, &ReadingSet) -> OpUse,
    /// Words that look like operations of this table but are not, each with an explanation.
    pub not_here: &'static [(&'static str, &'static str)],
    /// The notation text: an `op NAME { ... }` block for each row.
    pub semantics: &'static str,
}

impl OpTable {
    /// Returns the row with a name, in any accepted spelling and case.
    pub fn by_text(&self, word: &str) -> Option<&'static AtomicOp> {
        let is = |name: &&str| name.eq_ignore_ascii_case(word);
        self.ops.iter().find(|op| op.text.iter().any(&is) || is(&op.name))
    }
}
