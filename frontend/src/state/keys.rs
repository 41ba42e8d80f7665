//! The keys of the page.

use super::tour::Walk;
use super::{Action, Dialog, Model};
use lanescope_core::trace::Granularity;

/// A key press, without the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// The key's name, as `KeyboardEvent.key` has it.
    pub key: String,
    /// Shift was down.
    pub shift: bool,
    /// Control was down.
    pub ctrl: bool,
    /// Alt or the command key was down: the browser's own.
    pub foreign: bool,
    /// What had the focus.
    pub focus: Focus,
}

/// What had the focus when a key was pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// The focus is on nothing that takes keys.
    #[default]
    Page,
    /// Something that Space and Enter press.
    Button,
    /// Something that takes text, or a dialog.
    Typing,
}

/// What a key does, if anything.
pub fn action(model: &Model, press: &Press) -> Option<Action> {
    if press.foreign || press.focus == Focus::Typing || model.dialog.is_some() {
        return None;
    }
    let step = |forward: bool| {
        let granularity = match (press.ctrl, press.shift) {
            (true, _) => Some(Granularity::Instruction),
            (false, true) => Some(Granularity::Lane),
            (false, false) => None,
        };
        Some(Action::Step { granularity, forward })
    };
    match press.key.as_str() {
        "ArrowRight" => step(true),
        "ArrowLeft" => step(false),
        _ if press.ctrl => None,
        "Home" => Some(Action::Seek(0)),
        "End" => Some(Action::SeekEnd),
        " " if press.focus == Focus::Page && press.shift && !model.playing => Some(Action::PlayBack),
        " " if press.focus == Focus::Page => Some(Action::Play(!model.playing)),
        "n" if model.letter_keys => Some(Action::SeekMark { forward: true }),
        "p" if model.letter_keys => Some(Action::SeekMark { forward: false }),
        "u" if model.letter_keys => Some(Action::SeekStop { forward: true }),
        "U" if model.letter_keys => Some(Action::SeekStop { forward: false }),
        "?" if model.letter_keys => Some(Action::Dialog(Some(Dialog::Help))),
        "Escape" if model.tour.is_some() => Some(Action::Tour(Walk::End)),
        "Escape" if model.selection.is_some() => Some(Action::Select(None)),
        _ => None,
    }
}

/// What the help sheet lists: keys, what they do.
pub const SHEET: &[(&[&str], &str)] = &[
    (&["→", "←"], "one step forth or back, as far as the granularity says"),
    (&["Shift →", "Shift ←"], "until another lane has its turn"),
    (&["Ctrl →", "Ctrl ←"], "until another instruction begins"),
    (&["Home", "End"], "to the start or the end of the run"),
    (&["Space", "Shift Space"], "play or pause; play backwards"),
    (
        &["u", "Shift u"],
        "run until the next or previous stop: the condition, or a place that is marked to stop at",
    ),
    (&["F9"], "in the text: stop at the instruction of the line"),
    (&["n", "p"], "to the next or previous mark: collision, access outside, undefined value, misaligned"),
    (&["?"], "this sheet"),
    (&["Esc"], "close, or let go of what is selected"),
    (&["arrow keys"], "from lane to lane, cell to cell, tab to tab, while one has the focus"),
    (&["Enter"], "on a cell: type its start value; again: take it"),
];
