//! The reducer: routes each action to the value that it changes, and lets the other values follow.

use super::action::Action;
use super::by_identity::ByIdentity;
use super::chrome::{Chrome, ChromeAction, ComparePart, Notice, PageKind, Tab};
use super::document::{Document, DocumentAction, Pair};
use super::editor::EditorCommand;
use super::inquiries::{Inquiries, InquiryAction, Subject, Topic};
use super::learning::{Learning, LearningAction};
use super::link::{LinkedView, is_there};
use super::model::Model;
use super::paging::is_page_left;
use super::panes::Side;
use super::playback::{Playback, PlaybackAction};
use super::puzzle::{Puzzles, Solving};
use super::saved::Saved;
use super::settings::Setting;
use super::stage::{Stage, StagedRun};
use lanescope_core::session::{
    Session, SetsWithChecks, Wanted,
    orders::{GoalAnswer, GoalFailure},
    run::Breakpoint,
    text::{OrderReport, PanelEdit, Span},
};
use std::rc::Rc;

/// Returns the model after an action. Pure: effects observe the model and are never started here.
pub fn reduce(mut model: Model, action: Action) -> Model {
    model.apply(action);
    model
}

/// The parts of a model that others follow.
struct Before {
    session: ByIdentity<Session>,
    last_valid: Option<StagedRun>,
    stage: Stage,
    editor_command: u64,
    notation_command: Option<u64>,
}

impl Before {
    fn new(model: &Model) -> Self {
        let Document { session, last_valid, editor_command, notation_edit, .. } = &model.document;
        Self {
            session: session.clone(),
            last_valid: last_valid.clone(),
            stage: model.stage(),
            editor_command: editor_command.0,
            notation_command: notation_edit.as_ref().map(|edit| edit.command.0),
        }
    }
}

impl Model {
    /// Creates a model that opens `text` at its start. Settings come from `saved`, or are the defaults.
    pub fn new(text: &str, saved: Option<&Saved>, page_kind: PageKind, sets: &SetsWithChecks) -> Self {
        let saved = saved.cloned().unwrap_or_default();
        // Stops and answers belong to the text in which they were set.
        let is_own = saved.text.as_deref() == Some(text);
        let (breakpoints, until, restored) = match is_own {
            true => (saved.breakpoints, saved.until, saved.answers),
            false => Default::default(),
        };
        let document = Document::new(text, sets);
        let before = ByIdentity::new((*document.session).clone());
        let mut model = Self {
            document,
            playback: Playback { breakpoints, until, ..Playback::default() },
            settings: saved.settings,
            inquiries: Inquiries::default(),
            learning: Learning {
                puzzles: Puzzles::restored(saved.puzzle, saved.solved),
                restored,
                ..Learning::default()
            },
            chrome: Chrome::new(page_kind, saved.tab),
        };
        let stage = Stage { run: None, ..model.stage() };
        model.follow_document(&Before { session: before, stage, ..Before::new(&model) });
        // A puzzle that was opened earlier keeps the text with which it started.
        if model.puzzle().is_none() {
            model.learning.puzzles.begin(&model.document.session.text);
        }
        model.fold(false);
        model.learning.is_quiz_due = true;
        model.begin_due_questions();
        model
    }

