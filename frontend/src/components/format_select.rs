//! How a panel shows numbers.

use crate::effects::dom::target;
use crate::state::{Action, Formats, Panel};
use lanescope_core::session::NumberFormat;
use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What a [`FormatSelect`] shows.
#[derive(Properties, PartialEq)]
pub struct FormatSelectProps {
    /// The panel.
    pub panel: Panel,
    /// Its name in the label: `numbers of the …`.
    pub label: AttrValue,
    /// Its format.
    pub format: NumberFormat,
    /// Another format was chosen.
    pub onaction: Callback<Action>,
}

/// A list of number formats.
#[component]
pub fn FormatSelect(props: &FormatSelectProps) -> Html {
    let panel = props.panel;
    let onchange = props.onaction.reform(move |event: Event| {
        let select = target(&event).and_then(|element| element.dyn_into::<HtmlSelectElement>().ok());
        let index = select.map_or(0, |select| select.selected_index().max(0) as usize);
        Action::Format(panel, Formats::ALL.get(index).map_or(NumberFormat::Auto, |(format, _)| *format))
    });
    let option = |(format, name): &(NumberFormat, &'static str)| {
        html! { <option selected={*format == props.format}>{ *name }</option> }
    };
    html! {
        <select class="format" aria-label={format!("number format of the {}", props.label)} {onchange}>
            { for Formats::ALL.iter().map(option) }
        </select>
    }
}
