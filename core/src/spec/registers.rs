//! Instructions whose operands are registers: what stands in their text, and which registers that makes.

use super::{AtomicOp, FloatRules, Reading, ReadingSet, SettingValues};
use crate::base::{Rule, ScalarType};

/// What only instructions on registers have.
#[derive(Clone, Debug)]
pub struct RegisterForm {
    /// What stands between the commas, in order.
    pub slots: &'static [Slot],
    /// What the words of a line make of its registers, or why they do not go together.
    pub fit: fn(&Line) -> Result<Fit, Refusal>,
    /// The operation that is meant where none is written, and the reading that has to allow it.
    pub unwritten_op: Option<UnwrittenOp>,
    /// Whether it does nothing for helper lanes.
    pub skips_helpers: bool,
    /// Whether it leaves nothing to do behind it, if no guard holds a lane back.
    pub ends_program: bool,
}

impl Default for RegisterForm {
    /// No slots, and nothing out of the ordinary.
    fn default() -> Self {
        Self {
            slots: &[],
            fit: |_| Ok(Fit::default()),
            unwritten_op: None,
            skips_helpers: false,
            ends_program: false,
        }
    }
}

/// An operation that may go without saying.
#[derive(Clone, Copy, Debug)]
pub struct UnwrittenOp {
    /// The operation.
    pub op: &'static str,
    /// The reading.
    pub reading: &'static Reading,
    /// Its choice that allows it.
    pub choice: &'static str,
}

/// A place between commas.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The manual's name.
    pub name: &'static str,
    /// What may stand there.
    pub kind: SlotKind,
    /// Whether it may be left out.
    pub optional: bool,
    /// One sentence.
    pub prose: &'static str,
}

/// What may stand between commas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotKind {
    /// `R4`, the first of one or more; also `RZ`.
    Register,
    /// `[R4]`, the first of one or more; not `RZ`.
    Address,
    /// `P3` or `PT`.
    Predicate,
    /// A register other than `RZ`, or a number of words into the constant bank, of so many bits.
    Handle(u32),
    /// A register, a number, or a word of the constant bank.
    Source,
    /// The lower half of one of these, or with `.H1` the upper; a number has 16 bits.
    Half,
    /// A special register, by name; each with the value of a lane.
    Special(&'static [(&'static str, SpecialValue)]),
}

/// What a special register holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpecialValue {
    /// The lane's number.
    Lane,
}

/// A line, as far as its registers depend on it.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The words that its modifiers chose, by modifier; a default where none is written.
    pub words: &'a [(&'static str, &'static str)],
    /// The operation.
    pub op: Option<&'static AtomicOp>,
    /// Whether each slot is filled.
    pub filled: &'a [bool],
    /// Whether the slot of that number holds a register rather than a number.
    pub is_register: &'a [bool],
    /// The settings of the scenario.
    pub settings: &'a SettingValues,
    /// The readings in force.
    pub readings: &'a ReadingSet,
}

impl Line<'_> {
    /// The word of a modifier; empty where none is written and none goes without saying.
    pub fn word(&self, modifier: &str) -> &'static str {
        self.words.iter().find(|(name, _)| *name == modifier).map_or("", |(_, word)| word)
    }

    /// Whether the modifier has that word.
    pub fn is(&self, modifier: &str, word: &str) -> bool {
        self.word(modifier) == word
    }
}

/// Which registers a line means.
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// The access type, `T`; UD where there is none.
    pub access: Option<ScalarType>,
    /// What stands behind `_` in the name of the operation's notation text, where that depends on the line.
    pub variant: Option<&'static str>,
    /// For each slot, how many registers it stands for.
    pub counts: Vec<usize>,
    /// For each operand of the row: how far its registers are behind its slot's first, and its type. Without a
    /// register the line has no such operand, and it reads as 0.
    pub operands: Vec<(Option<usize>, ScalarType)>,
    /// Whether the sign of its values comes from the surface's format.
    pub takes_sign: bool,
    /// How floats are computed with.
    pub float: FloatRules,
}

impl Fit {
    /// What is said of the operand of that number; that the line has none where nothing is said.
    pub fn operand(&self, at: usize) -> (Option<usize>, ScalarType) {
        self.operands.get(at).copied().unwrap_or((None, ScalarType::Ud))
    }
}

/// Why words do not go together.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The rule.
    pub rule: &'static Rule,
    /// The modifier or slot that is to blame.
    pub at: &'static str,
    /// What is wrong, and what was expected.
    pub message: String,
}
