//! The clock of playing, and what waits until changes are over.

use crate::state::Action;
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment. Unlike the time of day, it never jumps.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(super) fn now_ms() -> f64;
}

/// While there is a number, dispatches a tick that many milliseconds after the last one. It waits again when `moment` is
/// another one, as each tick makes it.
#[hook]
pub fn use_clock(wait_ms: Option<u32>, moment: (u32, u32), onaction: Callback<Action>) {
    let struck = use_mut_ref(|| None::<u32>);
    use_effect_with((wait_ms, moment, onaction), move |(wait_ms, _, onaction)| {
        // A page is not open for the 49 days at which this would be full.
        let now = || now_ms() as u32;
        // What drawing took counts too. Where no tick came before, as at the start, the time begins now.
        let last = struck.take();
        let onaction = onaction.clone();
        let timeout = wait_ms.map(|wait_ms| {
            let begun = now();
            let last = last.unwrap_or(begun);
            Timeout::new(wait_ms.saturating_sub(begun - last), move || {
                let now = now();
                struck.replace(Some(now));
                // Some clocks are coarse, and a tick without time would be none.
                onaction.emit(Action::Tick((now - last).max(1)));
            })
        });
        move || drop(timeout)
    });
}

/// Calls `done` with a value once it has stayed as it is for a while. One timer waits at a time and goes on where the value
/// changed meanwhile: to make and give up one for each change costs more than a step leaves.
#[hook]
pub fn use_settled<T: PartialEq + Clone + 'static>(value: T, delay_ms: u32, done: fn(&T)) {
    let waiting = use_mut_ref(|| None::<Waiting<T>>);
    let all = Rc::clone(&waiting);
    use_effect_with(value, move |value| {
        let begun = waiting.take().map(|waiting| waiting.timer);
        let timer = begun.unwrap_or_else(|| timer(&waiting, delay_ms, delay_ms, done));
        waiting.replace(Some(Waiting { value: value.clone(), since_ms: now_ms(), timer }));
    });
    use_effect_with((), move |()| move || drop(all.take()));
}

/// A value that is not settled yet.
struct Waiting<T> {
    value: T,
    /// When it came.
    since_ms: f64,
    timer: Timeout,
}

fn timer<T: 'static>(
    waiting: &Rc<RefCell<Option<Waiting<T>>>>,
    wait_ms: u32,
    delay_ms: u32,
    done: fn(&T),
) -> Timeout {
    let waiting = Rc::clone(waiting);
    Timeout::new(wait_ms, move || {
        let Some(latest) = waiting.take() else { return };
        // Timers may strike a little early; what is left is at most the delay.
        let left_ms = delay_ms.saturating_sub((now_ms() - latest.since_ms).round() as u32);
        if left_ms == 0 {
            done(&latest.value);
        } else {
            let timer = timer(&waiting, left_ms, delay_ms, done);
            waiting.replace(Some(Waiting { timer, ..latest }));
        }
    })
}
