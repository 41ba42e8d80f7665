//! Commands to the text editor, and how it takes over a text.

use lanescope_core::session::text::Span;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// Undoes the last change.
    Undo,
    /// Redoes the last undone change.
    Redo,
    /// Focuses the text and keeps its caret.
    Focus,
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

/// The undo history of a plain text field.
#[derive(Debug, Default)]
pub struct TextHistory {
    /// The texts up to the current one.
    pub texts: Vec<Rc<str>>,
    undone: Vec<Rc<str>>,
}

/// The maximum number of texts in a history.
const MOST_TEXTS: usize = 200;

impl TextHistory {
    /// Takes over the text of the field.
    pub fn record(&mut self, text: &Rc<str>, change: TextChange) {
        if change != TextChange::Step {
            self.texts.pop();
        }
        if self.texts.last() != Some(text) {
            self.texts.push(Rc::clone(text));
            self.undone.clear();
            let count = self.texts.len().saturating_sub(MOST_TEXTS);
            self.texts.drain(..count);
        }
    }

    /// Goes one text back or forward. Returns that text, if there is one.
    pub fn step(&mut self, is_redo: bool) -> Option<Rc<str>> {
        if is_redo {
            self.texts.push(self.undone.pop()?);
        } else if self.texts.len() > 1 {
            self.undone.extend(self.texts.pop());
        } else {
            return None;
        }
        self.texts.last().cloned()
    }
}
