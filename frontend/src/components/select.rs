//! Lists of which one entry is chosen.

use crate::effects::dom::target;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// A list of choices; `onchange` gets the index of another one.
pub fn select(
    label: String,
    choices: impl Iterator<Item = String>,
    chosen: usize,
    onchange: &Callback<usize>,
) -> Html {
    let onchange = onchange.reform(|event: Event| {
        let select = target(&event).and_then(|element| element.dyn_into::<HtmlSelectElement>().ok());
        select.and_then(|select| usize::try_from(select.selected_index()).ok()).unwrap_or(0)
    });
    let option =
        |(index, name): (usize, String)| html! { <option selected={index == chosen}>{ name }</option> };
    html! {
        <select aria-label={label} {onchange}>{ for choices.enumerate().map(option) }</select>
    }
}
