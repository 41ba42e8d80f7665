//! The page's model, and simple selectors over it.

use super::all_orders::AllOrders;
use super::dragging::{Drag, TextChange};
use super::notation_edit::NotationEdit;
use super::panes::Panes;
use super::puzzle::Puzzles;
use super::quiz::Quiz;
use super::stops::{Search, Stops};
use super::variants::Beside;
use super::{ByIdentity, Entry, Formats, Pending, Saved, Selection, SurfacePage};
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{
    KnownSets, Session,
    compare::OtherReadings,
    run::{Breakpoint, Run},
    text::{Kind, Span},
};
use lanescope_core::trace::{Granularity, MicroStep};
use std::rc::Rc;

/// The state of the page. Everything that the page shows is derived from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The scenario text.
    pub text: Rc<str>,
    /// The parsed and checked scenario, with its run if that is complete.
    pub session: ByIdentity<Session>,
    /// The session still being computed. `None` once its run is complete.
    pub pending: Option<Pending>,
    /// The last valid run. The stage shows it even while the current text does not run.
    pub good: Option<Good>,
    /// The setup of a text with a mistake, as a run without steps. `None` if a valid run is on the stage.
    pub setup: Option<Good>,
    /// The number of times that `Action::Load` replaced the scenario by another one. Each time adds an entry to the
    /// browser's history.
    pub loads: u64,
    /// The number of texts that have been checked and, if possible, run. A change tells benchmarks that a re-run has
    /// ended.
    pub runs: u64,
    /// The number of executed micro-steps of the run on the stage.
    pub cursor: u32,
    /// The cursor and fingerprint in the link that was opened, until there is a run to compare them with.
    pub(super) meant: Option<(u32, u32)>,
    /// The step size that the user chose.
    pub chosen_granularity: Option<Granularity>,
    /// The default step size of the run on the stage.
    pub usual_granularity: Granularity,
    /// Whether the run is playing.
    pub playing: bool,
    /// The user's breakpoints.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The stop condition, as typed.
    pub until: Rc<str>,
    /// The steps at which breakpoints and the condition stop the run on the stage.
    pub stops: Rc<Stops>,
    /// The search for these steps in a long run, until it has ended.
    pub search: Option<Search>,
    /// The pinned cursor, with which the current moment is compared.
    pub pinned: Option<u32>,
    /// Whether playback takes a fixed time per instruction, not per step.
    pub plays_fast: bool,
    /// Playback time in microseconds that has elapsed but has not been turned into steps yet.
    pub owed_us: u32,
    /// The formats of numbers.
    pub formats: Formats,
    /// The selection.
    pub selection: Option<Selection>,
    /// The page of a surface that the user chose.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that the user chose, as (surface, part) indices.
    pub memory_part: Option<(usize, usize)>,
    /// Panel edits that were rejected.
    pub rejected: Rc<Vec<Rejected>>,
    /// The colour theme.
    pub theme: Theme,
    /// The open tab.
    pub tab: Tab,
    /// The panes beside the stage.
    pub panes: Panes,
    /// The open dialog.
    pub dialog: Option<Dialog>,
    /// The message above the page.
    pub notice: Option<Notice>,
    /// Whether the user has never stepped. Until the first step, the page invites to step and offers the first
    /// lesson.
    pub invitation: bool,
    /// The full page or an embed.
    pub page_kind: PageKind,
    /// The current edit by dragging.
    pub(super) drag: Option<Drag>,
    /// How the editor takes over the text.
    pub text_change: TextChange,
    /// The last command to the editor. The number makes a repeated command a new one.
    pub editor_command: (u64, Option<EditorCommand>),
    /// The notation text that is open in an editor.
    pub notation_edit: Option<NotationEdit>,
    /// Whether the tab Semantics shows the interpretations.
    pub shows_readings: bool,
    /// The search text of the reference.
    pub looked_up: Rc<str>,
    /// The open puzzle, and the solved puzzles.
    pub puzzles: Puzzles,
    /// Inquiries about all orders, with their results.
    pub all_orders: AllOrders,
    /// The variant that is shown side by side with the base text.
    pub beside: Option<Beside>,
    /// The variant that was last chosen for comparison.
    pub(super) chosen_variant: Option<Rc<str>>,
    /// The variant to show beside every text that is loaded, if the page around an embed asks for one.
    pub compares: Option<Rc<str>>,
    /// The questions that the reader is answering.
    pub quiz: Option<Quiz>,
    /// Whether the questions of the text are to begin once it has run.
    pub(super) is_quiz_due: bool,
    /// The run number of an analysis of other readings, and its result.
    pub other_readings: (u64, ByIdentity<OtherReadings>),
}

