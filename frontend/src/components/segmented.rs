//! A choice of one among few, side by side.

use yew::prelude::*;

/// A row of buttons of which the one of index `chosen` is pressed; each choice has a label and what a pointer that rests
/// on it reads. Plain buttons, so that the arrow keys stay with the page.
pub fn segmented(
    label: &'static str,
    choices: &[(&'static str, &'static str)],
    chosen: usize,
    onchange: &Callback<usize>,
) -> Html {
    let button = |(index, (label, title)): (usize, &(&'static str, &'static str))| {
        let onclick = onchange.reform(move |_| index);
        html! {
            <button type="button" aria-pressed={(index == chosen).to_string()} title={*title} {onclick}>{ *label }</button>
        }
    };
    html! {
        <div class="segmented" role="group" aria-label={label}>
            { for choices.iter().enumerate().map(button) }
        </div>
    }
}