    /// Applies an action, then lets the other values follow.
    pub(super) fn apply(&mut self, action: Action) {
        let before = Before::new(self);
        match action {
            Action::Document(action) => {
                let is_complete = matches!(action, DocumentAction::Complete(..));
                let compares = matches!(action, DocumentAction::Pair(_) | DocumentAction::Variant(_));
                self.document.reduce(action, &before.stage);
                self.follow_document(&before);
                if is_complete {
                    self.begin_due_questions();
                }
                if compares {
                    self.inquire(InquiryAction::BeginQuietly);
                }
            }
            Action::Playback(action) => {
                let from = self.playback.cursor;
                self.playback.reduce(action, &before.stage, self.settings.plays_fast);
                self.follow_cursor(from);
            }
            Action::Setting(setting) => {
                if matches!(setting, Setting::PlaysFast(_)) {
                    self.playback.elapsed_us = 0;
                }
                self.settings.set(setting);
            }
            Action::Inquiry(action) => self.inquire(action),
            Action::Learning(action) => self.learn(action),
            Action::Chrome(action) => {
                let opens_tab = matches!(action, ChromeAction::Tab(_) | ChromeAction::Readings(true));
                self.chrome.reduce(action, before.stage.is_hiding);
                if opens_tab {
                    self.settings.panes.open(Side::Inspector);
                }
                if opens_tab && self.chrome.tab == Tab::Compare {
                    self.inquire(InquiryAction::BeginQuietly);
                }
            }
            Action::Load { text, cursor, granularity } => {
                self.settings.granularity = granularity.or(self.settings.granularity);
                self.load(text, cursor, false);
            }
            Action::Example(text) => self.load(text, 0, true),
            Action::Follow(linked) => {
                // The settings of the reader stay.
                let view = LinkedView { theme: None, granularity: None, ..linked.view };
                // The history of the browser already has the address.
                let loads = self.document.loads;
                self.load(linked.text.into(), view.cursor, false);
                self.document.loads = loads;
                self.follow_link(&view);
            }
            Action::Puzzle(solving) => self.solve(solving),
            Action::AnotherQuestion => {
                let difficulty = self.learning.next_difficulty();
                let Document { session, runs, .. } = &self.document;
                if let Some(text) = difficulty.and_then(|difficulty| session.another(*runs, difficulty)) {
                    self.load(text.into(), 0, false);
                }
            }
            Action::ExploreOrders => {
                self.show_tab(Tab::Outcomes);
                self.inquire(InquiryAction::Begin(Wanted::Outcomes));
            }
            Action::ShowCounterexample { pair, edit } => {
                self.apply(DocumentAction::Pair(Some(pair)).into());
                self.apply(DocumentAction::Edit(edit).into());
                self.apply(PlaybackAction::SeekEnd.into());
                self.chrome.compare_part = ComparePart::Variant;
            }
            Action::PlayOrder(orders) => self.play_order(orders),
            Action::BreakLine(line) => {
                let breakpoint = self.instruction_at_line(line).map(Breakpoint::Instruction);
                self.toggle_breakpoint(breakpoint);
            }
            Action::NotationBreakLine(line) => {
                let edit = self.document.notation_edit.as_ref().zip(self.run());
                let breakpoint = edit.and_then(|(edit, run)| edit.breakpoint(run, line));
                self.toggle_breakpoint(breakpoint);
            }
            Action::Notice(notice) => {
                self.chrome.notice = notice;
                self.document.reduce(DocumentAction::Forget(None), &before.stage);
            }
        }
    }

    /// Lets the other values follow a changed document.
    fn follow_document(&mut self, before: &Before) {
        let document = &self.document;
        if document.session.text != before.session.text {
            (self.learning.quiz, self.learning.restored) = Default::default();
            self.playback.linked_moment = None;
            self.chrome.notice = self.chrome.notice.take().filter(Notice::outlives_edits);
        }
        if document.session != before.session {
            self.inquiries.scenario = document.session.apart_from_orders().into();
            // Playback would continue in a different run.
            self.playback.playing &= document.pending.is_none() && !document.is_stale();
        }
        if document.session.text != before.session.text {
            self.inquiries.follow_text(&document.session.text);
        }
        let command = document.editor_command;
        if command.0 != before.editor_command
            && matches!(command.1, Some(EditorCommand::Focus | EditorCommand::Select(_)))
        {
            self.settings.panes.open(Side::Editor);
        }
        let notation_command = document.notation_edit.as_ref().map(|edit| edit.command.0);
        if notation_command.is_some() && notation_command != before.notation_command {
            self.show_tab(Tab::Semantics);
        }
        self.follow_run(before);
    }

    /// Lets cursor, stops and selection follow another run on the stage.
    fn follow_run(&mut self, before: &Before) {
        // The cursor of a text that was just opened waits for its run.
        let waits = self.document.pending.is_some() && self.run().is_none();
        if waits {
            return;
        }
        let (old, new) = (&before.last_valid, &self.document.last_valid);
        if let (Some(old), Some(new)) = (old, new)
            && old.run != new.run
        {
            self.playback.follow_instructions(old, new);
            self.chrome.follow_names(&old.run.scenario().layout, &new.run.scenario().layout);
        }
        self.playback.limit_cursors(self.run_len());
        self.check_linked_moment();
        let run = self.run().cloned();
        if run != before.stage.run {
            self.playback.find_stops(run.as_ref());
        }
    }

