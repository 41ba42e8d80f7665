//! Choices between a few options: a list, and a row of buttons.

use crate::effects::dom::chosen_index;
use yew::prelude::*;

/// Returns a list with the current entry chosen. `onchange` receives the index of another one.
pub fn select(
    label: impl Into<AttrValue>,
    choices: Vec<AttrValue>,
    chosen: usize,
    onchange: Callback<usize>,
) -> Html {
    let onchange = onchange.reform(|event: Event| chosen_index(&event));
    let option = |(index, name): (usize, AttrValue)| {
        html! { <option selected={index == chosen}>{ name }</option> }
    };
    html! {
        <select aria-label={label.into()} {onchange}>
            { for choices.into_iter().enumerate().map(option) }
        </select>
    }
}

/// Returns a row of buttons, one of them pressed. Each choice has its label and its tooltip. They are plain buttons, not radio
/// buttons, so that the page keeps the arrow keys.
pub fn segmented(
    label: &'static str,
    choices: &'static [(&'static str, &'static str)],
    chosen: usize,
    onchange: Callback<usize>,
) -> Html {
    let button = |(index, (label, title)): (usize, &(&'static str, &'static str))| {
        let onclick = onchange.reform(move |_| index);
        let pressed = (index == chosen).to_string();
        html! { <button type="button" aria-pressed={pressed} title={*title} {onclick}>{ *label }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label={label}>
            { for choices.iter().enumerate().map(button) }
        </div>
    }
}
