//! A list from which the user chooses one entry.

use crate::effects::dom::chosen_index;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct SelectProps {
    /// Accessible name of the list.
    pub label: AttrValue,
    /// Labels of the entries.
    pub choices: Vec<AttrValue>,
    /// Index of the current entry.
    pub chosen: usize,
    /// Emits the index of the chosen entry.
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
