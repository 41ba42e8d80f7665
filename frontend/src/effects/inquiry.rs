//! Long-running inquiries (all orders, variants, sweeps), answered by a worker or by this page in slices.
//!
//! An inquiry is data (`session::Inquiry`), and so is its answer. `session::Inquiring` computes the answer in slices.
//!
//! If the user asks, a worker computes it (`worker.rs`). Each inquiry has a worker of its own, so cancelling it ends
//! the work immediately and frees its memory. Messages are texts, because objects cost ten times as much. If a frame
//! forbids workers, an exception or an event reports that. The page then computes the answer itself in slices of 4 ms,
//! with a smaller budget.
//!
//! Small inquiries are answered automatically, within about 10 ms of work, once the text has been idle for a moment.
//!
//! Answers stay valid while the text changes only in `.order`, `.expect`, comments and white space
//! (`Session::apart_from_orders`). So an order from the list of outcomes can be written into the text, and the list
//! stays.

use super::download::text_file;
use super::timer::now_ms;
use super::worker::{self, Asked, Failure, Heard, Told};
use crate::state::all_orders::{AllOrders, Ask, Job, JobState, Topic};
use crate::state::{Action, Notice};
use gloo_timers::callback::Timeout;
use lanescope_core::session::{Answer, Inquiring, Wanted};
use lanescope_core::spec::RollCall;
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use yew::prelude::*;

/// The maximum duration of a slice: a quarter of a frame.
const SLICE_MS: f64 = 4.0;

/// The number of states between two looks at the clock.
const SLICE_STATES: usize = 64;

/// The pause between slices, in which the browser handles input such as a step.
const PAUSE_MS: u32 = 1;

/// The interval of progress reports.
const TELLS_EACH_MS: f64 = 100.0;

/// Runs the current inquiry of each topic.
#[hook]
pub fn use_inquiries(all: &AllOrders, roll_call: &RollCall, dispatch: &Callback<Action>) {
    use_inquiry(all.of(Topic::Orders), roll_call, dispatch);
    use_inquiry(all.of(Topic::Variants), roll_call, dispatch);
    use_inquiry(all.of(Topic::Sweep), roll_call, dispatch);
}

/// Runs the current inquiry. A new job, or `None`, cancels it.
#[hook]
fn use_inquiry(state: &JobState, roll_call: &RollCall, dispatch: &Callback<Action>) {
    let roll_call = roll_call.clone();
    use_effect_with((state.job.clone(), dispatch.clone()), move |(job, dispatch)| {
        // Dropping the worker or the slices cancels the job.
        let (mut asked, mut slices) = (None, None);
        match job {
            Some(job) if job.in_slices => slices = Some(in_slices(job, roll_call, dispatch)),
            Some(job) => asked = in_worker(job, dispatch),
            None => {}
        }
        move || drop((asked, slices))
    });
}

fn in_worker(job: &Job, dispatch: &Callback<Action>) -> Option<Asked> {
    let heard = {
        let (job, dispatch) = (job.clone(), dispatch.clone());
        move |heard| match heard {
            Heard::Told(Told::Answer(answer)) => take(&job, *answer, &dispatch),
            Heard::Told(Told::Progress(progress)) => {
                dispatch.emit(Action::AllOrders(Ask::Progress(job.number, progress)));
            }
            Heard::Told(Told::Ready | Told::Failed(_)) => {}
            Heard::None => dispatch.emit(Action::AllOrders(Ask::NoWorker)),
            Heard::Failed(failure) => {
                let reason = match failure {
                    Failure::Memory => "There was not enough memory. Try a smaller budget.".to_owned(),
                    Failure::Other(why) => {
                        format!("The worker failed: {why}")
                    }
                };
                dispatch.emit(Action::AllOrders(Ask::Failed(job.number, reason)));
            }
        }
    };
    let asked = worker::ask(&job.inquiry, heard);
    if asked.is_none() {
        dispatch.emit(Action::AllOrders(Ask::NoWorker));
    }
    asked
}

/// The timer of the next slice.
type Next = RefCell<Option<Timeout>>;

fn in_slices(job: &Job, roll_call: RollCall, dispatch: &Callback<Action>) -> Rc<Next> {
    let next = Rc::new(RefCell::new(None));
    let slices = Slices { job: job.clone(), dispatch: dispatch.clone(), next: Rc::downgrade(&next) };
    let timer = Timeout::new(PAUSE_MS, move || {
        let inquiring = Inquiring::new(&slices.job.inquiry, &roll_call);
        slices.go_on(inquiring, now_ms());
    });
    next.replace(Some(timer));
    next
}

/// A job that runs in slices.
struct Slices {
    job: Job,
    dispatch: Callback<Action>,
    /// The timer of the next slice. Gone if the job was cancelled.
    next: Weak<Next>,
}

impl Slices {
    fn go_on(self, mut inquiring: Inquiring, mut told_ms: f64) {
        let Some(next) = self.next.upgrade() else { return };
        let begun = now_ms();
        while now_ms() - begun < SLICE_MS {
            if inquiring.advance(SLICE_STATES) {
                if let Some(answer) = inquiring.answer() {
                    take(&self.job, answer, &self.dispatch);
                }
                return;
            }
        }
        if !self.job.is_quiet && begun - told_ms >= TELLS_EACH_MS {
            told_ms = begun;
            let progress = Ask::Progress(self.job.number, inquiring.progress());
            self.dispatch.emit(Action::AllOrders(progress));
        }
        let timer = Timeout::new(PAUSE_MS, move || self.go_on(inquiring, told_ms));
        next.replace(Some(timer));
    }
}

/// Dispatches an answer. If it is a file, downloads it first.
fn take(job: &Job, answer: Answer, dispatch: &Callback<Action>) {
    if let Answer::File(text) = &answer {
        let media_type =
            if job.inquiry.wanted == Wanted::Csv { "text/csv;charset=utf-8" } else { "application/json" };
        if !text_file(&job.file_name, media_type, text) {
            dispatch.emit(Action::Notice(Some(Notice::NotExported(job.file_name.to_string()))));
        }
    }
    dispatch.emit(Action::AllOrders(Ask::Answer(job.number, Rc::new(answer))));
}

/// The idle time of a text before a background job starts.
const QUIET_AFTER_MS: u32 = 600;

/// Starts a background job once a text with its run has been idle.
#[hook]
pub fn use_quiet_inquiry(runs: u64, dispatch: &Callback<Action>) {
    let dispatch = dispatch.clone();
    use_effect_with(runs, move |_| {
        let timer = Timeout::new(QUIET_AFTER_MS, move || dispatch.emit(Action::AllOrders(Ask::Quietly)));
        move || drop(timer)
    });
}
