//! The keys of directives, and `key=value` pairs.

use super::super::ast::{Key, SpannedText};
use super::super::cursor::{Parsed, fail, fail_unknown};
use super::super::number::{starts_number, whole};
use super::super::offer::item::CompletionItem;
use super::super::token_class::TokenClass;
use super::items;
use super::reader::DirectiveReader;
use crate::base::{Rule, SCENARIO_TEXT, rules};
use crate::diag::Diagnostic;
use crate::spec::{COST_PARAMETERS, RollCall};

/// A key of a directive. The parser, completion and the reference read it.
#[derive(Clone, Copy)]
pub(in crate::syntax) struct KeyRow {
    /// The key.
    pub word: &'static str,
    /// The values that it takes.
    pub values: KeyValues,
    /// The meaning.
    pub prose: &'static str,
    /// An example line; empty for a key that the table of another layer explains.
    pub example: &'static str,
}

/// The values of a key.
#[derive(Clone, Copy)]
pub(in crate::syntax) enum KeyValues {
    /// A whole number.
    Number,
    /// A text, which the check reads.
    Text,
    /// A scalar type.
    Type,
    /// Words of this kind.
    Words(&'static str, &'static [&'static str]),
    /// Words of this kind, each with an explanation.
    Explained(&'static str, &'static [(&'static str, &'static str)]),
}

impl KeyRow {
    /// Returns the key with other values.
    pub const fn taking(self, values: KeyValues) -> Self {
        Self { values, ..self }
    }
}

/// Creates a key that takes a number.
pub(super) const fn number_key(word: &'static str, prose: &'static str, example: &'static str) -> KeyRow {
    KeyRow { word, values: KeyValues::Number, prose, example }
}

/// Creates a key that takes a text.
pub(super) const fn text_key(word: &'static str, prose: &'static str, example: &'static str) -> KeyRow {
    number_key(word, prose, example).taking(KeyValues::Text)
}

/// Returns the keys of `.isa`: the settings of all sets.
pub(super) fn setting_keys(roll_call: &RollCall) -> Vec<KeyRow> {
    let settings = roll_call.sets().iter().flat_map(|set| set.settings);
    settings.map(|setting| number_key(setting.key, "", "")).collect()
}

/// Returns the keys of `.model`: the parameters of cost models.
pub(super) fn parameter_keys() -> Vec<KeyRow> {
    COST_PARAMETERS.iter().map(|parameter| number_key(parameter.word, parameter.prose, "")).collect()
}

/// Parses keys up to the end of the line.
pub(super) fn parse_keys(line: &mut DirectiveReader, known: &[KeyRow]) -> Parsed<Vec<Key>> {
    let mut keys: Vec<Key> = Vec::new();
    loop {
        line.offer(|_| free_keys(known, keys.iter().map(|key| &key.name)));
        if line.is_done() {
            return Ok(keys);
        }
        let key = parse_key(line, known).and_then(|key| push_unique(&mut keys, key));
        line.or_skip(key)?;
    }
}

/// Adds a key, or reports that it is given already.
pub(super) fn push_unique(keys: &mut Vec<Key>, key: Key) -> Parsed<()> {
    check_unique(&REPEATED, &key.name, keys.iter().map(|other| &other.name))?;
    keys.push(key);
    Ok(())
}

/// Reports a key that is given already.
pub(super) fn check_unique<'k>(
    rule: &'static Rule,
    name: &SpannedText,
    mut given: impl Iterator<Item = &'k SpannedText>,
) -> Parsed<()> {
    let Some(first) = given.find(|other| other.text == name.text) else { return Ok(()) };
    let message = format!("`{}` is given twice", name.text);
    Err(Box::new(Diagnostic::second(rule, name.span, first.span, message)))
}

/// Parses one key and its value.
pub(super) fn parse_key(line: &mut DirectiveReader, known: &[KeyRow]) -> Parsed<Key> {
    let name = line.need_word(&KEY, "a key and its value")?;
    let Some(row) = known.iter().find(|row| row.word == name.text) else {
        return fail_unknown(&KEY, &name, "key", known.iter().map(|row| row.word));
    };
    line.mark(name.span, TokenClass::Key);
    line.need('=', &KEY, "`=`")?;
    line.offer(|_| row.values.items());
    parse_value(line, name, row.values)
}

/// Parses the value after the `=`.
fn parse_value(line: &mut DirectiveReader, name: SpannedText, values: KeyValues) -> Parsed<Key> {
    let Some(value) = line.verbatim(&['=']) else { return line.fail_expected(&KEY, "a value after `=`") };
    if let KeyValues::Words(kind, words) = values {
        if !words.contains(&value.text.as_str()) {
            return fail_unknown(&KEY, &value, kind, words.iter().copied());
        }
        line.mark_keyword(value.span);
    }
    let is_number = matches!(values, KeyValues::Number);
    let number = match whole(&value, "a whole number") {
        Ok(number) => Some(number.value),
        Err(diagnostic) if is_number && starts_number(&value.text) => return Err(diagnostic),
        Err(_) if is_number => {
            let message = format!("`{}` takes a whole number, found `{}`", name.text, value.text);
            return fail(&KEY, value.span, message);
        }
        Err(_) => None,
    };
    Ok(Key { name, value, number })
}

/// Returns the keys that are not given yet.
pub(super) fn free_keys<'k>(
    known: &[KeyRow],
    given: impl Iterator<Item = &'k SpannedText> + Clone,
) -> Vec<CompletionItem> {
    let free = known.iter().filter(|row| given.clone().all(|name| name.text != row.word));
    let item =
        |row: &KeyRow| CompletionItem::new(row.word, "key", row.prose).inserting(format!("{}=", row.word));
    free.map(item).collect()
}

impl KeyValues {
    /// Returns the values that are words.
    pub fn items(self) -> Vec<CompletionItem> {
        match self {
            KeyValues::Number | KeyValues::Text => Vec::new(),
            KeyValues::Type => items::type_items(),
            KeyValues::Words(kind, words) => items::word_items(words, kind),
            KeyValues::Explained(kind, words) => items::explained_items(words, kind),
        }
    }
}

rules! {
    KEY: "text-key", Invalid, "a key is one that its line knows, with `=` and a value", SCENARIO_TEXT, "Keys";
    REPEATED: "text-repeated-key", Invalid, "a key is given once", SCENARIO_TEXT, "Keys";
}
