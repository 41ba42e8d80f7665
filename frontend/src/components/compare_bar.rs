//! What differs from the pinned moment.

use crate::state::Action;
use crate::state::comparison::Comparison;
use yew::prelude::*;

/// The counts, and the list when it is opened.
pub fn compare_bar(comparison: &Comparison, onaction: &Callback<Action>) -> Html {
    let close = onaction.reform(|_: MouseEvent| Action::Pin(false));
    html! {
        <div class="compare">
            <details>
                <summary>{ "Compared with " }<b>{ &comparison.summary }</b></summary>
                <ul>
                    { for comparison.items.iter().map(|(name, pinned, now)| html! {
                        <li><code>{ name }</code>{ " " }<i>{ pinned }</i>{ " → " }<b>{ now }</b></li>
                    }) }
                    if comparison.more > 0 {
                        <li>{ format!("and {} more", comparison.more) }</li>
                    }
                </ul>
            </details>
            <button type="button" class="quiet" aria-label="compare no longer" onclick={close}>{ "×" }</button>
        </div>
    }
}
