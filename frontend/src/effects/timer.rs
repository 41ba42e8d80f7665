//! The clock of playing.

use super::effect::use_effect_with;
use crate::state::Action;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment. Unlike the time of day, it never jumps.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now_ms() -> f64;
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
