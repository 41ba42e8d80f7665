//! The completions that several directives offer.

use super::super::offer::caret::CaretContext;
use super::super::offer::item::CompletionItem;
use super::super::value::{VALUE_ROWS, ValueRow};
use crate::base::ScalarType;

/// Returns words of one kind.
pub(super) fn word_items(words: &[&str], kind: &str) -> Vec<CompletionItem> {
    words.iter().map(|word| CompletionItem::new(word, kind, "")).collect()
}

/// Returns the scalar types.
pub(super) fn type_items() -> Vec<CompletionItem> {
    let item = |ty: ScalarType| CompletionItem::new(&ty.name().to_ascii_lowercase(), "type", "");
    ScalarType::ALL.into_iter().map(item).collect()
}

/// Returns the declared names.
pub(super) fn name_items(caret: &CaretContext) -> Vec<CompletionItem> {
    caret.names(|_| true, "declared")
}

/// Returns the forms of values that are not numbers.
pub(super) fn value_items() -> Vec<CompletionItem> {
    let item = |row: &ValueRow| CompletionItem::new(row.usage, row.kind, row.prose).inserting(row.insert);
    VALUE_ROWS.iter().map(item).collect()
}
