//! Commands to the text editor, and how it takes over a text.

use lanescope_core::session::text::Span;

/// Commands to the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// Undoes the last change.
    Undo,
    /// Redoes the last undone change.
    Redo,
    /// Selects a span of the text and scrolls to it.
    Select(Span),
    /// Folds the parts of a span that can be folded, except parts with errors. Unfolds the rest of the text.
    Fold(Span),
}

/// How the editor takes over a text that it does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextChange {
    /// As a step of the undo history.
    #[default]
    Step,
    /// As a part of the last step.
    Joined,
    /// By taking the last step back.
    Undone,
}

impl TextChange {
    /// Returns the key for the module of the editor.
    pub fn key(self) -> &'static str {
        match self {
            Self::Step => "step",
            Self::Joined => "joined",
            Self::Undone => "undone",
        }
    }
}
