//! The way through what is shown a part at a time.

use super::kept::{Part, kept};
use crate::state::Action;
use yew::prelude::*;

/// A part of something.
#[derive(PartialEq)]
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
    if pager.parts <= 1 {
        return html! {};
    }
    let last = pager.parts - 1;
    let [previous, next] = [pager.part.saturating_sub(1), (pager.part + 1).min(last)].map(go);
    kept(Buttons { pager, previous, next, onaction: onaction.clone() })
}

#[derive(PartialEq)]
struct Buttons {
    pager: Pager,
    /// What shows the part before.
    previous: Action,
    /// What shows the part after.
    next: Action,
    onaction: Callback<Action>,
}

impl Part for Buttons {
    fn html(&self) -> Html {
        let Pager { label, part_word, part, parts } = &self.pager;
        let button = |word: &str, text: &'static str, action: &Action, disabled: bool| {
            let action = action.clone();
            let onclick = self.onaction.reform(move |_: MouseEvent| action.clone());
            html! {
                <button type="button" aria-label={format!("{word} {part_word}")} {disabled} {onclick}>{ text }</button>
            }
        };
        html! {
            <span class="pager" role="group" aria-label={label.clone()}>
                { button("previous", "‹", &self.previous, *part == 0) }
                <span>{ format!("part {} of {parts}", part + 1) }</span>
                { button("next", "›", &self.next, part + 1 == *parts) }
            </span>
        }
    }
}
