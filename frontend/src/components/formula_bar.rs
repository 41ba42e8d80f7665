//! The statement of the last step with numbers put in.

use crate::state::formula::{Formula, Part};
use yew::prelude::*;

/// One line of fixed height above the lanes: the statement, or the instruction as written where the last step has none.
pub fn formula_bar(formula: Option<&Formula>, instruction: &str) -> Html {
    let Some(formula) = formula else {
        return html! { <div class="formula formula-idle"><code>{ instruction.to_owned() }</code></div> };
    };
    let part = |part: &Part| match part {
        Part::Text(text) => html! { text },
        Part::Value(value) => html! { <b>{ value }</b> },
    };
    html! {
        <div class="formula">
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
