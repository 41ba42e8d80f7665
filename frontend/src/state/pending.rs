//! The session still being computed for the current text.
//!
//! Until it is complete, the page behaves as for a text with a mistake. The last valid run stays on the stage, marked
//! as stale, and can be stepped through, so that the user does not lose the current step by a key press. The cursor
//! keeps its index in the new run.

use super::dragging::TextChange;
use super::sliced::Sliced;
use super::{Action, ByIdentity, EditorCommand, Entry, Model, Notice, PageKind, Rejected};
use lanescope_core::session::{
    Session,
    text::{PanelEdit, PendingSession},
};
use std::rc::Rc;

/// The number of micro-steps that run synchronously when a text is opened. This takes a few milliseconds and covers
/// most runs.
pub const FIRST_SLICE: u32 = 20_000;

/// The granularity of the displayed step count. A faster count would be unreadable, and each change renders the stage.
const SHOWN_STEPS: u32 = 100_000;

/// A session still being computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pending {
    /// The session after its first slice. The effect computes the rest.
    pub session: ByIdentity<PendingSession>,
    /// The number of completed micro-steps, as last reported.
    steps: u32,
    change: Option<ByIdentity<Change>>,
}

/// The number of micro-steps between two looks at the clock.
const PIECE_STEPS: u32 = 1_000;

impl Sliced for ByIdentity<PendingSession> {
    type State = PendingSession;

    fn begin(&self) -> PendingSession {
        (**self).clone()
    }

    fn advance(&self, state: &mut PendingSession) -> bool {
        state.advance(PIECE_STEPS)
    }

    fn progress(&self, state: &PendingSession) -> Option<Action> {
        Some(Action::UnderWay(self.clone(), state.steps()))
    }

    fn result(&self, state: PendingSession) -> Option<Action> {
        Some(Action::Complete(self.clone(), ByIdentity::new(state.session().clone())))
    }
}

/// The panel edit that produced a text. Whether it is accepted is known when the run is complete.
#[derive(Debug)]
pub struct Change {
    /// The session before the edit.
    pub before: ByIdentity<Session>,
    pub edit: PanelEdit,
    /// The field and the text that was typed there.
    pub entry: Option<Entry>,
    pub typed: String,
}

/// A note on a stage that does not show the run of the current text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StageNote {
    /// The title of the stage.
    pub title: &'static str,
    /// The reason, and what the user can do; empty if nothing more is to be said.
    pub sentence: &'static str,
    /// The number of completed micro-steps while the run is being computed.
    pub steps: Option<u32>,
}

impl Model {
    /// Returns the note on the stage; `None` if it shows the run of the current text.
    pub fn stage_note(&self) -> Option<StageNote> {
        let has_run = self.run().is_some_and(|run| !run.scenario().program.is_empty());
        let note = |title, sentence| Some(StageNote { title, sentence, steps: None });
        if let Some(steps) = self.steps_under_way() {
            let sentence = if has_run { "Showing the previous run meanwhile." } else { "" };
            return Some(StageNote { title: "Running…", sentence, steps: Some(steps) });
        }
        if has_run {
            return if self.is_stale() {
                note("Last valid run", "Fix the errors to run the text.")
            } else {
                None
            };
        }
        // An embed gives the reason above the stage, and an empty text has a page of its own.
        if self.page_kind == PageKind::Embed || self.text.trim().is_empty() {
            return None;
        }
        if self.good.is_some() {
            return note(
                "Initial state",
                "The program has no instruction yet. Type one, or open an example.",
            );
        }
        let title = if self.setup.is_some() { "Initial state" } else { "No run" };
        note(title, "Fix the errors to run the program.")
    }

    /// Returns the approximate number of completed micro-steps of the current text, until its run is on the stage.
    pub fn steps_under_way(&self) -> Option<u32> {
        let waits = self.good.is_none() || self.is_stale();
        self.pending.as_ref().filter(|_| waits).map(|it| it.steps / SHOWN_STEPS * SHOWN_STEPS)
    }

    /// Adopts a text that was just parsed. A short run is completed at once, a longer one in slices.
    pub(super) fn begin(&mut self, mut session: PendingSession, change: Option<Change>) {
        let is_complete = session.advance(FIRST_SLICE);
        let change = change.map(ByIdentity::new);
        let known = ByIdentity::new(session.session().clone());
        if is_complete {
            self.finish(known, change);
        } else {
            self.adopt(known);
            self.pending =
                Some(Pending { steps: session.steps(), session: ByIdentity::new(session), change });
            self.setup = None;
            // Playback would continue in a different run.
            self.playing = false;
        }
    }

    /// Takes note of the progress of a pending session.
    pub(super) fn be_under_way(&mut self, of: &ByIdentity<PendingSession>, steps: u32) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.session == *of) {
            pending.steps = steps;
        }
    }

    /// Shows the complete session of a pending one. Ignores it if another text has replaced the text.
    pub(super) fn complete(&mut self, of: &ByIdentity<PendingSession>, session: ByIdentity<Session>) {
        if let Some(pending) = self.pending.take_if(|pending| pending.session == *of) {
            self.finish(session, pending.change);
            self.begin_due_quiz();
        }
    }

    /// Shows a complete session, or rejects the edit that produced it.
    fn finish(&mut self, session: ByIdentity<Session>, change: Option<ByIdentity<Change>>) {
        let accepted = change.as_deref().map(|it| (it, it.before.accept(&it.edit, &session)));
        match accepted {
            Some((change, Err(reason))) => {
                // Otherwise the text before the edit was never replaced, and its run may still be in progress.
                if self.text == session.text {
                    self.pending = None;
                    self.adopt(change.before.clone());
                }
                if self.drag.is_some() {
                    return;
                }
                let (entry, typed) = (change.entry.clone(), change.typed.clone());
                Rc::make_mut(&mut self.rejected).push(Rejected { entry, typed, reason, room: None });
            }
            _ => {
                self.pending = None;
                self.adopt(session);
                self.runs += 1;
                self.keep_good_run();
                self.playing &= !self.is_stale();
            }
        }
    }

    /// Adopts a session and its text. Rejected edits are dropped, because they belong to the previous text.
    fn adopt(&mut self, session: ByIdentity<Session>) {
        if session.text != self.text {
            self.text = Rc::clone(&session.text);
            self.meant = None;
            self.quiz = None;
            self.text_change = TextChange::Step;
            // The editor may not be loaded yet, and an edited text is not folded.
            self.editor_command.1.take_if(|command| matches!(command, EditorCommand::Fold(_)));
            self.rejected = Rc::default();
            self.all_orders.forget_problems();
            // The edited text will be saved, so the message no longer applies.
            self.notice = self.notice.take().filter(|notice| *notice != Notice::TakenOver);
        }
        self.all_orders.scenario = session.apart_from_orders().into();
        self.session = session;
    }
}
