//! The clock of playing.

use super::effect::use_effect_with;
use gloo_timers::callback::Interval;
use yew::prelude::*;

/// Calls `ontick` every so many milliseconds while there is a number.
#[hook]
pub fn use_interval(milliseconds: Option<u32>, ontick: Callback<()>) {
    use_effect_with((milliseconds, ontick), |(milliseconds, ontick)| {
        let ontick = ontick.clone();
        let interval = milliseconds.map(|milliseconds| Interval::new(milliseconds, move || ontick.emit(())));
        move || drop(interval)
    });
}
