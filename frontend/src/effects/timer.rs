//! The clock of playing.

use super::effect::use_effect_with;
use gloo_timers::callback::Timeout;
use wasm_bindgen::prelude::*;
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since some moment. Unlike the time of day, it never jumps.
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn now_ms() -> f64;
}

/// While there is a number, calls `ontick` that many milliseconds after the last call, with the time since then. It waits
/// again when `moment` is another one, and each call has to make it one.
#[hook]
pub fn use_clock(wait_ms: Option<f64>, moment: (u32, f64), ontick: Callback<f64>) {
    let struck = use_mut_ref(|| None::<f64>);
    use_effect_with((wait_ms, moment, ontick), move |(wait_ms, _, ontick)| {
        // What drawing took counts too. Where no call came before, as at the start, the time begins now.
        let last = struck.take();
        let ontick = ontick.clone();
        let timeout = wait_ms.map(|wait_ms| {
            let begun = now_ms();
            let last = last.unwrap_or(begun);
            // A few seconds at most, so it fits.
            let left = (wait_ms - (begun - last)).ceil().max(0.0) as u32;
            Timeout::new(left, move || {
                let now = now_ms();
                struck.replace(Some(now));
                ontick.emit(now - last);
            })
        });
        move || drop(timeout)
    });
}
