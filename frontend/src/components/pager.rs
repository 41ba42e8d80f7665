//! The way through what is shown a part at a time.

use super::kept::Part;
use crate::state::Action;
use yew::prelude::*;

/// Buttons to the parts before and after, where there are several.
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
    /// What shows the part before, and the part behind.
    pub to: [Action; 2],
    /// One of these was asked for.
    pub onaction: Callback<Action>,
}

/// The parts before and behind one of several; at an end the part itself.
pub fn beside(part: usize, parts: usize) -> [usize; 2] {
    [part.saturating_sub(1), (part + 1).min(parts.saturating_sub(1))]
}

impl Part for Pager {
    fn html(&self) -> Html {
        let Self { label, part_word, part, parts, to: [previous, next], onaction } = self;
        if *parts <= 1 {
            return html! {};
        }
        let button = |word: &str, text: &'static str, to: &Action, disabled: bool| {
            let to = to.clone();
            let onclick = onaction.reform(move |_: MouseEvent| to.clone());
            html! {
                <button type="button" aria-label={format!("{word} {part_word}")} {disabled} {onclick}>{ text }</button>
            }
        };
        html! {
            <span class="pager" role="group" aria-label={label.clone()}>
                { button("previous", "‹", previous, *part == 0) }
                <span>{ format!("part {} of {parts}", part + 1) }</span>
                { button("next", "›", next, part + 1 == *parts) }
            </span>
        }
    }
}
