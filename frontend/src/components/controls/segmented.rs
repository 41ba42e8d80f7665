//! A choice between a few options, side by side.

use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SegmentedProps {
    /// Accessible name of the group.
    pub label: &'static str,
    /// The choices, each with its label and its tooltip.
    pub choices: &'static [(&'static str, &'static str)],
    /// Index of the current choice.
    pub chosen: usize,
    /// Emits the index of the clicked choice.
    pub onchange: Callback<usize>,
}

/// A row of buttons, one of them pressed. They are plain buttons, not radio buttons, so that the page keeps the arrow
/// keys.
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
