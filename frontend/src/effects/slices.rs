//! The slices in which a long run is made or searched: between two of them the browser answers whoever types, and paints.

use super::timer::now_ms;
use crate::state::{Action, FIRST_SLICE};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// How long a slice may take: half a frame.
const SLICE_MS: f64 = 8.0;
/// The least time that counts: some clocks are coarse.
const LEAST_MS: f64 = 1.0;
/// The fewest micro-steps of a slice. A step can be so much work that a slice takes longer than it may.
const LEAST_STEPS: u32 = 64;

/// Does the work that is under way, each slice in a task of its own by the action that does so many micro-steps of it. How
/// many a slice has follows from how long the one before took.
#[hook]
pub fn use_slices<W: PartialEq + 'static>(
    work: Option<W>,
    slice_of: fn(u32) -> Action,
    onaction: Callback<Action>,
) {
    let steps = use_mut_ref(|| FIRST_SLICE);
    use_effect_with((work, onaction), move |(work, onaction)| {
        let onaction = onaction.clone();
        let timer = work.is_some().then(|| {
            Timeout::new(0, move || {
                let slice = *steps.borrow();
                let begun = now_ms();
                onaction.emit(slice_of(slice));
                let took_ms = (now_ms() - begun).max(LEAST_MS);
                // Less than eight times what it was, so it fits.
                let next = (f64::from(slice) * SLICE_MS / took_ms) as u32;
                steps.replace(next.clamp(LEAST_STEPS, 8 * FIRST_SLICE));
            })
        });
        move || drop(timer)
    });
}
