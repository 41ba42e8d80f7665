//! The session still being computed for the current text.
//!
//! Until it is complete, the page behaves as for a text with a mistake. The last valid run stays on the stage, marked
//! as stale, and can be stepped through, so that the user does not lose the current step by a key press. The cursor
//! keeps its index in the new run.

use super::{ByIdentity, Entry, Model, Notice, Rejected};
use lanescope_core::session::{PanelEdit, PendingSession, Session};
use std::cell::RefCell;
use std::rc::Rc;

/// The number of micro-steps that run synchronously when a text is opened. This takes a few milliseconds and covers
/// most runs.
pub const FIRST_SLICE: u32 = 20_000;

/// The granularity of the displayed step count. A faster count would be unreadable, and each change renders the stage.
const SHOWN_STEPS: u32 = 100_000;

/// A session still being computed. Clones share one instance (interior mutability). The number of slices does not
/// affect the result.
#[derive(Clone, Debug)]
pub struct Pending {
    session: Rc<RefCell<PendingSession>>,
    /// The number of completed micro-steps.
    steps: u32,
    change: Option<Rc<Change>>,
}

/// The panel edit that produced a text. Whether it is accepted is known when the run is complete.
#[derive(Debug)]
pub(super) struct Change {
    /// The session before the edit.
    pub before: ByIdentity<Session>,
    pub edit: PanelEdit,
    /// The field and the text that was typed there.
    pub entry: Option<Entry>,
    pub typed: String,
}

impl PartialEq for Pending {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.session, &other.session) && self.steps == other.steps
    }
}

impl Pending {
    /// Runs at most `steps` micro-steps. Returns whether the session is complete.
    fn advance(&mut self, steps: u32) -> bool {
        let mut session = self.session.borrow_mut();
        let is_whole = session.advance(steps);
        self.steps = session.steps();
        is_whole
    }

    /// Returns the session with the results so far.
    fn session(&self) -> Session {
        self.session.borrow().session().clone()
    }
}

impl Model {
    /// Returns the approximate number of completed micro-steps of the current text, until its run is on the stage.
    pub fn steps_under_way(&self) -> Option<u32> {
        let waits = self.good.is_none() || self.is_stale();
        self.pending.as_ref().filter(|_| waits).map(|it| it.steps / SHOWN_STEPS * SHOWN_STEPS)
    }

    /// Adopts a text that was just parsed. A short run is completed at once, a longer one in slices.
    pub(super) fn begin(&mut self, session: PendingSession, change: Option<Change>) {
        let session = Rc::new(RefCell::new(session));
        let mut pending = Pending { session, steps: 0, change: change.map(Rc::new) };
        if pending.advance(FIRST_SLICE) {
            self.finish(&pending);
        } else {
            self.adopt(ByIdentity::new(pending.session()));
            self.pending = Some(pending);
            self.setup = None;
            // Playback would continue in a different run.
            self.playing = false;
        }
    }

    /// Advances the run in progress, if any.
    pub(super) fn advance(&mut self, steps: u32) {
        let Some(pending) = &mut self.pending else { return };
        if pending.advance(steps) {
            let pending = pending.clone();
            self.finish(&pending);
        }
    }

    /// Shows a complete session, or rejects the edit that produced it.
    fn finish(&mut self, pending: &Pending) {
        let session = pending.session();
        let accepted = pending.change.as_deref().map(|it| (it, it.before.accept(&it.edit, &session)));
        match accepted {
            Some((change, Err(reason))) => {
                // Otherwise the text before the edit was never replaced, and its run may still be in progress.
                if self.text == session.text {
                    self.pending = None;
                    self.adopt(change.before.clone());
                }
                let (entry, typed) = (change.entry.clone(), change.typed.clone());
                Rc::make_mut(&mut self.rejected).push(Rejected { entry, typed, reason, room: None });
            }
            _ => {
                self.pending = None;
                self.adopt(ByIdentity::new(session));
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
            self.rejected = Rc::default();
            self.all_orders.forget_problems();
            // The edited text will be saved, so the message no longer applies.
            self.notice = self.notice.take().filter(|notice| *notice != Notice::TakenOver);
        }
        self.all_orders.scenario = session.apart_from_orders().into();
        self.session = session;
    }
}
