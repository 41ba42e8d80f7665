//! What can happen to the page.

use super::all_orders::Ask;
use super::link::Linked;
use super::tour::Walk;
use super::variants::Beside;
use super::{
    ByIdentity, Dialog, EditorCommand, Entry, Notice, Panel, Selection, Speed, SurfacePage, Tab, Theme,
};
use lanescope_core::session::{
    Breakpoint, Contents, Filling, NumberFormat, OtherReadings, PanelEdit, PartName,
};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The editor holds another text.
    Type(Rc<str>),
    /// The run that is under way goes on for at most that many micro-steps.
    Advance(u32),
    /// The search for stops that is under way goes on through at most that many micro-steps.
    Search(u32),
    /// The scenario in the address is opened: somebody went back, or put a link there.
    Follow(Linked),
    /// Another scenario is opened, by an example or a file.
    Load {
        /// Its text.
        text: Rc<str>,
        /// Where its run is to stand.
        cursor: u32,
        /// How far a step goes; `None` leaves that as it is.
        granularity: Option<Granularity>,
    },
    /// A panel changes a directive.
    Edit(PanelEdit),
    /// It is known what other readings make of the program, for the run of that number.
    OtherReadings(u64, ByIdentity<OtherReadings>),
    /// The surface of an entry gets room for the values that were refused there.
    Grow(Entry),
    /// A text of the notation is opened in an editor.
    EditNotation {
        /// Which one.
        name: PartName,
        /// The line of the text that runs, from 0, to which the caret goes.
        line: Option<usize>,
    },
    /// That editor holds another text.
    TypeNotation(Rc<str>),
    /// The manual's lines come back into it, at one place or everywhere.
    RevertNotation(Option<usize>),
    /// A breakpoint at a line of it, from 1.
    NotationBreakLine(usize),
    /// A new instruction is made of it, or a new operation where it is the text of one.
    MakeNew {
        /// Its name, as typed.
        name: String,
        /// The instruction, from 0, in whose line it is used.
        instruction: usize,
    },
    /// That editor is closed.
    CloseNotation,
    /// A value was typed into a cell of a panel.
    Enter {
        /// The cell.
        entry: Entry,
        /// What was typed.
        typed: String,
    },
    /// All elements of a variable or a surface are to become others.
    Fill {
        /// The variable or the surface.
        of: Contents,
        /// What they become.
        with: Filling,
    },
    /// A refused entry is given up.
    Forget(Entry),
    /// The reference opens with what is found for that; with all of it where that is empty.
    LookUp(Rc<str>),
    /// The fix of the diagnostic of that index is made.
    Fix(usize),
    /// The run makes a step.
    Step {
        /// How far the step goes; `None` is as far as the model says.
        granularity: Option<Granularity>,
        /// Whether it goes towards the end of the run, not back.
        forward: bool,
    },
    /// The run is put behind that many micro-steps.
    Seek(u32),
    /// The run is put to its end.
    SeekEnd,
    /// The run is put to the next or previous mark.
    SeekMark {
        /// Whether it goes towards the end of the run, not back.
        forward: bool,
    },
    /// Starts or stops stepping by itself.
    Play(bool),
    /// Starts stepping by itself towards the start.
    PlayBack,
    /// The run is put to the next or previous stop.
    SeekStop {
        /// Whether it goes towards the end of the run, not back.
        forward: bool,
    },
    /// A breakpoint is set, or taken away where it is set.
    Breakpoint(Breakpoint),
    /// A breakpoint at the instruction in or below a line of the text, from 1.
    BreakLine(usize),
    /// The condition at which the run stops.
    Until(Rc<str>),
    /// The moment at hand is pinned, for others to be compared with, or no moment is.
    Pin(bool),
    /// The clock of playing struck, so many milliseconds after it last did.
    Tick(u32),
    /// How far a step goes.
    Granularity(Granularity),
    /// How fast it plays.
    Speed(Speed),
    /// How a panel shows numbers.
    Format(Panel, NumberFormat),
    /// Something is selected; the same thing again lets go of it.
    Select(Option<Selection>),
    /// Another page of a surface is shown.
    SurfacePage(SurfacePage),
    /// A part of a surface's memory was asked for.
    MemoryPart {
        /// Index among the surfaces.
        surface: usize,
        /// The part, from 0.
        part: usize,
    },
    /// Other colours are chosen.
    Theme(Theme),
    /// A variant is put on the stage beside the text, or taken away; or the other side is the one that panels change.
    Beside(Option<Beside>),
    /// A tab is opened.
    Tab(Tab),
    /// A dialog is opened or closed.
    Dialog(Option<Dialog>),
    /// A message is shown or put away.
    Notice(Option<Notice>),
    /// Whether single letters are keys of the page.
    LetterKeys(bool),
    /// Something about a question about all orders.
    AllOrders(Ask),
    /// A move on the guided tour.
    Tour(Walk),
    /// The editor is asked for something.
    Editor(EditorCommand),
}
