//! Tables of atomic operations, shared by the instructions that use them.

use super::reading::{ChosenReadings, ReadingCondition};
use crate::base::ScalarType;

/// The width of the access of an atomic operation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OpWidth {
    /// 16 bits.
    Bits16,
    /// 32 bits.
    #[default]
    Bits32,
    /// 64 bits.
    Bits64,
}

/// The access types of an operation, by its width. An operand is declared with the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpTypes {
    /// The type in 16 bits; `None` if the operation lacks it.
    pub word: Option<ScalarType>,
    /// The type in 32 bits.
    pub dword: ScalarType,
    /// The type in 64 bits; `None` if the operation lacks it.
    pub qword: Option<ScalarType>,
}

impl OpTypes {
    /// Returns the types of the same sort as that in 32 bits. Another type has no other sizes.
    pub const fn from_dword(dword: ScalarType) -> Self {
        let (word, qword) = match dword {
            ScalarType::Ud => (Some(ScalarType::Uw), Some(ScalarType::Uq)),
            ScalarType::D => (Some(ScalarType::W), Some(ScalarType::Q)),
            ScalarType::F => (Some(ScalarType::Hf), Some(ScalarType::Df)),
            _ => (None, None),
        };
        Self { word, dword, qword }
    }

    /// Returns the names of the types in 32 and 16 bits, or in 32 and 64 bits if there is none of 16.
    pub fn names(self) -> String {
        let dword = self.dword.name();
        let other = self.word.or(self.qword);
        other.map_or_else(|| dword.to_owned(), |other| format!("{dword}/{}", other.name()))
    }

    /// Returns the type in a width; `None` if the operation lacks it.
    pub fn of_width(self, width: OpWidth) -> Option<ScalarType> {
        match width {
            OpWidth::Bits16 => self.word,
            OpWidth::Bits32 => Some(self.dword),
            OpWidth::Bits64 => self.qword,
        }
    }
}

/// A row of a table of atomic operations. Only the operation's notation text (`op NAME { ... }` in the table's `semantics`) says
/// which sources it takes, what it does and what it returns.
#[derive(Clone, Copy, Debug)]
pub struct AtomicOp {
    /// The manual's name in upper case, which is also the name of its `op` block.
    pub name: &'static str,
    /// The names that the text accepts, in lower case, the assembler's first. Empty if the assembler has none: then the text uses
    /// the manual's name.
    pub assembler_names: &'static [&'static str],
    /// The code of the operation in machine code; 0 if it needs none.
    pub code: u8,
    /// The types; `None` if a word of the line chooses the type, and not the operation.
    pub types: Option<OpTypes>,
    /// The types of its operands under a choice of a reading, instead of these.
    pub types_by_choice: Option<(ReadingCondition, &'static [OpTypes])>,
    /// The source with this index may be present although the operation does not use it, by a choice of a reading.
    pub ignored_source: Option<(usize, ReadingCondition)>,
    /// The names of the sizes that it takes, as values of a modifier. Empty if all operations take the same sizes.
    pub sizes: &'static [&'static str],
    /// A sentence of background for a size that it does not take.
    pub sizes_note: Option<&'static str>,
    /// Whether its data are a pair of values in neighbouring registers.
    pub takes_pair: bool,
    /// Whether its result depends on the sign of the values.
    pub depends_on_sign: bool,
    /// A description in one sentence, in our words.
    pub prose: &'static str,
    /// Other words that readers search for.
    pub synonyms: &'static str,
    /// A value of the first source that is seldom meant, with the reason.
    pub rare_source: Option<(u64, &'static str)>,
}

impl AtomicOp {
    /// Creates a row whose types do not depend on the operation.
    pub const fn new(
        code: u8,
        name: &'static str,
        assembler_names: &'static [&'static str],
        prose: &'static str,
    ) -> Self {
        Self {
            name,
            assembler_names,
            code,
            types: None,
            types_by_choice: None,
            ignored_source: None,
            sizes: &[],
            sizes_note: None,
            takes_pair: false,
            depends_on_sign: false,
            prose,
            synonyms: "",
            rare_source: None,
        }
    }

    /// Returns the row with types.
    pub const fn with_types(self, types: OpTypes) -> Self {
        Self { types: Some(types), ..self }
    }

    /// Returns the row with other words that readers search for.
    pub const fn with_synonyms(self, synonyms: &'static str) -> Self {
        Self { synonyms, ..self }
    }

    /// Returns the row with a value of the first source that is seldom meant, and the reason.
    pub const fn with_rare_source(self, value: u64, why: &'static str) -> Self {
        Self { rare_source: Some((value, why)), ..self }
    }

    /// Returns the assembler's name, or the manual's in lower case if the assembler has none.
    pub fn assembler_name(&self) -> String {
        self.assembler_names.first().map_or_else(|| self.name.to_ascii_lowercase(), |word| (*word).to_owned())
    }
}

/// The support of an instruction for an operation of a shared table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpSupport {
    /// The instruction applies the operation as the row says.
    Runs,
    /// The instruction applies another operation, for a reason that a note gives.
    RunsAs {
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
    /// The source with this index may be present although no operation uses it, by a choice of a reading.
    pub ignored_source: Option<(usize, ReadingCondition)>,
    /// Returns how the instruction uses an operation, under the readings in force.
    pub op_support: fn(&AtomicOp, &ChosenReadings) -> OpSupport,
    /// Words that look like operations of this table but are not, each with an explanation.
    pub not_here: &'static [(&'static str, &'static str)],
    /// The notation text: an `op NAME { ... }` block for each row.
    pub semantics: &'static str,
}

impl OpTable {
    /// Creates a table whose instruction applies each operation as its row says.
    pub const fn new(ops: &'static [AtomicOp], semantics: &'static str) -> Self {
        Self { ops, ignored_source: None, op_support: |_, _| OpSupport::Runs, not_here: &[], semantics }
    }

    /// Returns whether the source with this index may be present although an operation does not use it.
    pub fn ignores_source(&self, op: &AtomicOp, source: usize, readings: &ChosenReadings) -> bool {
        let mut ignored = [op.ignored_source, self.ignored_source].into_iter().flatten();
        ignored.any(|(index, choice)| index == source && choice.holds(readings))
    }

    /// Returns the row with a name, in any accepted spelling and case.
    pub fn op(&self, word: &str) -> Option<&'static AtomicOp> {
        let is = |name: &&str| name.eq_ignore_ascii_case(word);
        self.ops.iter().find(|op| op.assembler_names.iter().any(&is) || is(&op.name))
    }
}