    /// Compares the cursor with the fingerprint of the link, once a run is on the stage. If they differ, moves to the
    /// start and shows a message.
    fn check_linked_moment(&mut self) {
        let Some((cursor, fingerprint)) = self.playback.linked_moment else { return };
        let Some(run) = self.run().filter(|_| !self.is_stale()) else { return };
        let is_same = cursor <= run.len() && run.fingerprint(cursor) == fingerprint;
        self.playback.linked_moment = None;
        if !is_same {
            self.playback.cursor = 0;
            self.chrome.notice = Some(Notice::AnotherRun(cursor));
        }
    }

    /// Lets the pages of surfaces and the invitation to step follow a moved cursor.
    fn follow_cursor(&mut self, from: u32) {
        let cursor = self.playback.cursor;
        let Some(run) = self.run().filter(|_| cursor != from) else { return };
        let is_left = self.chrome.surface_page.is_some_and(|page| is_page_left(page, run, from, cursor));
        if is_left {
            self.chrome.surface_page = None;
        }
        self.chrome.memory_part = None;
        self.settings.stepped |= cursor > 0;
    }

    /// Applies an action on questions. Questions that begin stop playback, and end comparisons.
    fn learn(&mut self, action: LearningAction) {
        let begins = match action {
            LearningAction::Begin => !self.document.session.questions.is_empty(),
            LearningAction::Predict { .. } => true,
            _ => false,
        };
        if begins {
            // The questions are about the text without a variant.
            self.set_pair(None);
        }
        let before = Before::new(self);
        let cursor = self.playback.cursor;
        let moved = self.learning.reduce(action, &self.document, &before.stage, cursor);
        if let Some(cursor) = moved {
            self.playback.cursor = cursor;
            if begins {
                self.playback.playing = false;
                self.playback.pinned = None;
                self.chrome.dialog = None;
            }
        }
        self.follow_run(&before);
    }

    fn inquire(&mut self, action: InquiryAction) {
        let (is_hiding, variant) = (self.is_hiding(), self.compared_variant());
        let about = Subject { document: &self.document, is_hiding, variant };
        if let Some(verdict) = self.inquiries.reduce(action, &about) {
            self.learning.puzzles.take_verdict(verdict);
        }
    }

    /// Opens another scenario, or reopens the same one.
    fn load(&mut self, text: Rc<str>, cursor: u32, is_example: bool) {
        let before = Before::new(self);
        if text != self.document.session.text {
            self.document.loads += 1;
            self.playback.forget_scenario();
            self.inquiries.forget_scenario();
        }
        self.playback.playing = false;
        self.chrome.forget_scenario();
        self.learning.quiz = None;
        let pair = self.embed_pair();
        self.document.load(text, pair);
        self.follow_document(&before);
        self.begin_scenario(cursor, is_example);
    }

    /// Begins the puzzle or the questions of a text that was just opened.
    fn begin_scenario(&mut self, cursor: u32, is_example: bool) {
        if self.learning.puzzles.begin(&self.document.session.text) {
            self.inquire(InquiryAction::Cancel(Topic::Goal));
        }
        self.fold(is_example);
        self.set_cursor(cursor);
        self.learning.is_quiz_due = true;
        self.begin_due_questions();
    }

    /// Begins with the questions of a text that was just opened, once it has run.
    fn begin_due_questions(&mut self) {
        if self.learning.is_quiz_due && self.document.pending.is_none() {
            self.learning.is_quiz_due = false;
            self.learn(LearningAction::Begin);
        }
    }

