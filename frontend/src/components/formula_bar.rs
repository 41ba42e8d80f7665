//! The statement of the last step, with its values substituted.

use crate::state::formula::{Formula, Part};
use yew::prelude::*;

/// Properties of a [`FormulaBar`].
#[derive(Properties, PartialEq)]
pub struct FormulaBarProps {
    /// The statement of the last step; `None` if the step has no statement.
    pub formula: Option<Formula>,
    /// The instruction as written, shown if `formula` is `None`.
    pub instruction: AttrValue,
}

/// One line of fixed height above the lanes.
#[component]
pub fn FormulaBar(props: &FormulaBarProps) -> Html {
    let Some(formula) = &props.formula else {
        return line("formula-idle", "idle".to_owned(), html! { <code>{ &props.instruction }</code> });
    };
    let part = |part: &Part| match part {
        Part::Text(text) => html! { text },
        Part::Value(value) => html! { <b>{ value }</b> },
    };
    // Another statement gets another line, so that nothing in it moves.
    let key: String = formula
        .parts
        .iter()
        .map(|part| match part {
            Part::Text(text) | Part::Value(text) => text.as_str(),
        })
        .collect();
    let said = html! {
        <>
            <span class="formula-who">{ &formula.who }</span>
            if let Some(op) = &formula.op {
                <span class="formula-op">{ op }</span>
            }
            <code>{ for formula.parts.iter().map(part) }</code>
            if let Some(outcome) = &formula.outcome {
                <span class="formula-outcome"><span aria-label="gives">{ "→ " }</span><b>{ outcome }</b></span>
            }
        </>
    };
    line("", key, said)
}

/// Returns a line in a box that stays, so that layout after a change is limited to the box.
fn line(class: &'static str, key: String, said: Html) -> Html {
    html! {
        <div class="formula"><div class="formula-box"><div {key} class={classes!("formula-line", class)}>{ said }</div></div></div>
    }
}
