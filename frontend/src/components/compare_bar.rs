//! The differences between the current step and the pinned step.

use super::program::use_dispatch;
use crate::state::Action;
use crate::state::comparison::Comparison;
use yew::prelude::*;

/// Properties of a [`CompareBar`].
#[derive(Properties, PartialEq)]
pub struct CompareBarProps {
    /// The differences.
    pub comparison: Comparison,
}

/// The number of differences, and a list that the user can expand.
#[component]
pub fn CompareBar(props: &CompareBarProps) -> Html {
    let dispatch = use_dispatch();
    let Comparison { summary, items, more } = &props.comparison;
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
