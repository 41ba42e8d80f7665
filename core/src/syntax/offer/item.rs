//! Completion items.

use crate::base::{Span, TextEdit};

/// A completion item.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct CompletionItem {
    /// The text shown in the list.
    pub label: String,
    /// A few words shown next to the label.
    pub detail: String,
    /// A sentence of explanation; may be empty.
    pub info: String,
    /// The text to insert.
    pub insert: String,
    /// The places to fill in within `insert`, in order. Each holds a default.
    pub stops: Vec<Span>,
    /// Additional edits elsewhere in the document.
    pub also: Vec<TextEdit>,
    /// Whether more has to follow, so that the next list opens at once.
    pub needs_more: bool,
}

impl CompletionItem {
    pub(crate) fn new(word: &str, detail: &str, info: &str) -> Self {
        Self {
            label: word.to_owned(),
            detail: detail.to_owned(),
            info: info.to_owned(),
            insert: word.to_owned(),
            ..Self::default()
        }
    }

    pub(crate) fn inserting(mut self, insert: impl Into<String>) -> Self {
        self.insert = insert.into();
        self
    }

    /// Appends a sign after which the user has to type more, such as a dot.
    pub(crate) fn continued_by(mut self, sign: &str) -> Self {
        self.insert += sign;
        self.needs_more = true;
        self
    }
}
