//! The statement of the last step with numbers put in.

use crate::state::formula::{Formula, Part};
use yew::prelude::*;

/// What a [`FormulaBar`] shows.
#[derive(Properties, PartialEq)]
pub struct FormulaBarProps {
    /// The statement of the last step, where it has one.
    pub formula: Option<Formula>,
    /// The instruction as written, which stands there otherwise.
    pub instruction: AttrValue,
}

/// One line of fixed height above the lanes.
#[component]
pub fn FormulaBar(props: &FormulaBarProps) -> Html {
    let Some(formula) = &props.formula else {
        return html! { <div key="idle" class="formula formula-idle"><code>{ &props.instruction }</code></div> };
    };
    let part = |part: &Part| match part {
        Part::Text(text) => html! { text },
        Part::Value(value) => html! { <b>{ value }</b> },
    };
    // Another line for another statement: nothing in it moves.
    let key: String = formula
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) | Part::Value(text) => text.as_str(),
        })
        .collect();
    html! {
        <div {key} class="formula">
            <span class="formula-who">{ &formula.who }</span>
            if let Some(op) = &formula.op {
                <span class="formula-op">{ op }</span>
            }
            <code>{ for formula.parts.iter().map(part) }</code>
            if let Some(outcome) = &formula.outcome {
                <span class="formula-outcome"><span aria-label="gives">{ "→ " }</span><b>{ outcome }</b></span>
            }
        </div>
    }
}
