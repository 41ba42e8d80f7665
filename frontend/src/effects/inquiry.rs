//! Long-running inquiries (all orders, variants, sweeps), answered by a worker or by this page in slices.
//!
//! An inquiry is data (`session::Inquiry`), and so is its answer. `session::Inquiring` computes the answer in slices.
//!
//! If the user asks, a worker computes it (`worker.rs`). Each inquiry has a worker of its own, so cancelling it ends
//! the work immediately and frees its memory. Messages are texts, because objects cost ten times as much. If a frame
//! forbids workers, an exception or an event reports that. The page then computes the answer itself in slices
//! (`slices.rs`), with a smaller budget.
//!
//! Small inquiries are answered automatically, within about 10 ms of work, once the text has been idle for a moment.
//!
//! Answers stay valid while the text changes only in `.order`, `.expect`, comments and white space
//! (`Session::apart_from_orders`). So an order from the list of outcomes can be written into the text, and the list
//! stays.

use super::download::text_file;
use super::slices::use_slices;
use super::worker;
use crate::state::all_orders::{AllOrders, Ask, Job, JobState, SlicedJob, Topic};
use crate::state::{Action, Notice};
use gloo_timers::callback::Timeout;
use lanescope_core::session::{Answer, Wanted};
use lanescope_core::spec::RollCall;
use yew::prelude::*;

/// Runs the current inquiry of each topic.
#[hook]
pub fn use_inquiries(all: &AllOrders, roll_call: &RollCall, dispatch: &Callback<Action>) {
    use_inquiry(all.of(Topic::Orders), roll_call, dispatch);
    use_inquiry(all.of(Topic::Variants), roll_call, dispatch);
    use_inquiry(all.of(Topic::Sweep), roll_call, dispatch);
    use_inquiry(all.of(Topic::Goal), roll_call, dispatch);
}

/// Runs the current inquiry. A new job, or `None`, cancels it.
#[hook]
fn use_inquiry(state: &JobState, roll_call: &RollCall, dispatch: &Callback<Action>) {
    let (sliced, in_worker) = match &state.job {
        Some(job) if job.in_slices => (Some(job), None),
        job => (None, job.clone()),
    };
    let work = sliced.map(|job| SlicedJob { job: job.clone(), roll_call: roll_call.clone() });
    let take = use_callback((state.job.clone(), dispatch.clone()), |action: Action, (job, dispatch)| {
        if let (Some(job), Action::AllOrders(Ask::Answer(_, answer))) = (job, &action) {
            save(job, answer, dispatch);
        }
        dispatch.emit(action);
    });
    use_slices(work, &take);
    use_effect_with((in_worker, take), |(job, take)| {
        let asked = job.as_ref().map(|job| worker::ask(job, take));
        if matches!(asked, Some(None)) {
            take.emit(Action::AllOrders(Ask::NoWorker));
        }
        // Dropping the worker cancels the job.
        move || drop(asked)
    });
}

/// Downloads an answer that is a file.
fn save(job: &Job, answer: &Answer, dispatch: &Callback<Action>) {
    let Answer::File(text) = answer else { return };
    let media_type =
        if job.inquiry.wanted == Wanted::Csv { "text/csv;charset=utf-8" } else { "application/json" };
    if !text_file(&job.file_name, media_type, text) {
        dispatch.emit(Action::Notice(Some(Notice::NotExported(job.file_name.to_string()))));
    }
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
