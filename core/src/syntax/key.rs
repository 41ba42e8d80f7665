//! `key=value` pairs.

use super::ast::{Key, SpannedText};
use super::cursor::{Cursor, PAGE, Parsed, unknown};
use super::number::whole;
use crate::base::rules;
use crate::diag::Diagnostic;

/// Parses keys up to the end of the line. `known` holds their names and whether each takes a number.
pub(super) fn keys(cursor: &mut Cursor, known: &[(&str, bool)]) -> Parsed<Vec<Key>> {
    let mut keys: Vec<Key> = Vec::new();
    while !cursor.is_done() {
        let key = key(cursor, known)?;
        push(&mut keys, key)?;
    }
    Ok(keys)
}

/// Adds a key, or reports that it is given already.
pub(super) fn push(keys: &mut Vec<Key>, key: Key) -> Parsed<()> {
    if let Some(first) = keys.iter().find(|other| other.name.text == key.name.text) {
        let message = format!("`{}` is given twice", key.name.text);
        let diagnostic = Diagnostic::error(&REPEATED, key.name.span, message);
        return Err(Box::new(diagnostic.note_at(first.name.span, "first given here")));
    }
    keys.push(key);
    Ok(())
}

/// Parses one key and its value.
pub(super) fn key(cursor: &mut Cursor, known: &[(&str, bool)]) -> Parsed<Key> {
    let names = known.iter().map(|&(name, _)| name);
    let name = cursor.need_word(&KEY, "a key and its value")?;
    let Some(&(_, is_number)) = known.iter().find(|(known, _)| *known == name.text) else {
        return Err(Box::new(unknown(&KEY, &name, "key", names)));
    };
    cursor.need('=', &KEY, "`=`")?;
    value(cursor, name, is_number)
}

/// Parses the value after the `=`.
fn value(cursor: &mut Cursor, name: SpannedText, is_number: bool) -> Parsed<Key> {
    let Some(value) = cursor.run(&['=']) else { return cursor.expected(&KEY, "a value after `=`") };
    let begins_number = value.text.starts_with(|c: char| c.is_ascii_digit());
    let number = match whole(&value, "a whole number") {
        Ok(number) => Some(number.value),
        Err(diagnostic) if is_number && begins_number => return Err(diagnostic),
        Err(_) if is_number => {
            let message = format!("`{}` takes a whole number, found `{}`", name.text, value.text);
            return Err(Box::new(Diagnostic::error(&KEY, value.span, message)));
        }
        Err(_) => None,
    };
    Ok(Key { name, value, number })
}

rules! {
    KEY: "text-key", Invalid, "a key is one that its line knows, with `=` and a value", PAGE, "Keys";
    REPEATED: "text-repeated-key", Invalid, "a key is given once", PAGE, "Keys";
}
