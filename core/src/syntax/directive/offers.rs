//! The completions that several directives offer.

use super::super::complete::caret::CaretContext;
use super::super::complete::item::CompletionItem;
use crate::base::ScalarType;

/// Returns words of one kind.
pub(super) fn word_items(words: &[&str], kind: &str) -> Vec<CompletionItem> {
    words.iter().map(|word| CompletionItem::new(word, kind, "")).collect()
}

/// Returns words of one kind, each with an explanation.
pub(super) fn explained_items(words: &[(&str, &str)], kind: &str) -> Vec<CompletionItem> {
    words.iter().map(|(word, prose)| CompletionItem::new(word, kind, prose)).collect()
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

/// Returns the generators and the values that have a name.
pub(in crate::syntax) fn value_items() -> Vec<CompletionItem> {
    let item = CompletionItem::new;
    vec![
        item(
            "iota(start, step)",
            "values",
            "Counts up from `start` in steps of `step`, to the last element.",
        )
        .inserting("iota(0, 1)"),
        item(
            "random(seed)",
            "values",
            "Pseudo-random values, to the last element. The same seed gives the same values.",
        )
        .inserting("random(1)"),
        item("[v; n]", "values", "The value `v`, `n` times.").inserting("[0; 4]"),
        item("?", "value", "An undefined value."),
        item("_", "value", "Any value; only in `.expect`."),
        item("nan", "value", "A float that is not a number."),
        item("inf", "value", "Infinity; `-inf` is negative."),
    ]
}
