//! The words after a mnemonic.

use super::atomic_op::{AtomicOp, OpTable};
use crate::base::ScalarType;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A modifier: a word after the mnemonic.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// The name in help and in the notation.
    pub name: &'static str,
    /// The words that it accepts.
    pub kind: ModifierKind,
    /// Whether it may be left out.
    pub optional: bool,
    /// A description in one sentence.
    pub prose: &'static str,
}

impl Serialize for Modifier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Modifier", 3)?;
        fields.serialize_field("text", &self.kind.in_words(self.name))?;
        fields.serialize_field("prose", self.prose)?;
        fields.serialize_field("optional", &self.optional)?;
        fields.end()
    }
}

/// The words that a modifier accepts.
#[derive(Clone, Copy, Debug)]
pub enum ModifierKind {
    /// An operation of a table. It chooses the access type.
    Op(&'static OpTable),
    /// The word `16`, which chooses the operation's 16-bit access type.
    Width16,
    /// A choice between these words.
    Choice(&'static [Word]),
    /// The size of an element in bytes, with the access type that it chooses.
    Size(&'static [(&'static str, ScalarType)]),
    /// One to four of the letters R, G, B and A, in that order and in any case. The notation reads them as `ch_mask`; R is bit 0.
    Channels,
    /// A word after the execution size without effect. It is accepted with a note.
    Ignored(&'static str),
    /// The word `sat`: saturates the result to the range of the destination.
    Saturate,
}

impl ModifierKind {
    /// Formats the modifier as in a text. `name` represents long lists of words.
    pub fn in_words(&self, name: &str) -> String {
        match self {
            ModifierKind::Op(_) => format!(".{name}"),
            ModifierKind::Width16 => ".16".to_owned(),
            ModifierKind::Size(sizes) => {
                sizes.iter().map(|(word, _)| format!(".{word}")).collect::<Vec<_>>().join(" ")
            }
            ModifierKind::Channels => ".RGBA".to_owned(),
            ModifierKind::Choice(words) => {
                words.iter().map(|word| format!(".{}", word.text)).collect::<Vec<_>>().join(" ")
            }
            ModifierKind::Ignored(word) => format!(".{word}"),
            ModifierKind::Saturate => ".sat".to_owned(),
        }
    }
}

/// Returns the channel mask that letters name (R is bit 0); `None` unless they are one to four of RGBA in that order.
pub fn channel_mask(letters: &str) -> Option<u8> {
    let places: Option<Vec<usize>> =
        letters.chars().map(|letter| "RGBA".find(letter.to_ascii_uppercase())).collect();
    let places = places.filter(|places| !places.is_empty() && places.is_sorted_by(|a, b| a < b))?;
    Some(places.iter().fold(0, |mask, place| mask | 1 << place))
}

/// Returns the letters of a channel mask, in upper case.
pub fn channel_letters(mask: u8) -> String {
    "RGBA".chars().enumerate().filter(|(place, _)| mask >> place & 1 == 1).map(|(_, letter)| letter).collect()
}

/// A word of a modifier.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The word as written, including inner dots.
    pub text: &'static str,
    /// Its name in the notation's `modifier(NAME, WORD)`.
    pub name: &'static str,
    /// Whether it is the default if no word is written.
    pub is_default: bool,
    /// Whether Lanescope can run it. A word that can only be encoded is accepted but not suggested.
    pub runs: bool,
    /// A description in one sentence.
    pub prose: &'static str,
}

/// The choice of a word after the mnemonic.
#[derive(Clone, Copy, Debug)]
pub enum WordChoice {
    /// An operation, even if the document replaces its semantics; `None` for one that only the document has.
    Op(Option<&'static AtomicOp>),
    /// One of the modifier's words.
    Word(&'static Word),
    /// 16 bits instead of 32.
    Width16,
    /// The type of an element, chosen by its size in bytes.
    Size(ScalarType),
    /// The channels. R is bit 0.
    Channels(u8),
    /// Saturation of the result to the range of the destination.
    Saturate,
}

impl Modifier {
    /// Returns the word that is chosen if none is written.
    pub fn default_word(&self) -> Option<&'static Word> {
        match self.kind {
            ModifierKind::Choice(words) => words.iter().find(|word| word.is_default),
            _ => None,
        }
    }

    /// Returns the choice of the leading words that belong to the modifier, and the number of these words. A word of the row with
    /// inner dots is several words. The operations that a document adds are not found.
    pub fn choice(&self, words: &[&str]) -> Option<(WordChoice, usize)> {
        let word = *words.first()?;
        let choice = match self.kind {
            ModifierKind::Op(table) => WordChoice::Op(Some(table.by_text(word)?)),
            ModifierKind::Size(sizes) => {
                WordChoice::Size(sizes.iter().find(|(size, _)| *size == word).map(|(_, ty)| *ty)?)
            }
            ModifierKind::Channels => WordChoice::Channels(channel_mask(word)?),
            ModifierKind::Saturate => (word == "sat").then_some(WordChoice::Saturate)?,
            ModifierKind::Width16 => (word == "16").then_some(WordChoice::Width16)?,
            // The parser has already consumed it.
            ModifierKind::Ignored(_) => return None,
            ModifierKind::Choice(known) => {
                let longest = known.iter().max_by_key(|known| known.matching(words))?;
                let count = longest.matching(words);
                return (count > 0).then_some((WordChoice::Word(longest), count));
            }
        };
        Some((choice, 1))
    }
}

impl Word {
    /// Returns the number of written words that it matches, one for each part between dots; 0 if it does not match.
    fn matching(&self, words: &[&str]) -> usize {
        let parts = self.text.split('.');
        let count = parts.clone().count();
        let fits =
            count <= words.len() && parts.zip(words).all(|(part, word)| part.eq_ignore_ascii_case(word));
        if fits { count } else { 0 }
    }
}
