//! A worker that answers an inquiry about all orders. It runs the page's own program: static/worker.js starts it from
//! the module that the page has compiled, so nothing more is downloaded.

use super::dom::document;
use crate::state::Action;
use crate::state::inquiries::{InquiryAction, Job};
use gloo_events::EventListener;
use js_sys::{Object, Reflect};
use lanescope_core::session::{
    Answer, Inquiring, Inquiry, Job as _, Progress, known_sets, orders::KnownOrders,
};
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// A message of a worker. Messages are sent as texts, which cost less than objects.
#[derive(Debug, Serialize, Deserialize)]
enum WorkerMessage {
    /// The worker is ready for an inquiry.
    Ready,
    /// The progress of the inquiry.
    Progress(Progress),
    /// The answer.
    Answer(Box<Answer>),
    /// The program in the worker has panicked, with the reason.
    Failed(String),
}

/// A worker with its inquiry. Dropping it terminates the worker immediately.
pub struct RunningWorker {
    worker: Worker,
    current: Rc<Current>,
    _listeners: [EventListener; 2],
}

/// The inquiry of a worker, and the receiver of its answer.
struct Current {
    number: Cell<u64>,
    dispatch: RefCell<Callback<Action>>,
    has_answered: Cell<bool>,
}

impl Current {
    fn tell(&self, ask: InquiryAction) {
        let dispatch = self.dispatch.borrow().clone();
        dispatch.emit(ask.into());
    }

    fn failed(&self, why: &str) -> InquiryAction {
        InquiryAction::Failed(self.number.get(), format!("The worker failed: {why}"))
    }
}

impl Drop for RunningWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl RunningWorker {
    /// Returns whether the worker has answered, and knows what the answer comes from.
    pub fn has_answered(&self) -> bool {
        self.current.has_answered.get()
    }

    /// Asks a worker that has answered. `None` if the browser refuses.
    pub fn ask_again(self, job: &Job, dispatch: &Callback<Action>) -> Option<Self> {
        self.current.number.set(job.number);
        self.current.dispatch.replace(dispatch.clone());
        self.current.has_answered.set(false);
        let question = serde_json::to_string(&job.inquiry).ok()?;
        self.worker.post_message(&question.into()).ok()?;
        Some(self)
    }
}

/// Starts a worker for a job, and emits its messages as actions. `None` if the browser refuses. A failure to start, for
/// instance because the frame forbids workers, may also be reported later by [`InquiryAction::NoWorker`].
pub fn ask(job: &Job, dispatch: &Callback<Action>) -> Option<RunningWorker> {
    let base = document().base_uri().ok()??;
    let boot = document().get_element_by_id("boot")?;
    let address = |name: &str| web_sys::Url::new_with_base(name, &base).ok().map(|url| url.href());
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address("static/worker.js")?, &options).ok()?;
    let start = Object::new();
    let program = address(&boot.get_attribute("data-js")?)?;
    Reflect::set(&start, &"program".into(), &program.into()).ok()?;
    Reflect::set(&start, &"module".into(), &wasm_bindgen::module()).ok()?;
    worker.post_message(&start).ok()?;
    let question = serde_json::to_string(&job.inquiry).ok()?;
    let current = Rc::new(Current {
        number: Cell::new(job.number),
        dispatch: RefCell::new(dispatch.clone()),
        has_answered: Cell::new(false),
    });
    let is_ready = Rc::new(Cell::new(false));
    let onmessage = {
        let (worker, current, is_ready) = (worker.clone(), Rc::clone(&current), Rc::clone(&is_ready));
        EventListener::new(&worker.clone(), "message", move |event| {
            let text = event.dyn_ref::<MessageEvent>().and_then(|event| event.data().as_string());
            let number = current.number.get();
            current.tell(match text.and_then(|text| serde_json::from_str(&text).ok()) {
                Some(WorkerMessage::Ready) => {
                    is_ready.set(true);
                    match worker.post_message(&question.as_str().into()) {
                        Ok(()) => return,
                        Err(reason) => current.failed(&format!("{reason:?}")),
                    }
                }
                Some(WorkerMessage::Progress(progress)) => InquiryAction::Progress(number, progress),
                Some(WorkerMessage::Answer(answer)) => {
                    current.has_answered.set(true);
                    InquiryAction::Answer(number, Rc::new(*answer))
                }
                Some(WorkerMessage::Failed(reason)) => current.failed(&reason),
                None => current.failed("its message could not be read"),
            });
        })
    };
    let onerror = {
        let current = Rc::clone(&current);
        EventListener::new(&worker, "error", move |event| {
            // The page shows the failure, so the console does not.
            event.prevent_default();
            let known = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            current.tell(match known.filter(|_| is_ready.get()) {
                Some(message) if is_out_of_memory(&message) => {
                    let why = "There was not enough memory. Try a smaller budget.";
                    InquiryAction::Failed(current.number.get(), why.to_owned())
                }
                Some(message) => current.failed(&message),
                None => InquiryAction::NoWorker,
            });
        })
    };
    Some(RunningWorker { worker, current, _listeners: [onmessage, onerror] })
}

/// Returns whether a browser's error message reports a lack of memory. If memory runs out, the program stops at an
/// unreachable instruction; after any other panic it has already sent a message. An access outside its memory is not a
/// lack of memory.
fn is_out_of_memory(message: &str) -> bool {
    let words = message.to_lowercase();
    ["unreachable", "out of memory", "allocat"].iter().any(|word| words.contains(word))
}

/// The interval of progress reports.
const TELLS_EACH_MS: f64 = 100.0;

/// The number of states between two looks at the clock.
const SLICE_STATES: usize = 512;

/// Answers inquiries, if this program runs in a worker. Returns whether it does.
pub fn answer_questions() -> bool {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return false };
    std::panic::set_hook(Box::new(|info| {
        if let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() {
            tell(&scope, &WorkerMessage::Failed(info.to_string()));
        }
    }));
    let onmessage = {
        let scope = scope.clone();
        let mut known = KnownOrders::default();
        Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let question = event.data().as_string();
            if let Some(inquiry) = question.and_then(|text| serde_json::from_str(&text).ok()) {
                known = answer(&scope, &inquiry, std::mem::take(&mut known));
            }
        })
    };
    scope.set_onmessage(Some(onmessage.as_ref().unchecked_ref()));
    // The closure lives as long as the worker.
    onmessage.forget();
    tell(&scope, &WorkerMessage::Ready);
    true
}

/// Answers an inquiry with the knowledge from the last one, and returns the knowledge for the next one.
fn answer(scope: &DedicatedWorkerGlobalScope, inquiry: &Inquiry, known: KnownOrders) -> KnownOrders {
    let mut inquiring = Inquiring::with_known(inquiry, &known_sets(), known);
    let mut told_ms = js_sys::Date::now();
    while !inquiring.advance(SLICE_STATES) {
        let now_ms = js_sys::Date::now();
        // The time of day may jump back.
        if !(told_ms..told_ms + TELLS_EACH_MS).contains(&now_ms) {
            told_ms = now_ms;
            tell(scope, &WorkerMessage::Progress(inquiring.progress()));
        }
    }
    let known = inquiring.take_known();
    if let Some(answer) = inquiring.finish() {
        tell(scope, &WorkerMessage::Answer(Box::new(answer)));
    }
    known
}

fn tell(scope: &DedicatedWorkerGlobalScope, told: &WorkerMessage) {
    let text = serde_json::to_string(told).expect("what is told can be written");
    // A text can always be posted.
    let _ = scope.post_message(&text.into());
}
