//! Names of atomic instructions and functions in other languages, and the instructions of a set with their operations.

/// The words of other languages for elements that do not have 32 bits.
const OTHER_SIZES: &[&str] = &[
    "64", "u64", "i64", "s64", "b64", "f64", "x2", "qword", "long", "double", "16", "u16", "i16", "s16",
    "b16", "f16", "f16x2", "bf16", "bf16x2", "word", "short", "half", "128", "b128",
];

/// Names of other languages, as data of a set. A name is one of these if it has the words of a kind and of an operation, as
/// `buffer_atomic_add`, `atomicAdd` and `atom.global.add.u32` have.
#[derive(Clone, Copy, Debug)]
pub struct ForeignNames {
    /// The kinds of atomic instructions. The first that has its words in a name counts.
    pub kinds: &'static [ForeignWord],
    /// The operations. The first that has its words in a name counts.
    pub ops: &'static [ForeignWord],
}

/// Words of other languages, and the word of the set.
#[derive(Clone, Copy, Debug)]
pub struct ForeignWord {
    /// Alternatives in lower case, each one word or several words with dots between them.
    pub names: &'static [&'static str],
    /// The word of the set: a mnemonic with its leading words, or an operation.
    pub own_word: &'static str,
    /// A difference from the other languages, as half a sentence; empty if there is none.
    pub difference: &'static str,
}

impl ForeignWord {
    /// Creates words that mean the same.
    pub const fn new(names: &'static [&'static str], own_word: &'static str) -> Self {
        Self { names, own_word, difference: "" }
    }

    /// Adds a difference.
    pub const fn with_difference(self, difference: &'static str) -> Self {
        Self { difference, ..self }
    }

    fn is_in(&self, words: &[String]) -> bool {
        let has = |name: &str| words.iter().any(|word| word == name);
        self.names.iter().any(|names| names.split('.').all(has))
    }
}

/// An instruction of a set with the operation of a name of another language.
#[derive(Debug, PartialEq, Eq)]
pub struct Counterpart {
    /// Its mnemonic with its words.
    pub instruction: String,
    /// Whether the operation and the size of its elements are the same.
    pub is_same: bool,
    /// A difference from the name's language, or a note that there is none, as half a sentence.
    pub difference: &'static str,
}

impl ForeignNames {
    /// The names of a set that has no atomic instructions.
    pub const NONE: Self = Self { kinds: &[], ops: &[] };

    /// Returns the instruction with the operation of a name of another language.
    pub fn counterpart(&self, name: &str) -> Option<Counterpart> {
        let words = words(name);
        let found = |rows: &'static [ForeignWord]| rows.iter().find(|row| row.is_in(&words));
        let (kind, op) = (found(self.kinds)?, found(self.ops)?);
        let has_other_size = words.iter().any(|word| OTHER_SIZES.contains(&word.as_str()));
        let instruction = format!("{}.{}", kind.own_word, op.own_word);
        let difference = match (has_other_size, op.difference) {
            (true, _) => "has elements of 32 bits",
            (false, "") => "has the same operation, on a surface",
            (false, difference) => difference,
        };
        let is_same = !has_other_size && op.difference.is_empty();
        Some(Counterpart { instruction, is_same, difference })
    }
}

/// Splits a name into words in lower case, at dots, underscores and capital letters.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (index, &letter) in letters.iter().enumerate() {
        let previous = index.checked_sub(1).map(|previous| letters[previous]);
        let follows_lower = previous.is_some_and(|previous| !previous.is_uppercase());
        let precedes_lower = letters.get(index + 1).is_some_and(|next| next.is_lowercase());
        let is_separator = letter == '.' || letter == '_';
        if is_separator || letter.is_uppercase() && (follows_lower || precedes_lower) {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| !is_separator) {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test;

    #[test]
    fn only_the_same_operation_on_32_bits_is_the_same() {
        const NAMES: ForeignNames = ForeignNames {
            kinds: &[ForeignWord::new(&["atomic"], "own")],
            ops: &[
                ForeignWord::new(&["add"], "add"),
                ForeignWord::new(&["inc"], "inc").with_difference("has no bound"),
            ],
        };
        for (name, expected) in [
            ("buffer_atomic_add", Some(("own.add", true))),
            ("buffer_atomic_add_x2", Some(("own.add", false))),
            ("qword_atomic.add", Some(("own.add", false))),
            ("atomicInc", Some(("own.inc", false))),
            ("atomicXor", None),
        ] {
            let found = NAMES.counterpart(name);
            let found = found.as_ref().map(|found| (found.instruction.as_str(), found.is_same));
            assert_eq!(found, expected, "{name}");
        }
    }

    #[test]
    fn names_are_split_into_words() {
        let known = [
            ("buffer_atomic_add", "buffer atomic add"),
            ("atom.global.add.u32", "atom global add u32"),
            ("imageAtomicAdd", "image atomic add"),
            ("OpAtomicIAdd", "op atomic i add"),
            ("ATOMG.E", "atomg e"),
            ("", ""),
        ];
        for (name, expected) in known {
            let found: Vec<String> = words(name).into_iter().filter(|word| !word.is_empty()).collect();
            assert_eq!(found.join(" "), expected);
        }
    }
}
