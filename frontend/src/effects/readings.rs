//! The search for readings on which steps depend, once a text has been idle for a moment.

use super::timer::now_ms;
use crate::state::{Action, ByIdentity};
use gloo_timers::callback::Timeout;
use lanescope_core::session::{OtherReadings, Session};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use yew::prelude::*;

/// The idle time of a text before the search.
const AFTER_MS: u32 = 300;

/// The maximum duration of a slice: a quarter of a frame.
const SLICE_MS: f64 = 4.0;

/// The pause between slices, in which the browser handles input such as a step.
const PAUSE_MS: u32 = 1;

/// The timer of the next slice. Dropping it cancels the search.
type Next = RefCell<Option<Timeout>>;

/// Runs the search for a session and dispatches the result with the number of its run.
#[hook]
pub fn use_other_readings(session: &ByIdentity<Session>, run: u64, dispatch: &Callback<Action>) {
    let (session, dispatch) = (session.clone(), dispatch.clone());
    use_effect_with(run, move |run| {
        let next = Rc::new(Next::default());
        let others = Others { session, run: *run, dispatch, next: Rc::downgrade(&next) };
        let timer = Timeout::new(AFTER_MS, move || {
            let readings = others.session.other_readings();
            others.go_on(readings);
        });
        next.replace(Some(timer));
        move || drop(next)
    });
}

/// A search in progress.
struct Others {
    session: ByIdentity<Session>,
    run: u64,
    dispatch: Callback<Action>,
    next: Weak<Next>,
}

impl Others {
    fn go_on(self, mut readings: OtherReadings) {
        let Some(next) = self.next.upgrade() else { return };
        let begun = now_ms();
        while now_ms() - begun < SLICE_MS {
            if readings.advance(&self.session) {
                self.dispatch.emit(Action::OtherReadings(self.run, ByIdentity::new(readings)));
                return;
            }
        }
        let timer = Timeout::new(PAUSE_MS, move || self.go_on(readings));
        next.replace(Some(timer));
    }
}