/// A run with its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Good {
    /// The run.
    pub run: ByIdentity<Run>,
    /// Its text.
    pub text: Rc<str>,
}

/// A panel edit that was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// The field in which it was typed. `None` for a switch, a choice or a queue.
    pub entry: Option<Entry>,
    /// The typed text.
    pub typed: String,
    /// The reason for the rejection.
    pub reason: String,
    /// The element count that the surface would need, if it is too small for the typed values.
    pub room: Option<usize>,
}

impl Rejected {
    /// Returns whether the edit was typed in `entry`.
    pub fn is_of(&self, entry: &Entry) -> bool {
        self.entry.as_ref() == Some(entry)
    }
}

/// The colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// The theme of the system.
    #[default]
    System,
    /// Light colours.
    Light,
    /// Dark colours.
    Dark,
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

/// A dialog.
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
    /// The page crashed on the last visit, with this text in the editor.
    Rescued(Rc<str>),
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
    /// A file was opened without the wrappers of other programs.
    Unwrapped {
        /// The wrappers, in sentences.
        removed: String,
        /// The text of the file.
        original: Rc<str>,
    },
    /// Another tab has replaced the text that this tab had saved.
    TakenOver,
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

/// A reading on which a step depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepReading {
    /// Its name.
    pub name: &'static str,
    /// The active choice.
    pub choice: &'static str,
    /// The question that the reading answers.
    pub question: &'static str,
}

impl Model {
    /// Creates a model that opens `text` at its start. Settings come from `saved`, or are the defaults.
    pub fn new(text: &str, saved: Option<&Saved>, page_kind: PageKind, roll_call: &KnownSets) -> Self {
        let default = Saved::default();
        let saved = saved.unwrap_or(&default);
        // Stops belong to the text in which they were set.
        let is_own = saved.text.as_deref() == Some(text);
        let pending = Session::begin(text, roll_call);
        let session = ByIdentity::new(pending.session().clone());
        let mut model = Self {
            text: Rc::clone(&session.text),
            session,
            pending: None,
            good: None,
            setup: None,
            loads: 0,
            runs: 0,
            cursor: 0,
            meant: None,
            chosen_granularity: saved.granularity,
            usual_granularity: Granularity::Phase,
            playing: false,
            breakpoints: if is_own { Rc::clone(&saved.breakpoints) } else { Rc::default() },
            until: if is_own { Rc::clone(&saved.until) } else { Rc::default() },
            stops: Rc::default(),
            search: None,
            pinned: None,
            plays_fast: saved.plays_fast,
            owed_us: 0,
            formats: saved.formats.clone(),
            selection: None,
            surface_page: None,
            memory_part: None,
            rejected: Rc::default(),
            theme: saved.theme,
            tab: saved.tab,
            panes: saved.panes,
            dialog: None,
            notice: None,
            invitation: !saved.stepped,
            page_kind,
            drag: None,
            text_change: TextChange::Step,
            editor_command: (0, None),
            notation_edit: None,
            shows_readings: false,
            looked_up: Rc::from(""),
            puzzles: Puzzles::restored(saved.puzzle.clone(), Rc::clone(&saved.solved)),
            all_orders: AllOrders::default(),
            beside: None,
            chosen_variant: None,
            compares: None,
            quiz: None,
            is_quiz_due: true,
            other_readings: (0, ByIdentity::new(OtherReadings::default())),
        };
        model.begin(pending, None);
        model.begin_due_quiz();
        if model.puzzle().is_none() {
            model.begin_puzzle();
        }
        model.fold(false);
        model
    }

