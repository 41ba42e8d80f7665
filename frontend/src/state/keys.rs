//! The keyboard shortcuts of the page.

use super::action::Action;
use super::chrome::{ChromeAction, Dialog};
use super::document::DocumentAction;
use super::editor::EditorCommand;
use super::model::Model;
use super::playback::PlaybackAction;
use lanescope_core::trace::Granularity;

/// A key press, independent of the browser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Press {
    /// The key's name, as in `KeyboardEvent.key`.
    pub key: String,
    /// Whether Shift was pressed.
    pub shift: bool,
    /// Whether Control was pressed.
    pub ctrl: bool,
    /// Whether Alt was pressed.
    pub alt: bool,
    /// Whether the command key of a Mac or the Windows key was pressed.
    pub meta: bool,
    /// The kind of the focused element.
    pub focus: Focus,
    /// Whether the stage or an element of it has the focus.
    pub is_on_stage: bool,
    /// Whether a character was typed into a field a moment ago.
    pub is_typing: bool,
}

/// The kind of the focused element at a key press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Focus {
    /// No element that uses keys.
    #[default]
    Page,
    /// An element that Space and Enter press.
    Button,
    /// A menu or a radio group, which uses arrows, letters and Space.
    Choice,
    /// A text field or the editor.
    Text,
}

/// The key that steps forward, wherever the focus is.
pub const STEP_KEY: &str = "F10";
/// The key that steps back, wherever the focus is. In a text with problems, the editor uses it.
pub const STEP_BACK_KEY: &str = "F8";

/// Returns the action of a key press, if any.
pub fn action(model: &Model, press: &Press) -> Option<Action> {
    if model.chrome.dialog.is_some() || press.alt {
        return None;
    }
    let (key, is_text) = (press.key.as_str(), press.focus == Focus::Text);
    let is_ctrl_y = press.ctrl && key.eq_ignore_ascii_case("y");
    if (is_ctrl_y || (press.ctrl || press.meta) && key.eq_ignore_ascii_case("z")) && !is_text {
        let command = if is_ctrl_y || press.shift { EditorCommand::Redo } else { EditorCommand::Undo };
        // Another text would lose the answers.
        return (!model.is_hiding()).then(|| DocumentAction::Editor(command).into());
    }
    let is_plain = !press.ctrl && !press.shift && !press.meta;
    match key {
        STEP_KEY if is_plain => {
            return Some(PlaybackAction::Step { granularity: None, forward: true }.into());
        }
        STEP_BACK_KEY if is_plain => {
            return Some(PlaybackAction::Step { granularity: None, forward: false }.into());
        }
        _ => {}
    }
    if press.meta || is_text || press.focus == Focus::Choice {
        return None;
    }
    let step = |forward: bool| {
        let granularity = match (press.ctrl, press.shift) {
            (true, _) => Some(Granularity::Instruction),
            (false, true) => Some(Granularity::Lane),
            (false, false) => None,
        };
        Some(PlaybackAction::Step { granularity, forward }.into())
    };
    match key {
        "ArrowRight" => step(true),
        "ArrowLeft" => step(false),
        _ if press.ctrl => None,
        _ if press.is_typing && is_character(key) => None,
        "Home" => Some(PlaybackAction::Seek(0).into()),
        "End" => Some(PlaybackAction::SeekEnd.into()),
        " " if press.focus == Focus::Page && !press.shift => {
            Some(PlaybackAction::Play(!model.playback.playing).into())
        }
        _ if is_character(key) => letter(key, press.shift).filter(|_| press.is_on_stage),
        "Escape" if model.chrome.selection.is_some() => Some(ChromeAction::Select(None).into()),
        _ => None,
    }
}

/// Returns whether a key types a character.
pub fn is_character(key: &str) -> bool {
    key.chars().count() == 1
}

/// Returns the action of a character, with or without Caps Lock. Characters act only while the stage has the focus
/// (WCAG 2.1.4), so that speech input and stray keys elsewhere do nothing.
fn letter(key: &str, shift: bool) -> Option<Action> {
    match &*key.to_lowercase() {
        "n" => Some(PlaybackAction::SeekMark { forward: true }.into()),
        "p" => Some(PlaybackAction::SeekMark { forward: false }.into()),
        "u" => Some(PlaybackAction::SeekStop { forward: !shift }.into()),
        "i" => {
            Some(PlaybackAction::Step { granularity: Some(Granularity::Instruction), forward: !shift }.into())
        }
        "?" => Some(ChromeAction::Dialog(Some(Dialog::Help)).into()),
        _ => None,
    }
}

/// The shortcuts in the help dialog: keys and their effect.
pub const SHORTCUTS: &[(&[&str], &str)] = &[
    (&["→", "←"], "one step forward or back, of the chosen size"),
    (
        &[STEP_KEY, STEP_BACK_KEY],
        "the same, wherever the focus is; in a text with problems, F8 goes to the next one",
    ),
    (&["Shift →", "Shift ←"], "to the next or previous lane's turn"),
    (
        &["i", "Shift i", "Ctrl →", "Ctrl ←"],
        "to the next or previous instruction (macOS reserves the Ctrl arrows)",
    ),
    (&["Home", "End"], "to the start or the end of the run"),
    (&["Space"], "play or pause"),
    (&["u", "Shift u"], "run to the next or previous stop: a condition or a breakpoint"),
    (&["Ctrl Z", "Ctrl Shift Z"], "undo and redo changes of the text (also with the command key)"),
    (&["F9"], "in the text: stop at the instruction on this line"),
    (&["F1"], "in the text: open the reference for the word at the caret"),
    (&["Ctrl Shift ["], "in the text: fold the set-up"),
    (&["n", "p"], "to the next or previous mark, for example a collision or an out-of-bounds access"),
    (&["?"], "show this help"),
    (&["Esc"], "close, or clear the selection"),
    (&["arrow keys"], "move between lanes, cells or tabs, while one has the focus"),
    (&["Enter"], "on a cell: edit its initial value; again: accept it"),
    (
        &["Alt ↑", "Alt ↓"],
        "on a cell or an operand: change its initial value; on a lane's number: lead the lane to another element. Dragging does the same",
    ),
];
