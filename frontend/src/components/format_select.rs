//! The choice of a panel's number format.

use super::select::Select;
use crate::state::choice::Choice;
use crate::state::{Action, Panel};
use lanescope_core::session::NumberFormat;
use yew::prelude::*;

/// Properties of a [`FormatSelect`].
#[derive(Properties, PartialEq)]
pub struct FormatSelectProps {
    /// The panel.
    pub panel: Panel,
    /// The noun in the label `number format of the ...`.
    pub of: &'static str,
    /// The current format.
    pub format: NumberFormat,
    /// Emits the chosen format.
    pub onaction: Callback<Action>,
}

/// A list of number formats for a panel.
#[component]
pub fn FormatSelect(props: &FormatSelectProps) -> Html {
    let panel = props.panel;
    let onchange = props.onaction.reform(move |index| Action::Format(panel, NumberFormat::at(index)));
    html! {
        <label class="format-label">
            <span class="format-word">{ "Numbers" }</span>
            <Select
                label={format!("number format of the {}", props.of)}
                choices={NumberFormat::labels()}
                chosen={props.format.index()}
                {onchange}
            />
        </label>
    }
}
