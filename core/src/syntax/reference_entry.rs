//! The entries of the reference, and the headings above them.

use serde::Serialize;

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReferenceEntry {
    /// The heading above the entry.
    pub group: &'static str,
    /// The word.
    pub name: String,
    /// The syntax of the word in a text.
    #[serde(rename = "form")]
    pub usage: String,
    /// The meaning, one sentence.
    pub prose: String,
    /// An example line, statement or expression; may be empty.
    pub example: String,
    /// Other words that readers search for.
    pub synonyms: &'static str,
}

impl ReferenceEntry {
    /// Creates an entry without synonyms.
    pub fn new(group: &'static str, name: &str, usage: &str, prose: &str, example: &str) -> Self {
        Self {
            group,
            name: name.to_owned(),
            usage: usage.to_owned(),
            prose: prose.to_owned(),
            example: example.to_owned(),
            synonyms: "",
        }
    }
}

/// The headings of the words in a text.
pub(crate) mod heading {
    pub const DIRECTIVE: &str = "Directives";
    pub const KEY: &str = "Keys of directives";
    pub const EXPECTATION: &str = "Expectations";
    pub const VALUE: &str = "Values";
    pub const ORDER: &str = "Orders";
    pub const MASK: &str = "Execution masks";
    pub const TYPE: &str = "Types";
    pub const KIND: &str = "Kinds of surface";
    pub const FORMAT: &str = "Texel formats";
    pub const MODIFIER: &str = "Modifiers of a mnemonic";
}
