//! What the page knows.

use super::all_orders::AllOrders;
use super::notation_edit::NotationEdit;
use super::stops::{Search, Stops};
use super::tour::Tour;
use super::variants::Beside;
use super::{ByIdentity, Entry, Formats, Pending, Saved, Selection, Speed, SurfacePage};
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{Breakpoint, Kind, OtherReadings, Run, Session, Span};
use lanescope_core::spec::RollCall;
use lanescope_core::trace::{Granularity, MicroStep};
use std::rc::Rc;

/// Everything that the page shows follows from this.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The scenario.
    pub text: Rc<str>,
    /// The scenario read and checked, with its run where that is there.
    pub session: ByIdentity<Session>,
    /// What makes its run, until that is there.
    pub pending: Option<Pending>,
    /// The last run that there was. The stage shows it, also while the text does not run.
    pub good: Option<Good>,
    /// Where a text has a mistake and none ran before: what it sets up, as a run without a step.
    pub setup: Option<Good>,
    /// How many times another scenario took the place of this one because it was asked for on the page.
    pub loads: u64,
    /// How many times a text was opened. Marks the end of a re-run for whoever measures it.
    pub runs: u64,
    /// How many micro-steps of the good run have been done.
    pub cursor: u32,
    /// The moment that the link meant which was opened: its cursor and its fingerprint, until there is a run to compare.
    pub(super) meant: Option<(u32, u32)>,
    /// How far a step goes, where a person said so.
    pub chosen_granularity: Option<Granularity>,
    /// How far a step of the run on the stage goes where nobody said so.
    pub usual_granularity: Granularity,
    /// Whether the run steps by itself.
    pub playing: bool,
    /// Whether a run that steps by itself does so towards the start.
    pub backwards: bool,
    /// The places at which the run stops.
    pub breakpoints: Rc<Vec<Breakpoint>>,
    /// The condition at which the run stops, as typed.
    pub until: Rc<str>,
    /// The steps of the run on the stage at which breakpoints and condition stop it.
    pub stops: Rc<Stops>,
    /// What looks for them, until they are known.
    pub search: Option<Search>,
    /// The cursor that the moment at hand is compared with.
    pub pinned: Option<u32>,
    /// How fast a run that steps by itself goes.
    pub speed: Speed,
    /// Microseconds that had gone by at the last tick since the last step of a run that steps by itself.
    pub owed_us: u32,
    /// How each panel shows numbers.
    pub formats: Formats,
    /// What is selected on the page.
    pub selection: Option<Selection>,
    /// The page of a surface that a person chose.
    pub surface_page: Option<SurfacePage>,
    /// The part of a surface's memory that was asked for: surface, part.
    pub memory_part: Option<(usize, usize)>,
    /// The changes of panels that could not be made.
    pub rejected: Rc<Vec<Rejected>>,
    /// The colours: light, dark or as the system has it.
    pub theme: Theme,
    /// The tab that is open.
    pub tab: Tab,
    /// The dialog that is open.
    pub dialog: Option<Dialog>,
    /// A message above the page.
    pub notice: Option<Notice>,
    /// Whether the invitation to step is still standing.
    pub invitation: bool,
    /// The guided tour, while it is under way.
    pub tour: Option<Tour>,
    /// Whether the tour was taken or declined: then it is no longer offered unasked.
    pub toured: bool,
    /// Whether single letters are keys of the page (`n`, `p`, `?`).
    pub letter_keys: bool,
    /// The whole page, or what fits a page that embeds it.
    pub page_kind: PageKind,
    /// What the editor is to do, numbered so that the same thing can be asked for twice.
    pub editor_command: (u64, Option<EditorCommand>),
    /// The text of the notation that is open in an editor.
    pub notation_edit: Option<NotationEdit>,
    /// What is looked up in the reference.
    pub looked_up: Rc<str>,
    /// What is known of all orders.
    pub all_orders: AllOrders,
    /// The variant that stands on the stage beside the text.
    pub beside: Option<Beside>,
    /// The variant that stands beside each text that is loaded, where the page around an embed asks for one.
    pub compares: Option<Rc<str>>,
    /// What other readings make of the program, and the number of the run for which that is known.
    pub other_readings: (u64, ByIdentity<OtherReadings>),
}

/// A run with the text that it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Good {
    /// The run.
    pub run: ByIdentity<Run>,
    /// Its text.
    pub text: Rc<str>,
}

/// A change of a panel that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Where it was typed; `None` for what is pressed: a switch, a choice, a queue.
    pub entry: Option<Entry>,
    /// What was typed.
    pub typed: String,
    /// Why it cannot be made.
    pub reason: String,
    /// Of values that a surface has no room for: with how many elements it would have.
    pub room: Option<usize>,
}

impl Rejected {
    /// Whether the change was typed there.
    pub fn is_of(&self, entry: &Entry) -> bool {
        self.entry.as_ref() == Some(entry)
    }
}

/// The colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Light or dark as the system has it.
    #[default]
    System,
    /// Light colours.
    Light,
    /// Dark colours.
    Dark,
}

