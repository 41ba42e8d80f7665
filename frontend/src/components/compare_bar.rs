//! What differs from the pinned moment.

use crate::state::Action;
use crate::state::comparison::Comparison;
use yew::prelude::*;

/// What a [`CompareBar`] shows.
#[derive(Properties, PartialEq)]
pub struct CompareBarProps {
    /// What differs.
    pub comparison: Comparison,
    /// Nothing is to be compared any longer.
    pub onaction: Callback<Action>,
}

/// The counts, and the list when it is opened.
#[component]
pub fn CompareBar(props: &CompareBarProps) -> Html {
    let Comparison { summary, items, more } = &props.comparison;
    let close = props.onaction.reform(|_: MouseEvent| Action::Pin(false));
    html! {
        <div class="compare">
            <details>
                <summary>{ "Compared with " }<b>{ summary }</b></summary>
                <ul>
                    { for items.iter().map(|(name, pinned, now)| html! {
                        <li><code>{ name }</code>{ " " }<i>{ pinned }</i>{ " → " }<b>{ now }</b></li>
                    }) }
                    if *more > 0 {
                        <li>{ format!("and {more} more") }</li>
                    }
                </ul>
            </details>
            <button type="button" class="quiet" aria-label="compare no longer" onclick={close}>{ "×" }</button>
        </div>
    }
}
