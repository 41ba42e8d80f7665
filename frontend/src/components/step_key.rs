//! The key that makes a step.

use crate::effects::keys::use_arrows_taken;
use crate::state::keys::STEP_KEY;
use yew::prelude::*;

/// The arrow key; another key where the focus is on something that uses the arrow keys itself.
#[component]
pub fn StepKey() -> Html {
    let key = if use_arrows_taken() { STEP_KEY } else { "→" };
    html! { <kbd>{ key }</kbd> }
}
