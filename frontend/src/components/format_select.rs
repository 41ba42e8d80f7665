//! How a panel shows numbers.

use super::kept::{Part, kept};
use super::select::select;
use crate::state::{Action, Panel};
use lanescope_core::session::NumberFormat;
use yew::prelude::*;

const FORMATS: [(NumberFormat, &str); 6] = [
    (NumberFormat::Auto, "Auto"),
    (NumberFormat::Hex, "Hex"),
    (NumberFormat::Unsigned, "Unsigned"),
    (NumberFormat::Signed, "Signed"),
    (NumberFormat::Float, "Float"),
    (NumberFormat::Bits, "Bits"),
];

/// A list of number formats for a panel; its label says `number format of the ...`.
pub fn format_select(
    panel: Panel,
    of: &'static str,
    format: NumberFormat,
    onaction: &Callback<Action>,
) -> Html {
    kept(FormatSelect { panel, of, format, onaction: onaction.clone() })
}

#[derive(PartialEq)]
struct FormatSelect {
    panel: Panel,
    of: &'static str,
    format: NumberFormat,
    onaction: Callback<Action>,
}

impl Part for FormatSelect {
    fn html(&self) -> Html {
        let Self { panel, of, format, .. } = *self;
        let chosen = FORMATS.iter().position(|(it, _)| *it == format).unwrap_or(0);
        let onchange = self.onaction.reform(move |index: usize| {
            Action::Format(panel, FORMATS.get(index).map_or(NumberFormat::Auto, |(format, _)| *format))
        });
        let names = FORMATS.iter().map(|(_, name)| (*name).to_owned());
        html! {
            <label class="format-label">
                { "Numbers" }
                { select(format!("number format of the {of}"), names, chosen, &onchange) }
            </label>
        }
    }
}
