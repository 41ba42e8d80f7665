//! The page's model, and selectors over it.

use super::by_identity::ByIdentity;
use super::chrome::{Chrome, Notice, PageKind, Tab};
use super::document::{Document, Pair};
use super::inquiries::{CanBe, Inquiries, KnownOutcomes, PairOutcomes, Subject, Swept};
use super::learning::Learning;
use super::link::LinkedView;
use super::playback::Playback;
use super::settings::{Settings, Theme};
use super::stage::{Stage, StagedRun};
use lanescope_core::diag::Diagnostic;
use lanescope_core::session::{
    Session,
    compare::OtherReadings,
    orders::GoalAnswer,
    run::{Place, Run},
    text::{Expectation, Span, Verdict, capitalized},
};
use lanescope_core::trace::{Granularity, MicroStep};
use std::borrow::Cow;
use std::rc::Rc;

/// The state of the page. Everything that the page shows is derived from it. Each value has its own actions and reducer.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The text, its session and its runs.
    pub document: Document,
    /// The cursor, playback and stops.
    pub playback: Playback,
    /// The settings of the reader.
    pub settings: Settings,
    /// Inquiries about all orders, with their results.
    pub inquiries: Inquiries,
    /// The questions that the reader is answering, and puzzles.
    pub learning: Learning,
    /// The parts of the page around the stage.
    pub chrome: Chrome,
}

/// A reading on which a step depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepReading {
    pub name: &'static str,
    /// The active choice.
    pub choice: &'static str,
    /// The question that the reading answers.
    pub question: &'static str,
}

/// The granularity of the displayed step count. A faster count would be unreadable, and each change renders the stage.
const SHOWN_STEPS: u32 = 100_000;

/// A note on a stage that does not show the run of the current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageNote {
    pub title: &'static str,
    /// The reason, and what the user can do; empty if nothing more is to be said.
    pub sentence: Cow<'static, str>,
    /// The number of completed micro-steps while the run is being computed.
    pub steps: Option<u32>,
}

impl Model {
    /// Returns whether the stage shows the run of an earlier text.
    pub fn is_stale(&self) -> bool {
        self.document.is_stale()
    }

    /// Returns whether answers are being asked for, so that results are hidden.
    pub fn is_hiding(&self) -> bool {
        self.learning.is_hiding()
    }

    /// Returns the last valid run, or the setup of the text if there is none. While answers are asked for, the run ends at
    /// the questions.
    pub fn on_stage(&self) -> Option<&StagedRun> {
        self.valid_run().or(self.document.setup.as_ref())
    }

    fn valid_run(&self) -> Option<&StagedRun> {
        let veiled = self.learning.quiz.as_ref().and_then(|quiz| quiz.veiled());
        veiled.or(self.document.last_valid.as_ref())
    }

    pub fn run(&self) -> Option<&ByIdentity<Run>> {
        self.valid_run().map(|valid| &valid.run)
    }

    /// Returns the number of micro-steps of the run on the stage.
    pub fn run_len(&self) -> u32 {
        self.run().map_or(0, |run| run.len())
    }

    /// Returns the current step size.
    pub fn granularity(&self) -> Granularity {
        let usual = || self.document.last_valid.as_ref().map(|valid| valid.run.usual_granularity());
        self.settings.granularity.or_else(usual).unwrap_or(Granularity::Phase)
    }

    /// Returns the run on the stage, as far as the parts of the model depend on it.
    pub(super) fn stage(&self) -> Stage {
        Stage {
            run: self.run().cloned(),
            granularity: self.granularity(),
            is_stale: self.is_stale(),
            is_hiding: self.is_hiding(),
        }
    }

    /// Returns the time between two steps during playback. Animations must end within it.
    pub fn pace_ms(&self) -> Option<u32> {
        self.playback.pace_ms(&self.stage(), self.settings.plays_fast)
    }

    /// Returns the time from the last tick to the next visible change. `None` if not playing.
    pub fn wait_ms(&self) -> Option<u32> {
        self.playback.wait_ms(&self.stage(), self.settings.plays_fast)
    }

