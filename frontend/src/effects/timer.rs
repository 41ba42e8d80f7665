//! The clock of playback, and a debounce.

use crate::state::{Action, PlaybackAction};
use gloo_timers::callback::Timeout;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns the milliseconds since a fixed moment. Unlike the time of day, it never jumps.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    pub(super) fn now_ms() -> f64;
}

/// Dispatches a tick `wait_ms` after the previous one; none for `None`. A change of `moment`, which each tick causes,
/// restarts the timer.
#[hook]
pub fn use_clock(wait_ms: Option<u32>, moment: (u32, u32), dispatch: Callback<Action>) {
    let last_tick = use_mut_ref(|| None::<u32>);
    use_effect_with((wait_ms, moment, dispatch), move |(wait_ms, _, dispatch)| {
        // 32 bits of milliseconds are 49 days, longer than a page stays open.
        let now = || now_ms() as u32;
        // The time for rendering counts, too. Without a previous tick, the time starts now.
        let last = last_tick.take();
        let dispatch = dispatch.clone();
        let timeout = wait_ms.map(|wait_ms| {
            let begun = now();
            let last = last.unwrap_or(begun);
            Timeout::new(wait_ms.saturating_sub(begun - last), move || {
                let now = now();
                last_tick.replace(Some(now));
                // On a coarse clock the difference may be 0, and a tick of 0 ms would have no effect.
                dispatch.emit(PlaybackAction::Tick((now - last).max(1)).into());
            })
        });
        move || drop(timeout)
    });
}

/// Calls `done` with a value once it has been unchanged for `delay_ms` (debounce). One timer is pending at a time and
/// is extended if the value has changed. Creating and cancelling a timer for each change would cost too much per step.
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

/// A value with a pending timer.
struct Waiting<T> {
    value: T,
    /// The time of the last change.
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
        // Timers may fire slightly early. The remaining time is at most the delay.
        let left_ms = delay_ms.saturating_sub((now_ms() - latest.since_ms).round() as u32);
        if left_ms == 0 {
            done(&latest.value);
        } else {
            let timer = timer(&waiting, left_ms, delay_ms, done);
            waiting.replace(Some(Waiting { timer, ..latest }));
        }
    })
}
