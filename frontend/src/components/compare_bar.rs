//! The differences between the current step and the pinned step.

use crate::state::Action;
use crate::state::comparison::Comparison;
use yew::prelude::*;

/// Returns the number of differences, and a list that the user can expand.
pub fn compare_bar(comparison: &Comparison, dispatch: &Callback<Action>) -> Html {
    let Comparison { summary, items, more } = comparison;
    let close = dispatch.reform(|_: MouseEvent| Action::Pin(false));
    html! {
        <div class="compare">
            <details>
                <summary>{ "Pinned: " }<b>{ summary }</b></summary>
                <ul>
                    { for items.iter().map(|(name, pinned, now)| html! {
                        <li><code>{ name }</code>{ " " }<i>{ pinned }</i>{ " → " }<b>{ now }</b></li>
                    }) }
                    if *more > 0 {
                        <li>{ format!("and {more} more") }</li>
                    }
                </ul>
            </details>
            <button type="button" class="quiet" aria-label="Unpin" title="Unpin" onclick={close}>{ "×" }</button>
        </div>
    }
}
