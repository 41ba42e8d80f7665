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
        return line("formula-idle", "idle".to_owned(), html! { <code>{ &props.instruction }</code> });
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

/// A line in a box that stays, so that another one is laid out without the page around it.
fn line(class: &'static str, key: String, said: Html) -> Html {
    html! {
        <div class="formula"><div class="formula-box"><div {key} class={classes!("formula-line", class)}>{ said }</div></div></div>
    }
}
