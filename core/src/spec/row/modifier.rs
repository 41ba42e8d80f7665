//! The words after a mnemonic.

use super::atomic_op::{AtomicOp, OpTable, OpUse, OpWidth};
use super::reading::ReadingSet;
use crate::base::{Rule, ScalarType, Span, SurfaceKind, counted};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A modifier: a word after the mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// The name in help, in the notation and in machine code.
    pub name: &'static str,
    /// The words that it accepts.
    pub words: Words,
    /// Whether it may be left out.
    pub is_optional: bool,
    /// Whether it follows the execution size. Such a word has no effect and is accepted with a note.
    pub follows_size: bool,
    /// A description in one sentence.
    pub prose: &'static str,
}

impl Serialize for Modifier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Modifier", 3)?;
        fields.serialize_field("text", &self.in_words())?;
        fields.serialize_field("prose", self.prose)?;
        fields.serialize_field("optional", &self.is_optional)?;
        fields.end()
    }
}

/// The words that a modifier accepts.
#[derive(Clone, Copy, Debug)]
pub enum Words {
    /// One of these.
    Listed(&'static [Word]),
    /// An operation of a table, or one that the document adds.
    Ops(&'static OpTable),
}

impl Words {
    /// Returns the listed words; none if the words are operations.
    pub fn listed(&self) -> &'static [Word] {
        match self {
            Words::Listed(words) => words,
            Words::Ops(_) => &[],
        }
    }
}

/// A word of a modifier. Case does not matter in a text.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word as written, including inner dots.
    pub text: &'static str,
    /// Its name in the notation's `modifier(NAME, WORD)`.
    pub name: &'static str,
    /// Whether it is the default if no word is written.
    pub is_default: bool,
    /// The rule of the error for a word that exists and does not run; `None` for a word that runs. Such a word is not suggested.
    pub refused: Option<&'static Rule>,
    /// A description in one sentence; may be empty if that of the modifier suffices.
    pub prose: &'static str,
    /// Its decisions for a line.
    pub decides: Decisions,
    /// The bits in machine code; `None` if no known source describes them.
    pub code: Option<u64>,
}

/// A word that a modifier offers.
#[derive(Clone, Debug)]
pub struct OfferedWord {
    /// The word as written, including inner dots.
    pub text: String,
    /// A description in one sentence; may be empty if that of the modifier suffices.
    pub prose: &'static str,
    /// The operation that it names.
    pub op: Option<&'static AtomicOp>,
}

/// A word after the mnemonic of a line.
#[derive(Clone, Copy, Debug)]
pub struct WrittenWord {
    /// The name of its modifier.
    pub modifier: &'static str,
    /// The word; `None` for an operation that only the document has.
    pub word: Option<Word>,
    /// The place of the word; `None` for a default that is not written.
    pub span: Option<Span>,
}

/// The decisions of a word for a line, beside its name in the notation.
#[derive(Clone, Copy, Debug)]
pub struct Decisions {
    /// The operation, even if the document replaces its semantics.
    pub op: Option<&'static AtomicOp>,
    /// The width of the operation's access.
    pub width: Option<OpWidth>,
    /// The access type, unless it depends on the operation.
    pub access: Option<ScalarType>,
    /// The channels, which the notation reads as `ch_mask`. R is bit 0.
    pub channels: Option<u8>,
    /// The number of blocks of a lane, which the notation reads as `num_blocks`.
    pub blocks: Option<u8>,
    /// Whether the result is saturated to the range of the destination.
    pub saturates: bool,
    /// The kind of the surface that the line accesses, or that an address without a surface means.
    pub surface: Option<SurfaceKind>,
    /// The suffix after `_` in the name of the operation's notation text, if a text of that name exists.
    pub op_suffix: Option<&'static str>,
}

impl Decisions {
    /// No decision.
    pub const NONE: Self = Self {
        op: None,
        width: None,
        access: None,
        channels: None,
        blocks: None,
        saturates: false,
        surface: None,
        op_suffix: None,
    };

    /// Creates the decision of an access type.
    pub const fn access(access: ScalarType) -> Self {
        Self { access: Some(access), ..Self::NONE }
    }

    /// Creates the decision of a kind of surface.
    pub const fn surface(kind: SurfaceKind) -> Self {
        Self { surface: Some(kind), ..Self::NONE }
    }

    /// Creates the decision of the width of an operation's access.
    pub const fn width(width: OpWidth) -> Self {
        Self { width: Some(width), ..Self::NONE }
    }

    /// Returns these decisions, and those of `other` where this word decides nothing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            op: self.op.or(other.op),
            width: self.width.or(other.width),
            access: self.access.or(other.access),
            channels: self.channels.or(other.channels),
            blocks: self.blocks.or(other.blocks),
            saturates: self.saturates || other.saturates,
            surface: self.surface.or(other.surface),
            op_suffix: self.op_suffix.or(other.op_suffix),
        }
    }
}

