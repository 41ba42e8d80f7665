//! Long-running inquiries (all orders, variants, sweeps), answered by a worker or by this page in slices.
//!
//! An inquiry is data (`session::Inquiry`), and so is its answer. `session::Inquiring` computes the answer in slices.
//!
//! If the user asks, a worker computes it (`worker.rs`). Each topic has a worker of its own, so cancelling its
//! inquiry ends the work immediately and frees its memory. The worker for orders stays while the text does, because
//! it knows what all orders lead to: the next question explores nothing again. Messages are texts, because objects
//! cost ten times as much. If a frame forbids workers, an exception or an event reports that. The page then computes
//! the answer itself in slices (`slices.rs`), with a smaller budget.
//!
//! Small inquiries are answered automatically, within about 10 ms of work, once the text has been idle for a moment.
//!
//! Answers stay valid while the text changes only in `.order`, `.expect`, comments and white space
//! (`Session::apart_from_orders`). So an order from the list of outcomes can be written into the text, and the list
//! stays.

use super::download::text_file;
use super::slices::use_slices;
use super::worker::{self, RunningWorker};
use crate::state::inquiries::{Inquiries, Job, JobState, SlicedJob, Topic};
use crate::state::{Action, InquiryAction, Notice};
use gloo_timers::callback::Timeout;
use lanescope_core::session::{Answer, SetsWithChecks, Wanted};
use std::rc::Rc;
use yew::prelude::*;

/// Runs the current inquiry of each topic.
#[hook]
pub fn use_inquiries(all: &Inquiries, sets: &SetsWithChecks, dispatch: &Callback<Action>) {
    use_inquiry(all.of(Topic::Orders), Some(all.scenario()), sets, dispatch);
    use_inquiry(all.of(Topic::Variants), None, sets, dispatch);
    use_inquiry(all.of(Topic::Sweep), None, sets, dispatch);
    use_inquiry(all.of(Topic::Goal), None, sets, dispatch);
}

/// Runs the current inquiry. A new job, or `None`, cancels it. A worker that has answered is kept while `kept_for` is
/// the text.
#[hook]
fn use_inquiry(
    state: &JobState,
    kept_for: Option<&Rc<str>>,
    sets: &SetsWithChecks,
    dispatch: &Callback<Action>,
) {
    let (sliced, in_worker) = match &state.job {
        Some(job) if job.in_slices => (Some(job), None),
        job => (None, job.clone()),
    };
    let work = sliced.map(|job| SlicedJob { job: job.clone(), sets: sets.clone() });
    let take = use_callback((state.job.clone(), dispatch.clone()), |action: Action, (job, dispatch)| {
        if let (Some(job), Action::Inquiry(InquiryAction::Answer(_, answer))) = (job, &action) {
            save(job, answer, dispatch);
        }
        dispatch.emit(action);
    });
    use_slices(work, &take);
    let kept = use_mut_ref(|| None::<RunningWorker>);
    let (is_kept, idle) = (kept_for.is_some(), Rc::clone(&kept));
    use_effect_with((in_worker, take), move |(job, take)| {
        let ask = |job: &Job| match idle.take() {
            Some(worker) => worker.ask_again(job, take),
            None => worker::ask(job, take),
        };
        let asked = job.as_ref().map(ask);
        if matches!(asked, Some(None)) {
            take.emit(InquiryAction::NoWorker.into());
        }
        // Dropping the worker cancels the job.
        move || {
            if let Some(worker) = asked.flatten().filter(|worker| is_kept && worker.has_answered()) {
                idle.replace(Some(worker));
            }
        }
    });
    use_effect_with(kept_for.cloned(), move |_| drop(kept.take()));
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
        let timer = Timeout::new(QUIET_AFTER_MS, move || dispatch.emit(InquiryAction::BeginQuietly.into()));
        move || drop(timer)
    });
}
