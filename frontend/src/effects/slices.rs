//! Slices of long computations. Between two slices, the browser handles input and paints.
//!
//! A key press parses and checks the text in its own task, and runs it for up to 20,000 micro-steps, which is enough
//! for most texts. The rest of a longer run is computed in slices of some milliseconds, each in a task of its own. So are the
//! search for stops, the search for readings on which steps depend, and inquiries without a worker. `core` has no clock:
//! this module measures each slice.
//!
//! While a run is in progress, the model has the new text, its session without a run, and the last valid run, which the
//! stage marks as such. Another text cancels the run in progress. A panel edit takes effect in the text immediately; if
//! its run reports an error, the previous text is restored.

use super::timer::now_ms;
use crate::state::Action;
use crate::state::sliced::Sliced;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use yew::prelude::*;

/// The duration of a slice: half a frame.
const SLICE_MS: f64 = 8.0;

/// The minimum time between two reports of progress.
const REPORT_MS: f64 = 100.0;

/// Computes `work` in slices, and dispatches its progress and its result. Other work, or `None`, cancels it.
#[hook]
pub fn use_slices<W: Sliced<Event: Into<Action>>>(work: Option<W>, dispatch: &Callback<Action>) {
    use_effect_with((work, dispatch.clone()), |(work, dispatch)| {
        let slices = work.as_ref().map(|work| {
            let next = Rc::new(Next::default());
            let (work, dispatch, weak) = (work.clone(), dispatch.clone(), Rc::downgrade(&next));
            let first = Timeout::new(W::DELAY_MS, move || {
                let state = work.begin();
                Slices { work, state, dispatch, reported_ms: now_ms(), next: weak }.compute();
            });
            next.replace(Some(first));
            next
        });
        move || drop(slices)
    });
}

/// The timer of the next slice. Dropping it cancels the computation.
type Next = RefCell<Option<Timeout>>;

/// A computation in progress.
struct Slices<W: Sliced> {
    work: W,
    state: W::State,
    dispatch: Callback<Action>,
    reported_ms: f64,
    next: Weak<Next>,
}

impl<W: Sliced<Event: Into<Action>>> Slices<W> {
    /// Computes a slice, and schedules the next one.
    fn compute(mut self) {
        let begun = now_ms();
        while now_ms() - begun < SLICE_MS {
            if self.work.advance(&mut self.state) {
                self.work.result(self.state).into_iter().for_each(|action| self.dispatch.emit(action.into()));
                return;
            }
        }
        if begun - self.reported_ms >= REPORT_MS {
            self.reported_ms = begun;
            self.work.progress(&self.state).into_iter().for_each(|action| self.dispatch.emit(action.into()));
        }
        if let Some(next) = self.next.upgrade() {
            next.replace(Some(Timeout::new(0, move || self.compute())));
        }
    }
}