impl Modifier {
    /// Creates a modifier that every line needs.
    pub const fn new(name: &'static str, words: Words, prose: &'static str) -> Self {
        Self { name, words, is_optional: false, follows_size: false, prose }
    }

    /// Creates a modifier that every line needs, with one of these words.
    pub const fn listed(name: &'static str, words: &'static [Word], prose: &'static str) -> Self {
        Self::new(name, Words::Listed(words), prose)
    }

    /// Returns the modifier as one that may be left out.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Formats the modifier as in a text. Its name represents a long list of words.
    pub fn in_words(&self) -> String {
        match self.words {
            Words::Listed(words) if words.len() <= MOST_SHOWN => {
                words.iter().map(|word| format!(".{}", word.text)).collect::<Vec<_>>().join(" ")
            }
            _ => format!(".{}", self.name),
        }
    }

    /// Returns the listed words to suggest: those that follow a dot and run.
    pub fn suggested(&self) -> impl Iterator<Item = &'static Word> + use<> {
        let follows_size = self.follows_size;
        self.words.listed().iter().filter(move |word| word.refused.is_none() && !follows_size)
    }

    /// Returns the words to offer: those that follow a dot and run under these readings.
    pub fn offered(&self, readings: &ReadingSet) -> Vec<OfferedWord> {
        let of_word =
            |word: &'static Word| OfferedWord { text: word.text.to_owned(), prose: word.prose, op: None };
        let of_op =
            |op: &'static AtomicOp| OfferedWord { text: op.assembler_name(), prose: op.prose, op: Some(op) };
        match self.words {
            Words::Listed(_) => self.suggested().map(of_word).collect(),
            Words::Ops(table) => {
                let runs = |op: &&AtomicOp| !matches!((table.op_use)(op, readings), OpUse::Refused(_));
                table.ops.iter().filter(runs).map(of_op).collect()
            }
        }
    }

    /// Returns the word that is chosen if none is written.
    pub fn default_word(&self) -> Option<&'static Word> {
        self.words.listed().iter().find(|word| word.is_default)
    }

    /// Returns the choice of the leading words that belong to the modifier, and the number of these words. A word of the row with
    /// inner dots is several words. The operations that a document adds are not found.
    pub fn choice(&self, words: &[&str]) -> Option<(Word, usize)> {
        match self.words {
            _ if self.follows_size => None,
            Words::Ops(table) => Some((Word::from_op(table.op(words.first()?)?), 1)),
            Words::Listed(known) => {
                let longest = known.iter().max_by_key(|known| known.matching(words))?;
                let count = longest.matching(words);
                (count > 0).then_some((*longest, count))
            }
        }
    }
}

/// The maximum number of words that help shows instead of the modifier's name.
const MOST_SHOWN: usize = 9;

impl Word {
    /// Creates a word that decides nothing but its name.
    pub const fn new(text: &'static str, prose: &'static str) -> Self {
        let (decides, code) = (Decisions::NONE, None);
        Self { text, name: text, is_default: false, refused: None, prose, decides, code }
    }

    /// Returns an operation as a word after the mnemonic.
    pub fn from_op(op: &'static AtomicOp) -> Self {
        let text = op.text.first().copied().unwrap_or(op.name);
        let decides = Decisions { op: Some(op), ..Decisions::NONE };
        Self::new(text, op.prose).named(op.name).coded(op.code.into()).deciding(decides)
    }

    /// Returns the word with its bits in machine code.
    #[must_use]
    pub const fn coded(self, code: u64) -> Self {
        Self { code: Some(code), ..self }
    }

    /// Returns the word with another name in the notation.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// Returns the word with its decisions for a line.
    #[must_use]
    pub const fn deciding(self, decides: Decisions) -> Self {
        Self { decides, ..self }
    }

    /// Returns the word as the default if no word is written.
    #[must_use]
    pub const fn as_default(self) -> Self {
        Self { is_default: true, ..self }
    }

    /// Describes the meaning of its bits in machine code.
    pub fn in_words(&self) -> String {
        self.decides.access.map_or_else(|| self.text.to_owned(), |ty| counted(ty.size_bytes(), "byte"))
    }

    /// Returns the number of written words that it matches, one for each part between dots; 0 if it does not match.
    fn matching(&self, words: &[&str]) -> usize {
        let parts = self.text.split('.');
        let count = parts.clone().count();
        let fits =
            count <= words.len() && parts.zip(words).all(|(part, word)| part.eq_ignore_ascii_case(word));
        if fits { count } else { 0 }
    }
}