/// The tabs at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The notation text and the line that runs.
    #[default]
    Semantics,
    /// Variables and predicates.
    Registers,
    /// What the manual leaves open.
    Readings,
    /// What the row says.
    Instruction,
    /// The machine code, field by field.
    Encoding,
    /// What all orders of the lanes come to.
    Outcomes,
    /// A variant of the text beside it, and many values of an element.
    Variants,
    /// What the words of a text mean.
    Reference,
}

/// The dialogs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialog {
    /// The examples.
    Gallery,
    /// The instruction sets side by side, a page of the gallery.
    Compare,
    /// The keys.
    Help,
    /// What can be taken away.
    Export,
    /// The lines that put the scenario into another page.
    Embed,
    /// The scenarios to begin with.
    New,
}

/// A message above the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// The link in the address could not be opened; the person's own text is still there.
    BadLink(String),
    /// The run of the link is another by now, and what it meant by this step cannot be shown.
    AnotherRun(u32),
    /// The page failed the last time, while this text was in the editor.
    Rescued(Rc<str>),
    /// A change that a panel asked for cannot be made.
    Refused(String),
    /// The text is too large for a link.
    TooLongForLink,
    /// The clipboard refused; here is the link to copy by hand.
    CopyByHand(String),
    /// The browser did not make this file.
    NotExported(String),
    /// Why what was chosen or dropped cannot be opened.
    NotOpened(String),
    /// Another tab keeps its text now where this one kept its own.
    TakenOver,
}

/// How much of the page is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageKind {
    /// The whole page.
    #[default]
    Full,
    /// What fits a page that embeds it.
    Embed,
}

/// What the page asks of the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorCommand {
    /// Take back the last change.
    Undo,
    /// Make the change again that was taken back last.
    Redo,
    /// Select a piece of the text and go there.
    Select(Span),
}

/// A reading on which a step depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepReading {
    /// Its name.
    pub name: &'static str,
    /// The choice in force.
    pub choice: &'static str,
    /// The question that it answers.
    pub question: &'static str,
}

impl Model {
    /// The model that opens that text at its start; everything else is as it was saved, or at its default.
    pub fn new(text: &str, saved: Option<&Saved>, page_kind: PageKind, roll_call: &RollCall) -> Self {
        let default = Saved::default();
        let saved = saved.unwrap_or(&default);
        // Stops belong to the text that they were set in.
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
            backwards: false,
            breakpoints: if is_own { Rc::clone(&saved.breakpoints) } else { Rc::default() },
            until: if is_own { Rc::clone(&saved.until) } else { Rc::default() },
            stops: Rc::default(),
            search: None,
            pinned: None,
            speed: saved.speed,
            owed_us: 0,
            formats: saved.formats,
            selection: None,
            surface_page: None,
            memory_part: None,
            rejected: Rc::default(),
            theme: saved.theme,
            tab: saved.tab,
            dialog: None,
            notice: None,
            invitation: !saved.stepped,
            tour: None,
            toured: saved.toured,
            letter_keys: saved.letter_keys,
            page_kind,
            editor_command: (0, None),
            notation_edit: None,
            looked_up: Rc::from(""),
            all_orders: AllOrders::default(),
            beside: None,
            compares: None,
            other_readings: (0, ByIdentity::new(OtherReadings::default())),
        };
        model.begin(pending, None);
        model
    }

    /// Whether the stage shows a run of an earlier text.
    pub fn is_stale(&self) -> bool {
        self.good.as_ref().is_some_and(|good| good.text != self.text)
    }

    /// What the stage shows: the last run that there was, else what the text sets up.
    pub fn on_stage(&self) -> Option<&Good> {
        self.good.as_ref().or(self.setup.as_ref())
    }

    /// The run on the stage.
    pub fn run(&self) -> Option<&ByIdentity<Run>> {
        self.good.as_ref().map(|good| &good.run)
    }

    /// The readings on which a step of the run on the stage depends.
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

    /// How far a step goes.
    pub fn granularity(&self) -> Granularity {
        self.chosen_granularity.unwrap_or(self.usual_granularity)
    }

    /// Whether the page points at the button that steps. Not where there are problems to be read, over which that would lie.
    pub fn invites_to_step(&self) -> bool {
        let has_problems = !self.session.diagnostics.is_empty();
        self.invitation && self.run_len() > 0 && self.tour.is_none() && !has_problems
    }

    /// Number of micro-steps of the run on the stage.
    pub fn run_len(&self) -> u32 {
        self.run().map_or(0, |run| run.len())
    }

    /// The entry that was refused there, if one was.
    pub fn rejection(&self, entry: &Entry) -> Option<&Rejected> {
        self.rejected.iter().find(|rejected| rejected.is_of(entry))
    }

    /// The message above the page: a change of a panel that was refused and has no place of its own comes first.
    pub fn message(&self) -> Option<Notice> {
        let refused = self.rejected.iter().find(|rejected| rejected.entry.is_none());
        refused.map(|rejected| Notice::Refused(rejected.reason.clone())).or_else(|| self.notice.clone())
    }

    /// Takes over the session's run, where it has one. An empty run does not take the place of another while the text
    /// names an instruction that is not known: most often its name is still being typed.
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
            // A run without an instruction shows what its text sets up, and this text says that anew.
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
