//! The actions: everything that can change the page's model.

use super::chrome::{ChromeAction, Notice};
use super::document::{DocumentAction, Pair};
use super::inquiries::InquiryAction;
use super::learning::LearningAction;
use super::link::Linked;
use super::playback::PlaybackAction;
use super::puzzle::Solving;
use super::settings::Setting;
use lanescope_core::session::text::{OrderReport, PanelEdit};
use lanescope_core::trace::Granularity;
use std::rc::Rc;

/// An event that changes the model. The first actions change one value; the others are events of several values.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Changes the text, its session or its runs.
    Document(DocumentAction),
    /// Moves the cursor or changes its stops.
    Playback(PlaybackAction),
    /// Changes a setting.
    Setting(Setting),
    /// Starts or updates an inquiry.
    Inquiry(InquiryAction),
    /// Answers questions about the run.
    Learning(LearningAction),
    /// Changes the page around the stage.
    Chrome(ChromeAction),
    /// Opens another scenario, from a file or a message of the host page.
    Load {
        text: Rc<str>,
        /// The initial cursor.
        cursor: u32,
        /// The step size. `None` keeps the current one.
        granularity: Option<Granularity>,
    },
    /// Opens an example of the gallery at its start. The editor folds its declarations.
    Example(Rc<str>),
    /// Opens the scenario in the address, after navigation or a pasted link.
    Follow(Linked),
    /// Checks or restarts a puzzle.
    Puzzle(Solving),
    /// Opens the text with questions on other numbers.
    AnotherQuestion,
    /// Opens the tab Outcomes and explores all orders.
    ExploreOrders,
    /// Writes a counterexample into the text, and shows the ends of both sides, which differ.
    ShowCounterexample {
        /// The sides to show.
        pair: Pair,
        /// The edit that writes the values.
        edit: PanelEdit,
    },
    /// Writes an order into the text and plays its run.
    PlayOrder(Vec<OrderReport>),
    /// Toggles a breakpoint at the first instruction in or below a line of the text, from 1.
    BreakLine(usize),
    /// Toggles a breakpoint at a line of the notation editor, from 1.
    NotationBreakLine(usize),
    /// Shows or dismisses a message. Also dismisses a rejected edit that has no field.
    Notice(Option<Notice>),
}

impl Action {
    /// Opens a scenario at its start, in the current step size.
    pub fn open(text: impl Into<Rc<str>>) -> Self {
        Self::Load { text: text.into(), cursor: 0, granularity: None }
    }
}

impl From<DocumentAction> for Action {
    fn from(action: DocumentAction) -> Self {
        Self::Document(action)
    }
}

impl From<PlaybackAction> for Action {
    fn from(action: PlaybackAction) -> Self {
        Self::Playback(action)
    }
}

impl From<Setting> for Action {
    fn from(setting: Setting) -> Self {
        Self::Setting(setting)
    }
}

impl From<InquiryAction> for Action {
    fn from(action: InquiryAction) -> Self {
        Self::Inquiry(action)
    }
}

impl From<LearningAction> for Action {
    fn from(action: LearningAction) -> Self {
        Self::Learning(action)
    }
}

impl From<ChromeAction> for Action {
    fn from(action: ChromeAction) -> Self {
        Self::Chrome(action)
    }
}
