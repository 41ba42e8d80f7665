//! The panel of variables and predicates.

use super::variable_grid::VariableGrid;
use crate::components::controls::program::{on_click, use_dispatch};
use crate::effects::width::use_size;
use crate::state::masks::{PRESETS, Preset};
use crate::state::moment::Moment;
use crate::state::registers::{PredicateView, predicates, variables};
use crate::state::{Action, ByIdentity, ChromeAction, DocumentAction, Rejected, Selection};
use lanescope_core::session::{
    run::{LaneMask, NumberFormat},
    text::PanelEdit,
};
use std::rc::Rc;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct RegistersPanelProps {
    pub moment: Option<ByIdentity<Moment>>,
    pub format: NumberFormat,
    /// Input for cells that was refused.
    pub rejected: Rc<Vec<Rejected>>,
    pub selection: Option<Selection>,
}

/// Approximate size of a panel next to the stage.
const EXPECTED_PX: (f64, f64) = (340.0, 600.0);

/// Each variable as a grid of its current values. Typed values replace the start values.
#[component]
pub fn RegistersPanel(props: &RegistersPanelProps) -> Html {
    let dispatch = use_dispatch();
    let body = use_node_ref();
    let width_px = use_size(&body, EXPECTED_PX).0;
    // Roving tabindex: the variable and the element that last had the focus.
    let focused = use_state_eq(|| (0usize, 0usize));
    let onfocus = Callback::from(focused.setter());
    let onselect = use_callback(dispatch.clone(), |(variable, element), dispatch| {
        dispatch.emit(ChromeAction::Select(Some(Selection::Element { variable, element })).into());
        true
    });
    let Some(moment) = &props.moment else {
        return html! { <p class="empty" ref={body}>{ "Run a scenario to see its registers." }</p> };
    };
    let variables = variables(moment, props.format, props.selection);
    let predicates = predicates(moment);
    let at_start = moment.frame.cursor == 0;
    html! {
        <div class="registers" ref={body}>
            <p class="hint">
                if at_start {
                    { "Initial values. Press one to change it." }
                } else {
                    { "Values at this step. A typed value becomes the initial value." }
                }
            </p>
            if variables.is_empty() && predicates.is_empty() {
                <p class="empty">{ "The scenario declares no variables." }</p>
            }
            { for predicates.into_iter().map(|predicate| predicate_html(&predicate, &dispatch)) }
            { for variables.iter().enumerate().map(|(index, variable)| html! {
                <VariableGrid
                    key={&*variable.name}
                    {index}
                    variable={variable.clone()}
                    {width_px}
                    rejected={props.rejected.clone()}
                    reachable={if focused.0 == index { focused.1 } else { 0 }}
                    onfocus={onfocus.clone()}
                    onselect={onselect.clone()}
                />
            }) }
        </div>
    }
}

fn predicate_html(predicate: &PredicateView, dispatch: &Callback<Action>) -> Html {
    let initial = predicate.initial;
    let set = |mask: LaneMask| {
        let name = predicate.name.clone();
        on_click(dispatch, DocumentAction::Edit(PanelEdit::Predicate { name, mask }))
    };
    let preset = |&(label, _, preset): &(&'static str, &'static str, Preset)| {
        let onclick = set(preset(initial, predicate.bits.len()));
        html! { <button type="button" aria-label={format!("{label} bits of {}", predicate.name)} {onclick}>{ label }</button> }
    };
    let bit = |(index, on): (usize, &Option<bool>)| {
        let onclick = set(initial.with(index, *on != Some(true)));
        let text = on.map_or("?", |on| if on { "1" } else { "0" });
        html! {
            <button
                key={index}
                type="button"
                role="switch"
                class={classes!("bit", on.is_none().then_some("undefined"))}
                aria-checked={(*on == Some(true)).to_string()}
                {onclick}
            >
                <span class="visually-hidden">{ format!("{} bit {index} on", predicate.name) }</span>
                <span class="bit-number" aria-hidden="true">{ index }</span>
                <span aria-hidden="true">{ text }</span>
            </button>
        }
    };
    html! {
        <section key={predicate.name.clone()} class="variable" aria-label={predicate.name.clone()}>
            <div class="variable-head">
                <h3>
                    { &predicate.name }
                    <span class="caption">{ format!("predicate, {} bits", predicate.bits.len()) }</span>
                    if predicate.in_use {
                        <span class="role">{ "predicate" }</span>
                    }
                </h3>
                <div class="button-row">{ for PRESETS[..3].iter().map(preset) }</div>
            </div>
            <div class="predicate-bits">{ for predicate.bits.iter().enumerate().map(bit) }</div>
        </section>
    }
}
