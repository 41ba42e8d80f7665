//! How a panel shows numbers.

use super::select::Select;
use crate::state::choice::Choice;
use crate::state::{Action, Panel};
use lanescope_core::session::NumberFormat;
use yew::prelude::*;

/// What a [`FormatSelect`] shows.
#[derive(Properties, PartialEq)]
pub struct FormatSelectProps {
    /// The panel.
    pub panel: Panel,
    /// What its numbers belong to: the label says `number format of the ...`.
    pub of: &'static str,
    /// Its format.
    pub format: NumberFormat,
    /// Another format was chosen.
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