    /// Folds the variants of the open puzzle, which are the inputs that are not shown, and the declarations of an example.
    /// Unfolds the rest of the text.
    pub(super) fn fold(&mut self, is_example: bool) {
        let session = &self.document.session;
        let variants = session.document.variants.iter().map(|variant| variant.span);
        let variants = variants.filter(|_| self.puzzle().is_some());
        let declarations = if is_example { session.declarations() } else { Vec::new() };
        let spans = declarations.into_iter().chain(variants);
        let span = spans.reduce(Span::to).unwrap_or_default();
        self.document.command(EditorCommand::Fold(span));
    }

    /// Sets the cursor for a text that was just opened. If its run is still in progress, the cursor is limited when the
    /// run is on the stage.
    pub(super) fn set_cursor(&mut self, cursor: u32) {
        let waits = self.document.last_valid.is_none() && self.document.pending.is_some();
        self.playback.cursor = if waits { cursor } else { cursor.min(self.run_len()) };
    }

    /// Applies the view of a link after its scenario was opened.
    pub(super) fn follow_link(&mut self, view: &LinkedView) {
        self.settings.granularity = view.granularity.or(self.settings.granularity);
        self.settings.theme = view.theme.unwrap_or(self.settings.theme);
        self.chrome.tab = view.tab.unwrap_or(self.chrome.tab);
        self.chrome.shows_readings |= view.shows_readings;
        let session = &self.document.session;
        let is_variant = |pair: &Pair| session.variants().any(|name| *name == *pair.variant);
        let pair = view.pair.clone().filter(is_variant);
        self.set_pair(pair);
        self.set_cursor(view.cursor);
        let selection = view.selection;
        self.chrome.selection =
            selection.filter(|selection| self.run().is_some_and(|run| is_there(run, *selection)));
        self.playback.linked_moment = view.fingerprint.map(|fingerprint| (view.cursor, fingerprint));
        self.check_linked_moment();
    }

    pub(super) fn set_pair(&mut self, pair: Option<Pair>) {
        let before = Before::new(self);
        self.document.set_pair(pair);
        self.follow_document(&before);
    }

    fn show_tab(&mut self, tab: Tab) {
        self.chrome.tab = tab;
        self.settings.panes.open(Side::Inspector);
    }

    fn toggle_breakpoint(&mut self, breakpoint: Option<Breakpoint>) {
        if let Some(breakpoint) = breakpoint {
            self.apply(PlaybackAction::Breakpoint(breakpoint).into());
        }
    }

    /// Returns the first instruction in or below a line of the text, from 1.
    fn instruction_at_line(&self, line: usize) -> Option<usize> {
        let session = &self.document.session;
        let run = session.run.as_ref()?;
        let mut lines = run.scenario().program.iter().map(|bound| session.line(bound.span));
        lines.position(|it| it >= line)
    }

    /// Writes an order into the text and plays its run from the start.
    fn play_order(&mut self, orders: Vec<OrderReport>) {
        self.apply(DocumentAction::Edit(PanelEdit::Witness(orders)).into());
        self.set_cursor(0);
        if self.document.pending.is_none() {
            self.playback.play(true, self.run_len());
        }
    }

    fn solve(&mut self, solving: Solving) {
        match solving {
            Solving::Check => {
                if let Some(start) = self.puzzle() {
                    let wanted = Wanted::Goal(start.to_string());
                    self.inquire(InquiryAction::Begin(wanted));
                }
            }
            Solving::StartAgain => {
                if let Some(start) = self.puzzle().cloned() {
                    self.load(start, 0, true);
                }
            }
            Solving::PlayFailure => {
                if let Some(GoalAnswer::Fails(failure)) = self.goal_answer() {
                    let failure = failure.clone();
                    self.play_failure(*failure);
                }
            }
        }
    }

    /// Shows the input of a failure, and plays its order from the start. The verdict stays: an `.order` line does not
    /// change it.
    fn play_failure(&mut self, failure: GoalFailure) {
        let pair = failure.variant.map(|variant| Pair { variant: variant.into(), is_active: true });
        if pair != self.document.pair {
            self.set_pair(pair);
        }
        if failure.order.is_empty() {
            self.set_cursor(0);
            self.playback.play(true, self.run_len());
        } else {
            self.play_order(failure.order);
        }
        self.learning.puzzles.move_verdict(&self.document.session.text);
    }
}