    /// Returns the readings on which a step of the run on the stage depends.
    pub fn readings_of(&self, step: &MicroStep) -> Vec<StepReading> {
        let Some(run) = self.run() else { return Vec::new() };
        let found = match &self.inquiries.other_readings {
            Some((of, others)) if *of == self.document.runs => others.of_step(run, step),
            _ => OtherReadings::default().of_step(run, step),
        };
        let all = run.scenario().set.readings;
        let question = |name: &str| all.iter().find(|it| it.name == name).map_or("", |it| it.question);
        found
            .into_iter()
            .map(|(name, choice)| StepReading { name, choice, question: question(name) })
            .collect()
    }

    /// Returns whether the page shows the invitation to step. It is hidden while problems are listed, because it would
    /// cover them.
    pub fn invites_to_step(&self) -> bool {
        let has_problems = !self.document.session.diagnostics.is_empty();
        !self.settings.stepped && self.run_len() > 0 && !has_problems
    }

    /// Returns the message above the page. A rejected edit that has no field takes precedence.
    pub fn message(&self) -> Option<Notice> {
        let refused = self.document.rejected.iter().find(|rejected| rejected.entry.is_none());
        let refused = refused.map(|rejected| Notice::Refused(rejected.reason.clone()));
        refused.or_else(|| self.chrome.notice.clone())
    }

    /// Returns the note on the stage; `None` if it shows the run of the current text.
    pub fn stage_note(&self) -> Option<StageNote> {
        let has_run = self.run().is_some_and(|run| !run.scenario().program.is_empty());
        let note = |title, sentence| Some(StageNote { title, sentence, steps: None });
        let session = &self.document.session;
        let reason = || match session.first_unexpected_error() {
            Some(error) => capitalized(&in_words(session, error)).into(),
            None => "Fix the errors to run the text.".into(),
        };
        if let Some(steps) = self.pending_steps() {
            let sentence = if has_run { "Showing the previous run meanwhile." } else { "" };
            return Some(StageNote { title: "Running…", sentence: sentence.into(), steps: Some(steps) });
        }
        if has_run {
            return if self.is_stale() { note("Last valid run", reason()) } else { None };
        }
        // An embed gives the reason above the stage, and an empty text has a page of its own.
        if self.chrome.page_kind == PageKind::Embed || self.document.session.text.trim().is_empty() {
            return None;
        }
        if self.document.last_valid.is_some() {
            return note(
                "Initial state",
                "The program has no instruction yet. Type one, or open an example.".into(),
            );
        }
        let title = if self.document.setup.is_some() { "Initial state" } else { "No run" };
        note(title, reason())
    }

    /// Returns the approximate number of completed micro-steps of the current text, until its run is on the stage.
    pub fn pending_steps(&self) -> Option<u32> {
        let waits = self.document.last_valid.is_none() || self.is_stale();
        let pending = self.document.pending.as_ref().filter(|_| waits);
        pending.map(|pending| pending.steps / SHOWN_STEPS * SHOWN_STEPS)
    }

    /// Returns the variant that is compared: the one on the stage or, if the tab of variants is open, the last one chosen or
    /// the first.
    pub fn compared_variant(&self) -> Option<Rc<str>> {
        let Document { session, pair, chosen_variant, .. } = &self.document;
        let is_there = |name: &&Rc<str>| session.variants().any(|variant| *variant == ***name);
        let on_stage = pair.as_ref().map(|pair| &pair.variant).filter(is_there);
        let chosen = chosen_variant.as_ref().filter(is_there);
        match on_stage {
            Some(variant) => Some(Rc::clone(variant)),
            None if self.chrome.tab == Tab::Compare => {
                chosen.cloned().or_else(|| session.variants().next().map(Rc::from))
            }
            None => None,
        }
    }

