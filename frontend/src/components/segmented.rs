//! A choice of one among few, side by side.

use yew::prelude::*;

/// What a [`Segmented`] shows.
#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// What its group is called.
    pub label: &'static str,
    /// The label of each choice, and what a pointer that rests on it reads.
    pub choices: &'static [(&'static str, &'static str)],
    /// Index of the choice that is pressed.
    pub chosen: usize,
    /// Another choice was pressed.
    pub onchange: Callback<usize>,
}

/// A row of buttons of which one is pressed. Plain buttons, so that the arrow keys stay with the page.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let button = |(index, (label, title)): (usize, &(&'static str, &'static str))| {
        let onclick = props.onchange.reform(move |_| index);
        let pressed = (index == props.chosen).to_string();
        html! { <button type="button" aria-pressed={pressed} title={*title} {onclick}>{ *label }</button> }
    };
    html! {
        <div class="segmented" role="group" aria-label={props.label}>
            { for props.choices.iter().enumerate().map(button) }
        </div>
    }
}
