//! Texts and numbers with their spans.

use crate::base::Span;

/// A text and its span: a word, or a longer text such as a hint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedText {
    /// The text.
    pub text: String,
    /// The span.
    pub span: Span,
}

impl SpannedText {
    /// Creates the text at a span of a whole text.
    pub(in crate::syntax) fn at(text: &str, span: Span) -> Self {
        Self { text: span.of(text).to_owned(), span }
    }
}

/// A whole number and its span. It may be written as decimal, hex, binary or a constant expression, which is already
/// evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: i128,
    /// The span.
    pub span: Span,
}

impl Number {
    /// Returns a number without a sign, which the parser accepts up to 64 bits.
    pub fn to_u64(self) -> u64 {
        self.value as u64
    }

    /// Returns a number of things in memory, or an index of one; `None` if it is negative or beyond memory.
    pub fn to_count(self) -> Option<usize> {
        usize::try_from(self.value).ok()
    }
}
