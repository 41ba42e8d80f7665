//! A choice of one among few, side by side.

use yew::prelude::*;

/// What a [`Segmented`] shows.
#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// What is chosen here.
    pub label: AttrValue,
    /// The choices, each with what a pointer that rests on it reads.
    pub choices: Vec<(AttrValue, AttrValue)>,
    /// Index of the choice in force.
    pub chosen: usize,
    /// Another choice was made, by index.
    pub onchange: Callback<usize>,
}

/// A row of buttons of which one is pressed. Plain buttons, so that the arrow keys stay with the page.
#[component]
pub fn Segmented(props: &SegmentedProps) -> Html {
    let button = |(index, (label, title)): (usize, &(AttrValue, AttrValue))| {
        let onclick = props.onchange.reform(move |_| index);
        let pressed = index == props.chosen;
        html! {
            <button type="button" aria-pressed={pressed.to_string()} title={title.clone()} {onclick}>{ label }</button>
        }
    };
    html! {
        <div class="segmented" role="group" aria-label={props.label.clone()}>
            { for props.choices.iter().enumerate().map(button) }
        </div>
    }
}
