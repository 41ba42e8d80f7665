//! Scalar types in directives.

use super::super::ast::SpannedText;
use super::super::cursor::{PAGE, Parsed, unknown};
use super::offers;
use super::reader::DirectiveReader;
use crate::base::{Rule, ScalarType, Span, rules};
use crate::diag::Diagnostic;

/// Parses a scalar type, if a word is next.
pub(super) fn scalar_type(line: &mut DirectiveReader) -> Parsed<Option<(ScalarType, Span)>> {
    line.offer(|_| offers::types());
    let Some(word) = line.word() else { return Ok(None) };
    match ScalarType::from_name(&word.text) {
        Some(ty) => Ok(Some((ty, word.span))),
        None => Err(Box::new(unknown_type(&TYPE, &word))),
    }
}

/// Creates the error for an unknown type. Its fix is the type that has this name in other languages, or a type with a
/// similar name.
pub(super) fn unknown_type(rule: &'static Rule, word: &SpannedText) -> Diagnostic {
    let finding = unknown(rule, word, "type", ScalarType::ALL.into_iter().map(ScalarType::name));
    match ScalarType::from_foreign_name(&word.text) {
        Some(ty) => finding.write(ty.name().to_ascii_lowercase()),
        None => finding,
    }
}

rules! {
    TYPE: "text-type", Invalid, "a type is one of the manual's scalar types, in any case", PAGE, "Types";
}
