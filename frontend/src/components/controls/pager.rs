//! Buttons for content that is shown in parts.

use yew::prelude::*;

/// The current part of a list.
pub struct Part {
    /// Its index.
    pub part: usize,
    /// The number of parts.
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

#[derive(Properties, PartialEq)]
pub struct PagerProps {
    /// Accessible name of the group.
    pub label: AttrValue,
    /// Name of a part in the labels of the buttons.
    pub part_word: &'static str,
    /// Index of the current part.
    pub part: usize,
    /// Number of parts.
    pub parts: usize,
    /// Emits the index of the chosen part.
    pub onpart: Callback<usize>,
}

/// Buttons for the previous and the next part. Empty if there is only one part.
#[component]
pub fn Pager(props: &PagerProps) -> Html {
    let PagerProps { part, parts, part_word, .. } = *props;
    if parts <= 1 {
        return html! {};
    }
    let button = |word: &str, text: &'static str, to: Option<usize>| {
        let onclick = props.onpart.reform(move |_: MouseEvent| to.unwrap_or(part));
        let label = format!("{word} {part_word}");
        html! { <button type="button" aria-label={label} disabled={to.is_none()} {onclick}>{ text }</button> }
    };
    html! {
        <span class="pager" role="group" aria-label={props.label.clone()}>
            { button("previous", "‹", part.checked_sub(1)) }
            <span><span class="pager-word">{ "part " }</span>{ format!("{} of {parts}", part + 1) }</span>
            { button("next", "›", Some(part + 1).filter(|next| *next < parts)) }
        </span>
    }
}
