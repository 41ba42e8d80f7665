//! The keys of directives, and `key=value` pairs.

use super::super::ast::{Key, SpannedText};
use super::super::cursor::{Parsed, fail, fail_unknown};
use super::super::number::{is_at_number, parse_whole, starts_number};
use super::super::offer::item::CompletionItem;
use super::super::reference_entry::{ReferenceEntry, heading};
use super::super::token_class::TokenClass;
use super::items;
use super::parser::DirectiveParser;
use crate::base::{SCENARIO_TEXT, one_of, rules};
use crate::diag::Diagnostic;

/// A key of a directive. The parser, completion and the reference read it.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct KeyRow<K> {
    /// Its value in a parsed line.
    pub key: K,
    /// The key as written.
    pub word: &'static str,
    /// The values that it takes.
    pub values: KeyValues,
    /// The meaning.
    pub prose: &'static str,
    /// An example line; empty for a key whose entry has one of its own.
    pub example: &'static str,
}

/// The values of a key.
#[derive(Clone, Copy)]
pub(in crate::syntax) enum KeyValues {
    /// A whole number.
    Number,
    /// A text, which the check reads.
    Text,
    /// Words of this kind.
    Words(&'static str, &'static [&'static str]),
    /// Words that the directive itself parses, with these completions.
    Custom(fn() -> Vec<CompletionItem>),
}

/// Creates a key that takes a number.
pub(super) const fn number_key<K: Copy>(
    key: K,
    word: &'static str,
    prose: &'static str,
    example: &'static str,
) -> KeyRow<K> {
    KeyRow { key, word, values: KeyValues::Number, prose, example }
}

/// Creates a key that takes a text.
pub(super) const fn text_key<K: Copy>(
    key: K,
    word: &'static str,
    prose: &'static str,
    example: &'static str,
) -> KeyRow<K> {
    KeyRow { values: KeyValues::Text, ..number_key(key, word, prose, example) }
}

impl<K: Copy> KeyRow<K> {
    /// Returns the key with other values.
    pub const fn taking(self, values: KeyValues) -> Self {
        Self { values, ..self }
    }
}

/// Returns the entries of the reference for the keys of a directive.
pub(super) fn key_entries<K>(directive: &str, keys: &[KeyRow<K>]) -> Vec<ReferenceEntry> {
    let entry = |row: &KeyRow<K>| {
        let values = match row.values {
            KeyValues::Words(_, words) => format!(" One of {}.", one_of(words.iter().copied())),
            KeyValues::Number | KeyValues::Text | KeyValues::Custom(_) => String::new(),
        };
        let prose = row.prose.to_owned() + &values;
        let usage = format!(".{directive} ... {}=", row.word);
        ReferenceEntry::new(heading::KEY, row.word, &usage, &prose, row.example)
    };
    keys.iter().map(entry).collect()
}

/// Parses keys up to the end of the line.
pub(super) fn parse_keys<K: Copy>(parser: &mut DirectiveParser, known: &[KeyRow<K>]) -> Parsed<Vec<Key<K>>> {
    let mut keys = Vec::new();
    parse_keys_with(parser, known, |parser, row, name| {
        keys.push(parse_value(parser, row, name)?);
        Ok(())
    })?;
    Ok(keys)
}

/// Parses keys up to the end of the line, with a function for their values.
pub(super) fn parse_keys_with<K>(
    parser: &mut DirectiveParser,
    known: &[KeyRow<K>],
    mut parse_value: impl FnMut(&mut DirectiveParser, &KeyRow<K>, SpannedText) -> Parsed<()>,
) -> Parsed<()> {
    let mut given = Vec::new();
    loop {
        parser.offer(|_| free_keys(known, given.iter()));
        if parser.is_done() {
            return Ok(());
        }
        let key = parse_key(parser, known, &mut given, &mut parse_value);
        parser.or_skip(key)?;
    }
}

/// Parses one key, which is not given yet, and its value.
pub(super) fn parse_key<K, V>(
    parser: &mut DirectiveParser,
    known: &[KeyRow<K>],
    given: &mut Vec<SpannedText>,
    parse_value: impl FnOnce(&mut DirectiveParser, &KeyRow<K>, SpannedText) -> Parsed<V>,
) -> Parsed<V> {
    if is_at_number(parser) && !parser.is_at(1, '=') {
        return parser.fail_expected(&KEY, "a key and its value");
    }
    let name = parser.need_word(&KEY, "a key and its value")?;
    let Some(row) = known.iter().find(|row| row.word == name.text) else {
        return fail_unknown(&KEY, &name, "key", known.iter().map(|row| row.word));
    };
    parser.mark(name.span, TokenClass::Key);
    if let Some(first) = given.iter().find(|other| other.text == name.text) {
        let message = format!("`{}` is given twice", name.text);
        return Err(Box::new(Diagnostic::second(&REPEATED, name.span, first.span, message)));
    }
    given.push(name.clone());
    parser.need('=', &KEY, "`=`")?;
    parser.offer(|_| row.values.items());
    parse_value(parser, row, name)
}

/// Parses the value after the `=`.
pub(super) fn parse_value<K: Copy>(
    parser: &mut DirectiveParser,
    row: &KeyRow<K>,
    name: SpannedText,
) -> Parsed<Key<K>> {
    let Some(value) = parser.take_verbatim(&['=']) else {
        return parser.fail_expected(&KEY, "a value after `=`");
    };
    if let KeyValues::Words(kind, words) = row.values {
        if !words.contains(&value.text.as_str()) {
            return fail_unknown(&KEY, &value, kind, words.iter().copied());
        }
        parser.mark_keyword(value.span);
    }
    let is_number = matches!(row.values, KeyValues::Number);
    let number = match parse_whole(&value, "a whole number") {
        Ok(number) => Some(number.value),
        Err(diagnostic) if is_number && starts_number(&value.text) => return Err(diagnostic),
        Err(_) if is_number => {
            let message = format!("`{}` takes a whole number, found `{}`", name.text, value.text);
            return fail(&KEY, value.span, message);
        }
        Err(_) => None,
    };
    Ok(Key { key: row.key, name, value, number })
}

/// Returns the keys that are not given yet.
pub(super) fn free_keys<'k, K>(
    known: &[KeyRow<K>],
    given: impl Iterator<Item = &'k SpannedText> + Clone,
) -> Vec<CompletionItem> {
    let free = known.iter().filter(|row| given.clone().all(|name| name.text != row.word));
    let item =
        |row: &KeyRow<K>| CompletionItem::new(row.word, "key", row.prose).inserting(format!("{}=", row.word));
    free.map(item).collect()
}

impl KeyValues {
    /// Returns the values that are words.
    pub fn items(self) -> Vec<CompletionItem> {
        match self {
            KeyValues::Number | KeyValues::Text => Vec::new(),
            KeyValues::Words(kind, words) => items::word_items(words, kind),
            KeyValues::Custom(items) => items(),
        }
    }
}

rules! {
    KEY: "text-key", Invalid, "a key is one that its line knows, with `=` and a value", SCENARIO_TEXT, "Keys";
    REPEATED: "text-repeated-key", Invalid, "a key is given once", SCENARIO_TEXT, "Keys";
}
