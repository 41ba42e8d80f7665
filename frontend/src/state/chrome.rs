//! The parts of the page around the stage: tab, dialog, message and selection.

use super::choice::{Choice, Row, row};
use super::selection::Selection;
use lanescope_core::session::run::Layout;
use lanescope_core::view::paging::SurfacePage;
use std::rc::Rc;

/// The open tab, dialog and message, and the selected and paged parts of the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Chrome {
    pub tab: Tab,
    /// The part of the tab Compare that is shown.
    pub compare_part: ComparePart,
    pub dialog: Option<Dialog>,
    pub notice: Option<Notice>,
    pub selection: Option<Selection>,
    /// The page of a surface that the user chose.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that the user chose, as (surface, part) indices.
    pub memory_part: Option<(usize, usize)>,
    /// Whether the tab Semantics shows the interpretations.
    pub shows_readings: bool,
    /// The search text of the reference.
    pub looked_up: Rc<str>,
    pub page_kind: PageKind,
    /// The variant to show beside every text that is loaded, if the page around an embed asks for one.
    pub embed_variant: Option<Rc<str>>,
}

/// An event that changes the page around the stage.
#[derive(Clone, Debug, PartialEq)]
pub enum ChromeAction {
    /// Opens a tab, and closes the dialog that leads to it.
    Tab(Tab),
    /// Shows another part of the tab Compare.
    ComparePart(ComparePart),
    /// Opens or closes a dialog.
    Dialog(Option<Dialog>),
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
    /// Opens or closes the interpretations in the tab Semantics. Opening them also opens the tab.
    Readings(bool),
    /// Opens the reference with search results for a word, or all of it if the word is empty.
    LookUp(Rc<str>),
}

impl Chrome {
    /// Creates the parts of a page that was just opened.
    pub fn new(page_kind: PageKind, tab: Tab) -> Self {
        Self {
            tab,
            compare_part: ComparePart::Variant,
            dialog: None,
            notice: None,
            selection: None,
            surface_page: None,
            memory_part: None,
            shows_readings: false,
            looked_up: Rc::from(""),
            page_kind,
            embed_variant: None,
        }
    }

    /// Applies an action. `is_hiding`: answers are asked for, so that results are hidden.
    pub fn reduce(&mut self, action: ChromeAction, is_hiding: bool) {
        match action {
            ChromeAction::Tab(tab) => (self.tab, self.dialog) = (tab, None),
            ChromeAction::ComparePart(part) => self.compare_part = part,
            // These dialogs show the whole text.
            ChromeAction::Dialog(Some(Dialog::Export | Dialog::Embed)) if is_hiding => {
                self.notice = Some(Notice::AnswersHidden);
            }
            ChromeAction::Dialog(dialog) => self.dialog = dialog,
            ChromeAction::Select(selection) => {
                self.selection = selection.filter(|_| self.selection != selection);
                // Drops the chosen part of memory, so that the selected cell is visible.
                if matches!(self.selection, Some(Selection::Cell { .. })) {
                    self.memory_part = None;
                }
            }
            ChromeAction::SurfacePage(page) => self.surface_page = Some(page),
            ChromeAction::MemoryPart { surface, part } => self.memory_part = Some((surface, part)),
            ChromeAction::Readings(is_open) => {
                self.shows_readings = is_open;
                if is_open {
                    self.tab = Tab::Semantics;
                }
            }
            ChromeAction::LookUp(word) => {
                (self.dialog, self.looked_up) = (Some(Dialog::Reference), word);
            }
        }
    }

    /// Drops everything that belongs to the scenario.
    pub(super) fn forget_scenario(&mut self) {
        self.dialog = None;
        self.notice = None;
        self.selection = None;
        self.surface_page = None;
        self.memory_part = None;
    }

    /// Finds the selection and the chosen parts of surfaces in a new run by name. Drops those that it does not have.
    pub(super) fn follow_names(&mut self, old: &Layout, new: &Layout) {
        self.selection = self.selection.and_then(|selection| selection.moved(old, new));
        let surface = |index: usize| new.surface_index(&old.surfaces.get(index)?.name);
        let page = self.surface_page;
        self.surface_page =
            page.and_then(|page| Some(SurfacePage { surface: surface(page.surface)?, ..page }));
        self.memory_part = self.memory_part.and_then(|(index, part)| Some((surface(index)?, part)));
    }
}

/// The tabs to the right of the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The notation text, with the active line, and the interpretations of ambiguous rules.
    #[default]
    Semantics,
    /// The description of the instruction, the registers, and the machine code.
    Instruction,
    /// The outcomes of all orders of the lanes.
    Outcomes,
    /// Variants, and sweeps over the values of an element.
    Compare,
}

/// The parts of the tab "Compare".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparePart {
    Variant,
    PinnedStep,
    Sweep,
}

/// The id of the heading above the cost of the instruction.
pub const COST_ID: &str = "cost-title";

/// Returns the id of the entry of an interpretation.
pub fn reading_id(reading: &str) -> String {
    format!("reading-{reading}")
}

impl Tab {
    /// Returns the id of the tab's button.
    pub fn button_id(self) -> String {
        format!("tab-{}", self.key())
    }
}

impl Choice for Tab {
    const ROWS: &'static [Row<Self>] = &[
        row(Self::Semantics, "semantics", "Semantics"),
        row(Self::Instruction, "instruction", "Instruction"),
        row(Self::Outcomes, "outcomes", "Outcomes"),
        row(Self::Compare, "variants", "Compare"),
    ];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The example gallery.
    Gallery,
    /// The keyboard shortcuts.
    Help,
    /// The exports.
    Export,
    /// The lines that embed the scenario in another page.
    Embed,
    /// The templates for a new scenario.
    New,
    /// The builtins and directives.
    Reference,
}

/// A message above the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The link in the address could not be opened. The user's own text is kept.
    BadLink(String),
    /// The run has changed since the link was made, so the linked step cannot be shown.
    AnotherRun(u32),
    /// On an earlier visit, the page crashed with this text, or a scenario from a link replaced it.
    Rescued(Rc<str>),
    /// A dialog that shows the whole text was refused while answers are hidden.
    AnswersHidden,
    /// A panel edit was rejected.
    Refused(String),
    /// The text is too large for a link.
    TooLongForLink,
    /// The clipboard refused the link. The message shows it for manual copying.
    CopyByHand(String),
    /// The browser could not create the file.
    NotExported(String),
    /// A chosen or dropped file cannot be opened.
    NotOpened(String),
    /// A text was opened or pasted without the wrappers of other programs.
    Unwrapped {
        /// The wrappers, in sentences.
        removed: String,
        /// The text with the wrappers.
        original: Rc<str>,
    },
    /// Another tab has replaced the text that this tab had saved.
    TakenOver,
}

impl Notice {
    /// Returns whether the message still applies after an edit. Links and the text that the browser stores are then others.
    pub(super) fn outlives_edits(&self) -> bool {
        matches!(self, Self::BadLink(_) | Self::Rescued(_) | Self::Unwrapped { .. })
    }
}

/// The variants of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageKind {
    /// The full page.
    #[default]
    Full,
    /// The reduced page for an iframe in another page.
    Embed,
}
