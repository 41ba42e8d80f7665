//! Edits by dragging: the text follows the pointer, and the whole drag is one step of the undo history.

use super::pending::Change;
use super::{ByIdentity, Model, Notice};
use lanescope_core::session::{Session, text::PanelEdit};
use std::rc::Rc;

/// An edit by dragging.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drag {
    /// The session before the edit.
    before: ByIdentity<Session>,
    /// The reason why the edit at the pointer was refused.
    refusal: Option<String>,
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

impl Model {
    /// Applies an edit to the text from before the drag. An edit that is refused leaves the last one.
    pub(super) fn drag_to(&mut self, edit: &PanelEdit) {
        if self.is_hiding() {
            return;
        }
        let drag = self.drag.get_or_insert_with(|| Drag { before: self.session.clone(), refusal: None });
        let before = drag.before.clone();
        let after = match before.begin_edit(edit) {
            Ok(after) => after,
            Err(reason) => return drag.refusal = Some(reason),
        };
        drag.refusal = None;
        let text = Rc::clone(&after.session().text);
        if text == before.text {
            self.undo_drag(&before);
        } else if text != self.text {
            let is_first = self.text == before.text;
            let change = Change { before, edit: edit.clone(), entry: None, typed: String::new() };
            self.begin(after, Some(change));
            if self.text == text && !is_first {
                self.text_change = TextChange::Joined;
            }
        }
    }

    /// Keeps the edit of a drag. Shows the reason if it was refused at the end.
    pub(super) fn end_drag(&mut self) {
        if let Some(reason) = self.drag.take().and_then(|drag| drag.refusal) {
            self.notice = Some(Notice::Refused(reason));
        }
    }

    /// Takes the edit of a drag back.
    pub(super) fn cancel_drag(&mut self) {
        if let Some(drag) = self.drag.take() {
            self.undo_drag(&drag.before);
        }
    }

    fn undo_drag(&mut self, before: &Session) {
        if self.text != before.text {
            self.open(Rc::clone(&before.text));
            self.text_change = TextChange::Undone;
        }
    }
}
