//! Slices of long work: a long run, or the search for its stops. Between two slices, the browser handles input and
//! paints.
//!
//! A key press parses and checks the text in its own task, and runs it for up to 20,000 micro-steps, which is enough
//! for most texts. A longer run continues in slices of some milliseconds, each in a task of its own. The search for
//! stops does the same (`state/stops.rs`), since a condition or a line of notation must be tried after each step.
//! `core` has no clock: this module measures each slice and chooses the number of steps of the next one.
//!
//! While a run is in progress, the model has the new text, its session without a run, and the last valid run, which the
//! stage marks as such. Another text cancels the run in progress. A panel edit takes effect in the text immediately; if
//! its run reports an error, the previous text is restored.

use super::timer::now_ms;
use crate::state::{Action, FIRST_SLICE};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// The target duration of a slice: half a frame.
const SLICE_MS: f64 = 8.0;
/// The shortest duration that is used for estimates, because some clocks are coarse.
const LEAST_MS: f64 = 1.0;
/// The minimum number of micro-steps of a slice. With expensive steps, a slice may take longer than its target.
const LEAST_STEPS: u32 = 64;

/// Runs work in progress in slices. Each slice is a task that dispatches `slice_of(steps)`. The number of steps is
/// adapted to the duration of the previous slice.
#[hook]
pub fn use_slices<W: PartialEq + 'static>(
    work: Option<W>,
    slice_of: fn(u32) -> Action,
    dispatch: Callback<Action>,
) {
    let steps = use_mut_ref(|| FIRST_SLICE);
    use_effect_with((work, dispatch), move |(work, dispatch)| {
        let dispatch = dispatch.clone();
        let timer = work.is_some().then(|| {
            Timeout::new(0, move || {
                let slice = *steps.borrow();
                let begun = now_ms();
                dispatch.emit(slice_of(slice));
                let took_ms = (now_ms() - begun).max(LEAST_MS);
                // At most eight times the previous number, so it fits.
                let next = (f64::from(slice) * SLICE_MS / took_ms) as u32;
                steps.replace(next.clamp(LEAST_STEPS, 8 * FIRST_SLICE));
            })
        });
        move || drop(timer)
    });
}
