//! The session that is being made while its text stands in the editor already.
//!
//! Until it is whole, the page stands as it does with a text that has a mistake: the last run stays on the stage, marked,
//! and can be stepped through, since a person in the middle of it is not to lose their place to a key press. What was
//! asked for there holds for the new run, too: the cursor stays at its index.

use super::{ByIdentity, Entry, Model, Notice, Rejected};
use lanescope_core::session::{PanelEdit, PendingSession, Session};
use std::cell::RefCell;
use std::rc::Rc;

/// How many micro-steps a text runs at once, before anything else is done: a few milliseconds, and more than most texts
/// have.
pub const FIRST_SLICE: u32 = 20_000;

/// The number of micro-steps that is shown changes this often: one that changes faster nobody reads, and each change draws
/// the stage anew.
const SHOWN_STEPS: u32 = 100_000;

/// A session that is being made. Copies make the same session together: what one of them does is done for all, which
/// changes when the session is whole, never what it is.
#[derive(Clone, Debug)]
pub struct Pending {
    session: Rc<RefCell<PendingSession>>,
    /// How many micro-steps have been done.
    steps: u32,
    change: Option<Rc<Change>>,
}

/// A panel's change that a text came from. Whether it can be made is known when the run is over.
#[derive(Debug)]
pub(super) struct Change {
    /// The session that it changes.
    pub before: ByIdentity<Session>,
    pub edit: PanelEdit,
    /// Where it was typed, and what.
    pub entry: Option<Entry>,
    pub typed: String,
}

impl PartialEq for Pending {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.session, &other.session) && self.steps == other.steps
    }
}

impl Pending {
    /// Goes on for at most that many micro-steps. Returns whether the session is whole.
    fn advance(&mut self, steps: u32) -> bool {
        let mut session = self.session.borrow_mut();
        let is_whole = session.advance(steps);
        self.steps = session.steps();
        is_whole
    }

    /// The session as far as it is known.
    fn session(&self) -> Session {
        self.session.borrow().session().clone()
    }
}

impl Model {
    /// How many micro-steps of the text at hand have run, roughly, while its run is not on the stage yet.
    pub fn steps_under_way(&self) -> Option<u32> {
        let waits = self.good.is_none() || self.is_stale();
        self.pending.as_ref().filter(|_| waits).map(|it| it.steps / SHOWN_STEPS * SHOWN_STEPS)
    }

    /// Takes over a text that has just been read: with its run, where that is short; else its run is made in slices.
    pub(super) fn begin(&mut self, session: PendingSession, change: Option<Change>) {
        let session = Rc::new(RefCell::new(session));
        let mut pending = Pending { session, steps: 0, change: change.map(Rc::new) };
        if pending.advance(FIRST_SLICE) {
            self.finish(&pending);
        } else {
            self.adopt(ByIdentity::new(pending.session()));
            self.pending = Some(pending);
            self.setup = None;
            // What plays would be another run all of a sudden.
            self.playing = false;
        }
    }

    /// Goes on with the run that is under way, if one is.
    pub(super) fn advance(&mut self, steps: u32) {
        let Some(pending) = &mut self.pending else { return };
        if pending.advance(steps) {
            let pending = pending.clone();
            self.finish(&pending);
        }
    }

    /// Shows a session that is whole, or refuses the change that it came from.
    fn finish(&mut self, pending: &Pending) {
        let session = pending.session();
        let accepted = pending.change.as_deref().map(|it| (it, it.before.accept(&it.edit, &session)));
        match accepted {
            Some((change, Err(reason))) => {
                // Else the text before still stands, and its run may be under way.
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

    /// Takes over a session, and its text with it. What was refused was refused of the text before.
    fn adopt(&mut self, session: ByIdentity<Session>) {
        if session.text != self.text {
            self.text = Rc::clone(&session.text);
            self.meant = None;
            self.rejected = Rc::default();
            self.all_orders.forget_problems();
            // The edited text is the one that is kept.
            self.notice = self.notice.take().filter(|notice| *notice != Notice::TakenOver);
        }
        self.all_orders.scenario = session.apart_from_orders().into();
        self.session = session;
    }
}
