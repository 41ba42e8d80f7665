//! The way through what is shown a part at a time.

use crate::state::Action;
use yew::prelude::*;

/// A part of something.
pub struct Pager {
    /// What it is a part of, as its group is called.
    pub label: String,
    /// What the buttons call a part.
    pub part_word: &'static str,
    /// Which is shown, from 0.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
}

/// Buttons to the parts before and after, where there are several. `go` says what shows a part.
pub fn pager_html(pager: Pager, onaction: &Callback<Action>, go: impl Fn(usize) -> Action) -> Html {
    let Pager { label, part_word, part, parts } = pager;
    if parts <= 1 {
        return html! {};
    }
    let button = |word: &str, text: &'static str, to: usize, disabled: bool| {
        let action = go(to);
        let onclick = onaction.reform(move |_: MouseEvent| action.clone());
        html! {
            <button type="button" aria-label={format!("{word} {part_word}")} {disabled} {onclick}>{ text }</button>
        }
    };
    let last = parts - 1;
    html! {
        <span class="pager" role="group" aria-label={label}>
            { button("previous", "‹", part.saturating_sub(1), part == 0) }
            <span>{ format!("part {} of {parts}", part + 1) }</span>
            { button("next", "›", (part + 1).min(last), part == last) }
        </span>
    }
}