    /// Returns whether the stage shows the run of an earlier text.
    pub fn is_stale(&self) -> bool {
        self.good.as_ref().is_some_and(|good| good.text != self.text)
    }

    /// Returns the last valid run, or the setup of the text if there is none. While answers are asked for, the run ends at the
    /// questions.
    pub fn on_stage(&self) -> Option<&Good> {
        self.veiled().or(self.good.as_ref()).or(self.setup.as_ref())
    }

    /// Returns the run on the stage.
    pub fn run(&self) -> Option<&ByIdentity<Run>> {
        self.veiled().or(self.good.as_ref()).map(|good| &good.run)
    }

    /// Returns the readings on which a step of the run on the stage depends.
    pub fn readings_of(&self, step: &MicroStep) -> Vec<StepReading> {
        let Some(run) = self.run() else { return Vec::new() };
        let found = match &self.other_readings {
            (of, others) if *of == self.runs => others.of_step(run, step),
            _ => OtherReadings::default().of_step(run, step),
        };
        let all = run.scenario().set.readings;
        let question = |name: &str| all.iter().find(|it| it.name == name).map_or("", |it| it.question);
        found
            .into_iter()
            .map(|(name, choice)| StepReading { name, choice, question: question(name) })
            .collect()
    }

    /// Returns the current step size.
    pub fn granularity(&self) -> Granularity {
        self.chosen_granularity.unwrap_or(self.usual_granularity)
    }

    /// Returns whether the page shows the invitation to step. It is hidden while problems are listed, because it would
    /// cover them.
    pub fn invites_to_step(&self) -> bool {
        let has_problems = !self.session.diagnostics.is_empty();
        self.invitation && self.run_len() > 0 && !has_problems
    }

    /// Returns the number of micro-steps of the run on the stage.
    pub fn run_len(&self) -> u32 {
        self.run().map_or(0, |run| run.len())
    }

    /// Returns the rejected edit of `entry`, if any.
    pub fn rejection(&self, entry: &Entry) -> Option<&Rejected> {
        self.rejected.iter().find(|rejected| rejected.is_of(entry))
    }

    /// Returns the message above the page. A rejected edit that has no field takes precedence.
    pub fn message(&self) -> Option<Notice> {
        let refused = self.rejected.iter().find(|rejected| rejected.entry.is_none());
        refused.map(|rejected| Notice::Refused(rejected.reason.clone())).or_else(|| self.notice.clone())
    }

    /// Puts the session's run on the stage, if it has one. An empty run does not replace another one while the text
    /// names an unknown instruction, because the user is probably still typing the name.
    pub(super) fn keep_good_run(&mut self) {
        let unknown = |diagnostic: &Diagnostic| diagnostic.kind() == Kind::Unsupported;
        let unfinished =
            |run: &Run| run.scenario().program.is_empty() && self.session.diagnostics.iter().any(unknown);
        let run = self.session.run.as_ref().filter(|run| self.good.is_none() || !unfinished(run));
        if let Some(run) = run {
            let good = Good { run: Rc::clone(run).into(), text: Rc::clone(&self.text) };
            if !self.breakpoints.is_empty() {
                self.follow_instructions(&good);
            }
            self.follow_names(&good);
            self.usual_granularity = good.run.usual_granularity();
            self.good = Some(good);
        }
        let setup = self.session.setup.as_ref();
        if setup.is_some() && self.run().is_some_and(|run| run.scenario().program.is_empty()) {
            // A run without instructions shows only the setup of its text, and `session.setup` is the newer setup.
            self.good = None;
        }
        self.setup = setup.filter(|_| self.good.is_none()).map(|setup| Good {
            run: Rc::new(Run::new(Rc::clone(setup))).into(),
            text: Rc::clone(&self.text),
        });
        self.cursor = self.cursor.min(self.run_len());
        self.pinned = self.pinned.filter(|pinned| *pinned <= self.run_len());
        self.hold_against_link();
        self.find_stops();
    }
}