    /// Returns the text that inquiries are about.
    pub(super) fn subject(&self) -> Subject<'_> {
        Subject { document: &self.document, is_hiding: self.is_hiding(), variant: self.compared_variant() }
    }

    /// Returns the outcomes of all orders of the current text.
    pub fn outcomes(&self) -> Option<&ByIdentity<KnownOutcomes>> {
        self.inquiries.outcomes(&self.subject())
    }

    /// Returns the outcomes of all orders, if they are about the run on the stage.
    pub fn outcomes_on_stage(&self) -> Option<&ByIdentity<KnownOutcomes>> {
        self.outcomes().filter(|_| !self.is_stale())
    }

    /// Returns the last answer whether a result is possible, if it is about the current text.
    pub fn can_be(&self) -> Option<&ByIdentity<CanBe>> {
        self.inquiries.can_be(&self.subject())
    }

    /// Returns the compared outcomes of the base text and the variant, if known.
    pub fn pair_outcomes(&self) -> Option<&ByIdentity<PairOutcomes>> {
        self.inquiries.pair_outcomes(&self.subject())
    }

    /// Returns the last result of a sweep, if it is about the current text.
    pub fn swept(&self) -> Option<&ByIdentity<Swept>> {
        self.inquiries.swept(&self.subject())
    }

    /// Returns the `.expect` lines of the current text, each as written and with its verdict.
    pub fn expectations(&self) -> Vec<(String, Expectation)> {
        self.inquiries.expectations(&self.subject())
    }

    /// Returns the positions of the `.expect` lines with their verdicts, which are open until the end of the run.
    pub fn verdicts(&self) -> Vec<(Span, Verdict)> {
        let is_over = self.is_over();
        let verdict = |it: &Expectation| (it.span, if is_over { it.verdict } else { Verdict::NotJudged });
        self.expectations().iter().map(|(_, it)| verdict(it)).collect()
    }

    /// Returns whether the run is at its end.
    pub fn is_over(&self) -> bool {
        self.run_len() > 0 && self.playback.cursor == self.run_len()
    }

    /// Returns whether the `.expect` lines about all orders will be judged soon.
    pub fn is_judging(&self) -> bool {
        self.inquiries.is_judging(&self.subject())
    }

    /// Returns the places whose contents at the end of the run are not as the text expects. Empty before the end.
    pub fn unexpected(&self) -> Vec<Place> {
        if !self.is_over() {
            return Vec::new();
        }
        self.expectations().into_iter().flat_map(|(_, it)| it.places).collect()
    }

    /// Returns the text with which the open puzzle started.
    pub fn puzzle(&self) -> Option<&Rc<str>> {
        self.learning.puzzles.open_puzzle(&self.document.session.text)
    }

    /// Returns the verdict on the current text; `None` if it was not checked.
    pub fn goal_answer(&self) -> Option<&GoalAnswer> {
        self.learning.puzzles.verdict(&self.document.session.text)
    }

    /// Returns the variant that the host page asks to show for every loaded text.
    pub(super) fn embed_pair(&self) -> Option<Pair> {
        self.chrome.embed_variant.clone().map(|variant| Pair { variant, is_active: false })
    }

    /// Returns the view for a link to this moment, without its fingerprint, which takes a query on the run.
    pub fn linked_view(&self) -> LinkedView {
        let Chrome { tab, page_kind, selection, .. } = self.chrome;
        let shows_readings = self.chrome.shows_readings && tab == Tab::Semantics;
        let theme = self.settings.theme;
        LinkedView {
            cursor: self.playback.cursor,
            granularity: self.settings.granularity,
            fingerprint: None,
            tab: Some(tab).filter(|tab| shows_readings || *tab != Tab::default()),
            shows_readings,
            // The theme of an embed belongs to the host page, so the user did not choose it.
            theme: Some(theme).filter(|theme| *theme != Theme::default() && page_kind == PageKind::Full),
            selection,
            pair: self.document.pair.clone(),
        }
    }
}

/// Returns the message of a diagnostic with its line.
pub(super) fn in_words(session: &Session, found: &Diagnostic) -> String {
    format!("line {}: {}", session.line(found.span), found.message)
}
