//! The key for a step.

use crate::effects::keys::use_arrows_taken;
use crate::state::keys::STEP_KEY;
use yew::prelude::*;

/// The right arrow key, or another key if the focused element uses the arrow keys itself.
#[component]
pub fn StepKey() -> Html {
    let key = if use_arrows_taken() { STEP_KEY } else { "→" };
    html! { <kbd>{ key }</kbd> }
}
