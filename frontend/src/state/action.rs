//! The actions: everything that can change the page's model.

use super::all_orders::Ask;
use super::link::Linked;
use super::panes::{Pane, Side};
use super::puzzle::Solving;
use super::quiz::Answering;
use super::stops::SearchWork;
use super::variants::Beside;
use super::{ByIdentity, Dialog, EditorCommand, Entry, Notice, Numbers, Selection, SurfacePage, Tab, Theme};
use lanescope_core::session::{
    Session,
    compare::OtherReadings,
    run::{Breakpoint, NumberFormat},
    text::{Contents, Filling, PanelEdit, PartName, PendingSession},
};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// An event that changes the model.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The text in the editor changed.
    Type(Rc<str>),
    /// Reports the number of completed micro-steps of a pending session.
    UnderWay(ByIdentity<PendingSession>, u32),
    /// Delivers the complete session of a pending one.
    Complete(ByIdentity<PendingSession>, ByIdentity<Session>),
    /// Delivers the result of a search for stops.
    Stops(ByIdentity<SearchWork>, Vec<u32>),
    /// Opens the scenario in the address, after navigation or a pasted link.
    Follow(Linked),
    /// Opens another scenario, from an example, a file or a message of the host page.
    Load {
        /// Its text.
        text: Rc<str>,
        /// The initial cursor.
        cursor: u32,
        /// The step size. `None` keeps the current one.
        granularity: Option<Granularity>,
    },
    /// Opens an example of the gallery at its start. The editor folds its declarations.
    Example(Rc<str>),
    /// Opens, checks or restarts a puzzle.
    Puzzle(Solving),
    /// Edits a directive from a panel.
    Edit(PanelEdit),
    /// Stores the analysis of other readings for the run of this number.
    OtherReadings(u64, ByIdentity<OtherReadings>),
    /// Resizes the surface of an entry so that the values that were rejected there fit.
    Grow(Entry),
    /// Opens a text of the notation in an editor.
    EditNotation {
        /// The text's name.
        name: PartName,
        /// The active line of the text, from 0, which receives the caret.
        line: Option<usize>,
    },
    /// The text in the notation editor changed.
    TypeNotation(Rc<str>),
    /// Restores the manual's lines in the notation editor: one change, or all.
    RevertNotation(Option<usize>),
    /// Toggles a breakpoint at a line of the notation editor, from 1.
    NotationBreakLine(usize),
    /// Makes a new instruction of the edited text, or a new operation if it is the text of one.
    MakeNew {
        /// The new name, as typed.
        name: String,
        /// The index of the instruction whose line then uses the new name.
        instruction: usize,
    },
    /// Closes the notation editor.
    CloseNotation,
    /// Edits a directive while a pointer is dragged.
    Drag(Dragging),
    /// Submits a value for a field of a panel.
    Enter {
        /// The field.
        entry: Entry,
        /// The typed text.
        typed: String,
    },
    /// Fills all elements of a variable or a surface.
    Fill {
        /// The variable or the surface.
        of: Contents,
        /// The new values.
        with: Filling,
    },
    /// Drops a rejected entry.
    Forget(Entry),
    /// Opens the reference with search results for a word, or all of it if the word is empty.
    LookUp(Rc<str>),
    /// Opens or closes the interpretations in the tab Semantics. Opening them also opens the tab.
    Readings(bool),
    /// Applies the fix of the diagnostic with this index.
    Fix(usize),
    /// Steps the run.
    Step {
        /// The step size. `None` is the model's step size.
        granularity: Option<Granularity>,
        /// Whether to step forward rather than back.
        forward: bool,
    },
    /// Moves the cursor to this many executed micro-steps.
    Seek(u32),
    /// Moves the cursor to the end of the run.
    SeekEnd,
    /// Moves the cursor to the next or previous mark.
    SeekMark {
        /// Whether to move forward rather than back.
        forward: bool,
    },
    /// Starts or stops playback.
    Play(bool),
    /// Moves the cursor to the next or previous stop.
    SeekStop {
        /// Whether to move forward rather than back.
        forward: bool,
    },
    /// Toggles a breakpoint.
    Breakpoint(Breakpoint),
    /// Toggles a breakpoint at the first instruction in or below a line of the text, from 1.
    BreakLine(usize),
    /// Sets the stop condition.
    Until(Rc<str>),
    /// Pins the current step for comparison, or unpins.
    Pin(bool),
    /// Advances playback by this many milliseconds.
    Tick(u32),
    /// Sets the step size.
    Granularity(Granularity),
    /// Makes playback fast, or slow again.
    PlayFast(bool),
    /// Sets the format of numbers. `None` removes an exception.
    Format(Numbers, Option<NumberFormat>),
    /// Selects an item. Selecting the same item again clears the selection.
    Select(Option<Selection>),
    /// Shows another page of a surface.
    SurfacePage(SurfacePage),
    /// Shows a part of a surface's memory.
    MemoryPart {
        /// The index of the surface.
        surface: usize,
        /// The part, from 0.
        part: usize,
    },
    /// Sets the colour theme.
    Theme(Theme),
    /// Chooses the variant that is compared with the base text.
    Variant(Rc<str>),
    /// Shows a variant side by side with the base text, changes the active side, or hides the variant.
    Beside(Option<Beside>),
    /// Opens a tab.
    Tab(Tab),
    /// Resizes, closes or opens a pane beside the stage.
    Pane(Side, Pane),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
    /// Shows or dismisses a message.
    Notice(Option<Notice>),
    /// Starts or updates an inquiry about all orders.
    AllOrders(Ask),
    /// Answers questions about the run.
    Answer(Answering),
    /// Sends a command to the editor.
    Editor(EditorCommand),
}

/// An event of a drag that edits a directive.
#[derive(Clone, Debug, PartialEq)]
pub enum Dragging {
    /// Replaces the edit so far.
    To(PanelEdit),
    /// Keeps the edit, as one step of the undo history.
    End,
    /// Takes the edit back.
    Cancel,
}

impl Action {
    /// Opens a scenario at its start, in the current step size.
    pub fn open(text: impl Into<Rc<str>>) -> Self {
        Self::Load { text: text.into(), cursor: 0, granularity: None }
    }
}
