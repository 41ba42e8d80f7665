//! Buttons for content that is shown in parts.

use yew::prelude::*;

/// The current part of a list.
pub struct Part {
    pub part: usize,
    pub parts: usize,
    /// Changes the index.
    pub onpart: Callback<usize>,
}

/// Returns the current part of a list with `count` items.
#[hook]
pub fn use_part(count: usize, per_part: usize) -> Part {
    let part = use_state_eq(|| 0);
    let parts = count.div_ceil(per_part);
    Part { part: (*part).min(parts.saturating_sub(1)), parts, onpart: part.setter().into() }
}

/// Returns buttons for the previous and the next part; nothing if there is only one part. `label` is the accessible name of the
/// group, and `part_word` the name of a part in the labels of the buttons.
pub fn pager(label: impl Into<AttrValue>, part_word: &str, Part { part, parts, onpart }: &Part) -> Html {
    let (part, parts) = (*part, *parts);
    if parts <= 1 {
        return html! {};
    }
    let button = |word: &str, text: &'static str, to: Option<usize>| {
        let onclick = onpart.reform(move |_: MouseEvent| to.unwrap_or(part));
        let label = format!("{word} {part_word}");
        html! { <button type="button" aria-label={label} disabled={to.is_none()} {onclick}>{ text }</button> }
    };
    html! {
        <span class="pager" role="group" aria-label={label.into()}>
            { button("previous", "‹", part.checked_sub(1)) }
            <span><span class="pager-word">{ "part " }</span>{ format!("{} of {parts}", part + 1) }</span>
            { button("next", "›", Some(part + 1).filter(|next| *next < parts)) }
        </span>
    }
}
