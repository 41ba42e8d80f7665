//! The slices in which a long run is made: between two of them the browser answers whoever types, and paints.

use super::timer::now_ms;
use crate::state::{Action, FIRST_SLICE, Pending};
use gloo_timers::callback::Timeout;
use yew::prelude::*;

/// How long a slice may take: half a frame.
const SLICE_MS: f64 = 8.0;
/// The least time that counts: some clocks are coarse.
const LEAST_MS: f64 = 1.0;
/// The fewest micro-steps of a slice. A step can be so much work that a slice takes longer than it may.
const LEAST_STEPS: u32 = 64;

/// Makes the run that is under way, each slice in a task of its own. How many micro-steps a slice has follows from how long
/// the one before took.
#[hook]
pub fn use_slices(pending: Option<Pending>, onaction: Callback<Action>) {
    let steps = use_mut_ref(|| FIRST_SLICE);
    use_effect_with((pending, onaction), move |(pending, onaction)| {
        let onaction = onaction.clone();
        let timer = pending.is_some().then(|| {
            Timeout::new(0, move || {
                let slice = *steps.borrow();
                let begun = now_ms();
                onaction.emit(Action::Advance(slice));
                let took_ms = (now_ms() - begun).max(LEAST_MS);
                // Less than eight times what it was, so it fits.
                let next = (f64::from(slice) * SLICE_MS / took_ms) as u32;
                steps.replace(next.clamp(LEAST_STEPS, 8 * FIRST_SLICE));
            })
        });
        move || drop(timer)
    });
}
