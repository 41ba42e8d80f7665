//! The way through what is shown a part at a time.

use yew::prelude::*;

/// What a [`Pager`] shows.
#[derive(Properties, PartialEq)]
pub struct PagerProps {
    /// What its group is called.
    pub label: AttrValue,
    /// What the buttons call a part.
    pub part_word: &'static str,
    /// Which part is shown, from 0.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
    /// Another part is to be shown.
    pub onpart: Callback<usize>,
}

/// Buttons to the parts before and after, where there are several.
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
