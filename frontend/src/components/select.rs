//! A list of which one entry is chosen.

use crate::effects::dom::chosen_index;
use yew::prelude::*;

/// What a [`Select`] shows.
#[derive(Properties, PartialEq)]
pub struct SelectProps {
    /// The name of the list.
    pub label: AttrValue,
    /// Its entries.
    pub choices: Vec<AttrValue>,
    /// Index of the entry that is chosen.
    pub chosen: usize,
    /// The entry of another index was chosen.
    pub onchange: Callback<usize>,
}

/// The list.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let onchange = props.onchange.reform(|event: Event| chosen_index(&event));
    let option = |(index, name): (usize, &AttrValue)| {
        html! { <option selected={index == props.chosen}>{ name }</option> }
    };
    html! {
        <select aria-label={props.label.clone()} {onchange}>
            { for props.choices.iter().enumerate().map(option) }
        </select>
    }
}
